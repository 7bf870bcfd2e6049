package mail

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"strings"
	"unicode/utf8"
)

// A parser parses addresses; s is the unread rest. A method that fails may have consumed input.
type parser struct {
	s     string
	words *mime.WordDecoder
}

var (
	errComment   = errors.New("mail: misformatted parenthetical comment")
	errInvalid   = errors.New("mail: invalid string")
	errNoAddress = errors.New("mail: no address")
	errNoComma   = errors.New("mail: expected comma")
)

// accept consumes the character if it is next.
func (p *parser) accept(c byte) bool {
	if p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

// isNext reports whether the character is next.
func (p *parser) isNext(c byte) bool { return p.s != "" && p.s[0] == c }

func (p *parser) skipBlanks() { p.s = strings.TrimLeft(p.s, " \t") }

// next returns the next character, and its length.
func (p *parser) next() (r rune, size int) { return utf8.DecodeRuneInString(p.s) }

// single parses an address, after which the input must end.
func (p *parser) single() (*Address, error) {
	addresses, err := p.address(true)
	if err != nil {
		return nil, err
	}
	if !p.skipComments() {
		return nil, errComment
	}
	switch {
	case p.s != "":
		return nil, fmt.Errorf("mail: expected single address, got %q", p.s)
	case len(addresses) == 0:
		return nil, errors.New("mail: empty group")
	case len(addresses) > 1:
		return nil, errors.New("mail: group with multiple addresses")
	}
	return addresses[0], nil
}

// list parses addresses separated by commas; several commas in a row are allowed.
func (p *parser) list() ([]*Address, error) {
	var list []*Address
	p.skipCommas()
	for {
		addresses, err := p.address(true)
		if err != nil {
			return nil, err
		}
		list = append(list, addresses...)
		if !p.skipComments() {
			return nil, errComment
		}
		if p.s == "" {
			return list, nil
		}
		if !p.isNext(',') {
			return nil, errNoComma
		}
		if p.skipCommas(); p.s == "" {
			return list, nil
		}
	}
}

func (p *parser) skipCommas() {
	for p.skipBlanks(); p.accept(','); {
		p.skipBlanks()
	}
}

// address parses an address, or a group if groups are allowed here.
func (p *parser) address(groups bool) ([]*Address, error) {
	p.skipBlanks()
	if p.s == "" {
		return nil, errNoAddress
	}
	// A mailbox without a name, or with a name in a comment after it.
	begin := p.s
	if mailbox, err := p.mailbox(); err == nil {
		name := ""
		if p.skipBlanks(); p.isNext('(') {
			if name, err = p.nameInComment(); err != nil {
				return nil, err
			}
		}
		return []*Address{{name, mailbox}}, nil
	}
	p.s = begin
	name := ""
	if !p.isNext('<') {
		var err error
		if name, err = p.phrase(); err != nil {
			return nil, err
		}
	}
	p.skipBlanks()
	if groups && p.accept(':') {
		return p.group()
	}
	if !p.accept('<') {
		// It may be a mailbox whose domain is missing.
		if allOf(name, isAtomOrDot) {
			return nil, errors.New("mail: missing '@' or angle-addr")
		}
		return nil, errors.New("mail: no angle-addr")
	}
	mailbox, err := p.mailbox()
	if err != nil {
		return nil, err
	}
	if !p.accept('>') {
		return nil, errors.New("mail: unclosed angle-addr")
	}
	return []*Address{{name, mailbox}}, nil
}

// group reads the addresses of a group, with the semicolon at the end.
func (p *parser) group() ([]*Address, error) {
	group := []*Address{}
	if p.skipBlanks(); p.accept(';') {
		return group, p.afterGroup()
	}
	for {
		p.skipBlanks()
		addresses, err := p.address(false)
		if err != nil {
			return nil, err
		}
		group = append(group, addresses...)
		if !p.skipComments() {
			return nil, errComment
		}
		if p.accept(';') {
			return group, p.afterGroup()
		}
		if !p.accept(',') {
			return nil, errNoComma
		}
	}
}

func (p *parser) afterGroup() error {
	if !p.skipComments() {
		return errComment
	}
	return nil
}

// mailbox reads an addr-spec.
func (p *parser) mailbox() (string, error) {
	local, err := p.local()
	if err != nil {
		return "", err
	}
	if !p.accept('@') {
		return "", errors.New("mail: missing @ in addr-spec")
	}
	p.skipBlanks()
	if p.s == "" {
		return "", errors.New("mail: no domain in addr-spec")
	}
	var domain string
	if p.isNext('[') {
		domain, err = p.domainLiteral()
	} else {
		domain, err = p.atom(false)
	}
	if err != nil {
		return "", err
	}
	return local + "@" + domain, nil
}

// local parses the part before the @ of a mailbox.
func (p *parser) local() (string, error) {
	p.skipBlanks()
	if p.s == "" {
		return "", errors.New("mail: no addr-spec")
	}
	if !p.isNext('"') {
		return p.atom(false)
	}
	local, err := p.quotedString()
	if local == "" {
		err = errors.New("mail: empty quoted string in addr-spec")
	}
	return local, err
}

// phrase parses the words of a name. Blanks between encoded words are dropped.
func (p *parser) phrase() (string, error) {
	var name strings.Builder
	hasWord, wasEncoded, wasPlain := false, false, false
	for {
		// Comments are skipped only after a word that was not encoded.
		if wasPlain && !p.skipComments() {
			return "", errComment
		}
		word, encoded, err := p.word()
		if err != nil {
			if !hasWord {
				return "", fmt.Errorf("mail: missing word in phrase: %v", err)
			}
			return name.String(), nil
		}
		if hasWord && !(encoded && wasEncoded) {
			name.WriteByte(' ')
		}
		name.WriteString(word)
		hasWord, wasEncoded, wasPlain = true, encoded, wasPlain || !encoded
	}
}

// word parses a word of a phrase, and reports whether it was encoded.
func (p *parser) word() (word string, encoded bool, err error) {
	if p.skipBlanks(); p.isNext('"') {
		word, err = p.quotedString()
		return word, false, err
	}
	// In initials, dots may be where atoms do not allow them.
	if word, err = p.atom(true); err != nil {
		return "", false, err
	}
	return p.decode(word)
}

// decode returns the text of an encoded word, or another word unchanged.
func (p *parser) decode(word string) (text string, encoded bool, err error) {
	var charset error
	decoder := mime.WordDecoder{CharsetReader: func(name string, input io.Reader) (r io.Reader, err error) {
		if p.words != nil && p.words.CharsetReader != nil {
			r, err = p.words.CharsetReader(name, input)
		} else {
			err = fmt.Errorf("charset not supported: %q", name)
		}
		charset = err
		return r, err
	}}
	if text, err = decoder.Decode(word); err == nil {
		return text, true, nil
	}
	if charset != nil {
		return "", true, charset
	}
	return word, false, nil
}

// atom parses an atom that may have dots; if loose is set, anywhere.
func (p *parser) atom(loose bool) (string, error) {
	end := len(p.s)
	for i, r := range p.s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(p.s[i:]); size == 1 {
				return "", fmt.Errorf("mail: invalid utf-8 in address: %q", p.s)
			}
		}
		if !isAtomOrDot(r) {
			end = i
			break
		}
	}
	if end == 0 {
		return "", errInvalid
	}
	atom := p.s[:end]
	p.s = p.s[end:]
	if loose {
		return atom, nil
	}
	return atom, checkDots(atom)
}

