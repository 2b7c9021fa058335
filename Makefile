# run: the console on the built-in tenant    test: every test    race: every test with the race detector
# check: formatting, vet, staticcheck        bench: speed        screenshots: the pictures of the README, made from the running program
# generate: what the example file and the README say of the keys, made from the panes
# screens: stores every screen that TestScreens compares, as it is now

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# The packages with goroutines of their own. "make test" runs their tests with the race detector; those of the console, which take minutes
# with it, only "make race" does.
RACE = ./action ./api ./cli ./cli/cmdutil ./cli/revoke ./cli/session ./config ./e2e/term ./environ ./state ./tenant \
	./ui/file ./ui/filter ./ui/grid ./ui/host ./ui/panes/bindings ./ui/panes/celbench ./ui/panes/history ./ui/terminal
PLAIN = $(filter-out $(RACE:./%=gatehouse/%),$(shell $(GO) list ./...))

.PHONY: run build test test-race test-plain race check bench screenshots generate screens

run:
	$(GO) run . --demo

# Without C the binary is static, runs on any system of its kind and starts a millisecond sooner.
build bench: export CGO_ENABLED = 0

build:
	$(GO) build -o gatehouse .

# Both at once: the tests of the program in a terminal wait more than they work. The heaps are small, so that collecting garbage less often
# spares a fifth of the time.
test race: export GOGC ?= 400

test:
	@$(MAKE) --no-print-directory --jobs 2 test-race test-plain

test-race:
	$(GO) test -timeout 20m -race $(RACE)

test-plain:
	$(GO) test -timeout 20m $(PLAIN)

race:
	$(GO) test -timeout 30m -race ./...

check:
	@test -z "$$(gofmt -l .)" || { echo "gofmt wants:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

bench: build
	$(GO) test -run '^$$' -bench . -benchmem -timeout 20m ./api ./ui/families ./ui/filter ./ui/form ./ui/grid ./ui/matrix ./ui
	$(GO) run ./e2e/bench -binary ./gatehouse

screens:
	$(GO) test ./ui -run '^TestScreens$$' -update

screenshots: build
	$(GO) run ./e2e/shot -o docs/today.svg $(SHOT) -ready 'No key|keys? w' -keys '' -- ./gatehouse $(DEMO)
	$(GO) run ./e2e/shot -o docs/console.svg $(SHOT) -ready 'No key|keys? w' -keys '3<wait:loaded>jjj' -- ./gatehouse $(DEMO)
	$(GO) run ./e2e/shot -o docs/triage.svg $(SHOT) -ready 'No key|keys? w' -keys '3<wait:loaded>t<wait:One card>t<wait:decided>' -- ./gatehouse $(DEMO)
	$(GO) run ./e2e/shot -o docs/matrix.svg $(SHOT) -ready 'No key|keys? w' -keys '3<wait:loaded>H<wait:[0-9]+ requests>' -- ./gatehouse $(DEMO)
	$(GO) run ./e2e/shot -o docs/changes.svg $(SHOT) -ready 'No key|keys? w' -keys '5<wait:in all>a<wait:changes of>' -- ./gatehouse $(DEMO)
	$(GO) run ./e2e/shot -o docs/secrets.svg $(SHOT) -ready 'No key|keys? w' -keys '4<wait:in all|loaded>' -- ./gatehouse $(DEMO)

# What the pictures are taken of: the same records each time.
SHOT = -size 132x38
DEMO = --demo --seed 1 --now 2026-11-28T09:30:00Z

generate:
	$(GO) test -count 1 -run 'TestExampleHasTheKeysOfTheConsole|TestTheReadmeTellsTheKeys' ./docs -update
