"""Generic functions and types: constants converted to type parameters, unions, methods, inference, aliases."""

from . import types as ty
from .gen import Code
from .values import literal

NUMBERS = [t for t in ty.BASIC.values() if t.kind in ("int", "uint", "float")]


class Parameter:
    """A type parameter over a union of numeric types."""

    def __init__(self, g, name, kinds):
        self.name = name
        fits = [t for t in NUMBERS if t.kind in kinds]
        self.types = g.r.sample(fits, g.r.randint(2, min(4, len(fits))))
        self.integer = all(t.integer for t in self.types)
        ranges = [t.range for t in self.types if t.integer] or [(-1000, 1000)]
        self.low, self.high = max(low for low, _ in ranges), min(high for _, high in ranges)
        self.tilde = {t: g.chance(0.4) for t in self.types}
        if not self.integer:
            self.low, self.high = max(self.low, -1000), min(self.high, 1000)

    def union(self):
        return " | ".join(("~" if self.tilde[t] else "") + str(t) for t in self.types)

    def constant(self, g):
        near = [0, 1, 2, 3, 5, 7, 100, self.high, self.high - 1, self.low, self.low + 1]
        value = g.pick([n for n in near if self.low <= n <= self.high])
        if not self.integer and any(t.bits == 32 for t in self.types if t.kind == "float"):
            value = max(-100, min(100, value))
        return str(value)


class Arithmetic:
    """Expressions over values of type parameters."""

    def __init__(self, g, params, values):
        self.g, self.params, self.values = g, params, values

    def expr(self, p, depth):
        g = self.g
        choice = g.r.random()
        if depth == 0 or choice < 0.15:
            own = [n for n, q in self.values if q is p]
            return g.pick(own) if own and g.chance(0.5) else f"{p.name}({p.constant(g)})"
        e = self.expr
        if choice < 0.45:
            ops = ["+", "-", "*"] + (["&", "|", "^", "&^"] if p.integer else ["/"])
            return f"({e(p, depth - 1)} {g.pick(ops)} {e(p, depth - 1)})"
        if choice < 0.55:
            return f"{g.pick(['-', '+', '^'] if p.integer else ['-', '+'])}({e(p, depth - 1)})"
        if choice < 0.6:
            return f"-{p.name}({abs(int(p.constant(g))) if p.high > 100 else 1})"
        if choice < 0.68 and p.integer:
            return f"({e(p, depth - 1)} {g.pick('/%')} {e(p, depth - 1)})"
        if choice < 0.76 and p.integer:
            q = g.pick([q for q in self.params if q.integer])
            count = g.pick([e(q, depth - 1), f"{q.name}({max(0, min(int(q.constant(g)), 90))})", str(g.r.randint(0, 9))])
            left = g.pick([e(p, depth - 1), f"{p.name}(1)"])
            return f"({left} {g.pick(['<<', '>>'])} {count})"
        if choice < 0.84:
            q = g.pick(self.params)
            if q.integer or not p.integer:
                return f"{p.name}({e(q, depth - 1)})"
        if choice < 0.9:
            return f"{g.pick(['min', 'max'])}({e(p, depth - 1)}, {e(p, depth - 1)})"
        if choice < 0.95:
            return f"{p.name}(len([]int{{1, 2, 3}}))"
        return f"[]{p.name}{{{e(p, depth - 1)}, {e(p, depth - 1)}}}[1]"

    def shown(self):
        """The expression that a line of the test appends to the results."""
        g = self.g
        p = g.pick(self.params)
        choice = g.r.random()
        if choice < 0.5:
            return self.expr(p, g.r.randint(1, 3))
        if choice < 0.65:
            return f"{self.expr(p, 2)} {g.pick(['<', '<=', '==', '!=', '>', '>='])} {self.expr(p, 2)}"
        if choice < 0.85 and p.integer:
            return f"{g.pick(NUMBERS)}({self.expr(p, 2)})"
        if choice < 0.92 and p.integer:
            return f"len(make([]int, {self.expr(p, 1)}&7))"
        return f"fmt.Sprintf(\"%T %v\", {self.expr(p, 1)}, {self.expr(p, 1)})"


