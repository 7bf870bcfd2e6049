"""Methods, embedding, interfaces, iterators, control flow by labels and goto, and constants."""

from . import types as ty
from .gen import Code
from .statements import Body
from .values import literal


def methods(g):
    """A small hierarchy of embedded types with methods by value and by pointer, used through interfaces, values and expressions."""
    a, b, c, i, j = (g.top(n) for n in ("A", "B", "C", "I", "J"))
    t = g.basic("int", "uint", "string", "float")
    names = g.r.sample(["M", "N", "O", "Pq", "String"], 4)
    g.declare(f"type {a} struct {{\n\tx {t}\n\tlog []string\n}}")
    for n in names[:2]:
        star = g.pick(["", "*"])
        g.declare(f"func (r {star}{a}) {n}() string {{\n\tr.log = append(r.log, \"{n}\")\n\tr.x = {literal(g, t)}\n"
            f"\treturn fmt.Sprint(\"A.{n} \", r.x, len(r.log))\n}}")
    g.declare(f"type {b} struct {{\n\t{g.pick(['', '*'])}{a}\n\ty int\n\tx [2]{t}\n}}")
    g.declare(f"func (r {g.pick(['', '*'])}{b}) {names[2]}() string {{ r.y++; return fmt.Sprint(\"B.{names[2]} \", r.y) }}")
    if g.chance(0.6):
        g.declare(f"func (r {g.pick(['', '*'])}{b}) {names[0]}() string {{ r.y += 10; return fmt.Sprint(\"B.{names[0]} \", r.y, r.{a}.{names[0]}()) }}")
    g.declare(f"type {c} struct {{\n\t{g.pick(['', '*'])}{b}\n\t{i}\n\tz any\n}}")
    g.declare(f"type {i} interface{{ {names[3]}() string }}\n\ntype {j} interface {{\n\t{names[0]}() string\n"
        f"\t{names[2]}() string\n}}")
    d = g.top("D")
    g.declare(f"type {d} {g.pick(['int', 'string', 'func() string', '[]int'])}\n\n"
        f"func (d {d}) {names[3]}() string {{ return \"D\" }}")
    text_b = next(x for x in g.decls if x.startswith(f"type {b} "))
    star_a = "*" if f"\t*{a}" in text_b else ""
    text_c = next(x for x in g.decls if x.startswith(f"type {c} "))
    star_b = "*" if f"\t*{b}" in text_c else ""
    code = Code()
    make_a = f"{'&' if star_a else ''}{a}{{x: {literal(g, t)}}}"
    make_b = f"{b}{{{a}: {make_a}, y: {g.r.randint(0, 9)}}}"
    code.line(f"b := {make_b}\nvar zero {d}\nc := &{c}{{{b}: {'&' if star_b else ''}b, {i}: zero}}\n_ = c")
    order = g.r.randint(0, 3)
    lines = [f"fmt.Println(c.{names[2]}(), b.y, c.y)", f"fmt.Println(c.{names[0]}(), c.{names[1]}(), b.{a}.x, c.{a}.x)",
        f"fmt.Println(c.{names[3]}())",
             f"f := c.{names[2]}\nc.y += 5\nfmt.Println(f(), c.y, b.y)", f"f := (*{c}).{names[0]}\nfmt.Println(f(c), c.y)",
             f"g := b.{names[1]}\nb.{a}.x = {literal(g, t)}\nfmt.Println(g())",
             f"var x {j} = c\nfmt.Println(x.{names[0]}(), x.{names[2]}())\ny, ok := x.({i})\nfmt.Println(ok, y != nil)",
             f"for _, x := range []any{{b, &b, *c, c, zero, nil, 1}} {{\n\tswitch v := x.(type) {{\n\tcase {j}:\n"
                 f"\t\tfmt.Println(\"J\", v.{names[2]}())\n\tcase {i}:\n\t\tfmt.Println(\"I\", v.{names[3]}())\n"
             f"\tcase nil:\n\t\tfmt.Println(\"nil\")\n\tdefault:\n\t\tfmt.Printf(\"%T\\n\", v)\n\t}}\n}}",
             f"var none *{c}\nfmt.Println(none.{names[order]}())", f"var none {i}\nfmt.Println(none.{names[3]}())",
             f"c.{i} = nil\nfmt.Println(c.{names[3]}())",
             f"var x any = c\nfmt.Println(x.(interface{{ Missing() }}) != nil)",
             f"var x any = b\nfmt.Println(x.({j}) != nil)", f"e := {b}{{}}\nfmt.Println(e.{names[1]}())",
             "c.z = c\nfmt.Println(c.z == any(c), c.z.(any) != nil)",
             f"defer func() {{ fmt.Println(\"deferred\", c.y) }}()\ndefer fmt.Println(c.{names[2]}())\nc.y *= 3"]
    for n, line in enumerate(g.r.sample(lines, g.r.randint(3, 8))):
        with code.block(f'run_{g.suffix}("{n}", func()', "})"):
            code.line(line)
    g.test("methods", code)


