"""The library on random arguments: formatting, conversions, strings, slices, maps, errors, JSON and others."""

from . import types as ty
from .gen import Code
from .values import literal

TEXTS = ["", "a", "abc", "héllo wörld", "a,b,,c", "  x  y ", "世界", "\\xff\\xfea", "AbC", "x=1;y=2", "line1\\nline2\\n",
    "aaa", "ǅ ß İ", "tab\\tq\\\"z",
         "0x1f", "-12", "3.5e3", "1_000", "true", "NaN", "+Inf", "0b101", "9223372036854775808", "{\\\"a\\\":1}",
         "<b>&amp;</b>", "\\u2028", "é\\u0301", "z\\x00"]


def text(g):
    if g.chance(0.3):
        return '"' + g.pick(TEXTS) + g.pick(TEXTS) + '"'
    return '"' + g.pick(TEXTS) + '"'


def number(g, low=-3, high=12):
    return str(g.r.randint(low, high))


def rows(g, make, least=6, most=14):
    """A test of lines that may each panic alone."""
    code = Code()
    for n in range(g.r.randint(least, most)):
        line = make(g)
        if "\n" in line or not line.startswith("fmt."):
            with code.block(f'run_{g.suffix}("{n}", func()', "})"):
                code.line(line)
        else:
            code.line(line)
    return code


def formats(g):
    """Every verb with random flags on values of random types."""
    def line(g):
        verb = g.pick(["v", "v", "+v", "#v", "T", "d", "x", "X", "o", "b", "q", "s", "e", "g", "f", "G", "E", "c", "U", "t",
            "#x", "#o", "#q", "+q", "O",
                       "+d", " d", "#U", "x", " x", "# x", "w", "y", "%"])
        flags = "".join(g.r.sample("+-# 0", g.r.randint(0, 2))) if g.chance(0.4) else ""
        width = g.pick(["", "", "", "5", "12", "3", "*"])
        precision = g.pick(["", "", "", ".2", ".0", ".", ".10", ".*"])
        t = g.any_type(2)
        stars = ", ".join([f"{g.r.randint(-9, 9)}"] * (width == "*") + [f"{g.r.randint(0, 6)}"] * (precision == ".*"))
        value = literal(g, t)
        if g.chance(0.1):
            value = g.pick(["nil", "error(nil)", "[]any{nil, 1}", "errors.New(\"e\")", "(*int)(nil)", "time.Second*90",
                "[]byte(\"hi\\xff\")", "[3]byte{1, 2, 3}",
                            "struct{ a any; b error }{}", "math.NaN()", "math.Inf(-1)", "'x'", "rune(0x10ffff + 1)",
                            "[]string{\"a b\", \"c\"}", "map[string]any{\"b\": 1, \"a\": nil}",
                            "fmt.Errorf(\"w %w\", io.EOF)", "reflect.ValueOf(3)", "&[]int{1}", "&map[string]int{\"a\": 1}",
                            "&struct{ A, b int }{1, 2}", "[]error{io.EOF}", "-0.0", "1e21", "1e20", "float32(0.1)"])
        # Most verbs print these values as addresses.
        points = value.startswith(("&", "fmt.Errorf", "errors.New", "(*int)")) or "error" in value
        if points and verb.strip("+#") not in ("v", "T"):
            verb = "v"
        if "#" in flags + verb and value.startswith(("fmt.Errorf", "[]error")):
            flags, verb = "", "+v"  # A pointer within is shown as an address.
        args = ", ".join(a for a in (stars, value) if a)
        if g.chance(0.06):
            args = g.pick([args + ", 7", stars or "nil", args])
        spec = f"%{flags}{width}{precision}{verb}"
        if g.chance(0.05):
            spec = g.pick(["%[2]v %[1]v", "%[3]d", "%[1]*[2]d", "%!", "%", "%z %d", "%[x]d", "%.[1]*f", "%d %d %[1]d"])
            spec = "%v" if points and "d" in spec else spec
        return f'fmt.Printf("%d|{spec}|\\n", {g.r.randint(0, 9)}, {args})' if "[" not in spec else f'fmt.Printf("{spec}|\\n", {args})'
    g.test("formats", rows(g, line))


