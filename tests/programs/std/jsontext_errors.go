// Errors of encoding/json/jsontext for texts that are no JSON: token by token, as a value, and in Format.
package main

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"strings"
)

var inputs = []string{
	"", " ", "nul", "nulx", "n", "tru", "truE", "falsy", "x", "#", "\x00", "\xff", "é", "null x", "nullnull", "null null", "1 2", "12a", "-", "-x", "01", "1.", "1.x", "1e", "1e+", "1e+x", "1ex", "-0", "0.5e-3",
	`"`, `"a`, `"a` + "\x01" + `"`, `"\`, `"\x"`, `"\u`, `"\u12`, `"\u12x4"`, `"\ud800"`, `"\ud800\u0041"`, `"\udc00"`, `"\ud83d\ude00"`, `"` + "\xff" + `"`, `"a` + "\xe2\x82" + `"`, `"` + "\xe2\x82", `"\ud800\`, `"\ud800\u`, `"\ud800x"`,
	"[", "[1", "[1,", "[1,]", "[1 2]", "[,", "[]]", "]", "[}", "[1}", "[1:2]", "[ ]", "[[[", "[\x01",
	"{", "{}", "{1", "{1:2}", `{"a"`, `{"a"}`, `{"a" 1}`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1 "b"}`, `{"a":1,"a":2}`, `{"a":{"b":[1,{"c":2,"c":3}]}}`, `{"a":1]`, `{,`, `{null:1}`, `{"a":1,2:3}`, `{"a~/b":[x]}`, `}`, `{"a"]`, `{"a":[1,2`, `{"a":tru}`, `{"a\u0061":1,"aa":2}`, `{"a":,}`, `{"x":"\z"}`, `[1,2,"` + "\xff" + `"]`, `{"` + "\xff" + `":1}`, `{"a","b"}`, `[1,,2]`, `[1;2]`,
	`true` + "\u2028", "[1]\x00", `{"a":1}x`, "/", "[1/2]", "\"\x7f\"", "\"\t\"", "'a'", "nan", "NaN", "Infinity", "+1", ".5", "1_000", "0x1", "\ufeff1",
}

func short(err error) string {
	if err == nil {
		return "ok"
	}
	s, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok {
		return err.Error()
	}
	return fmt.Sprintf("%s {%d %q}", strings.TrimPrefix(err.Error(), "jsontext: "), s.ByteOffset, s.JSONPointer)
}

func main() {
	for _, in := range inputs {
		fmt.Printf("%q\n", in)
		d := jsontext.NewDecoder(strings.NewReader(in))
		var err error
		n := 0
		for ; err == nil; n++ {
			d.PeekKind()
			_, err = d.ReadToken()
		}
		token := short(err)
		if err == io.EOF {
			token = "end"
		}
		fmt.Printf(" %d tokens, at %d %q: %s\n", n-1, d.InputOffset(), d.StackPointer(), token)
		_, err = jsontext.NewDecoder(strings.NewReader(in)).ReadValue()
		v := jsontext.Value(in)
		fmt.Printf(" value: %s; format: %s\n", short(err), short(v.Format()))
	}
}

// Output:
// ""
//  0 tokens, at 0 "": end
//  value: EOF; format: unexpected EOF {0 ""}
// " "
//  0 tokens, at 0 "": end
//  value: EOF; format: unexpected EOF after offset 1 {1 ""}
// "nul"
//  0 tokens, at 0 "": unexpected EOF after offset 3 {3 ""}
//  value: unexpected EOF after offset 3 {3 ""}; format: unexpected EOF after offset 3 {3 ""}
// "nulx"
//  0 tokens, at 0 "": invalid character 'x' in literal null (expecting 'l') after offset 3 {3 ""}
//  value: invalid character 'x' in literal null (expecting 'l') after offset 3 {3 ""}; format: invalid character 'x' in literal null (expecting 'l') after offset 3 {3 ""}
// "n"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "tru"
//  0 tokens, at 0 "": unexpected EOF after offset 3 {3 ""}
//  value: unexpected EOF after offset 3 {3 ""}; format: unexpected EOF after offset 3 {3 ""}
// "truE"
//  0 tokens, at 0 "": invalid character 'E' in literal true (expecting 'e') after offset 3 {3 ""}
//  value: invalid character 'E' in literal true (expecting 'e') after offset 3 {3 ""}; format: invalid character 'E' in literal true (expecting 'e') after offset 3 {3 ""}
// "falsy"
//  0 tokens, at 0 "": invalid character 'y' in literal false (expecting 'e') after offset 4 {4 ""}
//  value: invalid character 'y' in literal false (expecting 'e') after offset 4 {4 ""}; format: invalid character 'y' in literal false (expecting 'e') after offset 4 {4 ""}
// "x"
//  0 tokens, at 0 "": invalid character 'x' at start of value {0 ""}
//  value: invalid character 'x' at start of value {0 ""}; format: invalid character 'x' at start of value {0 ""}
// "#"
//  0 tokens, at 0 "": invalid character '#' at start of value {0 ""}
//  value: invalid character '#' at start of value {0 ""}; format: invalid character '#' at start of value {0 ""}
// "\x00"
//  0 tokens, at 0 "": invalid character '\x00' at start of value {0 ""}
//  value: invalid character '\x00' at start of value {0 ""}; format: invalid character '\x00' at start of value {0 ""}
// "\xff"
//  0 tokens, at 0 "": invalid character '\xff' at start of value {0 ""}
//  value: invalid character '\xff' at start of value {0 ""}; format: invalid character '\xff' at start of value {0 ""}
// "é"
//  0 tokens, at 0 "": invalid character 'é' at start of value {0 ""}
//  value: invalid character 'é' at start of value {0 ""}; format: invalid character 'é' at start of value {0 ""}
// "null x"
//  1 tokens, at 4 "": invalid character 'x' at start of value after offset 5 {5 ""}
//  value: ok; format: invalid character 'x' after top-level value after offset 5 {5 ""}
// "nullnull"
//  2 tokens, at 8 "": end
//  value: ok; format: invalid character 'n' after top-level value after offset 4 {4 ""}
// "null null"
//  2 tokens, at 9 "": end
//  value: ok; format: invalid character 'n' after top-level value after offset 5 {5 ""}
// "1 2"
//  2 tokens, at 3 "": end
//  value: ok; format: invalid character '2' after top-level value after offset 2 {2 ""}
// "12a"
//  1 tokens, at 2 "": invalid character 'a' at start of value after offset 2 {2 ""}
//  value: ok; format: invalid character 'a' after top-level value after offset 2 {2 ""}
// "-"
//  0 tokens, at 0 "": unexpected EOF {0 ""}
//  value: unexpected EOF {0 ""}; format: unexpected EOF {0 ""}
// "-x"
//  0 tokens, at 0 "": invalid character 'x' in number (expecting digit) after offset 1 {1 ""}
//  value: invalid character 'x' in number (expecting digit) after offset 1 {1 ""}; format: invalid character 'x' in number (expecting digit) after offset 1 {1 ""}
// "01"
//  2 tokens, at 2 "": end
//  value: ok; format: invalid character '1' after top-level value after offset 1 {1 ""}
// "1."
//  0 tokens, at 0 "": unexpected EOF {0 ""}
//  value: unexpected EOF {0 ""}; format: unexpected EOF after offset 1 {1 ""}
// "1.x"
//  0 tokens, at 0 "": invalid character 'x' in number (expecting digit) after offset 2 {2 ""}
//  value: invalid character 'x' in number (expecting digit) after offset 2 {2 ""}; format: invalid character 'x' in number (expecting digit) after offset 2 {2 ""}
// "1e"
//  0 tokens, at 0 "": unexpected EOF {0 ""}
//  value: unexpected EOF {0 ""}; format: unexpected EOF after offset 1 {1 ""}
// "1e+"
//  0 tokens, at 0 "": unexpected EOF {0 ""}
//  value: unexpected EOF {0 ""}; format: unexpected EOF after offset 1 {1 ""}
// "1e+x"
//  0 tokens, at 0 "": invalid character 'x' in number (expecting digit) after offset 3 {3 ""}
//  value: invalid character 'x' in number (expecting digit) after offset 3 {3 ""}; format: invalid character 'x' in number (expecting digit) after offset 3 {3 ""}
// "1ex"
//  0 tokens, at 0 "": invalid character 'x' in number (expecting digit) after offset 2 {2 ""}
//  value: invalid character 'x' in number (expecting digit) after offset 2 {2 ""}; format: invalid character 'x' in number (expecting digit) after offset 2 {2 ""}
// "-0"
//  1 tokens, at 2 "": end
//  value: ok; format: ok
// "0.5e-3"
//  1 tokens, at 6 "": end
//  value: ok; format: ok
// "\""
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"a"
//  0 tokens, at 0 "": unexpected EOF after offset 2 {2 ""}
//  value: unexpected EOF after offset 2 {2 ""}; format: unexpected EOF after offset 2 {2 ""}
// "\"a\x01\""
//  0 tokens, at 0 "": invalid character '\x01' in string (expecting non-control character) after offset 2 {2 ""}
//  value: invalid character '\x01' in string (expecting non-control character) after offset 2 {2 ""}; format: invalid character '\x01' in string (expecting non-control character) after offset 2 {2 ""}
// "\"\\"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\x\""
//  0 tokens, at 0 "": invalid escape sequence `\x` in string after offset 1 {1 ""}
//  value: invalid escape sequence `\x` in string after offset 1 {1 ""}; format: invalid escape sequence `\x` in string after offset 1 {1 ""}
// "\"\\u"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\u12"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\u12x4\""
//  0 tokens, at 0 "": invalid escape sequence `\u12x4` in string after offset 1 {1 ""}
//  value: invalid escape sequence `\u12x4` in string after offset 1 {1 ""}; format: invalid escape sequence `\u12x4` in string after offset 1 {1 ""}
// "\"\\ud800\""
//  0 tokens, at 0 "": invalid surrogate pair `\ud800"` in string after offset 1 {1 ""}
//  value: invalid surrogate pair `\ud800"` in string after offset 1 {1 ""}; format: invalid surrogate pair `\ud800"` in string after offset 1 {1 ""}
// "\"\\ud800\\u0041\""
//  0 tokens, at 0 "": invalid surrogate pair `\ud800\u0041` in string after offset 1 {1 ""}
//  value: invalid surrogate pair `\ud800\u0041` in string after offset 1 {1 ""}; format: invalid surrogate pair `\ud800\u0041` in string after offset 1 {1 ""}
// "\"\\udc00\""
//  0 tokens, at 0 "": invalid surrogate pair `\udc00"` in string after offset 1 {1 ""}
//  value: invalid surrogate pair `\udc00"` in string after offset 1 {1 ""}; format: invalid surrogate pair `\udc00"` in string after offset 1 {1 ""}
// "\"\\ud83d\\ude00\""
//  1 tokens, at 14 "": end
//  value: ok; format: ok
// "\"\xff\""
//  0 tokens, at 0 "": invalid UTF-8 after offset 1 {1 ""}
//  value: invalid UTF-8 after offset 1 {1 ""}; format: invalid UTF-8 after offset 1 {1 ""}
// "\"a\xe2\x82\""
//  0 tokens, at 0 "": invalid UTF-8 after offset 2 {2 ""}
//  value: invalid UTF-8 after offset 2 {2 ""}; format: invalid UTF-8 after offset 2 {2 ""}
// "\"\xe2\x82"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\ud800\\"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\ud800\\u"
//  0 tokens, at 0 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "\"\\ud800x\""
//  0 tokens, at 0 "": invalid surrogate pair `\ud800x"` in string after offset 1 {1 ""}
//  value: invalid surrogate pair `\ud800x"` in string after offset 1 {1 ""}; format: invalid surrogate pair `\ud800x"` in string after offset 1 {1 ""}
// "["
//  1 tokens, at 1 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "[1"
//  2 tokens, at 2 "/0": unexpected EOF after offset 2 {2 ""}
//  value: unexpected EOF after offset 2 {2 ""}; format: unexpected EOF after offset 2 {2 ""}
// "[1,"
//  2 tokens, at 2 "/0": unexpected EOF after offset 3 {3 ""}
//  value: unexpected EOF after offset 3 {3 ""}; format: unexpected EOF after offset 3 {3 ""}
// "[1,]"
//  2 tokens, at 2 "/0": invalid character ',' at start of value after offset 2 {2 ""}
//  value: invalid character ']' at start of value within "/1" after offset 3 {3 "/1"}; format: invalid character ']' at start of value within "/1" after offset 3 {3 "/1"}
// "[1 2]"
//  2 tokens, at 2 "/0": invalid character '2' after array element (expecting ',' or ']') after offset 3 {3 ""}
//  value: invalid character '2' after array element (expecting ',' or ']') after offset 3 {3 ""}; format: invalid character '2' after array value (expecting ',' or ']') after offset 3 {3 ""}
// "[,"
//  1 tokens, at 1 "": invalid character ',' at start of value after offset 1 {1 ""}
//  value: invalid character ',' at start of value within "/0" after offset 1 {1 "/0"}; format: invalid character ',' at start of value within "/0" after offset 1 {1 "/0"}
// "[]]"
//  2 tokens, at 2 "": invalid character ']' at start of value after offset 2 {2 ""}
//  value: ok; format: invalid character ']' after top-level value after offset 2 {2 ""}
// "]"
//  0 tokens, at 0 "": invalid character ']' at start of value {0 ""}
//  value: invalid character ']' at start of value {0 ""}; format: invalid character ']' at start of value {0 ""}
// "[}"
//  1 tokens, at 1 "": invalid character '}' at start of value within "/0" after offset 1 {1 "/0"}
//  value: invalid character '}' at start of value within "/0" after offset 1 {1 "/0"}; format: invalid character '}' at start of value within "/0" after offset 1 {1 "/0"}
// "[1}"
//  2 tokens, at 2 "/0": invalid character '}' after array element (expecting ',' or ']') after offset 2 {2 ""}
//  value: invalid character '}' after array element (expecting ',' or ']') after offset 2 {2 ""}; format: invalid character '}' after array value (expecting ',' or ']') after offset 2 {2 ""}
// "[1:2]"
//  2 tokens, at 2 "/0": invalid character ':' after array element (expecting ',' or ']') after offset 2 {2 ""}
//  value: invalid character ':' after array element (expecting ',' or ']') after offset 2 {2 ""}; format: invalid character ':' after array value (expecting ',' or ']') after offset 2 {2 ""}
// "[ ]"
//  2 tokens, at 3 "": end
//  value: ok; format: ok
// "[[["
//  3 tokens, at 3 "/0/0": unexpected EOF within "/0/0" after offset 3 {3 "/0/0"}
//  value: unexpected EOF within "/0/0" after offset 3 {3 "/0/0"}; format: unexpected EOF within "/0/0" after offset 3 {3 "/0/0"}
// "[\x01"
//  1 tokens, at 1 "": invalid character '\x01' at start of value within "/0" after offset 1 {1 "/0"}
//  value: invalid character '\x01' at start of value within "/0" after offset 1 {1 "/0"}; format: invalid character '\x01' at start of value within "/0" after offset 1 {1 "/0"}
// "{"
//  1 tokens, at 1 "": unexpected EOF after offset 1 {1 ""}
//  value: unexpected EOF after offset 1 {1 ""}; format: unexpected EOF after offset 1 {1 ""}
// "{}"
//  2 tokens, at 2 "": end
//  value: ok; format: ok
// "{1"
//  1 tokens, at 1 "": object member name must be a string after offset 1 {1 ""}
//  value: invalid character '1' at start of string (expecting '"') after offset 1 {1 ""}; format: invalid character '1' at start of string (expecting '"') after offset 1 {1 ""}
// "{1:2}"
//  1 tokens, at 1 "": object member name must be a string after offset 1 {1 ""}
//  value: invalid character '1' at start of string (expecting '"') after offset 1 {1 ""}; format: invalid character '1' at start of string (expecting '"') after offset 1 {1 ""}
// "{\"a\""
//  2 tokens, at 4 "/a": unexpected EOF within "/a" after offset 4 {4 "/a"}
//  value: unexpected EOF within "/a" after offset 4 {4 "/a"}; format: unexpected EOF within "/a" after offset 4 {4 "/a"}
// "{\"a\"}"
//  2 tokens, at 4 "/a": invalid character '}' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
//  value: invalid character '}' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}; format: invalid character '}' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
// "{\"a\" 1}"
//  2 tokens, at 4 "/a": invalid character '1' after object name (expecting ':') within "/a" after offset 5 {5 "/a"}
//  value: invalid character '1' after object name (expecting ':') within "/a" after offset 5 {5 "/a"}; format: invalid character '1' after object name (expecting ':') within "/a" after offset 5 {5 "/a"}
// "{\"a\":"
//  2 tokens, at 4 "/a": unexpected EOF within "/a" after offset 5 {5 "/a"}
//  value: unexpected EOF within "/a" after offset 5 {5 "/a"}; format: unexpected EOF within "/a" after offset 5 {5 "/a"}
// "{\"a\":}"
//  2 tokens, at 4 "/a": missing value after object name within "/a" after offset 5 {5 "/a"}
//  value: invalid character '}' at start of value within "/a" after offset 5 {5 "/a"}; format: invalid character '}' at start of value within "/a" after offset 5 {5 "/a"}
// "{\"a\":1"
//  3 tokens, at 6 "/a": unexpected EOF after offset 6 {6 ""}
//  value: unexpected EOF after offset 6 {6 ""}; format: unexpected EOF after offset 6 {6 ""}
// "{\"a\":1,"
//  3 tokens, at 6 "/a": unexpected EOF after offset 7 {7 ""}
//  value: unexpected EOF after offset 7 {7 ""}; format: unexpected EOF after offset 7 {7 ""}
// "{\"a\":1,}"
//  3 tokens, at 6 "/a": invalid character ',' at start of value after offset 6 {6 ""}
//  value: invalid character '}' at start of string (expecting '"') after offset 7 {7 ""}; format: invalid character '}' at start of string (expecting '"') after offset 7 {7 ""}
// "{\"a\":1 \"b\"}"
//  3 tokens, at 6 "/a": invalid character '"' after object value (expecting ',' or '}') after offset 7 {7 ""}
//  value: invalid character '"' after object value (expecting ',' or '}') after offset 7 {7 ""}; format: invalid character '"' after object value (expecting ',' or '}') after offset 7 {7 ""}
// "{\"a\":1,\"a\":2}"
//  3 tokens, at 6 "/a": duplicate object member name "a" {7 "/a"}
//  value: duplicate object member name "a" {7 "/a"}; format: duplicate object member name "a" {7 "/a"}
// "{\"a\":{\"b\":[1,{\"c\":2,\"c\":3}]}}"
//  9 tokens, at 19 "/a/b/1/c": duplicate object member name "c" within "/a/b/1" {20 "/a/b/1/c"}
//  value: duplicate object member name "c" within "/a/b/1" {20 "/a/b/1/c"}; format: duplicate object member name "c" within "/a/b/1" {20 "/a/b/1/c"}
// "{\"a\":1]"
//  3 tokens, at 6 "/a": invalid character ']' after object value (expecting ',' or '}') after offset 6 {6 ""}
//  value: invalid character ']' after object value (expecting ',' or '}') after offset 6 {6 ""}; format: invalid character ']' after object value (expecting ',' or '}') after offset 6 {6 ""}
// "{,"
//  1 tokens, at 1 "": invalid character ',' at start of value after offset 1 {1 ""}
//  value: invalid character ',' at start of string (expecting '"') after offset 1 {1 ""}; format: invalid character ',' at start of string (expecting '"') after offset 1 {1 ""}
// "{null:1}"
//  1 tokens, at 1 "": object member name must be a string after offset 1 {1 ""}
//  value: invalid character 'n' at start of string (expecting '"') after offset 1 {1 ""}; format: invalid character 'n' at start of string (expecting '"') after offset 1 {1 ""}
// "{\"a\":1,2:3}"
//  3 tokens, at 6 "/a": object member name must be a string after offset 7 {7 ""}
//  value: invalid character '2' at start of string (expecting '"') after offset 7 {7 ""}; format: invalid character '2' at start of string (expecting '"') after offset 7 {7 ""}
// "{\"a~/b\":[x]}"
//  3 tokens, at 9 "/a~0~1b": invalid character 'x' at start of value within "/a~0~1b/0" after offset 9 {9 "/a~0~1b/0"}
//  value: invalid character 'x' at start of value within "/a~0~1b/0" after offset 9 {9 "/a~0~1b/0"}; format: invalid character 'x' at start of value within "/a~0~1b/0" after offset 9 {9 "/a~0~1b/0"}
// "}"
//  0 tokens, at 0 "": invalid character '}' at start of value {0 ""}
//  value: invalid character '}' at start of value {0 ""}; format: invalid character '}' at start of value {0 ""}
// "{\"a\"]"
//  2 tokens, at 4 "/a": invalid character ']' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
//  value: invalid character ']' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}; format: invalid character ']' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
// "{\"a\":[1,2"
//  5 tokens, at 9 "/a/1": unexpected EOF within "/a" after offset 9 {9 "/a"}
//  value: unexpected EOF within "/a" after offset 9 {9 "/a"}; format: unexpected EOF within "/a" after offset 9 {9 "/a"}
// "{\"a\":tru}"
//  2 tokens, at 4 "/a": invalid character '}' in literal true (expecting 'e') within "/a" after offset 8 {8 "/a"}
//  value: invalid character '}' in literal true (expecting 'e') within "/a" after offset 8 {8 "/a"}; format: invalid character '}' in literal true (expecting 'e') within "/a" after offset 8 {8 "/a"}
// "{\"a\\u0061\":1,\"aa\":2}"
//  3 tokens, at 12 "/aa": duplicate object member name "aa" {13 "/aa"}
//  value: duplicate object member name "aa" {13 "/aa"}; format: duplicate object member name "aa" {13 "/aa"}
// "{\"a\":,}"
//  2 tokens, at 4 "/a": invalid character ',' at start of value within "/a" after offset 5 {5 "/a"}
//  value: invalid character ',' at start of value within "/a" after offset 5 {5 "/a"}; format: invalid character ',' at start of value within "/a" after offset 5 {5 "/a"}
// "{\"x\":\"\\z\"}"
//  2 tokens, at 4 "/x": invalid escape sequence `\z` in string within "/x" after offset 6 {6 "/x"}
//  value: invalid escape sequence `\z` in string within "/x" after offset 6 {6 "/x"}; format: invalid escape sequence `\z` in string within "/x" after offset 6 {6 "/x"}
// "[1,2,\"\xff\"]"
//  3 tokens, at 4 "/1": invalid UTF-8 within "/2" after offset 6 {6 "/2"}
//  value: invalid UTF-8 within "/2" after offset 6 {6 "/2"}; format: invalid UTF-8 within "/2" after offset 6 {6 "/2"}
// "{\"\xff\":1}"
//  1 tokens, at 1 "": invalid UTF-8 after offset 2 {2 ""}
//  value: invalid UTF-8 after offset 2 {2 ""}; format: invalid UTF-8 after offset 2 {2 ""}
// "{\"a\",\"b\"}"
//  2 tokens, at 4 "/a": invalid character ',' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
//  value: invalid character ',' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}; format: invalid character ',' after object name (expecting ':') within "/a" after offset 4 {4 "/a"}
// "[1,,2]"
//  2 tokens, at 2 "/0": invalid character ',' at start of value within "/1" after offset 3 {3 "/1"}
//  value: invalid character ',' at start of value within "/1" after offset 3 {3 "/1"}; format: invalid character ',' at start of value within "/1" after offset 3 {3 "/1"}
// "[1;2]"
//  2 tokens, at 2 "/0": invalid character ';' after array element (expecting ',' or ']') after offset 2 {2 ""}
//  value: invalid character ';' after array element (expecting ',' or ']') after offset 2 {2 ""}; format: invalid character ';' after array value (expecting ',' or ']') after offset 2 {2 ""}
// "true\u2028"
//  1 tokens, at 4 "": invalid character '\u2028' at start of value after offset 4 {4 ""}
//  value: ok; format: invalid character '\u2028' after top-level value after offset 4 {4 ""}
// "[1]\x00"
//  3 tokens, at 3 "": invalid character '\x00' at start of value after offset 3 {3 ""}
//  value: ok; format: invalid character '\x00' after top-level value after offset 3 {3 ""}
// "{\"a\":1}x"
//  4 tokens, at 7 "": invalid character 'x' at start of value after offset 7 {7 ""}
//  value: ok; format: invalid character 'x' after top-level value after offset 7 {7 ""}
// "/"
//  0 tokens, at 0 "": invalid character '/' at start of value {0 ""}
//  value: invalid character '/' at start of value {0 ""}; format: invalid character '/' at start of value {0 ""}
// "[1/2]"
//  2 tokens, at 2 "/0": invalid character '/' after array element (expecting ',' or ']') after offset 2 {2 ""}
//  value: invalid character '/' after array element (expecting ',' or ']') after offset 2 {2 ""}; format: invalid character '/' after array value (expecting ',' or ']') after offset 2 {2 ""}
// "\"\x7f\""
//  1 tokens, at 3 "": end
//  value: ok; format: ok
// "\"\t\""
//  0 tokens, at 0 "": invalid character '\t' in string (expecting non-control character) after offset 1 {1 ""}
//  value: invalid character '\t' in string (expecting non-control character) after offset 1 {1 ""}; format: invalid character '\t' in string (expecting non-control character) after offset 1 {1 ""}
// "'a'"
//  0 tokens, at 0 "": invalid character '\'' at start of value {0 ""}
//  value: invalid character '\'' at start of value {0 ""}; format: invalid character '\'' at start of value {0 ""}
// "nan"
//  0 tokens, at 0 "": invalid character 'a' in literal null (expecting 'u') after offset 1 {1 ""}
//  value: invalid character 'a' in literal null (expecting 'u') after offset 1 {1 ""}; format: invalid character 'a' in literal null (expecting 'u') after offset 1 {1 ""}
// "NaN"
//  0 tokens, at 0 "": invalid character 'N' at start of value {0 ""}
//  value: invalid character 'N' at start of value {0 ""}; format: invalid character 'N' at start of value {0 ""}
// "Infinity"
//  0 tokens, at 0 "": invalid character 'I' at start of value {0 ""}
//  value: invalid character 'I' at start of value {0 ""}; format: invalid character 'I' at start of value {0 ""}
// "+1"
//  0 tokens, at 0 "": invalid character '+' at start of value {0 ""}
//  value: invalid character '+' at start of value {0 ""}; format: invalid character '+' at start of value {0 ""}
// ".5"
//  0 tokens, at 0 "": invalid character '.' at start of value {0 ""}
//  value: invalid character '.' at start of value {0 ""}; format: invalid character '.' at start of value {0 ""}
// "1_000"
//  1 tokens, at 1 "": invalid character '_' at start of value after offset 1 {1 ""}
//  value: ok; format: invalid character '_' after top-level value after offset 1 {1 ""}
// "0x1"
//  1 tokens, at 1 "": invalid character 'x' at start of value after offset 1 {1 ""}
//  value: ok; format: invalid character 'x' after top-level value after offset 1 {1 ""}
// "\ufeff1"
//  0 tokens, at 0 "": invalid character '\ufeff' at start of value {0 ""}
//  value: invalid character '\ufeff' at start of value {0 ""}; format: invalid character '\ufeff' at start of value {0 ""}
