package action

import (
	"encoding/base64"
	"strings"
	"testing"
)

// A message is read as its reader sees it, whatever its parts are encoded in, and what only carries it is no reference.
func TestReferencesInMessages(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte("Hello,\n\nplease revoke https://acme.example/secrets/" + aCode + "\n"))
	part := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + encoded[:60] + "\n" + encoded[60:] + "\n"
	head := "From: mara@x.example\nMessage-ID: <CAF0a1B2c3D4e5F6g7H8i9J0k1L@mail.example>\nDKIM-Signature: v=1;\n " +
		"bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NM;\nMIME-Version: 1.0\n"
	mixed := head + "Content-Type: multipart/mixed; boundary=\"0000ABCD1234EFGH\"\n\n--0000ABCD1234EFGH\n" + part + "--0000ABCD1234EFGH--\n"
	for name, text := range map[string]string{
		"one part": head + part, "in parts": mixed, "in a mailbox": "From mara@x.example Sat Nov 28 12:00:00 2026\n" + head + part,
		"within another": head + "Content-Type: multipart/digest; boundary=x1\n\n--x1\nContent-Type: message/rfc822\n\n" + mixed + "\n--x1--\n",
		"cut":            strings.TrimSuffix(mixed, "--0000ABCD1234EFGH--\n"),
		"quoted-printable": head + "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a " +
			"href=3D\"https://acme.example/secr=\nets/ABCD=2DEFGH-23K7\">x</a>\n",
		"in the subject": head + "Subject: =?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte("kill "+aCode)) +
			"?=\nContent-Type: text/plain\n\nsee above\n",
	} {
		for ending, text := range map[string]string{"LF": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"), "mark": "\ufeff" + text} {
			var codes []string
			for _, l := range FindByLine(text, "acme.example") {
				for _, r := range l.References {
					codes = append(codes, r.Code())
				}
				if len(l.References) == 0 && l.MeantAsReference() {
					t.Errorf("%s, %s: %q counts as a reference", name, ending, l.Text)
				}
			}
			if len(codes) != 1 || codes[0] != aCode {
				t.Errorf("%s, %s: found %q", name, ending, codes)
			}
		}
	}
}

func TestReferencesInLines(t *testing.T) {
	for text, want := range map[string]int{
		"https://acme.example/secrets/\n" + aCode: 1, "> https://acme.example/secrets/\n> " + aCode + "\n> ZZZZ-EFGH-23K7": 2,
		"https://acme.example/open?code=\n" + aCode: 1, strings.Repeat("{\"text\":\"x\"} ", 9000) + "https://acme.example/secrets/" + aCode: 1,
		" name | link\n------+-----\n x | " + aCode + "\n(1 row)\n": 1, "2001:db8:1234:5678:9abc:def0:1234:5678\n" + aCode: 1,
		"https://acme.example/open?code=3D" + aCode + "=\r\n&x=3D1": 1, "SUMMARY:https://acme.example/sec\n rets/" + aCode + "\\nThanks": 1,
	} {
		references := 0
		for _, l := range FindByLine(text, "acme.example") {
			references += len(l.References)
			if len(l.References) == 0 && l.MeantAsReference() {
				t.Errorf("%.60q: %q counts as a reference", text, l.Text)
			}
		}
		if references != want {
			t.Errorf("%.60q: %d references, want %d", text, references, want)
		}
	}
}
