package history

import (
	"net/url"
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

func annotationSection(annotations []api.Annotation) widget.Section {
	s := widget.Section{Title: "Annotations"}
	for _, a := range annotations {
		s.Fields = append(s.Fields, widget.Field{Label: annotationLabel(a), Value: host.FirstOf(a.DisplayValue, a.RawValue),
			Note: AnnotationNote(a)})
		switch {
		case a.DisplayURL == "":
		case IsWebLink(a.DisplayURL):
			s.Fields = append(s.Fields, widget.Field{Label: " ", Value: a.DisplayURL, Role: theme.Link})
		default:
			s.Fields = append(s.Fields, widget.Field{Label: " ", Value: a.DisplayURL, Note: "not a web link", Role: theme.Dim})
		}
	}
	return s
}

// AnnotationNote is what else an annotation holds, each thing once, whatever its case.
func AnnotationNote(a api.Annotation) string {
	said := []string{annotationLabel(a), host.FirstOf(a.DisplayValue, a.RawValue)}
	var note []string
	for _, text := range []string{a.Kind.Words(), a.Key, a.RawValue} {
		if text != "" && !slices.ContainsFunc(said, func(before string) bool { return strings.EqualFold(before, text) }) {
			said, note = append(said, text), append(note, text)
		}
	}
	return strings.Join(note, " · ")
}

func annotationLabel(a api.Annotation) string {
	return host.FirstOf(a.DisplayLabel, a.Key, a.Kind.Words())
}

// IsWebLink reports whether a text from the tenant is an address of the web; anything else is no link, whatever it claims.
func IsWebLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// annotationCopies are the values and the links of a change's annotations.
func annotationCopies(h api.HistoryEntry) []list.Copied {
	var copies []list.Copied
	for _, a := range h.Metadata.Annotations {
		if value := host.FirstOf(a.DisplayValue, a.RawValue); value != "" {
			copies = append(copies, list.Copied{Title: annotationLabel(a), Text: value})
		}
		if IsWebLink(a.DisplayURL) {
			copies = append(copies, list.Copied{Title: "link of " + annotationLabel(a), Text: a.DisplayURL})
		}
	}
	return copies
}