def arithmetic(g):
    """A generic function of arithmetic on constants and arguments, instantiated with several types."""
    kinds = [g.pick([("int", "uint"), ("float",), ("int",), ("uint",), ("int", "uint", "float")]) for _ in range(2)]
    params = [Parameter(g, name, k) for name, k in zip("TU", kinds)]
    name, out = g.top("calc"), g.fresh("out")
    lists = ", ".join(f"{p.name} {p.union()}" for p in params)
    code = Code()
    values = [("x", params[0]), ("y", params[1])]
    maker = Arithmetic(g, params, values)
    code.line(f"{out} := []any{{x, y}}")
    for n in range(g.r.randint(3, 7)):
        if g.chance(0.25):
            p = g.pick(params)
            local = g.fresh("v")
            code.line(f"{local} := {maker.expr(p, 2)}\n_ = {local}")
            values.append((local, p))
        elif g.chance(0.2):
            p = g.pick(params)
            i = g.fresh("i")
            with code.block(f"for {i} := {p.name}(0); {i} < {p.name}({g.r.randint(1, 4)}); {i}++"):
                code.line(f"{out} = append({out}, {i} {g.pick('+-*')} {maker.expr(p, 1)})")
        else:
            code.line(f"run_{g.suffix}(\"{n}\", func() {{ {out} = append({out}, {maker.shown()}) }})")
    code.line(f"return {out}")
    g.declare(f"func {name}[{lists}](x T, y U) []any {{\n" + "\n".join(code.lines) + "\n}")
    test = Code()
    for _ in range(g.r.randint(2, 4)):
        args = []
        for p in params:
            t = g.pick(p.types)
            if p.tilde[t] and g.chance(0.4):
                named = g.top("N")
                g.declare(f"type {named} {t}")
                t = t.defined(named)
            args.append((t, literal(g, t)))
        explicit = f"[{', '.join(str(t) for t, _ in args)}]" if g.chance(0.5) else ""
        test.line(f"fmt.Println({name}{explicit}({', '.join(v for _, v in args)}))")
    g.test("arithmetic", test)


CONTAINERS = """
type Pair_X[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair_X[K, V]) String() string { return fmt.Sprintf("<%v|%v>", p.Key, p.Val) }

func (p Pair_X[K, V]) Swap(f func(V) K, h func(K) V) Pair_X[K, V] { return Pair_X[K, V]{f(p.Val), h(p.Key)} }

type Stack_X[T any] struct{ items []T }

func (s *Stack_X[T]) Push(v ...T) *Stack_X[T] { s.items = append(s.items, v...); return s }

func (s *Stack_X[T]) Pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}

func (s *Stack_X[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, v := range s.items {
			if !yield(i, v) {
				return
			}
		}
	}
}

type Node_X[T any] struct {
	val         T
	left, right *Node_X[T]
}

type Tree_X[T any] struct {
	root *Node_X[T]
	less func(a, b T) bool
	size int
}

func (t *Tree_X[T]) Add(v T) bool {
	at := &t.root
	for *at != nil {
		switch {
		case t.less(v, (*at).val):
			at = &(*at).left
		case t.less((*at).val, v):
			at = &(*at).right
		default:
			return false
		}
	}
	*at = &Node_X[T]{val: v}
	t.size++
	return true
}

func (n *Node_X[T]) walk(f func(T) bool) bool {
	return n == nil || n.left.walk(f) && f(n.val) && n.right.walk(f)
}

type Set_X[T comparable] map[T]struct{}

func (s Set_X[T]) Add(vs ...T) Set_X[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}

func (s Set_X[T]) Has(v T) bool { _, ok := s[v]; return ok }

type Only_X[V any] = Pair_X[int, V]

type Number_X interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

func Sum_X[S ~[]E, E Number_X](s S) (sum E) {
	for _, v := range s {
		sum += v
	}
	return sum + E(len(s)) - E(len(s)) + E(7) - E(7)
}

func Map_X[S ~[]A, A, B any](s S, f func(A) B) []B {
	out := make([]B, 0, len(s))
	for _, v := range s {
		out = append(out, f(v))
	}
	return out
}

func Fold_X[A, B any](s []A, first B, f func(B, A) B) B {
	for _, v := range s {
		first = f(first, v)
	}
	return first
}

func Kind_X[T any](v T) string {
	switch x := any(v).(type) {
	case int, int8:
		return fmt.Sprintf("small %v", x)
	case string:
		return "text " + x
	case []T:
		return "slice of itself"
	case fmt.Stringer:
		return "stringer " + x.String()
	case error:
		return "error " + x.Error()
	}
	var zero T
	return fmt.Sprintf("%T %v", zero, any(v) == nil)
}

type Setter_X[T any] interface {
	*T
	Set(string)
}

type Text_X struct{ s string }

func (t *Text_X) Set(s string) { t.s = s + "!" }

func Parse_X[T any, P Setter_X[T]](all ...string) []T {
	out := make([]T, len(all))
	for i, s := range all {
		P(&out[i]).Set(s)
	}
	return out
}

func Equal_X[T comparable](a, b T) bool { return a == b }

type Embed_X[T any] struct {
	Stack_X[T]
	*Pair_X[string, T]
}
"""


