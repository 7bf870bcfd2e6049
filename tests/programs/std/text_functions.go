// Calls of the functions for text with pseudo-random arguments; a hash of the results of each function.

package main

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

type row struct {
	name string
	a    any
}

var rows = []row{
	{"strings.Clone", strings.Clone},
	{"strings.Compare", strings.Compare},
	{"strings.Contains", strings.Contains},
	{"strings.ContainsAny", strings.ContainsAny},
	{"strings.ContainsFunc", strings.ContainsFunc},
	{"strings.ContainsRune", strings.ContainsRune},
	{"strings.Count", strings.Count},
	{"strings.Cut", strings.Cut},
	{"strings.CutLast", strings.CutLast},
	{"strings.CutPrefix", strings.CutPrefix},
	{"strings.CutSuffix", strings.CutSuffix},
	{"strings.EqualFold", strings.EqualFold},
	{"strings.Fields", strings.Fields},
	{"strings.FieldsFunc", strings.FieldsFunc},
	{"strings.HasPrefix", strings.HasPrefix},
	{"strings.HasSuffix", strings.HasSuffix},
	{"strings.Index", strings.Index},
	{"strings.IndexAny", strings.IndexAny},
	{"strings.IndexByte", strings.IndexByte},
	{"strings.IndexFunc", strings.IndexFunc},
	{"strings.IndexRune", strings.IndexRune},
	{"strings.Join", strings.Join},
	{"strings.LastIndex", strings.LastIndex},
	{"strings.LastIndexAny", strings.LastIndexAny},
	{"strings.LastIndexByte", strings.LastIndexByte},
	{"strings.LastIndexFunc", strings.LastIndexFunc},
	{"strings.Map", strings.Map},
	{"strings.Repeat", strings.Repeat},
	{"strings.Replace", strings.Replace},
	{"strings.ReplaceAll", strings.ReplaceAll},
	{"strings.Split", strings.Split},
	{"strings.SplitAfter", strings.SplitAfter},
	{"strings.SplitAfterN", strings.SplitAfterN},
	{"strings.SplitN", strings.SplitN},
	{"strings.Title", strings.Title},
	{"strings.ToLower", strings.ToLower},
	{"strings.ToTitle", strings.ToTitle},
	{"strings.ToUpper", strings.ToUpper},
	{"strings.ToValidUTF8", strings.ToValidUTF8},
	{"strings.Trim", strings.Trim},
	{"strings.TrimFunc", strings.TrimFunc},
	{"strings.TrimLeft", strings.TrimLeft},
	{"strings.TrimLeftFunc", strings.TrimLeftFunc},
	{"strings.TrimPrefix", strings.TrimPrefix},
	{"strings.TrimRight", strings.TrimRight},
	{"strings.TrimRightFunc", strings.TrimRightFunc},
	{"strings.TrimSpace", strings.TrimSpace},
	{"strings.TrimSuffix", strings.TrimSuffix},
	{"bytes.Clone", bytes.Clone},
	{"bytes.Compare", bytes.Compare},
	{"bytes.Contains", bytes.Contains},
	{"bytes.ContainsAny", bytes.ContainsAny},
	{"bytes.ContainsFunc", bytes.ContainsFunc},
	{"bytes.ContainsRune", bytes.ContainsRune},
	{"bytes.Count", bytes.Count},
	{"bytes.Cut", bytes.Cut},
	{"bytes.CutLast", bytes.CutLast},
	{"bytes.CutPrefix", bytes.CutPrefix},
	{"bytes.CutSuffix", bytes.CutSuffix},
	{"bytes.Equal", bytes.Equal},
	{"bytes.EqualFold", bytes.EqualFold},
	{"bytes.Fields", bytes.Fields},
	{"bytes.FieldsFunc", bytes.FieldsFunc},
	{"bytes.HasPrefix", bytes.HasPrefix},
	{"bytes.HasSuffix", bytes.HasSuffix},
	{"bytes.Index", bytes.Index},
	{"bytes.IndexAny", bytes.IndexAny},
	{"bytes.IndexByte", bytes.IndexByte},
	{"bytes.IndexFunc", bytes.IndexFunc},
	{"bytes.IndexRune", bytes.IndexRune},
	{"bytes.Join", bytes.Join},
	{"bytes.LastIndex", bytes.LastIndex},
	{"bytes.LastIndexAny", bytes.LastIndexAny},
	{"bytes.LastIndexByte", bytes.LastIndexByte},
	{"bytes.LastIndexFunc", bytes.LastIndexFunc},
	{"bytes.Map", bytes.Map},
	{"bytes.Repeat", bytes.Repeat},
	{"bytes.Replace", bytes.Replace},
	{"bytes.ReplaceAll", bytes.ReplaceAll},
	{"bytes.Runes", bytes.Runes},
	{"bytes.Split", bytes.Split},
	{"bytes.SplitAfter", bytes.SplitAfter},
	{"bytes.SplitAfterN", bytes.SplitAfterN},
	{"bytes.SplitN", bytes.SplitN},
	{"bytes.Title", bytes.Title},
	{"bytes.ToLower", bytes.ToLower},
	{"bytes.ToTitle", bytes.ToTitle},
	{"bytes.ToUpper", bytes.ToUpper},
	{"bytes.ToValidUTF8", bytes.ToValidUTF8},
	{"bytes.Trim", bytes.Trim},
	{"bytes.TrimFunc", bytes.TrimFunc},
	{"bytes.TrimLeft", bytes.TrimLeft},
	{"bytes.TrimLeftFunc", bytes.TrimLeftFunc},
	{"bytes.TrimPrefix", bytes.TrimPrefix},
	{"bytes.TrimRight", bytes.TrimRight},
	{"bytes.TrimRightFunc", bytes.TrimRightFunc},
	{"bytes.TrimSpace", bytes.TrimSpace},
	{"bytes.TrimSuffix", bytes.TrimSuffix},
	{"strconv.AppendBool", strconv.AppendBool},
	{"strconv.AppendFloat", strconv.AppendFloat},
	{"strconv.AppendInt", strconv.AppendInt},
	{"strconv.AppendQuote", strconv.AppendQuote},
	{"strconv.AppendQuoteRune", strconv.AppendQuoteRune},
	{"strconv.AppendQuoteRuneToASCII", strconv.AppendQuoteRuneToASCII},
	{"strconv.AppendQuoteRuneToGraphic", strconv.AppendQuoteRuneToGraphic},
	{"strconv.AppendQuoteToASCII", strconv.AppendQuoteToASCII},
	{"strconv.AppendQuoteToGraphic", strconv.AppendQuoteToGraphic},
	{"strconv.AppendUint", strconv.AppendUint},
	{"strconv.Atoi", strconv.Atoi},
	{"strconv.CanBackquote", strconv.CanBackquote},
	{"strconv.FormatBool", strconv.FormatBool},
	{"strconv.FormatComplex", strconv.FormatComplex},
	{"strconv.FormatFloat", strconv.FormatFloat},
	{"strconv.FormatInt", strconv.FormatInt},
	{"strconv.FormatUint", strconv.FormatUint},
	{"strconv.IsGraphic", strconv.IsGraphic},
	{"strconv.IsPrint", strconv.IsPrint},
	{"strconv.Itoa", strconv.Itoa},
	{"strconv.ParseBool", strconv.ParseBool},
	{"strconv.ParseComplex", strconv.ParseComplex},
	{"strconv.ParseFloat", strconv.ParseFloat},
	{"strconv.ParseInt", strconv.ParseInt},
	{"strconv.ParseUint", strconv.ParseUint},
	{"strconv.Quote", strconv.Quote},
	{"strconv.QuoteRune", strconv.QuoteRune},
	{"strconv.QuoteRuneToASCII", strconv.QuoteRuneToASCII},
	{"strconv.QuoteRuneToGraphic", strconv.QuoteRuneToGraphic},
	{"strconv.QuoteToASCII", strconv.QuoteToASCII},
	{"strconv.QuoteToGraphic", strconv.QuoteToGraphic},
	{"strconv.QuotedPrefix", strconv.QuotedPrefix},
	{"strconv.Unquote", strconv.Unquote},
	{"strconv.UnquoteChar", strconv.UnquoteChar},
	{"utf8.AppendRune", utf8.AppendRune},
	{"utf8.DecodeLastRune", utf8.DecodeLastRune},
	{"utf8.DecodeLastRuneInString", utf8.DecodeLastRuneInString},
	{"utf8.DecodeRune", utf8.DecodeRune},
	{"utf8.DecodeRuneInString", utf8.DecodeRuneInString},
	{"utf8.EncodeRune", utf8.EncodeRune},
	{"utf8.FullRune", utf8.FullRune},
	{"utf8.FullRuneInString", utf8.FullRuneInString},
	{"utf8.RuneCount", utf8.RuneCount},
	{"utf8.RuneCountInString", utf8.RuneCountInString},
	{"utf8.RuneLen", utf8.RuneLen},
	{"utf8.RuneStart", utf8.RuneStart},
	{"utf8.Valid", utf8.Valid},
	{"utf8.ValidRune", utf8.ValidRune},
	{"utf8.ValidString", utf8.ValidString},
	{"utf16.AppendRune", utf16.AppendRune},
	{"utf16.Decode", utf16.Decode},
	{"utf16.DecodeRune", utf16.DecodeRune},
	{"utf16.Encode", utf16.Encode},
	{"utf16.EncodeRune", utf16.EncodeRune},
	{"utf16.IsSurrogate", utf16.IsSurrogate},
	{"utf16.RuneLen", utf16.RuneLen},
	{"unicode.IsControl", unicode.IsControl},
	{"unicode.IsDigit", unicode.IsDigit},
	{"unicode.IsGraphic", unicode.IsGraphic},
	{"unicode.IsLetter", unicode.IsLetter},
	{"unicode.IsLower", unicode.IsLower},
	{"unicode.IsMark", unicode.IsMark},
	{"unicode.IsNumber", unicode.IsNumber},
	{"unicode.IsPrint", unicode.IsPrint},
	{"unicode.IsPunct", unicode.IsPunct},
	{"unicode.IsSpace", unicode.IsSpace},
	{"unicode.IsSymbol", unicode.IsSymbol},
	{"unicode.IsTitle", unicode.IsTitle},
	{"unicode.IsUpper", unicode.IsUpper},
	{"unicode.SimpleFold", unicode.SimpleFold},
	{"unicode.To", unicode.To},
	{"unicode.ToLower", unicode.ToLower},
	{"unicode.ToTitle", unicode.ToTitle},
	{"unicode.ToUpper", unicode.ToUpper},
}

