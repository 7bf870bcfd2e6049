// Natives of the library with a lot to do: they do it in parts, between which the goroutine can be stopped. Each prints
// what is made of an input of many parts, with something at the seams.
package main

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/ecdh"
	"crypto/hpke"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/subtle"
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"fmt"
	"hash/fnv"
	"index/suffixarray"
	"io"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const part = 1 << 16

// show prints the number and the length of texts, and a hash of them.
func show(name string, texts ...string) {
	h := fnv.New64a()
	n := 0
	for _, text := range texts {
		io.WriteString(h, text)
		n += len(text)
	}
	fmt.Printf("%s: %d texts, %d bytes, %x\n", name, len(texts), n, h.Sum64())
}

// text is long, of runes of one to four bytes, so that parts end in the middle of some, with bytes that are none.
func text() string {
	var b strings.Builder
	for i := 0; b.Len() < 5*part; i++ {
		b.WriteString("aBé字𝔾 ǅ\u00a0")
		if i%100 == 0 {
			b.WriteString("\xff\x80\x80\x80\x80\xe5\xad")
		}
		b.WriteByte(byte('a' + i%26))
	}
	return b.String()
}

func searches() {
	a := strings.Repeat("a", 5*part)
	for _, needle := range []string{"b", "bc", "b" + strings.Repeat("c", 100), "é", "\ufffd"} {
		for _, at := range []int{0, part - 3, part - 1, part, 3*part + 7, 5*part - 1} {
			s := a[:at] + needle + a[:at/2]
			sb, nb := []byte(s), []byte(needle)
			r, _ := utf8.DecodeRuneInString(needle)
			fmt.Println(strings.Index(s, needle), strings.LastIndex(s, needle), strings.Count(s, needle),
				strings.IndexRune(s, r), strings.IndexByte(s, needle[0]), strings.LastIndexByte(s, needle[0]),
				strings.IndexAny(s, "xyz"+needle), strings.LastIndexAny(s, "xyz"+needle), strings.Contains(s, needle+"!"))
			fmt.Println(bytes.Index(sb, nb), bytes.LastIndex(sb, nb), bytes.Count(sb, nb),
				bytes.IndexRune(sb, r), bytes.IndexByte(sb, needle[0]), bytes.LastIndexByte(sb, needle[0]),
				bytes.IndexAny(sb, "xyz"+needle), bytes.LastIndexAny(sb, "xyz"+needle), bytes.Contains(sb, []byte("zz")))
		}
	}
	fmt.Println(strings.Count(a, "aaa"), strings.Count(a, ""), bytes.Count([]byte(a), []byte("aa")))
	long := strings.Repeat("a", part/2)
	fmt.Println(strings.Index(a, long+"b"), strings.Index(a+"b", long+"b"), strings.LastIndex("b"+a, "b"+long), strings.Count(a, long))
	fmt.Println(len(strings.ReplaceAll(a+"b"+long, long, "x")), len(strings.Split(a, long)), len(strings.SplitN(a, long, 3)))
	fmt.Println(strings.IndexAny(a, strings.Repeat("é", part)), strings.LastIndexAny(a, strings.Repeat("é", part)))
}

func compare() {
	s := text()
	t := strings.ToUpper(s)
	fmt.Println(strings.EqualFold(s, s+"x"), strings.EqualFold(s, s[:len(s)-1]+"Z"), strings.EqualFold(strings.ToLower(s), t))
	a, b := []byte(s), []byte(s)
	fmt.Println(bytes.Equal(a, b), bytes.Compare(a, b), bytes.EqualFold(a, b), bytes.Compare(a, b[:len(b)-1]), bytes.Compare(a[:part], b))
	b[4*part]++
	fmt.Println(bytes.Equal(a, b), bytes.Compare(a, b), bytes.Compare(b, a), bytes.EqualFold(a, b))
	fmt.Println(utf8.RuneCount(a), utf8.RuneCountInString(s), utf8.Valid(a), utf8.ValidString(s))
	valid := strings.Repeat("é字𝔾", part/2)
	fmt.Println(utf8.ValidString(valid), utf8.Valid([]byte(valid)), utf8.RuneCountInString(valid), utf8.ValidString(valid[:len(valid)-1]))
}