def scans(g):
    def line(g):
        return g.pick([
            lambda: f"var a int; var b string\n"
                f"n, err := fmt.Sscanf({text(g)}, \"{g.pick(['%d %s', '%x,%s', '%d', '%v=%v', '%3d%s'])}\", &a, &b)\n"
                f"fmt.Println(n, err, a, b)",
            lambda: f"var a float64; var b string\nn, err := fmt.Sscan({text(g)}, &a, &b)\nfmt.Println(n, err, a, b)",
            lambda: f"s := bufio.NewScanner(strings.NewReader({text(g)}))\n"
                f"s.Split(bufio.Scan{g.pick(['Words', 'Lines', 'Runes', 'Bytes'])})\nfor s.Scan() {{\n"
                f"\tfmt.Printf(\"%q \", s.Text())\n}}\nfmt.Println(s.Err())",
            lambda: f"r := csv.NewReader(strings.NewReader({text(g)}))\nall, err := r.ReadAll()\n"
                f"fmt.Printf(\"%q %v\\n\", all, err)",
            lambda: f"b, err := hex.DecodeString({text(g)})\nfmt.Println(b, err, hex.EncodeToString([]byte({text(g)})))",
            lambda: f"e := base64.{g.pick(['StdEncoding', 'RawURLEncoding'])}\ns := e.EncodeToString([]byte({text(g)}))\n"
                f"b, err := e.DecodeString({g.pick(['s', text(g)])})\nfmt.Println(s, b, err)",
            lambda: f"r := bufio.NewReader(strings.NewReader({text(g)}))\na, e := r.ReadString('{g.pick('a,;x')}')\n"
                f"c, n, f := r.ReadRune()\nfmt.Printf(\"%q %v %q %d %v\\n\", a, e, c, n, f)",
        ])()
    g.test("scans", rows(g, line, 3, 7))


def conversions(g):
    """strconv in both directions, errors included."""
    def line(g):
        bits, base = g.pick([8, 16, 32, 64, 0]), g.pick([0, 2, 8, 10, 16, 36, 62, 1])
        float_ = literal(g, g.basic("float"))
        return "fmt.Println(" + g.pick([
            f"strconv.ParseInt({text(g)}, {base}, {bits})", f"strconv.ParseUint({text(g)}, {base}, {bits})",
            f"strconv.ParseFloat({text(g)}, {g.pick([32, 64])})",
            f"strconv.ParseFloat(\"{g.r.uniform(-1, 1):.{g.r.randint(1, 25)}f}e{g.r.randint(-330, 320)}\", {g.pick([32, 64])})",
            f"strconv.FormatFloat(float64({float_})*{g.r.random():.17g}, '{g.pick('eEfgGbxX')}', {g.pick([-1, -1, 0, 3, 17, 30])}, {g.pick([32, 64])})",
            f"strconv.FormatInt(int64({literal(g, ty.BASIC['int64'])}), {max(base, 2) if base < 37 else 10})",
            f"strconv.Quote({text(g)})", f"strconv.QuoteToASCII({text(g)})",
            f"strconv.Unquote({g.pick([text(g), 'strconv.Quote(' + text(g) + ')'])})", f"strconv.Atoi({text(g)})",
            f"strconv.ParseBool({text(g)})",
            f"strconv.AppendQuoteRune(nil, rune({g.r.randint(-1, 70000)}))", f"strconv.ParseComplex({text(g)}, 128)",
            f"strconv.QuotedPrefix({text(g)})",
            f"time.ParseDuration({g.pick([text(g), chr(34) + g.pick(['1h', '90s', '1.5m', '-3ms', '1h2m3.5s', '5d', '.5s']) + chr(34)])})", f"time.Duration({g.r.randint(-10**13, 10**13)})",
            f"math.Float64bits({g.pick(['math.Sqrt', 'math.Floor', 'math.Cbrt', 'math.Trunc', 'math.RoundToEven', 'math.Round'])}(float64({float_})*{g.r.random():.17g}))",
            f"bits.{g.pick(['LeadingZeros64', 'OnesCount64', 'TrailingZeros64', 'Reverse64', 'Len64', 'ReverseBytes64'])}({literal(g, ty.BASIC['uint64'])})",
            f"bits.{g.pick(['Mul64', 'RotateLeft64'])}({literal(g, ty.BASIC['uint64'])}, {g.r.randint(0, 63)})",
            f"math.{g.pick(['Exp', 'Log', 'Sin', 'Cos', 'Tan', 'Atan', 'Sinh', 'Gamma', 'Erf', 'Log1p', 'Expm1', 'Log2', 'Log10', 'Asin', 'Acosh', 'J0', 'Lgamma'])}({g.r.uniform(-20, 20):.17g})",
            f"math.{g.pick(['Pow', 'Mod', 'Hypot', 'Atan2', 'Remainder', 'Nextafter', 'Dim', 'Copysign'])}({g.r.uniform(-20, 20):.17g}, {g.r.uniform(-20, 20):.17g})",
            f"time.Unix({g.r.randint(-10**10, 10**11)}, {g.r.randint(0, 10**9)}).UTC().Format({g.pick(['time.RFC3339Nano', 'time.ANSIC', 'time.Kitchen', chr(34) + 'Jan _2 06 03:04PM .000 -07 MST' + chr(34)])})",
            f"time.Date({g.r.randint(-5, 3000)}, {g.r.randint(-3, 15)}, {g.r.randint(-9, 40)}, {g.r.randint(-30, 30)}, 61, 0, 0, time.UTC).AddDate(0, {g.r.randint(-15, 15)}, 1).YearDay()",
        ]) + ")"
    g.test("conversions", rows(g, line))


