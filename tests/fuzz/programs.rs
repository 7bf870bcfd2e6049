//! Generates Go programs from any bytes. All generated programs pass the checker, so that every input reaches the code
//! generator.
//!
//! Each kind of node (a statement, an `int`, an assignable `float64` operand) has a list of forms with holes for other
//! nodes. The bytes choose the forms. When the bytes are used up, or forms are nested deeply, the first form of a list
//! is taken, which has no holes. The functions that the forms call can be inlined: single expressions, several results,
//! statements, effects, methods, generic ones, function literals.

const PRELUDE: &str = r#"package main

type T struct {
	a int
	b string
	c [4]int
	s []int
	p *T
	f float64
	u uint8
}

type K struct {
	a int
	b string
}

type L struct {
	t T
	n [40]int
	k K
}

type I interface{ Get(int) int }

type E struct {
	*T
	K
	x any
}

func (t T) Get(n int) int { return t.a + n }

func (t *T) At(n int) *int { return &t.c[n&3] }

func (t *T) Put(n int) *T { t.a = n; return t }

func (t T) Both() (int, string) { return t.a, t.b }

func (k K) Key() K { return K{k.a & 7, k.b} }

func (l L) With(n int) L { l.n[n&7] = n; return l }

func (l *L) In() *T { return &l.t }

func idx(n int) int { return n & 3 }

func key(n int) string { return names[n&3] }

func length(s string) int { return len(s) }

