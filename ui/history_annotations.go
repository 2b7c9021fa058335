package ui

import (
	"net/url"
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
)

func annotationSection(annotations []api.Annotation) section {
	s := section{title: "Annotations"}
	for _, a := range annotations {
		s.fields = append(s.fields, field{label: annotationLabel(a), value: firstOf(a.DisplayValue, a.RawValue), note: annotationNote(a)})
		switch {
		case a.DisplayURL == "":
		case isWebLink(a.DisplayURL):
			s.fields = append(s.fields, field{label: " ", value: a.DisplayURL, role: theme.Link})
		default:
			s.fields = append(s.fields, field{label: " ", value: a.DisplayURL, note: "not a web link", role: theme.Dim})
		}
	}
	return s
}

// annotationNote is what else an annotation holds, each thing once, whatever its case.
func annotationNote(a api.Annotation) string {
	said := []string{annotationLabel(a), firstOf(a.DisplayValue, a.RawValue)}
	var note []string
	for _, text := range []string{a.Kind.Words(), a.Key, a.RawValue} {
		if text != "" && !slices.ContainsFunc(said, func(before string) bool { return strings.EqualFold(before, text) }) {
			said, note = append(said, text), append(note, text)
		}
	}
	return strings.Join(note, " · ")
}

func annotationLabel(a api.Annotation) string { return firstOf(a.DisplayLabel, a.Key, a.Kind.Words()) }

// isWebLink reports whether a text from the tenant is an address of the web; anything else is no link, whatever it claims.
func isWebLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// annotationCopies are the values and the links of a change's annotations.
func annotationCopies(h api.HistoryEntry) []copied {
	var copies []copied
	for _, a := range h.Metadata.Annotations {
		if value := firstOf(a.DisplayValue, a.RawValue); value != "" {
			copies = append(copies, copied{annotationLabel(a), value})
		}
		if isWebLink(a.DisplayURL) {
			copies = append(copies, copied{"link of " + annotationLabel(a), a.DisplayURL})
		}
	}
	return copies
}