type rng struct{ s uint64 }

func (r *rng) Uint64() uint64       { r.s ^= r.s << 13; r.s ^= r.s >> 7; r.s ^= r.s << 17; return r.s }
func (r *rng) Intn(n int) int       { return int(r.Uint64()>>1) % n }
func (r *rng) NormFloat64() float64 { return float64(int64(r.Uint64())) / 1e18 }

var r = &rng{88172645463325252}

var pieces = []string{"a", "b", "A", "ab", "", " ", "\t", "é", "日", "\xff", "\xe6\x97", "ß", "ǆ", "K", "0", "1", "-", "+", "_", "0x", ".", "e", "inf", "nan", "\\", "\"", "'", "`", "\n", "\\x41", "\\u00e9", "\\n", "(", ")", "i", "\U0001F600", "\u00a0", "\ufffd", "true", "T", "9", "99999999999999999999", "p1", "ſ", "İ", "\x00", "\\101"}

func str() string {
	s := ""
	for n := r.Intn(7); n > 0; n-- {
		if r.Intn(2) == 0 {
			s += pieces[r.Intn(8)]
		} else {
			s += pieces[r.Intn(len(pieces))]
		}
	}
	if r.Intn(6) == 0 {
		q := []string{"\"", "'", "`"}[r.Intn(3)]
		s = q + s + q
	}
	if r.Intn(10) == 0 {
		s = fmt.Sprint(r.NormFloat64() * math.Pow(10, float64(r.Intn(60)-30)))
	}
	return s
}

