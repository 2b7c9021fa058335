package draw

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

const cellWidth = 14

// framed is one row for each script, with a border on both sides.
func framed() []string {
	var rows []string
	for _, name := range scripts {
		rows = append(rows, "│"+Fit(name, cellWidth, Left)+"│")
	}
	return rows
}

// Names whose clusters terminals count differently, in the renderer's own cells, before and after the terminal reports mode 2027.
func TestBordersLineUpInTheRenderer(t *testing.T) {
	rows := framed()
	for name, method := range map[string]ansi.Method{"by code point": ansi.WcWidth, "by cluster": ansi.GraphemeWidth} {
		screen := uv.NewScreenBuffer(cellWidth+2, len(rows))
		screen.Method = method
		uv.NewStyledString(strings.Join(rows, "\n")).Draw(screen, screen.Bounds())
		for y := range rows {
			checkBorders(t, name, scripts[y], screen.CellAt(0, y), screen.CellAt(cellWidth+1, y))
		}
	}
}

// Such names in a terminal, which counts for itself.
func TestBordersLineUpInATerminal(t *testing.T) {
	rows := framed()
	for name, mode := range map[string]string{"mode 2027 off": ansi.ResetModeUnicodeCore, "mode 2027 on": ansi.SetModeUnicodeCore} {
		terminal := vt.NewEmulator(cellWidth+2, len(rows)+1)
		if _, err := terminal.WriteString(mode + strings.Join(rows, "\r\n")); err != nil {
			t.Fatal(err)
		}
		for y := range rows {
			checkBorders(t, name, scripts[y], terminal.CellAt(0, y), terminal.CellAt(cellWidth+1, y))
		}
	}
}

func checkBorders(t *testing.T, when, name string, left, right *uv.Cell) {
	t.Helper()
	for side, cell := range map[string]*uv.Cell{"left": left, "right": right} {
		if cell == nil || cell.Content != "│" {
			t.Errorf("%s, %q: the %s border is %+v", when, name, side, cell)
		}
	}
}
