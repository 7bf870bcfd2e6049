package http2

// A Field is a field of a header. A sensitive one is never put into a table of header compression, also not by proxies.
type Field struct {
	Name, Value string
	Sensitive   bool
}

// IsPseudo tells whether it is a pseudo field, such as :method.
func (f Field) IsPseudo() bool { return len(f.Name) > 0 && f.Name[0] == ':' }

// Size is what it counts in a table and in a header's length: 32 more than its bytes (RFC 7541, 4.1).
func (f Field) Size() uint32 { return uint32(len(f.Name) + len(f.Value) + fieldOverhead) }

const fieldOverhead = 32

// Kinds of bytes in field names: those of a token but for capital letters (RFC 9113, 8.2.1).
var nameBytes = func() (set [256]bool) {
	for _, c := range []byte("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz") {
		set[c] = true
	}
	return set
}()

// validName tells whether a field may have the name.
func validName(name string) bool {
	if name == "" {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !nameBytes[name[i]] {
			return false
		}
	}
	return true
}

// validValue tells whether a field may have the value: no control character but the tab.
func validValue(value string) bool {
	for i := 0; i < len(value); i++ {
		if c := value[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// checkField returns the reason why a field may not stand behind those before it.
func checkField(f Field, afterRegular bool) error {
	switch {
	case !f.IsPseudo() && !validName(f.Name):
		return fieldNameError(f.Name)
	case f.IsPseudo() && afterRegular:
		return errPseudoAfterFields
	case !validValue(f.Value):
		return fieldValueError(f.Name)
	}
	return nil
}

// pseudoRequest tells which pseudo fields there are: those of requests, or else of responses.
var pseudoRequest = map[string]bool{
	":method": true, ":scheme": true, ":authority": true, ":path": true, ":protocol": true, ":status": false,
}

// checkPseudo looks for pseudo fields that do not exist, stand twice or do not belong together.
func checkPseudo(fields []Field) error {
	request, response := false, false
	for i, f := range fields {
		isRequest, known := pseudoRequest[f.Name]
		if !known {
			return pseudoError(f.Name)
		}
		request, response = request || isRequest, response || !isRequest
		for _, before := range fields[:i] {
			if before.Name == f.Name {
				return duplicatePseudoError(f.Name)
			}
		}
	}
	if request && response {
		return errMixedPseudo
	}
	return nil
}