def containers(g):
    """Generic types of the usual kinds with random elements, and random operations on them."""
    x = "_" + g.suffix
    if not any("type Pair" + x in d for d in g.decls):
        g.declare(CONTAINERS.replace("_X", x))
    code = Code()
    for _ in range(g.r.randint(3, 7)):
        code.line(g.pick([stack, tree, sets, pairs, mapped, kinds, parsed, embedded])(g, x))
    g.test("containers", code)


def elements(g, t, most=4):
    return ", ".join(literal(g, t) for _ in range(g.r.randint(0, most)))


def stack(g, x):
    t, s = g.any_type(1), g.fresh("s")
    lines = [f"{s} := new(Stack{x}[{t}])", f"{s}.Push({elements(g, t)}).Push({elements(g, t)})"]
    if g.chance(0.5):
        lines.append(f"fmt.Println({s}.Pop())")
    if g.chance(0.5):
        lines.append(f"for i, v := range {s}.All() {{\n\tif i == {g.r.randint(0, 5)} {{\n\t\tbreak\n\t}}\n"
            f"\tfmt.Printf(\"%d %v;\", i, v)\n}}")
    if g.chance(0.3):
        f = g.fresh("f")
        lines.append(f"{f} := (*Stack{x}[{t}]).Pop\nfmt.Println({f}({s}))")
    return "\n".join([*lines, f'fmt.Printf("%v %T\\n", *{s}, {s})'])


def tree(g, x):
    t, s = g.basic("int", "uint", "string"), g.fresh("t")
    lines = [f"{s} := &Tree{x}[{t}]{{less: func(a, b {t}) bool {{ return a {g.pick('<>')} b }}}}"]
    lines += [f"fmt.Print({s}.Add({literal(g, t)}), \" \")" for _ in range(g.r.randint(1, 6))]
    stop = g.r.randint(1, 5)
    n = g.fresh("n")
    lines.append(f"{n} := 0\n{s}.root.walk(func(v {t}) bool {{ {n}++; fmt.Print(v, \" \"); return {n} < {stop} }})")
    return "\n".join([*lines, f"fmt.Println({s}.size)"])


def sets(g, x):
    t = g.basic()
    t = t if t.kind != "float" else ty.STRING
    s = g.fresh("s")
    return (f"{s} := Set{x}[{t}]{{}}.Add({elements(g, t)}).Add({elements(g, t)})\n"
        f"fmt.Println({s}, len({s}), {s}.Has({literal(g, t)}))")


def pairs(g, x):
    k, v = g.basic("int", "string", "bool"), g.any_type(1)
    inner = f"Pair{x}[{k}, {v}]"
    value = f"{inner}{{{literal(g, k)}, {literal(g, v)}}}"
    outer = g.pick([f"Pair{x}[bool, {inner}]{{true, {value}}}", f"Only{x}[{inner}]{{Val: {value}}}", value,
                    f"[]Only{x}[{v}]{{{{3, {literal(g, v)}}}}}", f"map[string]{inner}{{\"k\": {value}}}"])
    return f'fmt.Printf("%v %+v %T\\n", {outer}, {outer}, {outer})'


def mapped(g, x):
    t, u = g.basic("int", "uint", "float"), g.basic("int", "uint", "float")
    s = g.fresh("s")
    source = f"[]{t}{{{elements(g, t)}}}"
    if g.chance(0.3):
        named = g.top("L")
        g.declare(f"type {named} []{t}")
        source = f"{named}{{{elements(g, t)}}}"
    to = "fmt.Sprint(v)" if u.integer and t.kind == "float" else f"{u}(v)"
    lines = [f"{s} := Map{x}({source}, func(v {t}) {'string' if 'Sprint' in to else u} {{ return {to} }})",
        f"fmt.Println({s}, Sum{x}({source}))"]
    lines.append(f"fmt.Println(Fold{x}({source}, \"\", func(a string, v {t}) string {{ return a + fmt.Sprint(v) }}))")
    return "\n".join(lines)


def kinds(g, x):
    t = g.any_type(1)
    return f"fmt.Println(Kind{x}({literal(g, t)}), Kind{x}(Pair{x}[string, {t}]{{}}), Equal{x}({literal(g, ty.INT)}, {g.r.randint(0, 3)}))"


def parsed(g, x):
    return f"fmt.Println(Parse{x}[Text{x}]({', '.join(literal(g, ty.STRING) for _ in range(g.r.randint(0, 3)))}))"


def embedded(g, x):
    t, e = g.basic(), g.fresh("e")
    return (f"{e} := Embed{x}[{t}]{{Pair{x}: &Pair{x}[string, {t}]{{\"k\", {literal(g, t)}}}}}\n"
            f"{e}.Push({e}.Val, {literal(g, t)})\nfmt.Println({e}.Stack{x}, {e}.String(), {e}.Key)")