func arg(t reflect.Type, name string) reflect.Value {
	switch t.Kind() {
	case reflect.String:
		return reflect.ValueOf(str())
	case reflect.Int:
		if len(name) > 8 && name[:8] == "strconv." && r.Intn(3) > 0 {
			return reflect.ValueOf([]int{10, 16, 2, 36, 0, 64, 32, 128, -1, 8}[r.Intn(10)])
		}
		return reflect.ValueOf(r.Intn(9) - 2)
	case reflect.Int32:
		return reflect.ValueOf([]rune{'a', 'b', 'é', 0xfffd, -1, 0x110000, 0xd800, 0x1F600, 'A', 0x130, rune(r.Intn(0x3000)), rune(r.Intn(0x20000)), 0xdc00, 0xdfff}[r.Intn(14)])
	case reflect.Uint8:
		return reflect.ValueOf([]byte{'a', 'b', 0xff, ' ', 'g', 'e', 'f', 'x', 'G', 'b'}[r.Intn(10)])
	case reflect.Int64:
		return reflect.ValueOf(int64(r.Uint64()) >> r.Intn(64))
	case reflect.Uint64:
		return reflect.ValueOf(r.Uint64() >> r.Intn(64))
	case reflect.Float64:
		return reflect.ValueOf(r.NormFloat64() * math.Pow(10, float64(r.Intn(60)-30)))
	case reflect.Complex128:
		return reflect.ValueOf(complex(r.NormFloat64(), r.NormFloat64()))
	case reflect.Bool:
		return reflect.ValueOf(r.Intn(2) == 0)
	case reflect.Slice:
		switch t.Elem().Kind() {
		case reflect.Uint8:
			if r.Intn(20) == 0 {
				return reflect.Zero(t)
			}
			return reflect.ValueOf([]byte(str()))
		default:
			s := reflect.MakeSlice(t, 0, 0)
			for n := r.Intn(5); n > 0; n-- {
				if t.Elem().Kind() == reflect.Uint16 {
					s = reflect.Append(s, reflect.ValueOf([]uint16{'a', 0xd83d, 0xde00, 0xdc00, 0xfffd}[r.Intn(5)]))
				} else {
					s = reflect.Append(s, arg(t.Elem(), name))
				}
			}
			return s
		}
	case reflect.Func:
		k := r.Intn(3)
		if t.Out(0).Kind() == reflect.Bool {
			return reflect.ValueOf(func(c rune) bool { return c == 'a' || k == 1 && c > 200 || k == 2 })
		}
		return reflect.ValueOf(func(c rune) rune {
			if k == 0 && c == 'a' {
				return -1
			}
			if k == 1 && c > 128 {
				return 'x'
			}
			return c
		})
	}
	panic(t.String())
}

