# run: the console on the built-in tenant    test: every test    check: formatting, vet, staticcheck
# bench: speed    screenshots: the pictures of the README, made from the running program

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: run build test check bench screenshots

run:
	$(GO) run . --demo

build:
	$(GO) build -o gatehouse .

test:
	$(GO) vet ./...
	$(GO) test -race -timeout 20m ./...

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

bench: build
	$(GO) test -run '^$$' -bench . -benchmem -timeout 20m ./api ./ui/filter ./ui/grid ./ui
	$(GO) run ./e2e/bench -binary ./gatehouse -args '--demo' -ready 'in all'

screenshots: build
	$(GO) run ./e2e/shot -o docs/console.svg -size 132x38 -ready 'in all' -keys '3<wait:loaded>jjj' -- ./gatehouse --demo
