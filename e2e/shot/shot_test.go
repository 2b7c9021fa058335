//go:build linux || darwin

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shoot takes a picture of what a line of sh writes.
func shoot(t *testing.T, script string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "shot.svg")
	args := append([]string{"-o", out, "-size", "30x6", "-title", "a <title>"}, flags...)
	if err := run(t.Context(), append(args, "--", "/bin/sh", "-c",
		script+"; read -r line; printf 'got %s' \"$line\"; read -r line")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
	}
}

func TestTextColoursAndPlaces(t *testing.T) {
	svg := shoot(t, `printf 'ab\033[1;31mcd\033[0m <&>\r\n日本x\r\n\033[7mrev\033[0m \033[38;2;1;2;3mrgb\033[0m'`)
	wellFormed(t, svg)
	for _, want := range []string{
		`>a &lt;title&gt;</text>`,
		`<text x="0 9" y="14" fill="#d6d9de">ab</text>`,
		`<text x="18 27" y="14" fill="#e5676b" font-weight="bold">cd</text>`,
		`<text x="45 54 63" y="14" fill="#d6d9de">&lt;&amp;&gt;</text>`,
		`<text x="0" y="33" fill="#d6d9de">日</text>`,
		`<text x="18" y="33" fill="#d6d9de">本</text>`,
		`<text x="36" y="33" fill="#d6d9de">x</text>`,
		`<rect x="0" y="38" width="27" height="19" fill="#d6d9de"/>`,
		`<text x="0 9 18" y="52" fill="#14171d">rev</text>`,
		`fill="#010203">rgb</text>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}

func TestLinesAndBlocksAreShapes(t *testing.T) {
	svg := shoot(t, `printf '╭─╮\r\n│█▌\r\n╰━╯░'`)
	wellFormed(t, svg)
	for _, char := range "╭─╮│█▌╰━╯░" {
		if strings.ContainsRune(svg, char) {
			t.Errorf("%c is drawn as text", char)
		}
	}
	for _, want := range []string{
		`<path d="M13.5 9.5L18 9.5M13.5 9.5L9 9.5" stroke="#d6d9de" stroke-width="1.2" fill="none"/>`, // ─ across its cell
		`<rect x="9" y="19" width="9" height="19" fill="#d6d9de"/>`,                                   // █
		`<rect x="18" y="19" width="4.5" height="19" fill="#d6d9de"/>`,                                // ▌
		`opacity="0.25"`, // ░
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}

func TestKeysArePlayed(t *testing.T) {
	svg := shoot(t, `stty -echo; printf 'name:'`, "-ready", "name:", "-keys", "some<space>one<enter><wait:got>")
	wellFormed(t, svg)
	if !strings.Contains(svg, ">name:got<") || !strings.Contains(svg, ">some<") || !strings.Contains(svg, ">one<") {
		t.Errorf("the answer isn't in\n%s", svg)
	}
}

func TestSameScreenSamePicture(t *testing.T) {
	script := `printf '\033[1;3;4;9;2mall\033[0m \033[48;5;33mback\033[0m \033[92mbright'`
	first := shoot(t, script)
	if second := shoot(t, script); second != first {
		t.Errorf("two pictures differ:\n%s\n%s", first, second)
	}
	for _, want := range []string{`font-style="italic"`, `text-decoration="underline line-through"`, `opacity=".6"`, "#0087ff", "#9ddb97"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %s in\n%s", want, first)
		}
	}
}

func TestLightPicture(t *testing.T) {
	if svg := shoot(t, "printf x", "-light"); !strings.Contains(svg, `fill="#f7f7f5"`) {
		t.Errorf("no light background in\n%s", svg)
	}
}

func TestBadUse(t *testing.T) {
	for _, args := range [][]string{{}, {"-o", "x"}, {"--", "true"}, {"-o", "x", "-size", "big", "--", "true"}} {
		if err := run(t.Context(), args); err == nil {
			t.Errorf("%q gave no error", args)
		}
	}
}
