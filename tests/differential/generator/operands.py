"""Inlined calls in every operand position of every statement form, on variables that the statement before has declared.

Declarations and statements are drawn from two lists and put together at random, so that each pair of forms comes up. The functions
that they call are of the kinds that compilers inline: small ones with one result or several, methods, generic ones, with statements,
with effects, and function literals.
"""

from .gen import Code

FUNCS = """
type kT_X struct {
	a int
	b string
	c [4]int
	s []int
	p *kT_X
}

type kK_X struct {
	a int
	b string
}

type kI_X interface{ get(int) int }

func (t kT_X) get(n int) int { return t.a + n }

func (t *kT_X) at(n int) *int { return &t.c[n&3] }

func (t *kT_X) put(n int) *kT_X { t.a = n; return t }

func (t kT_X) both() (int, string) { return t.a, t.b }

func (k kK_X) key() kK_X { return kK_X{k.b2i(), k.b} }

func (k kK_X) b2i() int { return k.a & 7 }

func kIdx_X(n int) int { return n & 3 }

func kKey_X(n int) string { return kNames_X[n&3] }

func kLen_X(s string) int { return len(s) }

func kLess_X(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func kSwitch_X(n int) (r int) {
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

func kNote_X(n int) int { kTrace_X = append(kTrace_X, n&63); return n }

func kPair_X(a, b int) (int, int) { return b, a }

func kMixed_X(n int, s string) (string, int) { return s + kNames_X[n&1], n + 1 }

func kThree_X(n int) (a int, k kK_X, t kT_X) {
	k.a, k.b = n, kNames_X[n&3]
	return n + 1, k, kT_X{a: n, b: k.b, s: []int{n, 2, 3, 4}}
}

func kPtr_X(s *[]int, n int) *int { return &(*s)[n&3] }

func kPath_X(t *kT_X) *kT_X { return t }

func kSame_X[E any](v E) E { return v }

func kSwap_X[A, B any](a A, b B) (B, A) { return b, a }

func kApply_X(f func(int) int, n int) int { return f(n) }

func kAdder_X(n int) func(int) int { return func(m int) int { return n + m } }

func kVar_X(n int, more ...int) int { return n + len(more) }

var kNames_X = [4]string{"a", "bc", "def", "ghij"}

var kTrace_X []int

var kGlobal_X int

var kGlobals_X = []int{1, 2, 3, 4}
"""

HEAD = """s, arr, n := []int{4, 3, 2, 1, 0, 9}, [4]int{1, 2, 3, 4}, @
m, mm := map[string]int{"a": 1, "def": 2}, map[kK_X]int{}
t, ts := kT_X{a: 1, b: "q", s: []int{1, 2, 3, 4}}, []kT_X{{}, {a: 3}, {b: "w"}, {}}
t.p = &kT_X{a: 5, s: []int{9, 8, 7, 6}}
mt, mp := map[string]kT_X{}, map[string]*kT_X{"a": {a: 8}, "bc": {}, "def": {}, "ghij": {}}
ss, ch, ok := [][]int{{1, 2, 3, 4}, {5, 6, 7, 8}, {1, 1, 1, 1}, {2, 2, 2, 2}}, make(chan int, 8), false
var x any = @
f := func(q int) int { return q + n }
f64, u8 := [4]float64{1, 2, 3, 4}, []uint8{1, 2, 3, 4}
_, _, _, _, _, _, _, _, _, _, _, _, _, _, _ = s, arr, n, m, mm, t, ts, mt, mp, ss, ch, ok, x, f, f64
_ = u8"""

# Declarations of v and w, ints, and k, a string; the statements under test follow the last one at once. % is a number, $ a string,
# each with inlined calls.
DECLARATIONS = [
    "k := $\nv, w := kPair_X(%, %)",
    "w := %\nk, v := kMixed_X(%, $)",
    "w := kNote_X(%)\nvar k, v = kMixed_X(%, $)",
    "k := $\nv, w := %, %",
    "w := kLess_X(n, %)\nv, k := t.both()",
    "w, k := %, $\nv, kk, tt := kThree_X(%)\n_, _ = kk, tt",
    "v, w := 2, 3\nk := $\nv, kk, w := kThree2_X(%)\n_ = kk",
    "v := %\nw := kSame_X(v)\nk, v := kSwap_X(%, $)",
    "v := kSwitch_X(%)\nw, k := kSame_X(%), kSame_X($)",
    "w := func() int { return n + 1 }()\nv, k := kIdx_X(%), kKey_X(%)",
    "var v, w int\nvar k string",
    "w, k := %, $\nv, has := m[$]\n_ = has",
    "w, k := %, $\nv, is := x.(int)\n_ = is",
    "w, k := %, $\nch <- %\nv, is := <-ch\n_ = is",
    "k := $\nv, w := kAdder_X(%)(%), kApply_X(f, %)",
    "w, k := %, $\nv := kApply_X(func(q int) int { return q * 2 }, %)",
    "p := kPath_X(&t).put(%)\nv, w, k := p.get(1), *p.at(%), p.b",
]

