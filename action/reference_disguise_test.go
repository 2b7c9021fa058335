package action

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
)

// disguisedTexts are aCode in what filters, directories, clusters, exports, other systems and people make of a link, and in what stands
// around one in many languages and formats.
func disguisedTexts() []string { return append(rewrittenTexts(), surroundedTexts()...) }

// rewrittenTexts are links that something on the way has rewritten.
func rewrittenTexts() []string {
	const link, encoded = "https://acme.example/secrets/" + aCode, "https%3A%2F%2Facme.example%2Fsecrets%2F" + aCode
	b64 := base64.StdEncoding.EncodeToString([]byte(link))
	return []string{
		"description:: " + b64, "data:\n  url: " + b64 + "\n", "apiVersion: v1\nkind: Secret\ndata:\n  share: " +
			base64.StdEncoding.EncodeToString([]byte(link+"\n")),
		"dn: cn=x,dc=acme\nlabeledURI:: " + b64[:60] + "\n " + b64[60:],
		base64.StdEncoding.EncodeToString([]byte("please revoke " + link + " now")), base64.StdEncoding.EncodeToString([]byte(aCode)),
		"share=" + base64.RawURLEncoding.EncodeToString([]byte(link)), `"` + b64 + `"`,
		`https:\\acme.example\secrets\` + aCode, `https:\\\\acme.example\\secrets\\` + aCode, `\\acme.example\secrets\` + aCode,
		`acme.example\secrets\` + aCode,
		"https:(slash)(slash)acme(dot)example(slash)secrets(slash)" + aCode, "https://acme[dot]example[slash]secrets[slash]" + aCode,
		"hxxps:[slash][slash]acme[dot]example[slash]secrets[slash]" + aCode,
		"https[colon]//acme.example/secrets/" + aCode, "https(colon)(slash)(slash)acme(dot)example/secrets/" + aCode,
		"https://acme.example/secrets/ABCD[dash]EFGH[dash]23K7", "https://acme.example/secrets/ABCD(-)EFGH(-)23K7",
		"hxxps___acme.example/secrets/" + aCode, "hxxps___acme[.]example_secrets_" + aCode, "hxxps__//acme.example/secrets/" + aCode,
		"hxxps:__acme.example_secrets_" + aCode, "https___acme.example_secrets_" + aCode,
		"hxxps;//acme.example/secrets/" + aCode, "hps://acme.example/secrets/" + aCode, "ttps://acme.example/secrets/" + aCode,
		"meow://acme[.]example/secrets/" + aCode,
		"https://acme.example/open?code=3d" + aCode, "https://acme.example/open?code=3D" + aCode + "=0A",
		"https://acme.example/secrets/ABCD=2dEFGH=2d23K7", "href=3d\"" + link + "\"", "https=3a=2f=2facme.example=2fsecrets=2f" + aCode,
		"https://acme.example/secr=\nets/ABCD=2dEFGH=2d23K7", "https://acme.example/secrets/ABCD-EFGH-=\n23K7",
		"ABCD-<wbr>EFGH-<wbr>23K7", "<b>ABCD</b>-EFGH-23K7", "https://acme.example/<wbr>secrets/<wbr>ABCD-EFGH-23K7",
		"<span>ABCD</span><span>-EFGH-</span><span>23K7</span>", "AB<b>CD</b>-EFGH-23<i>K7</i>",
		"ABCD-&shy;EFGH-&#8203;23K7", "ABCD-&ZeroWidthSpace;EFGH-23K7", "https://acme.example/secrets/<b>ABCD-EFGH</b>-23K7",
		"<code>ABCD-EFGH-23K7</code>", "<p>" + link + "</p>", "<td>ABCD-EFGH-23K7</td><td>x</td>", "ABCD-EFGH-23K7<br>thanks",
		"AB\u200bCD-EF\u2060GH-23\u200dK7", "https://acme.example/secrets/ABCD\u200b-EFGH\ufeff-23K7",
		"<" + link + "|click here>", "<" + link + "|" + link + ">", "*<" + link + "|" + aCode + ">*",
		"https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=" + encoded +
			"&locale=en-us&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Fpart%2Femea-03%2Fbeta%2Fatpsafelinks%2Fgeturlreputationsitev2%2F&" +
			"pc=abc&wau=https%3A%2F%2Feur01.safelinks.protection.outlook.com%2FGetUrlReputation&si=1700000000000&" +
			"sd=%7BconvId%3A%2019%3Aabc_def%40unq.gbl.spaces%7D&ce=prod&cv=27%2F1415&ssid=ABCDEF12-3456-7890-abcd-ef1234567890",
		"https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/?url=" + encoded + "&data=05%7C01%7C",
		"https://urldefense.proofpoint.com/v1/url?u=" + encoded + "&k=abc", "https://urldefense.us/v3/__" + link + "__;!!X!y$",
		"https://urldefense.com/v3/__https:/acme.example/secrets/" + aCode + "__;!!X!y$",
		"https://urldefense.com/v3/__https://acme.example/secrets/ABCD*EFGH*23K7__;LS0!!X!y$",
		"https://urldefense.com/v3/__https://acme.example/secrets/" + aCode + "*top__;Iw!!X!y$",
		"https://protect-eu.mimecast.com/s/AbC1CdEfGhIjK?domain=acme.example " + link,
		"https://url.uk.m.mimecastprotect.com/s/xyz?domain=acme.example " + aCode,
		"https://linkprotect.cudasvc.com/url?a=" + encoded + "&c=E,1,abc&typo=1", "https://linkprotect.cudasvc.com/url?a=" + link + "&c=E,1,abc",
		"https://us-east-2.protection.sophos.com/?d=acme.example&u=" + base64.URLEncoding.EncodeToString([]byte(link)) + "&p=m",
		"https://secure-web.cisco.com/1abcDEF_x/" + encoded, "https://clicktime.symantec.com/3abc?u=" + encoded,
		"https://clicktime.symantec.com/15siKz?h=abc=&u=" + encoded,
		"https://scanmail.trustwave.com/?c=123&d=abc&u=" + encoded, "https://shared.outlook.inky.com/link?domain=acme.example&t=h.eJx#" + encoded,
		"https://www.bing.com/ck/a?!&&p=abc&u=a1" + base64.RawURLEncoding.EncodeToString([]byte(link)) + "&ntb=1",
		"https://lnkd.in/redir?url=" + encoded, "https://l.facebook.com/l.php?u=" + encoded + "&h=AT0", "https://t.example/ls/click?upn=" +
			encoded, "https://web.archive.org/web/20240101000000/" + link, "https://translate.google.com/translate?sl=auto&tl=en&u=" + encoded,
		"https://teams.microsoft.com/l/message/19:abc/1?context=%7B%22u%22%3A%22" + encoded + "%22%7D",
		"https://avanan.url-protection.com/v1/url?o=" + encoded + "&g=abc", "https://url.avanan.click/v2/___" + link + "___.YXAz",
	}
}

// surroundedTexts are links in markup, quotes, code and sentences.
func surroundedTexts() []string {
	const link, encoded = "https://acme.example/secrets/" + aCode, "https%3A%2F%2Facme.example%2Fsecrets%2F" + aCode
	return []string{
		"[click](" + link + ")", "[click](<" + link + "> \"title\")", "[1]: " + link + " 'x'", "![x](" + link + ")", "`click <" + link + ">`_",
		".. _x: " + link, "[" + link + " click]", "[click|" + link + "]", "[[" + link + "|click]]", "{{" + link + "}}", "{" + link + "|click}",
		"h2. [" + link + "|smart-link]",
		"{\"u\":\"https:\\/\\/acme.example\\/secrets\\/" + aCode + "\"}",
		"{\"u\":\"https:\\u002F\\u002Facme.example\\u002Fsecrets\\u002FABCD\\u002DEFGH\\u002D23K7\"}",
		`{"u":"https:\\/\\/acme.example\\/secrets\\/` + aCode + `"}`,
		"\"a \"\"quoted\"\" one\",\"" + link + "\",\"x\"", "\"see \"\"" + link + "\"\" please\",1", "'a';'" + link + "'", "=HYPERLINK(\"" + link +
			"\",\"x\")", "=HYPERLINK(\"\"" + link + "\"\";\"\"x\"\")",
		"curl $'https://acme.example/secrets/" + aCode + "'", `curl https:\/\/acme.example\/secrets\/` + aCode, "open '" + link + "'\\''",
		"xdg-open \"" + link + "\" &", "START \"\" \"" + link + "\"",
		"│ Backup │ " + link + " │\n├────┤", "┃" + link + "┃", "║ " + aCode +
			" ║", "| https://acme.example/secrets/ |\n| ABCD-EFGH-23K7 |",
		"│ https://acme.example/secr │\n│ ets/ABCD-EFGH-23K7        │",
		"    https://acme.example/secrets/ABCD-\n    EFGH-23K7", "\thttps://acme.example/\n\tsecrets/ABCD-EFGH-23K7",
		"  - url: https://acme.example/secrets/\n      ABCD-EFGH-23K7",
		"> > " + link, "> > https://acme.example/secrets/ABCD\n> > -EFGH-23K7", ">>https://acme.example/secr\n>>ets/ABCD-EFGH-23K7",
		"| > " + link, "On Mon, Bob <bob@acme.example> wrote:\n> " + link + ".",
		link + "、", link + "。ありがとう", link + "，请", link + "؟", link + "।", link + "！", "「" + link + "」", "『" +
			aCode + "』", "（" + link + "）",
		"《" + link + "》", "【" + aCode + "】", aCode + "。", aCode + "、よろしく", "コード" + aCode + "です", "코드: " +
			aCode + "입니다", link + "입니다",
		"¿" + aCode + "?", link + "·", link + "•", "• " + link, "1) " + aCode, "#" + aCode, "code=" + aCode + ";", "‹" + aCode + "›",
		aCode + "’s", aCode + "'s",
		"https://acme.example/secrets/abcd-efgh-23k7",
		url.QueryEscape("please see " + link), "mailto:x@y.example?body=" + url.QueryEscape(link), "whatsapp://send?text=" +
			url.QueryEscape(link), "intent://acme.example/secrets/" + aCode + "#Intent;scheme=https;end",
		"view-source:" + link, "blob:" + link, "URL:" + link, "<URL:" + link + ">", "<" + link + ">;", "googlechrome://navigate?url=" + encoded,
		"microsoft-edge:" + link, "ms-word:ofe|u|" + link,
		"[InternetShortcut]\nURL=" + link, "<string>" + link + "</string>", "BEGIN:VCARD\nURL;TYPE=work:" + link + "\nEND:VCARD",
		"BEGIN:VEVENT\nDESCRIPTION:see https://acme.example/secr\n ets/ABCD-EFGH-23K7\\nThanks\\, Bob\nEND:VEVENT",
		"Refused to load '" + link + "' because", "GET " + link + " HTTP/1.1\" 200", "Referer: " + link, "\"referer\":\"" + link + "\"",
		"2024-01-01T00:00:00Z INFO url=" + link + " user=x", "[12:00:01] bob: " + link, "bob 12:00\n" + link + "\n\nann 12:01\nTHANKS",
		strings.ToUpper(link), "https://acme.example:443/secrets/" + aCode, "https://acme%2Eexample/secrets/" + aCode,
		"https://acme&#46;example/secrets/" + aCode, "https&colon;&sol;&sol;acme&period;example&sol;secrets&sol;" + aCode,
	}
}

func TestDisguisedLinksAreUnderstood(t *testing.T) {
	for _, text := range disguisedTexts() {
		r, err := ParseReference(text, "acme.example")
		if err != nil || r.Code() != aCode {
			t.Errorf("%q: got %q %q, %v", text, r.Code(), r.VaultID(), err)
		}
		var found []Reference
		for _, l := range FindByLine(text, "acme.example") {
			found = append(found, l.References...)
		}
		if len(found) != 1 || found[0].Code() != aCode {
			t.Errorf("%q by lines: %d references", text, len(found))
		}
	}
}

// Words, dates and numbers alone on a line of a larger text are no codes, and not what was meant as one; typed alone they may be.
func TestWordsOnALineAreNoCodes(t *testing.T) {
	for _, text := range []string{
		"THIS WILL HELP", "2026-1128-1200", "Thanks", "BEST WISHES", "this will help", "20261128-1200", "2026 1128 1200", "1234-5678-9012",
		"WITH LOVE FROM", "acknowledged",
		"CONFIDENTIAL", "555-0100-1234", "0800-1234-5678", "Good Luck Mara",
		"PLEASE STOP THIS LEAK", "2026-11-28", "24/7/365",
		"2026-11-28T12:00", "and/or/whatever", "PROJ-12345", "+44 20 7946 0958", "12:30-13:45", "release-notes", "----------",
		"UID:040000008200E00074C5B7101A82E008", "DTSTAMP:20261128T120000Z", "our long-term-plan",
	} {
		found := FindByLine("Hi\n\n"+text+"\n\nhttps://acme.example/secrets/"+aCode, "acme.example")
		for _, l := range found {
			if l.Text == text && (len(l.References) > 0 || l.MeantAsReference()) {
				t.Errorf("%q: %d references, meant as one: %v", text, len(l.References), l.MeantAsReference())
			}
		}
		if r, err := ParseReference("Hi "+text+" https://acme.example/secrets/"+aCode, "acme.example"); err != nil || r.Code() != aCode {
			t.Errorf("%q beside a link: %q, %v", text, r.Code(), err)
		}
	}
	for _, text := range []string{"ABCD-EFGH-IJKM", "abcdefghijkm", "1234-5678-9012", "abcd efgh ijkm", "ABCD-EFGH-2345"} {
		for _, whole := range []string{text, "\n" + text + "\n\n"} {
			if found := FindByLine(whole, "acme.example"); len(found) != 1 || len(found[0].References) != 1 {
				t.Errorf("%q alone: %v", whole, found)
			}
		}
	}
	// what has the form of one is never left out in silence
	for _, text := range []string{"ZZZZ-YYYY-2345", "abcd-efgh-ijkm", "ABCD-EFGH-IJKM", "abcdefgh23k7"} {
		if found := FindByLine("Hi\n"+text+"\nThanks", "acme.example"); len(found) != 3 || len(found[1].References) != 1 {
			t.Errorf("%q on a line: %v", text, found)
		}
	}
	for _, text := range []string{"ABCD-EFGH-23K", "abcd-efgh-23k", "ABC-EFGH-IJKL", "2abCdEfGhIjKlMnOpQrStUvWx",
		"https://acme.example/secrets/x"} {
		if found := FindByLine("Hi\n"+text, "acme.example"); len(found) != 2 || !found[1].MeantAsReference() {
			t.Errorf("%q isn't taken for a damaged reference", text)
		}
	}
}