def texts(g):
    """strings, bytes, unicode and utf8."""
    two = ["Contains", "Count", "Index", "LastIndex", "HasPrefix", "HasSuffix", "EqualFold", "Compare", "IndexAny",
        "LastIndexAny", "TrimPrefix", "TrimSuffix", "Trim",
           "TrimLeft", "TrimRight", "Cut", "CutPrefix", "CutSuffix", "ContainsAny"]
    one = ["ToUpper", "ToLower", "ToTitle", "Fields", "TrimSpace", "Title"]

    def line(g):
        a, b, c = text(g), text(g), text(g)
        f = g.pick(["unicode.IsLetter", "unicode.IsSpace", "unicode.IsUpper", "func(r rune) bool { return r > 'b' }"])
        return g.pick([
            lambda: f"fmt.Printf(\"%q\\n\", fmt.Sprint(strings.{g.pick(two)}({a}, {b})))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.{g.pick(one)}({a}))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.{g.pick(['Split', 'SplitAfter'])}({a}, {b}))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.{g.pick(['SplitN', 'SplitAfterN'])}({a}, {b}, {number(g)}))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.Replace({a}, {b}, {c}, {number(g)}))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.Map(func(r rune) rune {{ return r {g.pick(['+ 1', '- 32', '& 0x7f', '* -1'])} }}, {a}))",
            lambda: f"fmt.Printf(\"%q\\n\", strings.FieldsFunc({a}, {f}))",
            lambda: f"fmt.Println(strings.IndexFunc({a}, {f}), strings.LastIndexByte({a}, 'a'), strings.ContainsRune({a}, 'é'))",
            lambda: f"fmt.Printf(\"%q %v\\n\", strings.ToValidUTF8({a}, {b}), utf8.ValidString({a}))",
            lambda: f"r, n := utf8.DecodeRuneInString({a})\nl, m := utf8.DecodeLastRuneInString({a})\n"
                f"fmt.Println(r, n, l, m, utf8.RuneCountInString({a}))",
            lambda: f"fmt.Printf(\"%q %v %x\\n\", []rune({a}), []byte({a}), {a})",
            lambda: f"fmt.Printf(\"%q\\n\", strings.NewReplacer({a}, \"1\", {b}, \"22\", \"a\", \"\").Replace({c}))",
            lambda: f"for w := range strings.{g.pick(['SplitSeq', 'SplitAfterSeq'])}({a}, {b}) {{\n\tfmt.Printf(\"%q \", w)\n"
                f"}}\nfmt.Println()",
            lambda: f"var b strings.Builder\nfor i, r := range {a} {{\n\tfmt.Fprintf(&b, \"%d%c\", i, r)\n}}\n"
                f"b.WriteByte('.')\nfmt.Printf(\"%q %d\\n\", b.String(), b.Len())",
            lambda: f"b := bytes.NewBufferString({a})\nx, e := b.ReadByte()\nb.WriteString({b})\n"
                f"fmt.Printf(\"%d %v %q %q\\n\", x, e, b.Next(3), b.String())",
            lambda: f"fmt.Println(utf16.Encode([]rune({a})), unicode.SimpleFold('{g.pick('kKsS')}'), unicode.ToTitle('ǆ'))",
            lambda: f"re := regexp.MustCompile(\"{g.pick(['a+', '[a-c]*', '(x)|(y)', '^.', '(?i)ABC', '[^a]+?', '(a)(b)?', chr(92)*2 + 'w+', '(?P<n>l)+', '世|界', '.$', 'a{2,3}', '(?s).*', 'b*'])}\")\n"
                    f"fmt.Printf(\"%q %v %q\\n\", re.FindAllString({a}, -1), re.FindStringSubmatchIndex({a}), re.ReplaceAllString({a}, \"<$1$0>\"))",
            lambda: f"_, err := regexp.Compile({a} + \"{g.pick(['(', '[', '*', '(?z)', 'a**', 'x{2,1}', ')', chr(92)*2 + 'p{X}', '[b-a]', 'a{1001}'])}\")\n"
                f"fmt.Println(err)",
        ])()
    g.test("texts", rows(g, line))


