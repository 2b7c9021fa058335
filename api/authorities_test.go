package api

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/credential/credentialtest"
)

func certificate(t *testing.T) []byte {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func TestAuthorities(t *testing.T) {
	der := certificate(t)
	text := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	key := credentialtest.NewKey()
	for content, want := range map[string]string{
		text: "", "\ufeff" + text: "", "# our authority\r\n" + text + key.PEM: "", "": "is empty", "hello": "holds no PEM certificate",
		string(der): "holds a certificate in DER", key.PEM: "holds a private key and no certificate",
		key.Secret + "\n": "holds a private key and no certificate", key.JWK: "holds a private key and no certificate",
		string(key.OneDER): "holds a private key", "\xff\xfe-\x00": "is saved as UTF-16",
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der[:40]})): "a certificate that is damaged",
		text[:60]: "a PEM block that is damaged",
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})): `a block called "CERTIFICATE REQUEST"`,
	} {
		path := filepath.Join(t.TempDir(), "ca.pem")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := New(Options{BaseURL: "https://acme.example", Auth: Auth{Token: "t"}, CAFile: path})
		if (want == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), want) || key.In(err.Error())) {
			t.Errorf("%.30q: got %v, want %q", content, err, want)
		}
	}
}
