package action

import "testing"

// A link of another host is left alone however it is written, also where a first look at the text sees nothing but its code.
func TestForeignLinksInDisguiseAreLeftAlone(t *testing.T) {
	const code = "WZMF-X67H-TV4W"
	for name, text := range map[string]string{
		"entities":              "https:&#47;&#47;evil.example&#47;secrets&#47;" + code,
		"entities, escaped":     "https:&amp;#x2f;&amp;#x2f;evil.example&amp;#x2f;secrets&amp;#x2f;" + code,
		"broken":                "https://evil.example/secrets/\n" + code,
		"broken in a quotation": "> https://evil.example/secrets/\n> " + code + ".",
		"broken, indented":      "https://evil.example/secrets/\r\n    " + code,
		"broken before a value": "https://evil.example/open?code=\n" + code,
		"quoted-printable":      "https://evil.example/secrets=\r\n/" + code,
		"two schemes":           "http://https://evil.example/secrets/" + code,
	} {
		if found := FindReferences(text, "acme.example"); len(found.References) > 0 || !found.NamesElsewhere() {
			t.Errorf("%s: %d references, %v", name, len(found.References), found.err)
		}
		for _, l := range FindByLine(text, "acme.example") {
			if len(l.References) > 0 {
				t.Errorf("%s, by line %d: taken", name, l.From)
			}
		}
	}
}

// What is the tenant's own stays so beside links of others.
func TestOwnReferencesBesideForeignLinks(t *testing.T) {
	const code = "WZMF-X67H-TV4W"
	for name, text := range map[string]string{
		"own and foreign, encoded": "https:&#47;&#47;evil.example&#47;secrets&#47;" + code + " https://acme.example/secrets/" + code,
		"a code after a page":      "https://portal.example/\n" + code,
		"a code after a value":     "https://portal.example/?id=YWJj= " + code,
		"two schemes":              "http://https://acme.example/secrets/" + code,
		"dashes around":            "see\u2014https://acme.example/secrets/" + code + "\u2014thanks",
		"broken":                   "https://acme.example/secrets/\n" + code,
	} {
		if found, err := FindReferences(text, "acme.example").One(); err != nil || found.code != code {
			t.Errorf("%s: %v", name, err)
		}
		var all []Reference
		for _, l := range FindByLine(text, "acme.example") {
			all = append(all, l.References...)
		}
		if len(all) != 1 {
			t.Errorf("%s, by lines: %d references", name, len(all))
		}
	}
}