func less(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func choose(n int) (r int) {
	switch n & 3 {
	case 0:
		r = 5
	case 1:
		return 7
	default:
		r = n
	}
	return
}

func note(n int) int { trace = append(trace, n); return n }

func pair(a, b int) (int, int) { return b, a }

func mixed(n int, s string) (string, int) { return s + names[n&1], n + 1 }

func three(n int) (a int, k K, t T) {
	k.a, k.b = n, names[n&3]
	return n + 1, k, T{a: n, b: k.b, s: []int{n, 2, 3, 4}}
}

func large(n int) (l L, ok bool) { l.n[1] = n; return l, n > 0 }

func half(x float64) float64 { return x / 2 }

func parts(c complex128) (re, im float64) { return real(c), imag(c) }

func ptr(s *[]int, n int) *int { return &(*s)[n&3] }

func path(t *T) *T { return t }

func same[V any](v V) V { return v }

func swap[A, B any](a A, b B) (B, A) { return b, a }

func apply(f func(int) int, n int) int { return f(n) }

func each(s []int, f func(int)) {
	for _, v := range s {
		f(v)
	}
}

func adder(n int) func(int) int { return func(m int) int { return n + m } }

func count(n int, more ...int) int { return n + len(more) }

func must[V any](v V, ok bool) V {
	if !ok {
		panic("not ok")
	}
	return v
}

func seq(yield func(int, string) bool) { _ = yield(1, "a") && yield(2, "b") }

var (
	names  = [4]string{"a", "bc", "def", "ghij"}
	trace  []int
	global int
	gt     T
	gl     L
	gm     = map[string]int{}
)

"#;

/// The holes of forms, each with the code that fills it. `%i` is an `int`, `%s` a string, `%f` a `float64`, `%b` a
/// `bool`, `%t` a `T`, `%k` a `K`, `%l` an `L`, `%x` an `any`, `%u` an unsigned number; `@i` an assignable `int`
/// operand, and accordingly `@s`, `@f`, `@t`, `@l`, `@x`; `%d` a declaration of `v`, `w` and `k`, `%c` a statement,
/// `%n` a statement that contains others, `%;` several statements, `%:` the statements of a function literal; `%^`
/// leaves the function; `%#` a fresh number.
const PRODUCTIONS: &[(&str, &[&str])] = &[
    (
        "%i",
        &[
            "n",
            "v",
            "w",
            "v",
            "w",
            "v",
            "w",
            "t.a",
            "(n + 70000)",
            "(v - 1<<40)",
            "(n * 8)",
            "(w &^ 3)",
            "(n / -7)",
            "(n / 10)",
            "(v >> 70)",
            "idx(%i)",
            "less(%i, %i)",
            "choose(%i)",
            "length(%s)",
            "note(%i)",
            "same(%i)",
            "t.Get(%i)",
            "*t.At(%i)",
            "(%i + %i)",
            "(%i * %i)",
            "(%i - %i)",
            "(%i / (%i | 1))",
            "(%i << (%u & 7))",
            "(%i &^ %i)",
            "f(%i)",
            "apply(f, %i)",
            "apply(func(q int) int { return q + %i }, %i)",
            "m[%s]",
            "mk[%k]",
            "s[idx(%i)]",
            "arr[idx(%i)]",
            "*ptr(&s, %i)",
            "%k.a",
            "%t.Get(%i)",
            "must(m[%s], %b)",
            "count(%i, %i, %i)",
            "adder(%i)(%i)",
            "path(&t).c[%i&3]",
            "min(%i, %i)",
            "len(s[idx(%i):])",
            "int(%f)",
            "int(%u)",
            "%l.n[%i&7]",
            "gl.t.c[%i&3]",
            "I(%t).Get(%i)",
            "e.Get(%i)",
            "func() int { return %i }()",
            "<-ch",
            "%x.(int)",
            "global",
            "[]int{%i, %i}[%i&1]",
            "[3]int{1, %i}[%i&1]",
            "map[string]int{%s: %i}[%s]",
            "copy(s, []int{%i})",
            "cap(append(s, %i))",
            "gl.In().a",
        ],
    ),
    (
        "%s",
        &[
            "k",
            "t.b",
            "\"lit\"",
            "key(%i)",
            "same(%s)",
            "%k.b",
            "(%s + %s)",
            "names[idx(%i)]",
            "string(rune(%i))",
            "%s[:0]",
            "e.T.b",
            "string([]byte(%s))",
        ],
    ),
    (
        "%f",
        &[
            "t.f",
            "(t.f * 2.5)",
            "half(%f)",
            "float64(%i)",
            "(%f * %f)",
            "(%f + %f * %f)",
            "fs[idx(%i)]",
            "max(%f, 1)",
            "(-%f)",
            "real(complex(%f, %f))",
        ],
    ),
    (
        "%b",
        &[
            "ok",
            "true",
            "(%i < %i)",
            "(%s == %s)",
            "(%b && %b)",
            "(%b || %b)",
            "!%b",
            "(%x == %x)",
            "(%f >= %f)",
            "(%t.p == nil)",
            "(%k == %k)",
            "same(%b)",
        ],
    ),
    (
        "%t",
        &[
            "t",
            "gt",
            "T{a: %i, b: %s}",
            "(*path(&t))",
            "(*e.T)",
            "same(%t)",
            "T{c: [4]int{%i, 1}, f: %f, u: %u}",
            "T{p: &T{s: []int{%i}}}",
            "%l.t",
            "ts[idx(%i)]",
            "mt[%s]",
        ],
    ),
    ("%k", &["K{}", "e.K", "K{%i, %s}", "K{a: %i}.Key()", "same(%k)", "%l.k"]),
    (
        "%l",
        &[
            "l",
            "gl",
            "L{t: %t}",
            "l.With(%i)",
            "same(%l)",
            "L{n: [40]int{%i, 3: 1}, k: %k}",
            "must(large(%i))",
        ],
    ),
    (
        "%x",
        &[
            "x",
            "any(nil)",
            "any(%i)",
            "any(%s)",
            "any(%t)",
            "same[any](%f)",
            "any(%l)",
            "any(I(&t))",
            "any(%u)",
        ],
    ),
    ("%u", &["t.u", "(t.u | 3)", "uint8(%i)", "(%u + 1)", "u8[idx(%i)]", "(%u >> 2)", "^%u"]),
    (
        "@i",
        &[
            "n",
            "t.a",
            "s[idx(%i)]",
            "arr[idx(%i)]",
            "t.c[idx(%i)]",
            "t.c[2]",
            "ts[idx(%i)].a",
            "ts[idx(%i)].c[idx(%i)]",
            "*ptr(&s, %i)",
            "*t.At(%i)",
            "path(&t).a",
            "path(t.p).s[%i]",
            "t.Put(%i).c[1]",
            "m[%s]",
            "m[key(%i)]",
            "mk[%k]",
            "mk[K{idx(%i), %s}]",
            "mp[%s].a",
            "mp[key(%i)].c[idx(%i)]",
            "ss[idx(%i)][idx(%i)]",
            "(*same(&s))[%i]",
            "global",
            "gt.c[idx(%i)]",
            "gl.n[%i&7]",
            "l.n[3]",
            "l.n[%i&7]",
            "l.In().a",
            "e.T.a",
            "e.K.a",
            "e.c[1]",
            "gm[%s]",
            "mx[%x]",
        ],
    ),
    ("@s", &["t.b", "names[idx(%i)]", "e.T.b", "path(&t).b", "ts[%i].b", "gl.k.b"]),
    ("@f", &["t.f", "fs[idx(%i)]", "path(&t).f", "ts[idx(%i)].f", "gt.f"]),
    ("@t", &["t", "gt", "ts[idx(%i)]", "mt[%s]", "*path(&t)", "l.t", "*e.T", "*l.In()"]),
    ("@l", &["l", "gl", "ls[idx(%i)]", "*same(&l)", "ml[%s]"]),
    ("@x", &["x", "e.x", "xs[idx(%i)]", "ma[%s]"]),
    (
        "%d",
        &[
            "v, w, k := 1, 2, \"k\"",
            "k := %s\n\tv, w := pair(%i, %i)",
            "w := %i\n\tk, v := mixed(%i, %s)",
            "k := %s\n\tv, w := %i, %i",
            "w := %i\n\tv, k := %t.Both()",
            "w, k := %i, %s\n\tv, kk, tt := three(%i)\n\t_, _ = kk, tt",
            "w, k := %i, %s\n\tvar l2, has = large(%i)\n\tv := l2.n[1]\n\t_ = has",
            "w, v := %i, %i\n\tk, v := swap(%i, %s)",
            "w, k := %i, %s\n\tv, has := m[%s]\n\t_ = has",
            "w, k := %i, %s\n\tv, is := %x.(int)\n\t_ = is",
            "w, k := %i, %s\n\tv, is := <-ch\n\t_ = is",
            "w, k := %i, same(%s)\n\tvar v int = choose(%i)",
        ],
    ),
    (
        "%c",
        &[
            "@i = %i",
            "@i += %i",
            "@i *= %i",
            "@i -= 1",
            "@i++",
            "@i <<= %u",
            "@i /= %i",
            "@f = %f",
            "@f += %f",
            "@f -= %f * %f",
            "@s = %s",
            "@s += %s",
            "@t = %t",
            "@l = %l",
            "@x = %x",
            "@i, @i = %i, %i",
            "@i, @s = %i, %s",
            "@t, @i = %t, %i",
            "@i, @i = pair(%i, %i)",
            "@s, @i = mixed(%i, %s)",
            "@i, _, @t = three(%i)",
            "@l, ok = large(%i)",
            "@i, ok = m[%s]",
            "@i, ok = %x.(int)",
            "@t, ok = mt[%s]",
            "@i, ok = <-ch",
            "@i = <-ch",
            "@f, @f = parts(complex(%f, %f))",
            "ch <- %i",
            "s = append(s, %i, %i)",
            "copy(s[idx(%i):], ss[idx(%i)])",
            "delete(m, %s)",
            "clear(mk)",
            "_, _ = %i, %t",
            "_ = %b && %b",
            "println(%i, %s)",
            "defer func(q int, z string) { @i = q; _ = z }(%i, %s)",
            "defer note(%i)",
            "go note(%i)",
            "defer func() { _ = recover(); @i = %i }()",
            "defer e.Get(%i)",
            "func() {\n%:}()",
            "each(s, func(q int) { @i = q + %i })",
            "t.Put(%i)",
            "panic(%x)",
        ],
    ),
    ("%r", &["return", "return %i, %t", "return n, %t"]),
    (
        "%n",
        &[
            "if %b {\n%;}",
            "if @i = (%i); %b {\n%;} else {\n%;}",
            "if v, w := pair(%i, %i); v < w {\n%;}",
            "for i := (%i); i < 4; i++ {\n%;if %b {\n\t\tcontinue\n\t}\n%;}",
            "for @i = range idx(%i) {\n%;}",
            "for v, w := range ss[idx(%i)] {\n%;_, _ = v, w\n}",
            "for @i, @i = range s {\n%;}",
            "for _, k := range names {\n%;_ = k\n}",
            "for v := range 3 {\n%;defer note(v)\n}",
            "for v, k := range seq {\n%;_, _ = v, k\n}",
            "for v, k := range seq {\n%;defer func() { _ = recover() }()\nif %b {\n\t\tbreak\n\t}\n\t_, _ = v, k\n}",
            "for @i, @s = range seq {\n%;}",
            "for k, v := range m {\n%;_, _ = v, k\n}",
            "L%#:\n\tfor {\n%;break L%#\n}",
            "switch idx(%i) {\ncase idx(%i):\n%;case 70000:\n%;fallthrough\ncase %i:\n%;default:\n%;}",
            "switch n {\ncase 1:\n\t@i = %i\ncase 2, 3:\n%;case 4:\n\t@i = 2\ncase 5:\n%;case 6:\n%;case 7:\n%;}",
            "switch y := %x.(type) {\ncase int:\n\t@i = y\ncase string, error:\n%;_ = y\ncase T:\n\t@t = y\ncase I:\n\t@i = y.Get(%i)\n}",
            "switch k, v := mixed(%i, %s); {\ncase v > %i:\n%;_ = k\n}",
            "select {\ncase @i = <-ch:\n%;default:\n%;}",
            "select {\ncase @i, ok = <-ch:\n%;case ch <- %i:\n%;}",
            "select {\ncase v, has := <-ch:\n%;_, _ = v, has\n}",
            "goto L%#\nL%#:\n\tif %b {\n%;}",
            "{\n\t%d\n\t%c\n%;_, _, _ = v, w, k\n}",
            "if %b {\n\t%^\n}",
            "for v, k := range seq {\n%;if %b {\n\t\t%^\n\t}\n\t_, _ = v, k\n}",
            "func(v, w int, k string) {\n%:}(%i, %i, %s)",
            "h := func(v int) (int, string) { return v ^ %i, %s }\n\t@i, @s = h(%i)",
        ],
    ),
];

/// The depth to which forms are nested.
const MAX_DEPTH: usize = 5;

/// The length in bytes after which the program is completed.
const TARGET_PROGRAM_BYTES: usize = 20_000;

struct ProgramWriter<'d> {
    bytes: &'d [u8],
    out: String,
    label_count: usize,
    /// The number of enclosing function literals, whose `return` has no values.
    function_literal_depth: usize,
}