def collections(g):
    """slices, maps, sort and the containers; equal elements included."""
    t = g.basic("int", "uint", "string", "float")

    def some(g, most=9):
        return f"[]{t}{{{', '.join(literal(g, t) for _ in range(g.r.randint(0, most)))}}}"

    def line(g):
        n, m = sorted((g.r.randint(0, 5), g.r.randint(0, 5)))
        many = g.r.randint(5, 60)
        fields = (f"type kv struct {{\n\tk, v int\n}}\ns := make([]kv, {many})\nfor i := range s {{\n"
            f"\ts[i] = kv{{i * {g.r.randint(1, 99)} % {g.r.randint(2, 9)}, i}}\n}}\n")
        return g.pick([
            lambda: f"fmt.Println(slices.Insert({some(g)}, {n}, {literal(g, t)}))",
            lambda: f"fmt.Println(slices.Delete({some(g)}, {n}, {m}))",
            lambda: f"fmt.Println(slices.Index({some(g)}, {literal(g, t)}), slices.Contains({some(g)}, {literal(g, t)}))",
            lambda: f"fmt.Println(slices.Compact({some(g)}), slices.Equal({some(g, 2)}, {some(g, 2)}), slices.Compare({some(g, 3)}, {some(g, 3)}))",
            lambda: f"fmt.Println(slices.Max({some(g)}), slices.Min({some(g)}))",
            lambda: f"s := {some(g)}\nslices.Sort(s)\nfmt.Println(s)\nfmt.Println(slices.BinarySearch(s, {literal(g, t)}))",
            lambda: f"fmt.Println(slices.Replace({some(g)}, {n}, {m}, {literal(g, t)}), slices.Repeat({some(g, 3)}, {n}))",
            lambda: f"for c := range slices.Chunk({some(g)}, {n}) {{\n\tfmt.Print(c)\n}}\nfmt.Println()",
            lambda: f"fmt.Println(slices.Collect(maps.Values(map[int]{t}{{1: {literal(g, t)}}})), slices.Concat({some(g, 2)}, {some(g, 2)}))",
            lambda: fields + g.pick(["sort.Slice(s, func(i, j int) bool { return s[i].k < s[j].k })",
            "slices.SortFunc(s, func(a, b kv) int { return a.k - b.k })",
                                     "sort.SliceStable(s, func(i, j int) bool { return s[i].k > s[j].k })",
                                     "slices.SortStableFunc(s, func(a, b kv) int { return cmp.Compare(b.k, a.k) })"]) + "\nfmt.Println(s)",
            lambda: f"s := make([]int, {many})\nfor i := range s {{\n\ts[i] = i * {g.r.randint(1, 999)} % 101\n}}\n"
                f"sort.Sort(sort.Reverse(sort.IntSlice(s)))\nfmt.Println(s, sort.SearchInts(s, 50))",
            lambda: f"m := map[{t if t.kind != 'float' else 'int'}]int{{}}\n"
                f"for i, k := range {some(g) if t.kind != 'float' else '[]int{1, 2, 1}'} {{\n\tm[k] += i + 1\n}}\n"
                f"fmt.Println(m, len(m), slices.Sorted(maps.Keys(m)))\n"
                f"maps.DeleteFunc(m, func(_ {t if t.kind != 'float' else 'int'}, v int) bool {{ return v%2 == 0 }})\n"
                f"fmt.Println(m)",
            lambda: f"l := list.New()\nfor i := range {m + 1} {{\n\tl.PushFront(i)\n\tl.PushBack(i * 10)\n}}\n"
                f"l.MoveToBack(l.Front())\nfor e := l.Front(); e != nil; e = e.Next() {{\n\tfmt.Print(e.Value, \" \")\n"
                f"}}\nfmt.Println(l.Len())",
            lambda: f"s := {some(g)}\nu := s[:min({n}, len(s))]\nu = append(u, {literal(g, t)})\n"
                f"fmt.Println(s, u, len(u), cap(u))",
            lambda: f"fmt.Println(cap(append([]byte{{}}, make([]byte, {g.r.randint(0, 5000)})...)), cap(append([]{t}{{}}, make([]{t}, {g.r.randint(0, 999)})...)), cap(slices.Grow([]{t}(nil), {m})))",
        ])()
    g.test("collections", rows(g, line, 4, 9))