def iterators(g):
    """Sequences composed at random, left by break, return, labels, panics and iter.Pull."""
    code = Code()
    base = g.top("seq")
    n = g.r.randint(1, 9)
    g.declare(f"func {base}(n int) iter.Seq[int] {{\n\treturn func(yield func(int) bool) {{\n"
        f"\t\tdefer fmt.Print(\"<\", n, \">\")\n\t\tfor i := range n {{\n\t\t\tif !yield(i) {{\n"
        f"\t\t\t\tfmt.Print(\"stop \")\n\t\t\t\treturn\n\t\t\t}}\n\t\t}}\n\t}}\n}}")
    value = f"{base}({n})"
    for _ in range(g.r.randint(0, 3)):
        f = g.top("it")
        body = g.pick([f"if v%{g.r.randint(2, 4)} == 0 {{\n\t\t\tcontinue\n\t\t}}\n\t\tif !yield(v) {{\n\t\t\treturn\n\t\t}}", f"if !yield(v * {g.r.randint(2, 5)}) {{\n\t\t\tbreak\n\t\t}}",
                       "for w := range 2 {\n\t\t\tif !yield(v + w) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}",
                       f"if count++; count > {g.r.randint(1, 6)} || !yield(v) {{\n\t\t\treturn\n\t\t}}"])
        g.declare(f"func {f}(s iter.Seq[int]) iter.Seq[int] {{\n\treturn func(yield func(int) bool) {{\n\t\tcount := 0\n"
            f"\t\t_ = count\n\t\tfor v := range s {{\n\t\t{body}\n\t\t}}\n\t}}\n}}")
        value = f"{f}({value})"
    find = g.top("find")
    g.declare(f"func {find}(s iter.Seq[int], want int) (r int, ok bool) {{\n\tdefer func() {{ r++ }}()\n\tfor v := range s {{\n"
        f"\t\tdefer fmt.Print(\"d\", v, \" \")\n\t\tif v == want {{\n\t\t\treturn v * 100, true\n\t\t}}\n\t}}\n"
        f"\treturn -1, false\n}}")
    k = g.r.randint(0, 8)
    lines = [f"for v := range {value} {{\n\tfmt.Print(v, \" \")\n}}\nfmt.Println()", f"fmt.Println({find}({value}, {k}))",
             f"outer:\nfor v := range {value} {{\n\tfor w := range {base}(4) {{\n\t\tif w == v%4 {{\n"
                 f"\t\t\tcontinue outer\n\t\t}}\n\t\tif v > {k} {{\n\t\t\tbreak outer\n\t\t}}\n"
                 f"\t\tfmt.Print(v, w, \" \")\n\t}}\n}}\nfmt.Println()",
             f"next, stop := iter.Pull({value})\nfmt.Println(next())\nfmt.Println(next())\n{g.pick(['stop()', ''])}\n"
                 f"fmt.Println(next())\nstop()\nfmt.Println(next())",
             f"fs := []func() int{{}}\nfor v := range {value} {{\n\tfs = append(fs, func() int {{ v++; return v }})\n"
                 f"}}\nfor _, f := range fs {{\n\tfmt.Print(f(), f(), \" \")\n}}\nfmt.Println()",
             f"for v := range {value} {{\n\tif v >= {k} {{\n\t\tpanic(fmt.Sprint(\"at \", v))\n\t}}\n}}",
             f"fmt.Println(slices.Collect({value}), slices.Sorted({value}))",
             f"saved := func(int) bool {{ return true }}\n"
                 f"(func(yield func(int) bool) {{ saved = yield; yield(1) }})(func(v int) bool {{ fmt.Print(v); return false }})\n"
                 f"fmt.Println(saved(2))",
             "bad := func(yield func(int) bool) { yield(1); yield(2) }\nfor v := range bad {\n\tfmt.Println(v)\n\tbreak\n}",
             f"bad := func(yield func(int) bool) {{\n\tdefer func() {{ fmt.Println(\"r\", recover()) }}()\n"
                 f"\tyield({k})\n}}\nfor v := range bad {{\n\tpanic(v)\n}}",
             f"sum := 0\nfor range {value} {{\n\tsum++\n\tfunc() {{\n\t\tdefer func() {{ sum += 10 }}()\n"
                 f"\t\tif sum > {k} {{\n\t\t\treturn\n\t\t}}\n\t}}()\n}}\nfmt.Println(sum)",
             f"for i, v := range slices.Backward(slices.Collect({value})) {{\n\tif i == 0 {{\n\t\tgoto end\n\t}}\n"
                 f"\tfmt.Print(i, v, \" \")\n}}\nend:\nfmt.Println(\"end\")"]
    for m, line in enumerate(g.r.sample(lines, g.r.randint(2, 6))):
        with code.block(f'run_{g.suffix}("{m}", func()', "})"):
            code.line(line)
    g.test("iterators", code)


