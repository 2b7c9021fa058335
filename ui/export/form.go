package export

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gatehouse/ui/file"
	"gatehouse/ui/form"
)

// Spec is the form, filled in so that ctrl+s writes what is most likely meant.
func (x *Overlay) Spec() form.Spec {
	s := form.Spec{Title: "Export " + strings.ToLower(x.of.Title), Submit: "Write", Intro: x.of.Intro, Check: x.check}
	s.Fields = append(s.Fields,
		form.Field{Name: "what", Title: "Rows", Kind: form.Choice, Value: x.of.First, Options: x.of.Sets},
		form.Field{Name: "format", Title: "Format", Kind: form.Choice, Value: FormatCSV,
			Options: []form.Option{{Value: FormatCSV, Label: "CSV"}, {Value: FormatJSON, Label: "JSON"}, {Value: FormatLines, Label: "JSON Lines"}},
			Help:    "CSV is for spreadsheets: UTF-8 with a byte order mark. JSON Lines has one record a line."},
		form.Field{Name: "whole", Title: "Of each row", Kind: form.Choice, Value: "columns",
			Options: []form.Option{{Value: "columns", Label: "chosen columns"}, {Value: "whole", Label: "the whole record"}},
			Help:    "The whole record is the JSON that the tenant sent; CSV has columns only."})
	columns, label := columnsValue(x.of.Columns, len(x.of.Columns))
	if x.of.Shown != nil {
		columns, label = columnsValue(x.of.Shown, len(x.of.Columns))
	}
	s.Fields = append(s.Fields, form.Field{Name: "columns", Title: "Columns", Kind: form.Pick, Value: columns, Required: true,
		Options: []form.Option{{Value: columns, Label: label}},
		Help:    "Those that were chosen for the list, else all. This doesn't apply to whole records."})
	if x.of.More {
		s.Fields = append(s.Fields, form.Field{Name: "all", Title: "Load all first", Kind: form.Toggle, Value: "true",
			Help: "The tenant has more than is loaded. Without them, the file's name says that it is incomplete."})
	}
	if o := x.of.Opens; o != nil {
		s.Fields = append(s.Fields, form.Field{Name: "open", Title: "With " + o.Words, Kind: form.Toggle, Value: "false",
			Help: "They open the " + x.of.One + ", so they are left out of whole records unless this is on. Columns never have them."})
	}
	values := map[string]string{"format": FormatCSV, "what": x.of.First, "all": fmt.Sprint(x.of.More)}
	x.suggestion = x.suggested(values)
	s.Fields = append(s.Fields, form.Field{Name: "path", Title: "File", Kind: form.Line, Value: x.suggestion, Required: true,
		Validate: checkPath,
		Help:     "In " + x.env.Disk.Folder + ", unless the path says otherwise."})
	return s
}

func checkPath(path string) error {
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator)) {
		return file.ErrIsFolder
	}
	return nil
}

// check judges what doesn't go together.
func (x *Overlay) check(values map[string]string) error {
	if values["format"] == FormatCSV && values["whole"] == "whole" {
		return errors.New("CSV has columns only; choose JSON or JSON Lines for whole records")
	}
	return nil
}

// Read takes what the form says.
func (x *Overlay) Read(values map[string]string) exportChoice {
	c := exportChoice{what: values["what"], format: values["format"], path: strings.TrimSpace(values["path"]),
		all: values["all"] == "true", open: values["open"] == "true"}
	if values["whole"] == "whole" {
		return c
	}
	c.columns = []int{}
	for name := range strings.SplitSeq(values["columns"], ",") {
		if i := slices.Index(x.of.Columns, name); i >= 0 {
			c.columns = append(c.columns, i)
		}
	}
	return c
}

// suggest keeps the suggested name in step with the form, as long as nobody has changed it.
func (x *Overlay) suggest(values map[string]string) {
	want := x.suggested(values)
	if values["path"] == x.suggestion && want != x.suggestion {
		x.Form.Form.SetValue("path", want, "")
	}
	if values["path"] == x.suggestion {
		x.suggestion = want
	}
}

func (x *Overlay) suggested(values map[string]string) string {
	name := fmt.Sprintf("%s-%s-%s.%s", fileWord(x.of.Pane), fileWord(x.env.Tenant.Name), x.began, values["format"])
	loadsRest := x.of.More && values["all"] == "true"
	if values["what"] == RowsShown && x.from.Shortfall() != "" && !loadsRest {
		return incompleteName(name)
	}
	return name
}

// fileWord is a name as a part of a file's name.
func fileWord(name string) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, name)
	parts := slices.DeleteFunc(strings.Split(word, "-"), func(s string) bool { return s == "" })
	return strings.TrimLeft(strings.Join(parts, "-"), ".")
}

// incompleteName puts the word before the ending, unless the name says it already.
func incompleteName(path string) string {
	folder, name := filepath.Split(path)
	if strings.Contains(name, "incomplete") {
		return path
	}
	ending := filepath.Ext(name)
	return folder + strings.TrimSuffix(name, ending) + "-incomplete" + ending
}
