package testdeps

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// corpusEntry is an input, as package testing declares it.
type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

// encVersion1 is the first line of a file with an input; then comes a value a line, written as a conversion:
// []byte("abc").
const encVersion1 = "go test fuzz v1"

// readCorpus reads the inputs in the files of dir. It returns one error for all invalid files.
func readCorpus(dir string, types []reflect.Type) (corpus []corpusEntry, err error) {
	files, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading seed corpus from testdata: %v", err)
	}
	var malformed []error
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		path := filepath.Join(dir, file.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("failed to read corpus file: %v", err)
		}
		values, err := parseInput(data)
		if err != nil {
			err = fmt.Errorf("unmarshal: %v", err)
		} else {
			err = checkCorpus(values, types)
		}
		if err != nil {
			malformed = append(malformed, fmt.Errorf("%q: %v", path, err))
		} else {
			corpus = append(corpus, corpusEntry{Path: path, Values: values})
		}
	}
	return corpus, errors.Join(malformed...)
}

// checkCorpus returns an error unless values have the right types.
func checkCorpus(values []any, types []reflect.Type) error {
	if len(values) != len(types) {
		return fmt.Errorf("wrong number of values in corpus entry: %d, want %d", len(values), len(types))
	}
	have := make([]reflect.Type, len(values))
	same := true
	for i, v := range values {
		have[i] = reflect.TypeOf(v)
		same = same && have[i] == types[i]
	}
	if !same {
		return fmt.Errorf("mismatched types in corpus entry: %v, want %v", have, types)
	}
	return nil
}