func trims() {
	blank := strings.Repeat(" \u3000\n", part)
	for _, s := range []string{blank, blank + "x", "x" + blank, blank + "x y" + blank} {
		fmt.Println(len(strings.TrimSpace(s)), len(bytes.TrimSpace([]byte(s))), len(strings.TrimLeft(s, " \n\u3000")),
			len(strings.TrimRight(s, " \n\u3000")), len(strings.Trim(s, "\u3000 \n")), len(bytes.Trim([]byte(s), "\n \u3000")),
			len(bytes.TrimLeft([]byte(s), " ")), len(bytes.TrimRight([]byte(s), "\n")))
	}
}

func makes() {
	s := text()
	b := []byte(s)
	show("upper", strings.ToUpper(s), string(bytes.ToUpper(b)))
	show("lower", strings.ToLower(s), string(bytes.ToLower(b)))
	show("title", strings.ToTitle(s), string(bytes.ToTitle(b)))
	show("valid", strings.ToValidUTF8(s, "<?>"), string(bytes.ToValidUTF8(b, []byte("<?>"))), strings.ToValidUTF8(s, ""))
	plain := strings.Repeat("abc", 2*part)
	show("unchanged", strings.ToLower(plain), string(bytes.ToLower([]byte(plain))), strings.ToValidUTF8(plain, "?"),
		string(bytes.ToValidUTF8([]byte(plain), nil)), strings.ReplaceAll(plain, "x", "y"), string(bytes.ReplaceAll([]byte(plain), []byte("x"), nil)))
	for _, n := range []int{1, 3, 100, part - 1, part + 1} {
		one := plain[:n]
		show("repeat", strings.Repeat(one, 4*part/n), string(bytes.Repeat([]byte(one), 4*part/n)))
	}
	for _, with := range [][2]string{{"a", "bb"}, {"ab", ""}, {"ab", "x"}, {"c", plain[:1000]}, {"", "-"}, {"bca", strings.Repeat("!", 2*part)}} {
		from := plain
		if len(with[1]) > part {
			from = plain[:99] + strings.Repeat("z", part) + plain[:99]
		}
		for _, n := range []int{-1, 0, 1, 5000} {
			if len(with[1]) > 1 && n < 0 {
				n = 300
			}
			show("replace", strings.Replace(from, with[0], with[1], n), string(bytes.Replace([]byte(from), []byte(with[0]), []byte(with[1]), n)))
		}
	}
	for _, sep := range []string{"B", "é字", "", "nowhere"} {
		show("split "+sep, strings.Split(s, sep)...)
		show("split some "+sep, strings.SplitN(s, sep, 5000)...)
		show("split after "+sep, strings.SplitAfterN(s, sep, 5000)...)
	}
	fields := strings.Fields(s)
	show("fields", fields...)
	show("fields of one", strings.Fields(strings.Repeat("x", 3*part)+" y "+strings.Repeat("z", part))...)
	show("join", strings.Join(fields, ""), strings.Join(fields, "--"), strings.Join(fields[:30], plain), strings.Join([]string{plain, plain, "x"}, ","))
}