# Statements that declare these variables and have a block, in which the statements under test stand.
BLOCKS = [
    ("k := $", "if v, w := kPair_X(%, %); v != w || n > 0", "}"),
    ("w := %", "if k, v := kMixed_X(%, $); len(k) > 0", "}"),
    ("k := $", "for v, w := kPair_X(%, %); v > 0; v = min(v-1, 0)", "}"),
    ("k := $", "for v, w := range ss[kIdx_X(%)]", "}"),
    ("w := %", "for v, k := range kNames_X", "}"),
    ("w, k := %, $", "for v := range kIdx_X(%)", "}"),
    ("v, k := kIdx_X(%), $", "for w := range func(yield func(int) bool) { _ = yield(%) && yield(%) }", "}"),
    ("w := %", "for v, k := range func(yield func(int, string) bool) { _ = yield(kMixed2_X(%, $)) && yield(%, $) }", "}"),
    ("w := %", "switch k, v := kMixed_X(%, $); kIdx_X(v)", "}"),
    ("w, k := %, $", "switch v := any(%).(type)", "}"),
    ("", "func(v, w int, k string)", "}(%, %, $)"),
]

# Statements, with lvalues of all kinds.
ASSIGNED = ["s[kIdx_X(%)]", "arr[kIdx_X(%)]", "t.c[kIdx_X(%)]", "ts[kIdx_X(%)].a", "ts[kIdx_X(%)].c[kIdx_X(%)]", "*kPtr_X(&s, %)",
    "*t.at(%)", "*kPath_X(&t).at(%)", "kPath_X(&t).a", "kPath_X(t.p).s[kIdx_X(%)]", "t.put(%).c[1]", "m[kKey_X(%)]", "m[kSame_X($)]",
    "m[$+kKey_X(%)]", "mm[kK_X{%, $}]", "mm[kK_X{a: kIdx_X(%)}.key()]", "mm[kSame_X(kK_X{b: $})]", "mp[kKey_X(%)].a",
    "mp[kKey_X(%)].c[kIdx_X(%)]", "ss[kIdx_X(%)][kIdx_X(%)]", "(*kSame_X(&s))[kIdx_X(%)]", "t.p.s[kIdx_X(f(%))]", "kGlobal_X",
    "kGlobals_X[kIdx_X(%)]", "n", "t.a", "kSame_X(&t).c[kSwitch_X(%)&3]", "[]*int{&n, &t.a}[kIdx_X(%)&1]*", "*[]*int{&n, &arr[1]}[kIdx_X(%)&1]"]