impl ProgramWriter<'_> {
    fn choose_below(&mut self, n: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first) % n
    }

    /// Writes statements: declarations of `v`, `w` and `k` with the statements behind them, assignments, compound
    /// statements.
    fn write_statements(&mut self, depth: usize) {
        for _ in 0..1 + self.choose_below(3) {
            let compound = depth < MAX_DEPTH && self.choose_below(3) == 0;
            // The block limits the scope of the statement's declarations.
            self.out.push_str("{\n\t");
            self.write_production(if compound { "%n" } else { "%c" }, depth + 1);
            self.out.push_str("\n}\n");
        }
    }

    /// Writes one of the forms of a kind.
    fn write_production(&mut self, kind: &str, depth: usize) {
        let (_, forms) = PRODUCTIONS
            .iter()
            .find(|(name, _)| *name == kind)
            .expect("each hole of the grammar has forms");
        let over = depth > 2 * MAX_DEPTH || self.out.len() > TARGET_PROGRAM_BYTES;
        let form = forms[if over { 0 } else { self.choose_below(forms.len()) }];
        self.label_count += 1;
        let label = self.label_count.to_string();
        let mut rest = form;
        while let Some(at) = rest.find(['%', '@']) {
            self.out.push_str(&rest[..at]);
            match &rest[at..at + 2] {
                "%#" => self.out.push_str(&label),
                "%;" => self.write_statements(depth + 1),
                "%:" => {
                    self.function_literal_depth += 1;
                    self.write_statements(depth + 1);
                    self.function_literal_depth -= 1;
                }
                "%^" if self.function_literal_depth > 0 => self.out.push_str("return"),
                "%^" => self.write_production("%r", depth + 1),
                hole => self.write_production(hole, depth + 1),
            }
            rest = &rest[at + 2..];
        }
        self.out.push_str(rest);
    }
}