func ciphers() {
	key := []byte("0123456789abcdef")
	data := []byte(text())
	data = data[:len(data)/16*16]
	block, _ := aes.NewCipher(key)
	sum := func(name string, data []byte) { fmt.Printf("%s: %x\n", name, sha256.Sum256(data)) }
	out := make([]byte, len(data))
	cipher.NewCBCEncrypter(block, key).CryptBlocks(out, data)
	sum("cbc", out)
	cipher.NewCBCDecrypter(block, key).CryptBlocks(out, out)
	fmt.Println(bytes.Equal(out, data))
	stream := cipher.NewCTR(block, key)
	stream.XORKeyStream(out[:5], data[:5])
	stream.XORKeyStream(out[5:], data[5:])
	sum("ctr", out)
	gcm, _ := cipher.NewGCM(block)
	sealed := gcm.Seal(nil, key[:12], data, data[:3*part])
	sum("gcm", sealed)
	_, err := gcm.Open(nil, key[:12], sealed, data[:3*part])
	fmt.Println(err)
	three, _ := des.NewTripleDESCipher([]byte("0123456789abcdefghijklmn"))
	cipher.NewCBCEncrypter(three, key[:8]).CryptBlocks(out, data)
	sum("3des", out)
	subtle.XORBytes(out, data, out)
	sum("xor", out)
	arc, _ := rc4.NewCipher(key)
	arc.XORKeyStream(out, data)
	sum("rc4", out)
	shake := sha3.NewSHAKE128()
	shake.Write(data)
	shake.Read(out)
	sum("shake", out)
}

func numbers() {
	x := new(big.Int).Lsh(big.NewInt(0x1234567), 8*5*part)
	y := new(big.Int).Sub(x, big.NewInt(1))
	z := new(big.Int).Add(x, y)
	sum := func(name string, x *big.Int) {
		fmt.Printf("%s: %d bits, %x\n", name, x.BitLen(), sha256.Sum256(x.Bytes()))
	}
	sum("lsh", x)
	sum("sub", y)
	sum("add", z)
	sum("rsh", new(big.Int).Rsh(z, 77))
	sum("lsh again", new(big.Int).Lsh(z, 77))
	fmt.Println(y.Cmp(x), y.Cmp(y), x.Cmp(new(big.Int).Add(y, big.NewInt(2))))
	sum("mul", new(big.Int).Mul(y, big.NewInt(12345)))
	seven, rest := new(big.Int).QuoRem(y, big.NewInt(1_000_000_007), new(big.Int))
	sum("quo", seven)
	fmt.Println(rest)
	m := new(big.Int).Rsh(y, 8*5*part-3000)
	sum("exp", new(big.Int).Exp(big.NewInt(3), m, m))
	small := new(big.Int).Rsh(y, 4*8*part)
	sum("product", new(big.Int).Mul(small, small))
	q, r := new(big.Int).QuoRem(new(big.Int).Mul(small, small), new(big.Int).Rsh(small, 70000), new(big.Int))
	sum("quotient", q)
	sum("remainder", r)
	sum("root", new(big.Int).Sqrt(small))
	sum("gcd", new(big.Int).GCD(nil, nil, new(big.Int).Mul(m, big.NewInt(6)), new(big.Int).Mul(m, big.NewInt(15))))
	digits := small.String()
	show("digits", digits)
	back, _ := new(big.Int).SetString(digits, 10)
	fmt.Println(back.Cmp(small))
}

func others() {
	s := text()
	long := "[" + strings.Repeat(`{"a":[1,2.5e3,"x"],"b":null},  `, part/8) + strings.Repeat(" ", 2*part) + strconv.Quote(strings.Repeat("y", 2*part)) + "]"
	var v []any
	fmt.Println(json.Unmarshal([]byte(long), &v), len(v), json.Valid([]byte(long)), json.Valid([]byte(long[:len(long)-1])))
	fmt.Println(json.Unmarshal([]byte(long[:len(long)-1]+"}"), &v))
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, 5)
	io.WriteString(w, s)
	w.Close()
	back, err := io.ReadAll(flate.NewReader(&packed))
	fmt.Println(string(back) == s, err)
	re := regexp.MustCompile(`(é)(字+)(𝔾)`)
	fmt.Println(re.MatchString(s), re.MatchString(strings.Repeat("é", 5*part)), len(re.FindAllStringSubmatchIndex(s, -1)))
	index := suffixarray.New([]byte(s[:2*part]))
	fmt.Println(len(index.Lookup([]byte("é字"), -1)))
	fmt.Println(strconv.CanBackquote(strings.Repeat("a", 5*part)), strings.HasSuffix(strconv.Quote(strings.Repeat("a", 3*part)), `a"`))
	unquoted, err := strconv.Unquote(strconv.Quote(strings.Repeat("a", 3*part)))
	fmt.Println(len(unquoted), err)
	_, err = strconv.ParseBool(strings.Repeat("x", 3*part) + "\x00")
	fmt.Println(len(err.Error()))
}

