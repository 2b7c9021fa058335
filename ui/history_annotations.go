package ui

import (
	"net/url"

	"gatehouse/api"
	"gatehouse/theme"
)

func annotationSection(annotations []api.Annotation) section {
	s := section{title: "Annotations"}
	for _, a := range annotations {
		note := a.Kind.Words()
		if a.Key != "" && a.Key != a.DisplayLabel {
			note += " · " + a.Key
		}
		if a.RawValue != "" && a.RawValue != a.DisplayValue {
			note += " · " + a.RawValue
		}
		s.fields = append(s.fields, field{label: annotationLabel(a), value: firstOf(a.DisplayValue, a.RawValue), note: note})
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
