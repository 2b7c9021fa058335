package ui

import (
	"testing"
)

func TestFirstScreenShowsRowsAndTheTenant(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.sees("acme", "acme.example", "Hooks", "42 in all", "Block payment answers in chat", "Mara Lindqvist")
}

func TestAcceptRunsAtOnceAndCanBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.sees("○ new")
	d.keys("a")
	d.sees("Accepted suggestion", "u undoes it", "✓ accepted")
	d.keys("u")
	d.sees("○ new")
	if sent := d.mutations(); len(sent) != 2 {
		t.Fatalf("sent %v, want two state changes", sent)
	}
}

func TestRevokeAsksAndShowsTheProof(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("4", "j", "x")
	d.sees("Revoke secret?", "on tenant acme (acme.example)", "undone", "▸ Cancel ◂")
	d.keys("<enter>")
	if sent := d.mutations(); len(sent) != 0 {
		t.Fatalf("enter on a fresh dialog sent %v", sent)
	}
	d.keys("x", "<tab>", "<enter>")
	d.sees("Revoked secret", "Revoked 20", "✗ revoked")
	if sent := d.mutations(); len(sent) != 1 {
		t.Fatalf("sent %v, want one", sent)
	}
}
