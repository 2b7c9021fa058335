package credential

import (
	"strings"
	"testing"
)

// Each text of a configuration is looked through before the first frame: a filter, an address, a path.
func TestAnOrdinaryTextIsCheap(t *testing.T) {
	for text, most := range map[string]float64{
		"state:new risk:critical name1": 150, "https://acme.example.com": 90, "~/.config/gatehouse/acme-secret.txt": 200,
	} {
		if made := testing.AllocsPerRun(20, func() { HoldsKey(text) }); made > most {
			t.Errorf("%q: looking for a key makes %v things, and should make at most %v", text, made, most)
		}
	}
}

// oddTexts have what the short ways leave to the others, and what stands at the ends of what they take themselves.
func oddTexts() []string {
	return []string{"", "plain", "it's `quoted`", "a\tb\nc\x00d\x1be\x7f", "caf\u00e9 \u2019", "\u212aty", "ktY\u0301 d:", "\xff\xfe",
		"d:kty", "a-b_c.d9 = x", "9a=x", "=", ":x", "\f name\f:\f'x'", "a b=c", "é=x", strings.Repeat("n", 64) + "=x",
		strings.Repeat("n", 65) + "=x", "a=b=c", "-a=b", "+name: \"v\""}
}

func TestTheShortWaysFindWhatTheOthersFind(t *testing.T) {
	for _, text := range oddTexts() {
		if got, ok := plainFolded(text); ok && got != foldedAny(text) {
			t.Errorf("folded, %q is %q, and should be %q", text, got, foldedAny(text))
		}
		if got, ok := plainLetters(text); ok && got != lettersAny(text) {
			t.Errorf("the letters of %q are %q, and should be %q", text, got, lettersAny(text))
		}
	}
}

func TestANameInFrontOfACredentialIsTakenOff(t *testing.T) {
	for text, want := range map[string]string{
		"SECRET=abc": "abc", " 'a-b_c.d9 = x'": "x", "9a=x": "9a=x", "=x": "=x", "a b=c": "a b=c", "export: \"v\"": "v", "a=b=c": "b=c",
		strings.Repeat("n", 64) + "=x": "x", strings.Repeat("n", 65) + "=x": strings.Repeat("n", 65) + "=x", "-é-name:x": "x", "name": "name",
	} {
		if got := bare(text); got != want {
			t.Errorf("%q is %q without its name, and should be %q", text, got, want)
		}
	}
}

// The words that a pattern is asked for must be in all that it finds.
func TestPatternsAreAskedWhereTheyCanFind(t *testing.T) {
	for text, want := range map[string]Shape{
		"Secret-Token:abcdefghijklmnop": VendorKey, "s e c r e t token : x :v1": VendorKey,
		"private key b3Blbn": PrivateKey, "PuTTY-User-Key-File-2": PrivateKey, "openssh-key-v1": PrivateKey,
		`"d" : "abcdefghijklmnop"`: JSONWebKey, "kty, d=abcdefghijklmnop": JSONWebKey, "KTY, d=abcdefghijklmnop": JSONWebKey,
		"kty\u0301 d=abcdefghijklmnop": JSONWebKey, "kty d": NoShape, "private key of acme": NoShape,
	} {
		if got := wholeIn(text, letters(text)); got != want {
			t.Errorf("%q holds %v, and should hold %v", text, got, want)
		}
	}
}
