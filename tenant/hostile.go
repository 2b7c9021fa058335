package tenant

// hostileTexts are what a tenant's strings may hold at worst: escape sequences, bidi overrides, line breaks, words without end.
// A console must show them without obeying them.
func hostileTexts() []string {
	return []string{
		"A\x1b[31mB red",
		"A\x1b]52;c;SGVsbG8=\aB clip",
		"invoice\u202Efdp.exe",
		"line one\nline two\r\nline three",
		"A\x1b[2J\x1b[HB cleared",
		"A\x1b]8;;https://evil.example\x1b\\B\x1b]8;;\x1b\\ link",
		"A\x1b[8mB concealed",
		"nul\x00bell\aback\bdel\x7fend",
		"A\x1b]0;x\aB title",
		longWord,
		"A\x1b]52;c;xB never ended",
		"\u2066isolate \u2067never closed",
		"zero\u200bwidth\u200djoin\ufeffed",
		"A\u009b31mB C1",
		"e\u0301\u0301\u0301 stacked, ＦＵＬＬ width",
		"tab\tand\vvertical",
	}
}

const longWord = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaftsvorstandsvorsitzendenstellvertreter" +
	"Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaftsvorstandsvorsitzendenstellvertreter"

// hostileAt returns one of the hostile texts for the record at i of a tenant that holds some: count of them from first on, and one in
// every 997 further down.
func (t *Tenant) hostileAt(i, first, count int) string {
	n := -1
	switch {
	case !t.hostile:
	case i >= first && i < first+count:
		n = i - first
	case i > 997 && i%997 == 0:
		n = i / 997
	}
	if n < 0 {
		return ""
	}
	texts := hostileTexts()
	return texts[n%len(texts)]
}