def wrapped(g):
    """Chains of errors with Is, As, Join and Unwrap."""
    name = g.top("Err")
    g.declare(f"type {name} struct {{\n\tcode int\n}}\n\n"
        f"func (e *{name}) Error() string {{ return fmt.Sprint(\"code \", e.code) }}\n\n"
              f"func (e *{name}) Is(other error) bool {{ o, ok := other.(*{name}); return ok && o.code%10 == e.code%10 }}")
    code, errs = Code(), ["io.EOF", f"error(&{name}{{{g.r.randint(0, 30)}}})", "error(nil)"]
    for _ in range(g.r.randint(2, 7)):
        e, a, b = g.fresh("e"), g.pick(errs), g.pick(errs)
        code.line(f"{e} := " + g.pick([f"fmt.Errorf(\"w: %w\", {a})", f"errors.Join({a}, {b})",
            f"fmt.Errorf(\"%w and %w\", {a}, {b})", f"fmt.Errorf(\"%v\", {a})"]))
        code.line(f"fmt.Printf(\"%v|%q\\n\", {e}, fmt.Sprint(errors.Unwrap({e})))")
        errs.append(e)
        t = g.fresh("t")
        code.line(f"var {t} *{name}\n"
            f"fmt.Println(errors.Is({e}, io.EOF), errors.Is({e}, &{name}{{{g.r.randint(0, 30)}}}), errors.As({e}, &{t}), {t})")
    g.test("wrapped", code)