def jumps(g):
    """A machine of labels and gotos with a bounded number of steps, and nested labelled loops."""
    code = Code()
    labels = [g.fresh("L") for _ in range(g.r.randint(2, 5))]
    code.line(f"n, a, b := 0, {g.r.randint(0, 9)}, {g.r.randint(1, 9)}")
    for at, label in enumerate(labels):
        code.depth -= 1
        code.line(f"{label}:")
        code.depth += 1
        code.line(f"if n++; n > {g.r.randint(5, 30)} {{\n\tgoto end\n}}")
        code.line(g.pick([f"a = a*{g.r.randint(2, 5)} + b", "a, b = b, a", f"b = b%7 + {g.r.randint(1, 5)}",
            f"fmt.Print({at}, a, b, \" \")"]))
        with code.block(f"switch {g.pick(['a', 'b', 'n'])} % {g.r.randint(2, 4)}"):
            code.line(f"case 0:\n\tgoto {g.pick(labels)}\ncase 1:\n\tfmt.Print(\"one \")\n"
                f"\t{g.pick(['fallthrough', 'break'])}\ndefault:\n\tb++")
    code.line("for a < 1000 {\n\ta += b + 1\n}\ngoto end\nend:\nfmt.Println(n, a, b)")
    # A label that is never used would be an error.
    used = "\n".join(code.lines)
    code.lines = [line for line in code.lines if not (line.strip().rstrip(":") in labels and f"goto {line.strip().rstrip(':')}\n" not in used)]
    g.test("jumps", code)


