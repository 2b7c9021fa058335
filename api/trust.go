package api

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// untrusted says why there is no connection to peer that can be trusted; nil when the failure is of another kind.
func untrusted(peer string, err error) *NetworkError {
	n := &NetworkError{Hop: HopTrust, Permanent: true}
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &authority):
		n.Said = "the certificate of " + peer + " is signed by an authority that this computer doesn't know" + issuer(authority.Cert)
		n.Next = "if that is your network's, name its file with ca_file in the configuration"
	case errors.As(err, &name):
		n.Said = "the certificate of " + peer + " is for another host" + namesOf(name.Certificate)
		n.Next = "check the address"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		n.Said, n.Next = outOfTime(peer, invalid.Cert)
	case errors.As(err, &verification):
		n.Said = "the certificate of " + peer + " can't be trusted: " + cleanMessage(verification.Err.Error())
		n.Next = "ask whoever runs it"
	case errors.As(err, &record):
		n.Said, n.Next = noTLS(peer, record)
	default:
		return refusedHandshake(peer, err)
	}
	return n
}

// issuer names who signed a certificate, in brackets; "" when it doesn't say.
func issuer(cert *x509.Certificate) string {
	if cert == nil {
		return ""
	}
	name := cert.Issuer.CommonName
	if name == "" && len(cert.Issuer.Organization) > 0 {
		name = cert.Issuer.Organization[0]
	}
	if name = Shorten(cleanMessage(name), 80); name == "" {
		return ""
	}
	return " (" + name + ")"
}

// namesOf lists a few of the hosts that a certificate is for.
func namesOf(cert *x509.Certificate) string {
	const most = 3
	if cert == nil || len(cert.DNSNames) == 0 {
		return ""
	}
	names := cert.DNSNames[:min(most, len(cert.DNSNames))]
	return " (" + Shorten(cleanMessage(strings.Join(names, ", ")), 100) + ")"
}

// outOfTime says that a certificate isn't valid any more, or not yet.
func outOfTime(peer string, cert *x509.Certificate) (said, next string) {
	next = "check this computer's clock; if it is right, whoever runs the host has to renew the certificate"
	switch {
	case cert == nil:
		return "the certificate of " + peer + " isn't valid now", next
	case cert.NotBefore.After(time.Now()):
		return "the certificate of " + peer + " isn't valid before " + day(cert.NotBefore), next
	}
	return "the certificate of " + peer + " expired on " + day(cert.NotAfter), next
}

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// noTLS says that something else than TLS came back.
func noTLS(peer string, record tls.RecordHeaderError) (said, next string) {
	if string(record.RecordHeader[:]) == "HTTP/" {
		return peer + " answers with plain HTTP where HTTPS is expected", "check the address and its port"
	}
	return peer + " doesn't speak TLS", "check the address and its port"
}

// refusedHandshake says why the two ends could not agree on TLS; nil when that is not what failed.
func refusedHandshake(peer string, err error) *NetworkError {
	var call *net.OpError
	text := ""
	if errors.As(err, &call) && (call.Op == "remote error" || call.Op == "local error") {
		text = call.Err.Error()
	} else if inner := innermost(err).Error(); strings.HasPrefix(inner, "tls: ") {
		text = inner
	}
	text = cleanMessage(strings.TrimPrefix(text, "tls: "))
	switch {
	case text == "":
		return nil
	case strings.Contains(text, "protocol version"):
		return &NetworkError{Hop: HopTrust, Permanent: true,
			Said: peer + " speaks no TLS newer than 1.1, which isn't safe", Next: "whoever runs it has to update it"}
	}
	return &NetworkError{Hop: HopTrust, Permanent: true,
		Said: fmt.Sprintf("%s and this computer could not agree on TLS: %s", peer, text), Next: "ask whoever runs it"}
}

// notTenant says that who answered speaks neither TLS as it must nor HTTP, which no second try changes; nil when that is not what failed.
func notTenant(peer string, err error) *NetworkError {
	if strings.Contains(unwrapURL(err).Error(), "malformed HTTP") { // there is no type for it
		return &NetworkError{Hop: HopConnection, Host: peer, Permanent: true, err: err,
			Said: notHTTP, Next: "check the tenant's address and its port"}
	}
	return refusedHandshake(peer, err)
}

func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
