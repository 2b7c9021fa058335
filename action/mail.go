package action

import (
	"bufio"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
)

// mostNested is how deep a message may hold others.
const mostNested = 8

// mailText is what stands in the parts of a message as it was sent (RFC 5322, RFC 2045), decoded; any other text as it is. The headers
// but for the subject are left out: they are full of what looks like ids.
func mailText(text string) string {
	head := strings.TrimLeft(text, "\ufeff \t\r\n")
	if strings.HasPrefix(head, "From ") { // the first line of a message in a mailbox
		_, head, _ = strings.Cut(head, "\n")
	}
	message, err := mail.ReadMessage(bufio.NewReader(strings.NewReader(head)))
	if err != nil || message.Header.Get("MIME-Version") == "" && message.Header.Get("Content-Transfer-Encoding") == "" {
		return text
	}
	var all strings.Builder
	if subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err == nil && subject != "" {
		all.WriteString(subject + "\n")
	}
	addPart(&all, textproto.MIMEHeader(message.Header), message.Body, mostNested)
	return all.String()
}

// addPart adds the text of one part. A part that is broken is taken for as far as it goes.
func addPart(all *strings.Builder, header textproto.MIMEHeader, body io.Reader, depth int) {
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case depth == 0:
		return
	case err == nil && strings.HasPrefix(kind, "multipart/") && parameters["boundary"] != "":
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				return
			}
			addPart(all, part.Header, part, depth-1)
		}
	case err == nil && kind == "message/rfc822":
		inner, err := mail.ReadMessage(body)
		if err == nil {
			addPart(all, textproto.MIMEHeader(inner.Header), inner.Body, depth-1)
		}
	case err != nil || strings.HasPrefix(kind, "text/"):
		text, _ := io.ReadAll(body) // what was read before an error counts
		all.Write(text)
		all.WriteByte('\n')
	}
}