// quotedString reads a string in quotation marks.
func (p *parser) quotedString() (string, error) {
	rest := p.s[1:]
	var text []rune
	for escaped := false; ; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case size == 0:
			return "", errors.New("mail: unclosed quoted-string")
		case size == 1 && r == utf8.RuneError:
			return "", fmt.Errorf("mail: invalid utf-8 in quoted-string: %q", p.s)
		case escaped:
			if !isVisible(r) && !isBlank(r) {
				return "", fmt.Errorf("mail: bad character in quoted-string: %q", r)
			}
			text, escaped = append(text, r), false
		case isQuotedText(r) || isBlank(r):
			text = append(text, r)
		case r == '"':
			p.s = rest[1:]
			return string(text), nil
		case r == '\\':
			escaped = true
		default:
			return "", fmt.Errorf("mail: bad character in quoted-string: %q", r)
		}
		rest = rest[size:]
	}
}

// domainLiteral reads an IP address in brackets.
func (p *parser) domainLiteral() (string, error) {
	p.accept('[')
	begin := p.s
	for {
		r, size := p.next()
		switch {
		case size == 0:
			return "", errors.New("mail: unclosed domain-literal")
		case size == 1 && r == utf8.RuneError:
			return "", fmt.Errorf("mail: invalid utf-8 in domain-literal: %q", p.s)
		case r == ']':
			literal := begin[:len(begin)-len(p.s)]
			p.accept(']')
			address, isV6 := strings.CutPrefix(literal, "IPv6:")
			if ip := net.ParseIP(address); ip == nil || !isV6 && ip.To4() == nil {
				return "", fmt.Errorf("mail: invalid IP address in domain-literal: %q", literal)
			}
			return "[" + literal + "]", nil
		case !isDomainText(r):
			return "", fmt.Errorf("mail: bad character in domain-literal: %q", r)
		}
		p.s = p.s[size:]
	}
}

// nameInComment parses a comment whose words are a name.
func (p *parser) nameInComment() (string, error) {
	comment, ok := p.comment()
	if !ok {
		return "", errComment
	}
	var words []string
	for _, word := range strings.FieldsFunc(comment, isBlank) {
		text, _, err := p.decode(word)
		if err != nil {
			return "", err
		}
		words = append(words, text)
	}
	return strings.Join(words, " "), nil
}

// skipComments skips comments and blanks; false if a comment does not end.
func (p *parser) skipComments() bool {
	for p.skipBlanks(); p.isNext('('); p.skipBlanks() {
		if _, ok := p.comment(); !ok {
			return false
		}
	}
	return true
}

// comment skips a comment, which may contain others; false if it does not end.
func (p *parser) comment() (text string, ok bool) {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(p.s); i++ {
		c := p.s[i]
		switch c {
		case '\\':
			if i++; i == len(p.s) {
				return "", false
			}
			b.WriteByte(p.s[i])
			continue
		case '(':
			if depth++; depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				p.s = p.s[i+1:]
				return b.String(), true
			}
		}
		b.WriteByte(c)
	}
	return "", false
}