// texts are printed and written as JSON, behind others that are long themselves.
func texts() {
	s := text()
	show("print", fmt.Sprintf("%s|%v|%q|%+q|%x|%X|% x|%10s|%.5s", s, s, s, s, s, s, s[:9], s, s), fmt.Sprint(s, s), fmt.Sprintln([]string{s, "x", s}))
	list := make([]int, part)
	for i := range list {
		list[i] = i * i
	}
	show("list", fmt.Sprint(list), fmt.Sprintf("%08b", list))
	m := map[string]int{}
	for i := range part {
		m[strconv.Itoa(i*7919)] = i
	}
	show("map", fmt.Sprint(m))
	encoded, err := json.Marshal(map[string]any{"a<b>": s, "list": list[:5000]})
	show("marshal", string(encoded), fmt.Sprint(err))
	var out bytes.Buffer
	err = json.Indent(&out, encoded, "> ", "\t")
	show("indent", out.String(), fmt.Sprint(err))
	indented := bytes.Clone(out.Bytes())
	out.Reset()
	err = json.Compact(&out, bytes.ReplaceAll(indented, []byte("> "), nil))
	show("compact", out.String(), fmt.Sprint(err, out.String() == string(encoded)))
	out.Reset()
	json.HTMLEscape(&out, []byte(`{"x": "`+strings.Repeat("<a\u2028\u2029&>", part)+`"}`))
	show("escape", out.String())
	raw, err := json.Marshal(json.RawMessage(" [ " + strings.Repeat(`"<\\\"]", `, part) + "1 ] "))
	show("raw", string(raw), fmt.Sprint(err))
}

// second is what encoding/json/v2 and jsontext do with long texts.
func second() {
	s := strings.ToValidUTF8(text(), "?")
	encoded, err := jsonv2.Marshal(map[string]any{"a": s})
	show("v2", string(encoded), fmt.Sprint(err))
	long := []byte(`{"B": [` + strings.Repeat(`{"a": [1, "x<\u2028>"]}, `, part/8) + `1], "A": "` + strings.Repeat("y", 2*part) + `"}`)
	var x struct{ A string }
	fmt.Println(jsonv2.Unmarshal(long, &x), len(x.A), jsonv2.Unmarshal(long[:len(long)-1], &x))
	for _, options := range [][]jsontext.Options{nil, {jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true)}, {jsontext.EscapeForHTML(true)}} {
		v := jsontext.Value(long).Clone()
		err := v.Compact(options...)
		show("form", string(v), fmt.Sprint(err))
	}
}

type large [5 * part]byte