def encoded(g):
    """JSON: random structs encoded and decoded again, and random texts decoded."""
    code = Code()
    for _ in range(g.r.randint(1, 3)):
        name, fields = g.top("J"), []
        for i in range(g.r.randint(1, 6)):
            t = g.any_type(2)
            while t.kind == "complex" or "complex" in t.text or "bool]" in t.text or any(t is n for n in g.types) or "T" in t.text:
                t = g.any_type(1)
            label = g.pick(["", "", f"`json:\"n{i}\"`", f"`json:\"n{i},omitempty\"`", "`json:\",string\"`", "`json:\"-\"`",
                "`json:\",omitzero\"`", "`json:\"N0\"`"])
            fields.append(f"{g.pick(['A', 'B', 'c'])}{i} {t} {label}")
        g.declare(f"type {name} struct {{\n\t" + "\n\t".join(fields) + "\n}")
        values = ", ".join(f"{f.split()[0]}: {literal(g, parse(g, f))}" for f in fields if g.chance(0.7) and parse(g, f))
        v = g.fresh("v")
        marshal = g.pick([f"Marshal({v})", f'MarshalIndent({v}, "", "")'])
        code.line(f"{v} := {name}{{{values}}}\nb{v}, err{v} := json.{marshal}\nfmt.Println(string(b{v}), err{v})")
        code.line(f"var back{v} {name}\nerr{v} = json.Unmarshal(b{v}, &back{v})\nfmt.Printf(\"%+v %v\\n\", back{v}, err{v})")
    for _ in range(g.r.randint(1, 4)):
        source = g.pick(['{"a": [1, 2.5, "x", null, true], "b": {"c": {}}}', '[1, 2', '{"a" 1}',
            '"\\\\u00e9\\\\ud83d\\\\ude00\\\\ud800"', '1e400', '[]', '{"N0": "5", "n1": 3, "A0": [1], "B0": {"x": 2}}',
                         'nul', '{"a":1,"a":2}', ' [1 ,2 ] x', '-0', '"\\x01"',
                         '{"A1": "text", "A2": 300, "B2": -1, "B1": null, "a0": true}', '[1,]', '01', '"a\\\\q"'])
        into, v = g.pick(["any", "[]int", "map[string]any", "struct { A0, B0 any; A1 int; A2 uint8; B1 *int }", "string",
            "float32"]), g.fresh("v")
        code.line(f"var {v} {into}\nerr{v} := json.Unmarshal([]byte(`{source}`), &{v})\n"
            f"fmt.Printf(\"%v %T %v\\n\", {v}, err{v}, err{v})")
    g.test("encoded", code)


def parse(g, field):
    """The type of a field's declaration, if it is a basic one or a slice of one."""
    text_ = field.split(" ", 1)[1].split(" `")[0].strip()
    if text_ in ty.BASIC:
        return ty.BASIC[text_]
    if text_.startswith("[]") and text_[2:] in ty.BASIC:
        return ty.slice_of(ty.BASIC[text_[2:]])
    return None


def reflected(g):
    def line(g):
        t = g.any_type(2)
        v = literal(g, t)
        return g.pick([
            lambda: f"t := reflect.TypeOf({v})\nfmt.Println(t, t.Kind(), t.Size(), t.Comparable(), t.Name(), t.NumMethod())",
            lambda: f"fmt.Println(reflect.DeepEqual({v}, {literal(g, t)}), reflect.DeepEqual({v}, {v}), reflect.ValueOf({v}).IsZero())",
            lambda: f"v := reflect.New(reflect.TypeOf({v})).Elem()\nv.Set(reflect.ValueOf({v}))\n"
                f"fmt.Println(v, v.CanAddr(), v.Kind(), v.Type())",
            lambda: f"s := reflect.MakeSlice(reflect.TypeOf([]{t}{{}}), 2, 3)\ns.Index(0).Set(reflect.ValueOf({v}))\n"
                f"fmt.Println(s.Len(), s.Cap(), s)",
            lambda: f"m := reflect.ValueOf(map[string]{t}{{\"a\": {v}}})\n"
                f"fmt.Println(m.MapKeys(), m.MapIndex(reflect.ValueOf(\"a\")), m.Len())",
            lambda: f"fmt.Println(reflect.ValueOf({v}).{g.pick(['Int()', 'Len()', 'String()', 'NumField()', 'Float()', 'Index(0)', 'Uint()', 'IsNil()', 'Elem()', 'MapKeys()[:0]'])})",
            lambda: f"fmt.Println(reflect.TypeOf({v}).ConvertibleTo(reflect.TypeOf({literal(g, g.basic())})), unsafe.Sizeof({v}))",
        ])()
    g.test("reflected", rows(g, line, 4, 8))
