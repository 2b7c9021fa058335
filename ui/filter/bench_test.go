package filter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// manyDocs makes rows like those of a list of webhooks: a name, an address, a state, an id, dates.
func manyDocs(n int) Docs {
	r := rand.New(rand.NewPCG(1, 2))
	subjects := []string{"Payroll", "Payments", "Access", "Hiring", "Ticketing", "Finance", "Vault", "Audit", "Contractor", "Zürich"}
	objects := []string{"webhook", "approvals", "export", "sync", "review", "notifier", "gateway", "relay"}
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	docs := make(Docs, n)
	for i := range docs {
		id := make([]byte, 27)
		for j := range id {
			id[j] = alphabet[r.IntN(len(alphabet))]
		}
		subject, object := subjects[r.IntN(len(subjects))], objects[r.IntN(len(objects))]
		docs[i] = Doc{All: Join([]string{
			fmt.Sprintf("%s %s %d", subject, object, i),
			fmt.Sprintf("https://hooks.example.com/%s/%d", object, r.IntN(1000)),
			[]string{"enabled", "disabled"}[r.IntN(2)],
			string(id),
			fmt.Sprintf("2026-%02d-%02d", 1+r.IntN(12), 1+r.IntN(28)),
		})}
	}
	return docs
}

func BenchmarkFilter100k(b *testing.B) {
	docs := manyDocs(100_000)
	for _, text := range []string{"a", "pay", "webh", "pay exp", `"web"`, "!pay", "2:disabled", "/pay.*sync/"} {
		b.Run(text, func(b *testing.B) {
			f, err := Parse(text, []string{"name", "url", "2", "id", "created"})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Run(context.Background(), f, docs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A word that no row contains is looked for a second time, letter by letter.
func BenchmarkSimilar100k(b *testing.B) {
	docs := manyDocs(100_000)
	for _, text := range []string{"qzx", "pyrlz", "pyex"} {
		b.Run(text, func(b *testing.B) {
			f, err := Parse(text, nil)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Run(context.Background(), f.Similar(), docs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWithin100k(b *testing.B) {
	docs := manyDocs(100_000)
	for _, text := range []string{"a", "pay", "pay exp", `"web"`, "!pay", "/pay.*sync/"} {
		b.Run(text, func(b *testing.B) {
			f, err := Parse(text, nil)
			if err != nil {
				b.Fatal(err)
			}
			f = f.Within([]bool{true, true, true, true, false})
			for b.Loop() {
				if _, err := Run(context.Background(), f, docs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
