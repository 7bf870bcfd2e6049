package mail

import (
	"errors"
	"mime"
	"strings"
	"unicode/utf8"
)

// An Address is the address of a mailbox, "user@domain", with the name of the person, which may be empty.
type Address struct {
	Name    string
	Address string
}

// An AddressParser parses addresses. Its WordDecoder, if there is one, decodes words in other
// character sets.
type AddressParser struct {
	WordDecoder *mime.WordDecoder
}

// ParseAddress parses one address.
func ParseAddress(address string) (*Address, error) { return new(AddressParser).Parse(address) }

// ParseAddressList parses addresses separated by commas.
func ParseAddressList(list string) ([]*Address, error) { return new(AddressParser).ParseList(list) }

// Parse parses one address.
func (p *AddressParser) Parse(address string) (*Address, error) {
	return (&parser{s: address, words: p.WordDecoder}).single()
}

// ParseList parses addresses separated by commas.
func (p *AddressParser) ParseList(list string) ([]*Address, error) {
	return (&parser{s: list, words: p.WordDecoder}).list()
}

// String returns the address in the format of a header.
func (a *Address) String() string {
	local, domain := a.Address, ""
	if at := strings.LastIndexByte(a.Address, '@'); at >= 0 {
		local, domain = a.Address[:at], a.Address[at+1:]
	}
	if !isDotAtom(local) && local != "" {
		local = quoted(local)
	}
	address := "<" + local + "@" + domain + ">"
	if a.Name == "" {
		return address
	}
	return written(a.Name) + " " + address
}

// written returns a name in quotes, or encoded if it has characters other than printable ASCII.
func written(name string) string {
	other := func(r rune) bool { return r >= utf8.RuneSelf || !isVisible(r) && !isBlank(r) }
	if !strings.ContainsFunc(name, other) {
		return quoted(name)
	}
	// The Q encoding leaves these characters unchanged, but they are not allowed in a phrase.
	if strings.ContainsAny(name, "\"#$%&'(),.:;<>@[]^`{|}~") {
		return mime.BEncoding.Encode("utf-8", name)
	}
	return mime.QEncoding.Encode("utf-8", name)
}

// quoted returns a quoted string, without characters that are not allowed in it.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case isVisible(r) || isBlank(r):
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isBlank reports whether the character is white space of a line.
func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// isVisible reports whether the character is a VCHAR (RFC 6532, 3.2).
func isVisible(r rune) bool { return '!' <= r && r <= '~' || r >= utf8.RuneSelf }

// isAtomText reports whether the character may occur in an atom.
func isAtomText(r rune) bool { return isVisible(r) && !strings.ContainsRune("()<>[]:;@\\,\".", r) }

// isQuotedText reports whether the character may occur unescaped in a quoted string.
func isQuotedText(r rune) bool { return isVisible(r) && r != '\\' && r != '"' }

// isDomainText reports whether the character may occur in a domain literal.
func isDomainText(r rune) bool { return isVisible(r) && r != '[' && r != ']' && r != '\\' }

// isDotAtom reports whether s consists of atoms separated by single dots.
func isDotAtom(s string) bool { return s != "" && checkDots(s) == nil && allOf(s, isAtomOrDot) }

func isAtomOrDot(r rune) bool { return r == '.' || isAtomText(r) }

func allOf(s string, is func(rune) bool) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !is(r) })
}

// checkDots returns the error in the dots of an atom.
func checkDots(atom string) error {
	switch {
	case strings.HasPrefix(atom, "."):
		return errors.New("mail: leading dot in atom")
	case strings.Contains(atom, ".."):
		return errors.New("mail: double dot in atom")
	case strings.HasSuffix(atom, "."):
		return errors.New("mail: trailing dot in atom")
	}
	return nil
}
