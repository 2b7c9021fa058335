// Command gatehouse is a terminal console for the administrators of an identity-governance tenant.
package main

import (
	_ "embed"
	"os"

	"gatehouse/cli"
)

// exampleConfig is what "gatehouse config init" writes.
//
//go:embed config.example.toml
var exampleConfig []byte

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, exampleConfig))
}
