package api

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"

	"gatehouse/credential"
	"gatehouse/textfile"
)

const caFileSize = 8 << 20 // bytes; the systems' own lists have a quarter of a megabyte

// authorities are the system's certificate authorities and those of a file in PEM. The errors say what the file holds instead.
func authorities(caFile string) (*x509.CertPool, error) {
	text, _, err := textfile.Read(caFile, caFileSize)
	if err != nil {
		return nil, fmt.Errorf("the certificate authority file can't be read: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("the certificate authority file %s %s", caFile, insteadOfCertificates(text))
	}
	return pool, nil
}

// insteadOfCertificates says what a file without a usable certificate in PEM holds.
func insteadOfCertificates(data []byte) string {
	const none = "holds no PEM certificate"
	const privateKey = "holds a private key and no certificate: give the certificate of the authority, and keep the key secret"
	block, _ := pem.Decode(data)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return "is empty"
	case block != nil && strings.Contains(block.Type, "PRIVATE KEY"):
		return privateKey
	case block != nil && block.Type == "CERTIFICATE":
		return "holds a certificate that is damaged"
	case block != nil:
		return none + `, but a block called "` + oneLine(block.Type) + `"`
	case bytes.Contains(data, []byte("-----BEGIN ")):
		return "holds a PEM block that is damaged"
	}
	if _, err := x509.ParseCertificates(data); err == nil {
		return "holds a certificate in DER: turn it into PEM with openssl x509 -inform DER"
	}
	if len(data) <= credential.Size && credential.HoldsKey(string(data)) {
		return privateKey
	}
	return none
}

// CheckAuthorities says what is wrong with a file of certificate authorities.
func CheckAuthorities(caFile string) error {
	_, err := authorities(caFile)
	return err
}