// parseInput reads the values of a file.
func parseInput(data []byte) (values []any, err error) {
	if len(data) == 0 {
		return nil, fmt.Errorf("cannot unmarshal empty string")
	}
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	if !ok {
		return nil, fmt.Errorf("must include version and at least one value")
	}
	if version := strings.TrimSuffix(string(first), "\r"); version != encVersion1 {
		return nil, fmt.Errorf("unknown encoding version: %s", version)
	}
	for line := range bytes.SplitSeq(rest, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		v, err := parseValue(string(line))
		if err != nil {
			return nil, fmt.Errorf("malformed line %q: %v", line, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// parseValue reads a conversion of a literal: int(-5), float64(+Inf), rune('a'),
// math.Float64frombits(0x7ff8000000000001).
func parseValue(line string) (any, error) {
	open := strings.IndexByte(line, '(')
	if open < 0 || !strings.HasSuffix(line, ")") {
		return nil, fmt.Errorf("expected call expression")
	}
	typ := strings.TrimSpace(line[:open])
	arg := strings.TrimSpace(line[open+1 : len(line)-1])
	if arg == "" {
		return nil, fmt.Errorf("expected call expression with 1 argument; got 0")
	}
	switch typ {
	case "[]byte":
		s, err := unquote(arg, "literal required for type []byte")
		return []byte(s), err
	case "string":
		return unquote(arg, "literal value required for type string")
	case "bool":
		return parseBool(arg)
	case "byte", "rune":
		switch literalKind(arg) {
		case charLiteral:
			return parseChar(typ, arg)
		case stringLiteral, floatLiteral:
			return nil, fmt.Errorf("character literal required for byte/rune types")
		}
	}
	return parseNumber(typ, arg)
}

func unquote(arg, message string) (string, error) {
	if literalKind(arg) != stringLiteral {
		return "", fmt.Errorf("string %s", message)
	}
	return strconv.Unquote(arg)
}

func parseBool(arg string) (any, error) {
	switch {
	case arg == "true":
		return true, nil
	case arg == "false":
		return false, nil
	case literalKind(arg) != noLiteral:
		return nil, fmt.Errorf("malformed bool")
	}
	return nil, fmt.Errorf("true or false required for type bool")
}

func parseChar(typ, arg string) (any, error) {
	if len(arg) < 3 || arg[len(arg)-1] != '\'' {
		return nil, fmt.Errorf("malformed character literal, missing single quotes")
	}
	code, _, tail, err := strconv.UnquoteChar(arg[1:len(arg)-1], '\'')
	switch {
	case err != nil:
		return nil, err
	case tail != "":
		return nil, fmt.Errorf("more than one character in rune literal")
	case typ == "rune":
		return code, nil
	case code >= 256:
		return nil, fmt.Errorf("can only encode single byte to a byte type")
	}
	return byte(code), nil
}

// The kinds of literals.
const (
	noLiteral = iota
	stringLiteral
	charLiteral
	intLiteral
	floatLiteral
)

// literalKind returns the kind of a literal, from its beginning; a number may have a minus sign.
func literalKind(text string) int {
	switch text[0] {
	case '"', '`':
		return stringLiteral
	case '\'':
		return charLiteral
	case '-':
		text = text[1:]
	}
	if text == "" || (text[0] < '0' || text[0] > '9') && text[0] != '.' {
		return noLiteral
	}
	exponent := "eE"
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		exponent = "pP"
	}
	if strings.ContainsAny(text, "."+exponent) {
		return floatLiteral
	}
	return intLiteral
}

func parseNumber(typ, arg string) (any, error) {
	kind := literalKind(arg)
	if arg == "NaN" || arg == "+Inf" || arg == "-Inf" {
		kind = floatLiteral
	}
	if kind == noLiteral {
		return nil, fmt.Errorf("literal value required for primitive type")
	}
	switch typ {
	case "float32", "float64":
		if kind != intLiteral && kind != floatLiteral {
			return nil, fmt.Errorf("float or integer literal required for %s type", typ)
		}
	case "math.Float32frombits", "math.Float64frombits":
		if kind != intLiteral {
			return nil, fmt.Errorf("integer literal required for %s type", typ)
		}
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64":
		if kind != intLiteral {
			return nil, fmt.Errorf("integer literal required for %s types", strings.TrimRight(typ, "0123456789"))
		}
	case "byte", "rune":
	default:
		return nil, fmt.Errorf("expected []byte or primitive type")
	}
	return convertNumber(typ, arg)
}

func convertNumber(typ, arg string) (any, error) {
	switch typ {
	case "float32":
		f, err := strconv.ParseFloat(arg, 32)
		return float32(f), err
	case "float64":
		return strconv.ParseFloat(arg, 64)
	case "math.Float32frombits":
		bits, err := strconv.ParseUint(arg, 0, 32)
		return math.Float32frombits(uint32(bits)), err
	case "math.Float64frombits":
		bits, err := strconv.ParseUint(arg, 0, 64)
		return math.Float64frombits(bits), err
	case "uint", "uint8", "uint16", "uint32", "uint64", "byte":
		return parseUint(typ, arg)
	}
	return parseInt(typ, arg)
}

func parseInt(typ, arg string) (any, error) {
	switch typ {
	case "int8":
		n, err := strconv.ParseInt(arg, 0, 8)
		return int8(n), err
	case "int16":
		n, err := strconv.ParseInt(arg, 0, 16)
		return int16(n), err
	case "int32", "rune":
		n, err := strconv.ParseInt(arg, 0, 32)
		return int32(n), err
	case "int64":
		return strconv.ParseInt(arg, 0, 64)
	}
	n, err := strconv.ParseInt(arg, 0, 64)
	return int(n), err
}

func parseUint(typ, arg string) (any, error) {
	switch typ {
	case "uint8", "byte":
		n, err := strconv.ParseUint(arg, 0, 8)
		return uint8(n), err
	case "uint16":
		n, err := strconv.ParseUint(arg, 0, 16)
		return uint16(n), err
	case "uint32":
		n, err := strconv.ParseUint(arg, 0, 32)
		return uint32(n), err
	case "uint64":
		return strconv.ParseUint(arg, 0, 64)
	}
	n, err := strconv.ParseUint(arg, 0, 64)
	return uint(n), err
}