func reflection() {
	var x, y [3]large
	for i := range x[1] {
		x[1][i] = byte(i * 31)
	}
	v := reflect.ValueOf(&y).Elem()
	v.Set(reflect.ValueOf(&x).Elem())
	fmt.Println(y == x, v.IsZero(), v.Index(0).IsZero(), v.Index(1).IsZero())
	reflect.Swapper(y[:])(0, 1)
	fmt.Println(y[0] == x[1], y[1] == x[0])
	reflect.Copy(reflect.ValueOf(y[1:]), reflect.ValueOf(y[:]))
	fmt.Println(y[1] == x[1], y[2] == x[0])
	v.SetZero()
	fmt.Println(v.IsZero())
	s := reflect.ValueOf(&[]large{x[1], x[0]}).Elem()
	s.Clear()
	fmt.Println(s.Index(0).IsZero(), s.Len())
	m := reflect.ValueOf(map[int]string{})
	for i := range 5000 {
		m.SetMapIndex(reflect.ValueOf(i), reflect.ValueOf(strconv.Itoa(i)))
	}
	total := 0
	for it := m.MapRange(); it.Next(); {
		total += int(it.Key().Int())*10 + it.Value().Len()
	}
	fmt.Println(total, len(m.MapKeys()))
}

func messages() {
	key, err := hpke.DHKEM(ecdh.X25519()).DeriveKeyPair([]byte("key"))
	if err != nil {
		panic(err)
	}
	long := make([]byte, 1<<20)
	sealed, err := hpke.Seal(key.PublicKey(), hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), nil, long)
	opened, err2 := hpke.Open(key, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), nil, sealed)
	fmt.Println(len(sealed), err, string(opened) == string(long), err2)
}

func main() {
	texts()
	second()
	reflection()
	searches()
	compare()
	trims()
	makes()
	ciphers()
	numbers()
	others()
	messages()
}