// hash is FNV-1a.
type hash uint64

func (h hash) add(s string) hash {
	for i := 0; i < len(s); i++ {
		h = (h ^ hash(s[i])) * 1099511628211
	}
	return h
}

func run(f reflect.Value, args []reflect.Value) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = "PANIC " + fmt.Sprint(e)
		}
	}()
	for _, v := range f.Call(args) {
		if e, ok := v.Interface().(error); ok {
			s += e.Error()
		} else {
			s += fmt.Sprintf("%#v|", v)
		}
	}
	for _, a := range args {
		if a.Kind() == reflect.Slice {
			s += fmt.Sprintf(" arg %#v", a)
		}
	}
	return s
}

func main() {
	for _, row := range rows {
		a := reflect.ValueOf(row.a)
		h := hash(14695981039346656037)
		for i := 0; i < 60; i++ {
			var args []reflect.Value
			for j := 0; j < a.Type().NumIn(); j++ {
				args = append(args, arg(a.Type().In(j), row.name))
			}
			h = h.add(run(a, args))
		}
		fmt.Printf("%s %016x\n", row.name, uint64(h))
	}
}

// Output:
// strings.Clone a00e9c138942d95b
// strings.Compare d58be2bd28c48071
// strings.Contains a7bf4c4a87d4ab75
// strings.ContainsAny 3b45afe1f2b03931
// strings.ContainsFunc 32b74619561cc376
// strings.ContainsRune 4553f380792a2f7c
// strings.Count a150004f80cbd533
// strings.Cut 5281845b16c4d4c9
// strings.CutLast a8aae2064a51bf83
// strings.CutPrefix 91e2ee64e7b0ca19
// strings.CutSuffix 01f9a53682d0cbea
// strings.EqualFold 6fab79eeb04d35a4
// strings.Fields ecb08d9b7941f188
// strings.FieldsFunc 3503cb43e10b0bc8
// strings.HasPrefix a9110f1ba305b52b
// strings.HasSuffix b1a1d476d56c26be
// strings.Index a3371b0b76c48f5e
// strings.IndexAny cab8832fcc0f384b
// strings.IndexByte 96a497cf624bafbf
// strings.IndexFunc 3d33143d384096d5
// strings.IndexRune 9011bd9df36cc832
// strings.Join 0bc27c0a6d80b8ee
// strings.LastIndex 7e3fec41268b126d
// strings.LastIndexAny e41494d585e529a1
// strings.LastIndexByte 7585e43f76f050e1
// strings.LastIndexFunc 0ce632a098b304af
// strings.Map 926344b33d201415
// strings.Repeat 7824fcfcb630956b
// strings.Replace 2cd61d5b15e128cc
// strings.ReplaceAll f47abb733cb85670
// strings.Split 7abac7c8f1506acd
// strings.SplitAfter 8876c5cc04f248b0
// strings.SplitAfterN 3b90f41db3e66131
// strings.SplitN 44672b42faae7b87
// strings.Title 26734cd190de2e0f
// strings.ToLower 3ffb41c769d23887
// strings.ToTitle 9b90d04d7aa1ff16
// strings.ToUpper b801508c80c51bc2
// strings.ToValidUTF8 ad3e31250a8ea85f
// strings.Trim 24544912d736c1ad
// strings.TrimFunc 4d58e39cd6e86b1c
// strings.TrimLeft 92355b9edfb1bd03
// strings.TrimLeftFunc e0d381ad82cc5392
// strings.TrimPrefix 9af9b2d060ec2532
// strings.TrimRight 78fd941eed22dace
// strings.TrimRightFunc a175fbbb4619adf8
// strings.TrimSpace 544732944c8aa85c
// strings.TrimSuffix d6fc601321a3b1f0
// bytes.Clone fa30dbc7a6d1491d
// bytes.Compare 7413aee43961876d
// bytes.Contains f3ca170fd49f54b0
// bytes.ContainsAny d0614d03e656129e
// bytes.ContainsFunc 1d2722c2ff233a47
// bytes.ContainsRune c6c8abb495969f21
// bytes.Count 3aed82f905f6235b
// bytes.Cut d63d1e44d8ac2ad6
// bytes.CutLast 85f3fdb392d013b6
// bytes.CutPrefix 536f37b6498573d1
// bytes.CutSuffix ce60447f34bdcba2
// bytes.Equal 720662b1c9a3fd15
// bytes.EqualFold 6906f7a25aee6580
// bytes.Fields 6e9051dce589d570
// bytes.FieldsFunc bc91bdb9d61e04f2
// bytes.HasPrefix e15dd19291040244
// bytes.HasSuffix e1995ba94ae8db42
// bytes.Index 6ace43868396220c
// bytes.IndexAny 1a965bab89cc2f19
// bytes.IndexByte eff8f6d47597871c
// bytes.IndexFunc f915a7fe6d9399c5
// bytes.IndexRune 531e767a5e8c7e38
// bytes.Join d61696400afaa9ad
// bytes.LastIndex 909415aa79a39d12
// bytes.LastIndexAny f2e0bb98807e39ac
// bytes.LastIndexByte c7a3180d9b053032
// bytes.LastIndexFunc 2f82988a3134dabc
// bytes.Map 9ab06b3e4b72939d
// bytes.Repeat d262a7d8be72f74c
// bytes.Replace fc04ec6a05074dc0
// bytes.ReplaceAll 324ac8b5e77b95a3
// bytes.Runes a9ff17252a0c8b33
// bytes.Split 5ec0314408af8d8f
// bytes.SplitAfter 03bbcf610f8ee772
// bytes.SplitAfterN fee93f84d7d52b1f
// bytes.SplitN d0011865574a1107
// bytes.Title a4089236fd7fd3b9
// bytes.ToLower 1dac3e9fc96af870
// bytes.ToTitle 411e0a9d1f920329
// bytes.ToUpper 4b7eacfc641e0edd
// bytes.ToValidUTF8 5715c80882caed06
// bytes.Trim 1c45b0efff39f954
// bytes.TrimFunc f844e9df25bc7e45
// bytes.TrimLeft 6ef80241dabcb408
// bytes.TrimLeftFunc 436920f2cb678f6c
// bytes.TrimPrefix b94dad1339f18a0d
// bytes.TrimRight 832fdd0f182f3159
// bytes.TrimRightFunc cf3c7164e61211ee
// bytes.TrimSpace a949eaa71fb8a136
// bytes.TrimSuffix 536a1ff1b5ddbb46
// strconv.AppendBool e21ae5e4577c878b
// strconv.AppendFloat 8efd7a0952ac68cb
// strconv.AppendInt daf0efcdd62575a8
// strconv.AppendQuote 51b42522deb22acb
// strconv.AppendQuoteRune 82283aa27815b864
// strconv.AppendQuoteRuneToASCII 313606788fbb2b1a
// strconv.AppendQuoteRuneToGraphic f5436bb7d0c9b599
// strconv.AppendQuoteToASCII fa52c25dec73fb2f
// strconv.AppendQuoteToGraphic 1b1a6cd80f83192d
// strconv.AppendUint ee63737a2f860429
// strconv.Atoi 5bd59133384ac3ae
// strconv.CanBackquote ae85720fd097c919
// strconv.FormatBool f38f0a9015f14cc9
// strconv.FormatComplex e1bfcf5d9d39cf81
// strconv.FormatFloat 6f1a03bc4e924e4b
// strconv.FormatInt 636c8d99679c8789
// strconv.FormatUint c5257903c207deb5
// strconv.IsGraphic a424db689f4e23c5
// strconv.IsPrint 2126a127a1a8fa60
// strconv.Itoa 4499f800ebdf2070
// strconv.ParseBool 9980a389a3591e2e
// strconv.ParseComplex 88c28530cc7e9c21
// strconv.ParseFloat 307a4fa807d1d9c4
// strconv.ParseInt 17a30e9c164ea338
// strconv.ParseUint 0bd55d492909c325
// strconv.Quote 5deeec84d1f972af
// strconv.QuoteRune cafb436bfcae6007
// strconv.QuoteRuneToASCII eead4f758f9216f6
// strconv.QuoteRuneToGraphic 03be0bd50043be32
// strconv.QuoteToASCII 4b74cbf2bd97ba0e
// strconv.QuoteToGraphic f1e701967a5f0101
// strconv.QuotedPrefix 4bec07bd4584fc8f
// strconv.Unquote 8169d4cc974f030f
// strconv.UnquoteChar a8bdd3d8843acf20
// utf8.AppendRune 4e986b54d77ac55b
// utf8.DecodeLastRune d5b86bc36da93aa8
// utf8.DecodeLastRuneInString 9d24da8c7b294b75
// utf8.DecodeRune bc014510d5ae909d
// utf8.DecodeRuneInString c6dc5d38e597ac8a
// utf8.EncodeRune 7921b629099bd6dc
// utf8.FullRune 496140464375dfc5
// utf8.FullRuneInString e238d38e87c0ac5b
// utf8.RuneCount d73c927b8392b64f
// utf8.RuneCountInString 6a633537ec305b62
// utf8.RuneLen 1a13b027b2612d7d
// utf8.RuneStart 687dd578021b217d
// utf8.Valid 318ce685c126f885
// utf8.ValidRune 7fc1a665c9d2aa12
// utf8.ValidString 22df27ebfbedf5cb
// utf16.AppendRune 2313fe6271e1a220
// utf16.Decode 484cc76a9fa70eec
// utf16.DecodeRune 8ac7b917e410e3c5
// utf16.Encode 461e6b33baa9cc41
// utf16.EncodeRune ce79393d5cd0eaf4
// utf16.IsSurrogate 39770d31671cacfb
// utf16.RuneLen 1ef6286371830532
// unicode.IsControl 063777b930d56d4d
// unicode.IsDigit 063777b930d56d4d
// unicode.IsGraphic 758f6a8745e74a5e
// unicode.IsLetter a6442c109fbe9f46
// unicode.IsLower e9de3394949a5804
// unicode.IsMark 063777b930d56d4d
// unicode.IsNumber 063777b930d56d4d
// unicode.IsPrint 0b5ead84167eee6f
// unicode.IsPunct 063777b930d56d4d
// unicode.IsSpace 063777b930d56d4d
// unicode.IsSymbol 9c2f26dfa3ea9c50
// unicode.IsTitle 063777b930d56d4d
// unicode.IsUpper 58e4b4d5f8af7c15
// unicode.SimpleFold 84acb318866217e9
// unicode.To 661fded50544b5ff
// unicode.ToLower 2e90416022863b46
// unicode.ToTitle 4e00d88ec4232499
// unicode.ToUpper 96937077f078042a
