package credential

// Looks is what a text that isn't a credential looks like.
type Looks int

// What a refused text can look like.
const (
	Empty         Looks = iota
	TooLong             // longer than any credential
	KeyAmongOther       // a signing key of the vendor's with something around, within or in front of it, or in another spelling
	MisplacedKey        // a signing key in the slot of a client id or token
	DamagedKey          // begins like a signing key, but isn't whole
	DamagedJWK          // its parts are there, the key in it isn't
	OtherVersion        // a signing key in a format that isn't known
	WebKey              // a JWK
	PEMKey              // a private key for something else, in PEM, DER or OpenSSH's form
	OtherEncoding       // UTF-16 or UTF-32
	SeveralLines
	SeveralWords
	Scheme     // begins with "Bearer" or "Authorization:"
	Assignment // NAME=value
	Characters // has characters that no credential has
)

// Refusal says why a text isn't taken as a credential. It never holds anything of the text.
type Refusal struct {
	Slot  Slot
	Looks Looks
}

// Error says it in words, with what to do.
func (r *Refusal) Error() string {
	slot := r.Slot.String()
	switch r.Looks {
	case Empty:
		return slot + " is empty"
	case TooLong:
		return slot + " is too long for a credential"
	case KeyAmongOther:
		return slot + " holds a signing key, but not alone: keep the key and nothing else, as it was copied"
	case MisplacedKey:
		return slot + " holds a signing key, which belongs in the client secret"
	case DamagedKey:
		return slot + " is cut or damaged: copy it again, or set auth to client_secret if it is an ordinary secret"
	case DamagedJWK:
		return "the private key in " + slot + " is damaged: copy the secret again"
	case OtherVersion:
		return slot + " has another format version than " + keyVersion + ", which is the only one known here"
	case WebKey:
		return slot + " holds a private key in JSON (a JWK), which is never sent: " +
			"give the client secret of the tenant, which begins with " + keyPrefix
	case PEMKey:
		return slot + " holds a private key in a form for other uses (PEM, DER or OpenSSH), which is never sent: " +
			"give the client secret of the tenant"
	case OtherEncoding:
		return slot + " is saved as UTF-16 or UTF-32: save it as UTF-8"
	case SeveralLines:
		return slot + " holds more than one line: keep the credential and nothing else"
	case SeveralWords:
		return slot + " holds blanks, which no credential has: keep the credential and nothing else"
	case Scheme:
		return slot + " holds a part of a header: keep the credential and nothing else, without the word in front"
	case Assignment:
		return slot + " holds a name with its value: keep only what follows the ="
	}
	return slot + " holds characters that can't be sent or that no credential has: check how it was copied"
}

// looks is what a text that holds a key of this shape looks like.
func (s Shape) looks() Looks {
	switch s {
	case JSONWebKey:
		return WebKey
	case PrivateKey:
		return PEMKey
	}
	return KeyAmongOther
}