// Output:
// print: 3 texts, 4748053 bytes, a5aba7e1df1796cf
// list: 2 texts, 2679150 bytes, 7b93ae50fb659f34
// map: 1 texts, 1023434 bytes, 38284b554bd13cef
// marshal: 2 texts, 370790 bytes, 8aaf0631b24b0d59
// indent: 2 texts, 395807 bytes, cf6970ecd66b18ce
// compact: 2 texts, 370795 bytes, 2eae046020bb8e07
// escape: 1 texts, 2031625 bytes, f4eb771e5a78f4df
// raw: 2 texts, 917512 bytes, a31a69f137afa24b
// v2: 2 texts, 326554 bytes, 1c3757d3702771e9
// <nil> 131072 jsontext: unexpected EOF after offset 335890
// form: 2 texts, 311317 bytes, 65a1659d573c8fec
// form: 2 texts, 393237 bytes, 252b40668fdd0fec
// form: 2 texts, 393237 bytes, 252b40668fdd0fec
// true false true false
// true true
// true true
// true
// true 2
// 124993890 5000
// 0 0 1 0 0 0 0 0 false
// 0 0 1 0 0 0 0 0 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 0 0 1 0 0 0 0 1 false
// 0 0 1 0 0 0 0 1 false
// 65533 65533 1 65533 65533 65533 65533 65534 false
// 65533 65533 1 65533 65533 65533 65533 65534 false
// 65535 65535 1 65535 65535 65535 65535 65536 false
// 65535 65535 1 65535 65535 65535 65535 65536 false
// 65536 65536 1 65536 65536 65536 65536 65537 false
// 65536 65536 1 65536 65536 65536 65536 65537 false
// 196615 196615 1 196615 196615 196615 196615 196616 false
// 196615 196615 1 196615 196615 196615 196615 196616 false
// 327679 327679 1 327679 327679 327679 327679 327680 false
// 327679 327679 1 327679 327679 327679 327679 327680 false
// 0 0 1 0 0 0 0 100 false
// 0 0 1 0 0 0 0 100 false
// 65533 65533 1 65533 65533 65533 65533 65633 false
// 65533 65533 1 65533 65533 65533 65533 65633 false
// 65535 65535 1 65535 65535 65535 65535 65635 false
// 65535 65535 1 65535 65535 65535 65535 65635 false
// 65536 65536 1 65536 65536 65536 65536 65636 false
// 65536 65536 1 65536 65536 65536 65536 65636 false
// 196615 196615 1 196615 196615 196615 196615 196715 false
// 196615 196615 1 196615 196615 196615 196615 196715 false
// 327679 327679 1 327679 327679 327679 327679 327779 false
// 327679 327679 1 327679 327679 327679 327679 327779 false
// 0 0 1 0 0 0 0 0 false
// 0 0 1 0 0 0 0 0 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 0 0 1 0 0 0 0 0 false
// 0 0 1 0 0 0 0 0 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65533 65533 1 65533 65533 65533 65533 65533 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65535 65535 1 65535 65535 65535 65535 65535 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 65536 65536 1 65536 65536 65536 65536 65536 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 196615 196615 1 196615 196615 196615 196615 196615 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 327679 327679 1 327679 327679 327679 327679 327679 false
// 109226 327681 163840
// -1 294912 0 10
// 12 11 3
// -1 -1
// false false true
// true 0 true 1 -1
// false -1 1 false
// 174117 174117 false false
// true true 98304 false
// 0 0 0 0 0 0 327679 327679
// 1 1 1 327681 1 1 327680 327681
// 1 1 327681 1 1 1 327681 327680
// 3 3 327683 327683 3 3 655362 655362
// upper: 2 texts, 660762 bytes, 63d066a2f029c7fb
// lower: 2 texts, 660762 bytes, 40a4f0426a66fa3b
// title: 2 texts, 660762 bytes, b61994c6123ceb25
// valid: 3 texts, 980199 bytes, 79a5a36c0fdba8cd
// unchanged: 6 texts, 2359296 bytes, a568054597c22325
// repeat: 2 texts, 524288 bytes, bc8621be41ca2325
// repeat: 2 texts, 524286 bytes, 6052f0b7ed99dfd5
// repeat: 2 texts, 524200 bytes, 1c79c2dd99183651
// repeat: 2 texts, 524280 bytes, b31cb8bbc0125b65
// repeat: 2 texts, 393222 bytes, 19c20a9b03a2dc7b
// replace: 2 texts, 787032 bytes, f19a7c17fe558605
// replace: 2 texts, 786432 bytes, 21975b04e0022325
// replace: 2 texts, 786434 bytes, 43c278abe76dd00f
// replace: 2 texts, 796432 bytes, b30a393959b35565
// replace: 2 texts, 262144 bytes, 9e32283fa4d62325
// replace: 2 texts, 786432 bytes, 21975b04e0022325
// replace: 2 texts, 786428 bytes, 6557f746dc569801
// replace: 2 texts, 766432 bytes, 8eac9e87915f9c75
// replace: 2 texts, 524288 bytes, ddd8d2b45722325
// replace: 2 texts, 786432 bytes, 21975b04e0022325
// replace: 2 texts, 786430 bytes, 51d7163af6d031ab
// replace: 2 texts, 776432 bytes, c498bc6a18c4fce5
// replace: 2 texts, 1385832 bytes, d98df89220ada1a5
// replace: 2 texts, 786432 bytes, 21975b04e0022325
// replace: 2 texts, 788430 bytes, e7ca997ca724be11
// replace: 2 texts, 10776432 bytes, a7dce5bc75fdda25
// replace: 2 texts, 1572866 bytes, 1c9391fdf177e58f
// replace: 2 texts, 786432 bytes, 21975b04e0022325
// replace: 2 texts, 786434 bytes, 2cd164dceb07e58f
// replace: 2 texts, 796432 bytes, 861cb1815ebadf41
// replace: 2 texts, 16908300 bytes, 4a5387ab7099c9c5
// replace: 2 texts, 131468 bytes, 63c4b93f78de85c5
// replace: 2 texts, 393606 bytes, 3a63588012b6b795
// replace: 2 texts, 16908300 bytes, 4a5387ab7099c9c5
// split B: 19198 texts, 308496 bytes, 9a105862d4068f17
// split some B: 5000 texts, 322694 bytes, 9732da5d6684c5f9
// split after B: 5000 texts, 327693 bytes, 51c23e4331436dd
// split é字: 19198 texts, 231708 bytes, bf87adf29192d93a
// split some é字: 5000 texts, 302698 bytes, 4a79cd2051ddf4b8
// split after é字: 5000 texts, 327693 bytes, 51c23e4331436dd
// split : 174117 texts, 327693 bytes, 51c23e4331436dd
// split some : 5000 texts, 327693 bytes, 51c23e4331436dd
// split after : 5000 texts, 327693 bytes, 51c23e4331436dd
// split nowhere: 1 texts, 327693 bytes, 51c23e4331436dd
// split some nowhere: 1 texts, 327693 bytes, 51c23e4331436dd
// split after nowhere: 1 texts, 327693 bytes, 51c23e4331436dd
// fields: 38395 texts, 270102 bytes, efa0e288462544e7
// fields of one: 3 texts, 262145 bytes, b82a397faa041554
// join: 4 texts, 12806907 bytes, d0705983dde64560
// cbc: 2dd9989df9f55fd3816f01ab8b6f67a7c61dc22b8e176774e2c6731a394eb186
// true
// ctr: e78b848eccc85c8ac5a02a41d26c3de475dac8ce56f1d1369fefc60fb040de8f
// gcm: 95a470c76f84736237ccccabf30218ef68e6293ed526528a1871d7f87285bf67
// <nil>
// 3des: 4272a449d237b5688c087d6741a5ec8f457d94ceb1caa5a0865c1de1973ef661
// xor: 14d37a1ceb7939eff179d767d62f560e56f070f04f73a852f813fe6850c8c2a3
// rc4: 38ea7876197df82ecd778ad5f2433b7ff0d92cd60c79100ab54e00dbbe8657c8
// shake: 1ce622582d99aefa5be844f8802972940467d82f8cb4043816af4e376c89a8c2
// lsh: 2621465 bits, 75c2e7edf0129054a6581652fa1e91eea38684b549b7bb4402438d761fdd2515
// sub: 2621465 bits, 4550f947108cf9654b4805351a8cb6580cf51f49c62556b019bcc914d86a4dfb
// add: 2621466 bits, 2386e2bbcf83ceb21a0e4c11cf9b31291976a9d5a75c05ee964f3fda89bb5f42
// rsh: 2621389 bits, 248bd685968164c6bc775faf74a0656511886638fc94a388e03aefd01a2863e7
// lsh again: 2621543 bits, 8ebd2e36dfd832af112d5206811286c20d5e8d53731d25eee79febc6a047026d
// -1 0 -1
// mul: 2621478 bits, d8437295c1a5700365ea71004807e40f85a736abf5aa3b3fff24b62e782f2855
// quo: 2621435 bits, d2da54399cf93308efd1825e1ff933a1051d410851a0a1ade318228996efc9b2
// 783209354
// exp: 3024 bits, 4fddbdc21b0bc2ad41014a6bea23791e7eb4cbcdbeb25d98b8206d77d1658ac4
// product: 1048625 bits, a64b5fe8c878158c1c803162e443f4a63ca5ca987db2796ffc7182009d42e000
// quotient: 594313 bits, 9cfa63411b685187bfcdf363ea5e51f97b5587256e474eafb40a4f8af87409a2
// remainder: 140000 bits, 742ff0b94e3638683e435916c7bdb6c23b566cd359ac1601bfa4bd6a0ac72d30
// root: 262157 bits, fac945b6a4a8753ded3fd5fde3b5bd31ddb1d1cdd89b07b9d4daf712cab540b9
// gcd: 3026 bits, 6cd6df4f9afabaf903148da021bc355cc5402c465eefda9542ebc9226120812e
// digits: 1 texts, 157834 bytes, 965fba93f59f6829
// 0
// <nil> 8193 true false
// invalid character '}' after array element
// true <nil>
// true false 19197
// 7679
// true true
// 196608 <nil>
// 196657
// 1048624 <nil> true <nil>