STATEMENTS = [
    "@ = %", "@ += %", "@ -= kIdx_X(%)", "@ *= 3", "@ |= %", "@ %= kIdx_X(%)+1", "@ <<= kIdx_X(%)", "@++", "@--", "@, @ = %, %", "@, @ = kPair_X(%, %)",
    "@, @, n = n, %, kIdx_X(%)", "_, @ = kPair_X(%, %)", "@, ok = m[kKey_X(%)]", "@, ok = mm[kK_X{%, $}]", "@, ok = x.(int)",
    "ch <- %\n@ = <-ch", "ch <- %\n@, ok = <-ch", "for @ = range kIdx_X(%) {\n\tn++\n}", "for _, @ = range []int{%, %} {\n\tn++\n}",
    "for @, @ = range ss[kIdx_X(%)] {\n\tn++\n}", "for @ = range func(yield func(int) bool) { _ = yield(%) && yield(2) } {\n\tn++\n}",
    "ch <- %\nselect {\ncase @ = <-ch:\n\tn += kIdx_X(%)\ndefault:\n}", "ch <- %\nselect {\ncase @, ok = <-ch:\n\tn++\n}",
    "select {\ncase ch <- kNote_X(%):\n\t@ = <-ch\ndefault:\n}", "mt[kKey_X(%)] = kT_X{a: %, b: $, c: [4]int{%, %}, s: []int{%}}",
    "ts[kIdx_X(%)] = kT_X{a: kNote_X(%), b: kSame_X($), s: s[:kIdx_X(%)]}", "_, t2, t3 := kThree_X(%)\nts[kIdx_X(%)], mm[t2] = t3, t2.b2i()",
    "s = append(s[:6], kIdx_X(%), %)[:6]", "copy(s[kIdx_X(%):], ss[kIdx_X(%)])", "delete(m, kKey_X(%))", "s[kIdx_X(%)], s[kIdx_X(%)] = s[kIdx_X(%)], s[0]",
    "arr[kIdx_X(%)], arr[kIdx_X(%)] = %, arr[1]", "x = kSame_X(any(%))", "x, n = kSwap_X(%, any($))", "f64[kIdx_X(%)] += float64(%)", "u8[kIdx_X(%)] -= uint8(%)",
    "t.b = $ + kKey_X(%)", "t.b += kSame_X($)[:kIdx_X(kLen_X(t.b))&1]", "if @ = %; kLess_X(%, %) < n {\n\t@ = %\n} else {\n\t@--\n}",
    "switch kIdx_X(%) {\ncase kIdx_X(%):\n\t@ = 4\ncase 2:\n\t@ = %\n}", "switch any(kSame_X(%)).(type) {\ncase int:\n\t@ = %\n}",
    "defer func(q int, z string) { kNote_X(q); @ = q + len(z) }(%, $)", "defer kNote_X(%)", "func() { @ = % }()", "g := kAdder_X(%)\n@ = g(%)",
    "h := func(q int) (int, string) { return kMixed2_X(q, $) }\n@, t.b = h(%)", "{\n\tv, k := kMixed2_X(%, $)\n\t_ = k\n\t@ = v\n\t@ += kIdx_X(v)\n}",
    "for i := kIdx_X(%); i < 4; i++ {\n\t@ += i\n\tif i == kIdx_X(%) {\n\t\tcontinue\n\t}\n\tarr[i] = %\n}", "n = kVar_X(%, kIdx_X(%), %)", "@ = map[string]int{kKey_X(%): %, $ + \"z\": 2}[kKey_X(%)]",
    "@ = []int{kIdx_X(%), %, 3, 4}[kIdx_X(%)]", "@ = kT_X{a: %, c: [4]int{1, %}}.get(%)", "*kPath_X(&t) = kT_X{a: %, p: t.p, s: t.s}", "@ = kI_X(&t).get(kIdx_X(%))",
    "@ = min(%, kIdx_X(%), n)", "t.c, arr = arr, kSame_X(t.c)", "var e1, e2 = kPair_X(%, %)\n@, @ = e2, e1", "@ = len(s[kIdx_X(%):])", "m[kKey_X(%)], m[kKey_X(%)] = %, m[$]",
    "goto L#\nL#:\n\t@ = %", "kGlobal_X, kGlobals_X[kIdx_X(kGlobal_X)] = %, kGlobal_X", "*t.at(kGlobal_X), kGlobal_X = kNote_X(%), %",
]

MIXED2 = """func kThree2_X(n int) (a int, k kK_X, b int) { return n, kK_X{b: kNames_X[n&3]}, n + 2 }

func kMixed2_X(n int, s string) (int, string) { return n ^ 1, s + "!" }"""


