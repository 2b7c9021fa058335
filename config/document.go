package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"gatehouse/credential"
)

type kind int

const (
	kindText kind = iota
	kindWhole
	kindFraction
	kindBool
	kindTime
	kindList
	kindTable
)

func (k kind) String() string {
	return [...]string{"a string", "a whole number", "a fraction", "true or false", "a date or time", "a list", "a table"}[k]
}

// value is a TOML value that knows where it stands.
type value struct {
	kind   kind
	pos    Pos
	text   string // kindText
	whole  int64  // kindWhole
	truth  bool   // kindBool
	items  []value
	table  *table
	broken bool // a number too large to hold
}

type entry struct {
	name  string
	pos   Pos // of the name
	value value
}

// table keeps its entries in the order of the file.
type table struct {
	pos     Pos
	entries []entry
	defined bool // by a header or as an inline table, not only by a longer name
}

func (t *table) find(name string) *entry {
	for i := range t.entries {
		if t.entries[i].name == name {
			return &t.entries[i]
		}
	}
	return nil
}

// document builds the tree of a TOML file. It goes on after what can be gone on after, so that problems come together.
type document struct {
	file     string
	data     []byte
	starts   []int // where each line begins
	parser   unstable.Parser
	problems Problems
}

func parseDocument(file string, data []byte) (*table, Problems) {
	d := &document{file: file, data: data, starts: []int{0}}
	for i, c := range data {
		if c == '\n' {
			d.starts = append(d.starts, i+1)
		}
	}
	root := d.build()
	if len(d.problems) > 0 && d.parser.Error() == nil {
		return root, d.problems // something is there twice, which the check below would only say again
	}
	var ignored map[string]any
	if err := toml.Unmarshal(data, &ignored); err != nil {
		pos := Pos{1, 1}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			line, column := decode.Position()
			pos = d.characters(line, column)
		}
		d.problems = append(d.problems, Problem{file, pos, credential.Hide(strings.TrimPrefix(err.Error(), "toml: "))})
	}
	return root, d.problems
}

// characters turns a column in bytes into one in characters.
func (d *document) characters(line, column int) Pos {
	if line < 1 || line > len(d.starts) {
		return Pos{1, 1}
	}
	return d.place(min(d.starts[line-1]+max(column, 1)-1, len(d.data)))
}

func (d *document) at(r unstable.Range) Pos { return d.place(int(r.Offset)) }

// place finds the line and the column of a byte.
func (d *document) place(offset int) Pos {
	line, exact := slices.BinarySearch(d.starts, offset)
	if exact {
		line++
	}
	return Pos{line, utf8.RuneCount(d.data[d.starts[line-1]:offset]) + 1}
}

func (d *document) report(pos Pos, format string, args ...any) {
	d.problems = append(d.problems, Problem{d.file, pos, credential.Hide(fmt.Sprintf(format, args...))})
}

func (d *document) build() *table {
	root := &table{pos: Pos{1, 1}, defined: true}
	current := root
	d.parser.Reset(d.data)
	for d.parser.NextExpression() {
		node := d.parser.Expression()
		switch node.Kind {
		case unstable.Table:
			current = d.header(root, node.Key())
		case unstable.ArrayTable:
			current = d.arrayHeader(root, node.Key())
		case unstable.KeyValue:
			d.keyValue(current, node)
		}
	}
	return root
}

// path walks a dotted name up to its last part, making tables on the way.
func (d *document) path(from *table, names unstable.Iterator) (in *table, last string, pos Pos) {
	first := true
	for names.Next() {
		if !first {
			in = in.descend(last, pos)
		} else {
			in, first = from, false
		}
		last, pos = string(names.Node().Data), d.at(names.Node().Raw)
	}
	return in, last, pos
}

// descend returns the table under a name. Where something else stands there, it returns one that nobody sees: TOML refuses such
// a file anyway.
func (t *table) descend(name string, pos Pos) *table {
	e := t.find(name)
	if e == nil {
		sub := &table{pos: pos}
		t.entries = append(t.entries, entry{name, pos, value{kind: kindTable, pos: pos, table: sub}})
		return sub
	}
	if e.value.kind == kindTable {
		return e.value.table
	}
	if n := len(e.value.items); n > 0 && e.value.items[n-1].kind == kindTable {
		return e.value.items[n-1].table
	}
	return &table{pos: pos}
}

func (d *document) header(root *table, names unstable.Iterator) *table {
	in, name, pos := d.path(root, names)
	old := in.find(name)
	sub := in.descend(name, pos)
	if sub.defined || old != nil && old.value.kind != kindTable {
		d.report(pos, "%q is there twice (first in line %d)", name, old.pos.Line)
	}
	if !sub.defined {
		sub.pos, sub.defined = pos, true
	}
	return sub
}

func (d *document) arrayHeader(root *table, names unstable.Iterator) *table {
	in, name, pos := d.path(root, names)
	item := value{kind: kindTable, pos: pos, table: &table{pos: pos, defined: true}}
	if old := in.find(name); old == nil {
		in.entries = append(in.entries, entry{name, pos, value{kind: kindList, pos: pos, items: []value{item}}})
	} else if old.value.kind == kindList {
		old.value.items = append(old.value.items, item)
	}
	return item.table
}

func (d *document) keyValue(current *table, node *unstable.Node) {
	in, name, pos := d.path(current, node.Key())
	v := d.value(node.Value(), d.afterEquals(node.Key()))
	if old := in.find(name); old != nil {
		d.report(pos, "%q is there twice (first in line %d)", name, old.pos.Line)
		return
	}
	in.entries = append(in.entries, entry{name, pos, v})
}

// afterEquals is where the value of a name begins. The parser doesn't say it for lists and tables.
func (d *document) afterEquals(names unstable.Iterator) Pos {
	var last unstable.Range
	for names.Next() {
		last = names.Node().Raw
	}
	end := last.Offset + last.Length
	space := len(d.data[end:]) - len(bytes.TrimLeft(d.data[end:], " \t="))
	return d.at(unstable.Range{Offset: end + uint32(space)})
}

// value converts a node; where it has no place of its own it stands at pos.
func (d *document) value(node *unstable.Node, pos Pos) value {
	if node.Raw.Length > 0 {
		pos = d.at(node.Raw)
	}
	v := value{pos: pos}
	switch node.Kind {
	case unstable.String:
		v.kind, v.text = kindText, string(node.Data)
	case unstable.Integer:
		v.kind = kindWhole
		n, err := strconv.ParseInt(strings.ReplaceAll(string(node.Data), "_", ""), 0, 64)
		v.whole, v.broken = n, err != nil
	case unstable.Float:
		v.kind = kindFraction
	case unstable.Bool:
		v.kind, v.truth = kindBool, string(node.Data) == "true"
	case unstable.Array:
		v.kind = kindList
		for it := node.Children(); it.Next(); {
			if it.Node().Kind != unstable.Comment {
				v.items = append(v.items, d.value(it.Node(), pos))
			}
		}
	case unstable.InlineTable:
		v.kind, v.table = kindTable, &table{pos: pos, defined: true}
		for it := node.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				d.keyValue(v.table, it.Node())
			}
		}
	default:
		v.kind = kindTime
	}
	return v
}