def constants(g):
    """Constant expressions of any size. The generator computes their values, so that each declared constant fits its type."""
    code, known = Code(), {"one": 1}
    code.line("const one = 1")
    for _ in range(g.r.randint(4, 12)):
        name, (a, x), (b, y) = g.fresh("c"), *(g.pick(list(known.items())) for _ in range(2))
        k = g.r.randint(0, 200)
        text, value = g.pick([(f"{a} + {b}", x + y), (f"{a} - {b}*3", x - y * 3), (f"{a} * {b}", x * y),
            (f"{a} << {k % 100}", x << k % 100), (f"{a} >> {k % 40}", x >> k % 40),
                              (f"{a} | {k}", x | k), (f"{a} & ^{k}", x & ~k), (f"{a} ^ {b}", x ^ y), (f"-{a}", -x),
                              (f"'{chr(97 + k % 26)}' + {a}", 97 + k % 26 + x),
                              (f"{k + 1}.0 * {a}", (k + 1) * x),
                              (f"{a} / {k + 1}", abs(x) // (k + 1) * (1 if x >= 0 else -1)), (f"{k} % 7 + {a}", k % 7 + x)])
        if value.bit_length() > 400 or text.startswith(f"{k + 1}.0"):
            continue
        code.line(f"const {name} = {text}")
        known[name] = value
    for name, value in known.items():
        down = max(0, value.bit_length() - 62)
        shown = f"{name} >> {down}" if down else name
        small = value >> down
        code.line(f"fmt.Println(int64({shown}), {name} > {g.r.randint(-5, 5)}, {name} == {g.pick(list(known))}, float64({name}))")
        fits = [t for t in ty.BASIC.values() if t.integer and t.range[0] <= small <= t.range[1]]
        if fits:
            t = g.pick(fits)
            code.line(f"{{\n\tconst k {t} = {shown}\n\tvar v {t} = k\n\tfmt.Printf(\"%T %v %v\\n\", k, v+k, v*v)\n}}")
    kinds = g.top("K")
    g.declare(f"type {kinds} {g.pick(['int', 'uint8', 'int64'])}\n\nconst (\n"
        f"\t{kinds}a {kinds} = iota{g.pick(['', ' + 1', ' * 2', ' << 1'])}\n\t{kinds}b\n\t_\n"
        f"\t{kinds}c, {kinds}d = iota, {g.pick(['1 << iota', 'iota * 10', '-iota'])}\n\t{kinds}e, {kinds}f\n)"
              f"\n\nfunc (k {kinds}) String() string {{ return fmt.Sprintf(\"K%d\", int(k)) }}")
    code.line(f"fmt.Println({kinds}a, {kinds}b, {kinds}c, {kinds}d, {kinds}e, {kinds}f)\n"
        f"fmt.Printf(\"%d %v %x %T\\n\", {kinds}b, {kinds}b, {kinds}b, {kinds}f)")
    f = f"{g.r.uniform(-9, 9):.6f}"
    code.line(f"const big = {f} * 1e300 * 1e300 / 1e299 / 1e300\n"
        f"fmt.Println(big, float32(big), {f} / 3, {f} * {f}, complex(big, 1) * 2i, real({f} + 2i))")
    g.test("constants", code)


def large(g):
    """Large arrays and structs by value, copied, compared, in maps and channels."""
    code, n = Code(), g.pick([3, 17, 64, 200, 1000])
    t = g.basic("int", "uint")
    name = g.top("Big")
    g.declare(f"type {name} struct {{\n\ta [{n}]{t}\n\ts string\n\tn [3][4]{t}\n}}\n\n"
        f"func (b {name}) changed(i int) {name} {{ b.a[i%{n}]++; b.n[i%3][i%4] = 7; return b }}\n\n"
        f"func (b *{name}) change(i int) *{name} {{ b.a[i%{n}] += 2; return b }}")
    code.line(f"var x {name}\nx.s = {literal(g, ty.STRING)}\ny := x")
    for _ in range(g.r.randint(3, 8)):
        i = g.r.randint(0, 999)
        code.line(g.pick([f"y = x.changed({i})", f"x.change({i}).change({i + 1})", "x, y = y, x",
            f"x.n[{i % 3}] = y.n[{(i + 1) % 3}]", "fmt.Println(x == y, x.n, y.n)",
                          f"func(z {name}) {{ z.a[0]++; fmt.Println(z == x, z.a[0]) }}(x)",
                          f"{{\n\tm := map[{name}]int{{x: 1}}\n\tm[y] += 2\n\tfmt.Println(len(m), m[x])\n}}",
                          f"{{\n\tc := make(chan {name}, 1)\n\tc <- x\n\tx.a[0] = 9\n\ty = <-c\n}}",
                          "{\n\tvar e any = x\n\tx.change(3)\n\tfmt.Println(e == any(x))\n}",
                          f"for i, v := range x.a {{\n\tx.a[{n - 1}] = 5\n\tif i == {n - 1} {{\n\t\tfmt.Println(v)\n"
                              f"\t}}\n}}", f"{{\n\ts := []{name}{{x, y}}\n\tfor _, v := range s {{\n\t\tv.a[0] = 1\n\t}}\n"
                              f"\ts[0], s[1] = s[1], s[0]\n\tfmt.Println(s[0] == y)\n}}",
                          f"{{\n\tf := x.changed\n\tx.a[1%{n}] = 8\n\tz := f({i})\n\tfmt.Println(z.a[:min({n}, 5)])\n"
                              f"}}", f"{{\n\tp := &x\n\tz := *p\n\tp.a[{i % n}]--\n"
                                  f"\tfmt.Println(z.a[{i % n}] - x.a[{i % n}])\n"
                              f"}}"]))
    code.line("fmt.Println(x.a[:min(len(x.a), 9)], y.a[:min(len(y.a), 9)], x.s, x.n, y.n)")
    g.test("large", code)


def closures(g):
    """Closures that capture variables of loop iterations, shared variables, named results and parameters."""
    code = Code()
    body = Body(g)
    n = g.r.randint(1, 5)
    lines = [f"fs := []func(int) int{{}}\nfor i, j := 0, {n}; i < {n}; i, j = i+1, j-1 {{\n"
        f"\tfs = append(fs, func(d int) int {{ i += d; j *= 2; return i*100 + j }})\n\tif i%2 == 1 {{\n\t\ti++\n\t}}\n"
        f"}}\nfor _, f := range fs {{\n\tfmt.Print(f(1), f(2), \" \")\n}}",
             f"make := func() (func() int, func(int)) {{\n\tx := {n}\n"
                 f"\treturn func() int {{ x++; return x }}, func(y int) {{ x = y }}\n}}\nget, set := make()\n"
                 f"fmt.Print(get(), get())\nset(50)\nfmt.Print(get())",
             f"var fib func(int) int\nfib = func(k int) int {{\n\tif k < 2 {{\n\t\treturn k\n\t}}\n"
                 f"\treturn fib(k-1) + fib(k-2)\n}}\nfmt.Print(fib({n + 8}))",
             f"f := func(p int) (r int, err error) {{\n\tdefer func() {{\n\t\tif e := recover(); e != nil {{\n"
                 f"\t\t\tr, err = p*2, fmt.Errorf(\"%v\", e)\n\t\t}}\n\t}}()\n\tp += {n}\n\tr = 7 / (p - {n * 2})\n"
                 f"\treturn r, nil\n}}\nfmt.Println(f({n}))\nfmt.Print(f(1))",
             f"ps := []*int{{}}\nfor i := range {n} {{\n\tps = append(ps, &i)\n\ti += 10\n}}\n"
                 f"for _, p := range ps {{\n\t*p++\n\tfmt.Print(*p, \" \")\n}}",
             f"counts := map[string]func() int{{}}\nfor _, k := range []string{{\"a\", \"b\"}} {{\n\tn := 0\n"
                 f"\tcounts[k] = func() int {{ n += len(k); return n }}\n}}\n"
                 f"fmt.Print(counts[\"a\"](), counts[\"a\"](), counts[\"b\"]())",
             f"compose := func(fs ...func(int) int) func(int) int {{\n\treturn func(x int) int {{\n"
                 f"\t\tfor _, f := range fs {{\n\t\t\tx = f(x)\n\t\t}}\n\t\treturn x\n\t}}\n}}\n"
                 f"add := func(k int) func(int) int {{ return func(x int) int {{ return x + k }} }}\n"
                 f"fmt.Print(compose(add({n}), add(2), func(x int) int {{ return x * x }})(3))",
             f"x := {n}\nfunc() {{\n\tx := x + 1\n\tx++\n\tfunc() {{ x *= 3 }}()\n\tfmt.Print(x, \" \")\n}}()\n"
                 f"fmt.Print(x)", f"a := [3]int{{1, 2, 3}}\nf := func() int {{ a[{n % 3}]++; return a[{n % 3}] }}\nb := a\n"
                 f"fmt.Print(f(), b, a)"]
    for m, line in enumerate(g.r.sample(lines, g.r.randint(2, 6))):
        with code.block(f'run_{g.suffix}("{m}", func()', "})"):
            code.line(line + "\nfmt.Println()")
    body.code = code
    body.pure = False
    body.statements(g.r.randint(1, 3))
    g.test("closures", code)