/// Returns the program that the bytes generate.
#[must_use]
pub(crate) fn program(bytes: &[u8]) -> String {
    let mut writer =
        ProgramWriter { bytes, out: PRELUDE.to_owned(), label_count: 0, function_literal_depth: 0 };
    writer.out.push_str(
        "func test(n int, ch chan int, x any) (r int, rt T) {\n\
         \ts, arr, fs, u8 := []int{4, 3, 2, 1}, [4]int{1, 2}, [4]float64{1}, []uint8{1, 2, 3, 4}\n\
         \tm, mk, mt, mp, mx := map[string]int{}, map[K]int{}, map[string]T{}, map[string]*T{}, map[any]int{}\n\
         \tml, ma, xs := map[string]L{}, map[string]any{}, make([]any, 4)\n\
         \tt, ts, ss, ls := T{p: &T{}}, make([]T, 4), [][]int{s, s, s, s}, make([]L, 4)\n\
         \tvar l L\n\
         \te, ok, v, w, k := E{T: &t}, false, 1, 2, \"k\"\n\
         \tf := func(q int) int { return q + n }\n\
         \t_, _, _, _, _, _, _, _, _, _ = arr, fs, u8, m, mk, mt, mp, mx, ml, ma\n\
         \t_, _, _, _, _, _, _, _, _, _, _ = xs, ts, ss, ls, l, e, ok, v, w, k, f\n",
    );
    while !writer.bytes.is_empty() && writer.out.len() < TARGET_PROGRAM_BYTES {
        writer.out.push_str("{\n\t");
        writer.write_production("%d", 0);
        // Write a statement directly behind the declaration.
        writer.out.push_str("\n\t");
        writer.write_production("%c", 0);
        writer.out.push('\n');
        writer.write_statements(0);
        writer.out.push_str("\t_, _, _ = v, w, k\n}\n");
    }
    writer.out.push_str(
        "\treturn same(n), t\n}\n\nfunc main() { _, _ = test(1, make(chan int, 9), nil) }\n",
    );
    writer.out
}