class Operands:
    def __init__(self, g, code):
        self.g, self.code = g, code
        self.numbers, self.strings = ["n", "t.a", "s[1]", "arr[2]"], ["t.b", "kNames_X[1]"]

    def number(self, depth=2):
        g = self.g
        if depth == 0 or g.chance(0.35):
            return str(g.r.randint(0, 9)) if g.chance(0.2) else g.pick(self.numbers)
        n, s = (lambda: self.number(depth - 1)), (lambda: self.string(depth - 1))
        return g.pick([lambda: f"kIdx_X({n()})", lambda: f"kLess_X({n()}, {n()})", lambda: f"kSwitch_X({n()})", lambda: f"kLen_X({s()})",
            lambda: f"kSame_X({n()})", lambda: f"t.get({n()})", lambda: f"*t.at({n()})", lambda: f"({n()} + {n()})", lambda: f"({n()} * {n()}) % 97",
            lambda: f"f({n()})", lambda: f"kApply_X(f, {n()})", lambda: f"m[{s()}]", lambda: f"s[kIdx_X({n()})]", lambda: f"*kPtr_X(&s, {n()})",
            lambda: f"kK_X{{{n()}, {s()}}}.b2i()", lambda: f"kVar_X({n()}, {n()})", lambda: f"kT_X{{a: {n()}}}.get({n()})", lambda: f"ts[kIdx_X({n()})].get({n()})",
            lambda: f"kAdder_X({n()})({n()})", lambda: f"kPath_X(&t).a", lambda: f"max({n()}, {n()})", lambda: f"arr[kIdx_X({n()})]"])()

    def string(self, depth=1):
        g = self.g
        if depth == 0 or g.chance(0.4):
            return g.pick(self.strings) if g.chance(0.8) else '"a"'
        n = lambda: self.number(depth - 1)
        return g.pick([lambda: f"kKey_X({n()})", lambda: f"kSame_X({self.string(0)})", lambda: f"kNames_X[kIdx_X({n()})]"])()

    def fill(self, text):
        """The form with operands in place of % and $."""
        out = ""
        for c in text:
            if c == "@":
                lvalue = self.g.pick(ASSIGNED)
                out += self.fill("*" + lvalue[:-1] if lvalue.endswith("*") else lvalue)
            elif c == "%":
                out += self.number()
            elif c == "$":
                out += self.string()
            else:
                out += c
        return out

    def statement(self):
        text = self.g.pick(STATEMENTS)
        if "#" in text:
            text = text.replace("#", self.g.fresh("k"))
        # `%=` is an operator.
        head, sign, rest = text.partition("%= ")
        filled = self.fill(head) + sign + self.fill(rest) if sign else self.fill(text)
        self.code.line("{\n\t" + filled.replace("\n", "\n\t") + "\n}" if ":=" in filled or "goto" in filled or "var " in filled else filled)

    def within(self):
        """Statements directly behind a declaration."""
        g = self.g
        with self.code.block(""):
            if g.chance(0.3):
                before, head, tail = g.pick(BLOCKS)
                self.code.line(self.fill(before))
                with self.code.block(self.fill(head), self.fill(tail)):
                    if head.startswith("switch"):
                        self.code.line("case int:" if "type" in head else "default:")
                    self.statements()
            else:
                first, _, last = g.pick(DECLARATIONS).partition("\n_")
                self.code.line(self.fill(first))
                self.statements()
                if last:
                    self.code.line("_" + last)

    def statements(self):
        """Statements that use v, w and k."""
        saved = self.numbers, self.strings
        self.numbers, self.strings = [*self.numbers, *["v", "w"] * 3], [*self.strings, *["k"] * 3]
        for _ in range(self.g.r.randint(1, 3)):
            self.statement()
        self.code.line("_, _, _ = v, w, k")
        self.numbers, self.strings = saved


def operands(g):
    """Declarations and statements with inlined calls as their operands."""
    if "kIdx" not in "".join(g.decls):
        g.declare((FUNCS + "\n" + MIXED2 + "\n").replace("_X", f"_{g.suffix}"))
    code = Code()
    made = Operands(g, code)
    code.line(HEAD.replace("@", str(g.r.randint(0, 9)), 1).replace("@", g.pick(["7", '"x"', "3"]), 1))
    for _ in range(g.r.randint(3, 8)):
        g.pick([made.within, made.within, made.statement])()
    code.line('fmt.Println(s, arr, n, m, len(mm), mm, ok, x)\nfmt.Println(t.a, t.b, t.c, t.s, t.p.a, t.p.c, t.p.s, len(ts), ss, len(ch), f64, u8)')
    code.line('for _, q := range ts {\n\tfmt.Print(q.a, q.b, q.c, q.s, " ")\n}\nfor _, q := range kNames_X {\n\tfmt.Print(mt[q].a, mt[q].b, mt[q].c, mt[q].s, *mp[q], " ")\n}')
    code.line("fmt.Println(kTrace_X, kGlobal_X, kGlobals_X)")
    code.lines = [line.replace("_X", f"_{g.suffix}") for line in code.lines]
    g.test("operands", code)
