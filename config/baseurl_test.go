package config

import "testing"

func TestCheckBaseURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://acme.example":              "https://acme.example",
		" https://ACME.example/ ":           "https://acme.example",
		"https://acme.example:443":          "https://acme.example",
		"https://acme.example:8443":         "https://acme.example:8443",
		"https://10.1.2.3":                  "https://10.1.2.3",
		"https://[2001:db8::1]":             "https://[2001:db8::1]",
		"http://127.0.0.1:8080":             "http://127.0.0.1:8080",
		"http://localhost":                  "http://localhost",
		"http://[::1]:80":                   "http://[::1]",
		"http://acme.example":               "",
		"http://127.0.0.1.acme.example":     "",
		"http://10.0.0.1":                   "",
		"ftp://acme.example":                "",
		"acme.example":                      "",
		"//acme.example":                    "",
		"https:acme.example":                "",
		"https://":                          "",
		"https://acme":                      "",
		"https://acme.example/api":          "",
		"https://acme.example?x":            "",
		"https://acme.example?":             "",
		"https://acme.example#x":            "",
		"https://user@acme.example":         "",
		"https://u:p@acme.example":          "",
		"https://acme.example:":             "",
		"https://acme.example:0":            "",
		"https://acme.example:70000":        "",
		"https://a_b.example":               "",
		"https://-a.example":                "",
		"https://acme..example":             "",
		"https://\u0430cme.example":         "", // a Cyrillic letter
		"https://acme.example\\.evil.test":  "",
		"https://acme.example%2eevil.test":  "",
		"https://acme.exam\u200bple":        "",
		"javascript://acme.example/%0aX()":  "",
		"https://acme.example\n.evil.test/": "",
	} {
		got, err := CheckBaseURL(in)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestBaseURLFromClientID(t *testing.T) {
	for in, want := range map[string]string{
		"strange-hydra-68836@acme.example/pcc":     "https://acme.example",
		"strange-hydra-68836@Acme.Conductor.One/x": "https://acme.conductor.one",
		"id@acme.c1eu.ai":                          "https://acme.c1eu.ai",
		"":                                         "",
		"strange-hydra-68836":                      "",
		"@acme.example/pcc":                        "",
		"id@/pcc":                                  "",
		"id@acme/pcc":                              "",
		"id@acme.example/":                         "",
		"id@acme.example/a/b":                      "",
		"id@a@evil.example/pcc":                    "",
		"id@acme.example/pcc@evil.example":         "",
		"id@acme.example:8443/pcc":                 "",
		"id@127.0.0.1/pcc":                         "",
		"id@[::1]/pcc":                             "",
		"id@localhost/pcc":                         "",
		"id@user:pw@acme.example/pcc":              "",
		"id@acme.example#.evil.example/pcc":        "",
		"id@acme.example?x/pcc":                    "",
		"id@acme.example\\pcc":                     "",
		"id@acme.example\r\nX: y/pcc":              "",
		"id@acm\u0435.example/pcc":                 "",
		"id@acme.example./pcc":                     "",
	} {
		got, err := BaseURLFromClientID(in)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
}
