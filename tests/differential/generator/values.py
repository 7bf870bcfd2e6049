"""Expressions of a wanted type.

The generated expressions are well defined: constants fit, loops end, and no call changes an operand beside it. An expression may panic; the
spec does not say which of two operands panics first, so that all of a program's panics are divisions by zero unless it is `ordered`, where
the order is gc's.
Constant operands stand beside operands that are not constant, so that gc folds nothing that would overflow.
"""

from . import types as ty

WORDS = ["", "a", "go", "héllo", "世界", "x\\ty", "\\xff\\xfe", "ß", "Zz9", "line\\n", "a,b,c", "\\U0001F600", "  pad ",
    "\\x00z", "AbCaBc"]


def literal(g, t):
    """A literal, or another constant if the type has constants."""
    if t.kind in ("int", "uint"):
        return f"{t}({integer(g, t)})"
    if t.kind == "float":
        return f"{t}({number(g)})"
    if t.kind == "complex":
        return f"{t}({g.r.randint(-9, 9)}{g.r.choice(['+', '-'])}{g.pick(['2i', '0.5i', '1e3i', '0i'])})"
    if t.kind == "string":
        word = f'"{g.pick(WORDS)}"'
        return f"{t}({word})" if t.named or g.chance(0.2) else word
    if t.kind == "bool":
        return f"{t}({g.pick(['true', 'false'])})" if t.named else g.pick(["true", "false"])
    return composite(g, t, lambda part: literal(g, part))


def integer(g, t):
    low, high = t.range
    near = g.pick([0, 1, 2, 3, 5, 7, 8, 10, 31, 63, 64, 100, 127, 128, 255, 256, 65535, low, high, low + 1, high - 1,
        high // 2,
                   g.r.randint(low, high), g.r.randint(0, 50)])
    if g.chance(0.3):
        near = -near
    return near if low <= near <= high else g.r.randint(0, 9)


def number(g):
    return g.pick(["0", "1", "-1", "0.5", "2.5", "-3.25", "1e10", "1e-7", "3.14159", "123456.789", "-0.1", "1e20", "7",
        "16777217",
                   str(g.r.randint(-1000, 1000)), f"{g.r.uniform(-100, 100):.3f}"])


def composite(g, t, part):
    """A composite literal; `part` makes the elements."""
    if t.kind == "any":
        # The depth of nested interfaces is limited: a struct of several interfaces would otherwise grow without end.
        g.nested_any += 1
        inner = g.pick([g.basic(), g.any_type(1)]) if g.nested_any <= 6 else g.basic()
        text = f"any({part(inner)})"
        g.nested_any -= 1
        return text
    if t.kind == "slice":
        if g.chance(0.12):
            return f"{t}(nil)"
        count = g.r.randint(0, 4)
        if g.chance(0.1):
            return f"{t}{{{g.r.randint(1, 5)}: {part(t.elem)}, {part(t.elem)}}}"
        return f"{t}{{{', '.join(part(t.elem) for _ in range(count))}}}"
    if t.kind == "array":
        count = g.r.randint(0, t.length)
        return f"{t}{{{', '.join(part(t.elem) for _ in range(count))}}}"
    if t.kind == "map":
        keys = dict.fromkeys(map_key(g, t.key) for _ in range(g.r.randint(0, 4)))
        return f"{t}{{{', '.join(f'{key}: {part(t.elem)}' for key in keys)}}}"
    if t.kind == "struct":
        some = [(n, f) for n, f in t.fields if g.chance(0.8)]
        if len(some) == len(t.fields) and g.chance(0.3):
            return f"{t}{{{', '.join(part(f) for _, f in some)}}}"
        g.r.shuffle(some)
        return f"{t}{{{', '.join(f'{n}: {part(f)}' for n, f in some)}}}"
    if t.kind == "ptr":
        return f"&{composite(g, t.elem, part)}" if t.elem.kind in ("slice", "array", "map",
            "struct") else f"new({part(t.elem)})"
    raise ValueError(t)


def map_key(g, t):
    """Keys that are different values whenever their texts differ."""
    if t.integer:
        return str(g.r.randint(0, 9))
    if t.kind == "string":
        return f'"{g.pick("abcdefgh")}"'
    if t.kind == "bool":
        return g.pick(["true", "false"])
    if t.kind == "float":
        return f"{g.r.randint(0, 9)}.5"
    if t.kind == "complex":
        return f"{g.r.randint(0, 9)}i"
    if t.kind == "array":
        return f"{t}{{{', '.join(map_key(g, t.elem) for _ in range(t.length))}}}"
    return f"{t}{{{', '.join(map_key(g, f) for _, f in t.fields)}}}"


class Expressions:
    """Expressions over the variables that `body` has in scope."""

    def __init__(self, body):
        self.body, self.g = body, body.g

    def expr(self, t, depth=3, varying=False):
        """An expression of type t; one that is not constant if `varying`."""
        g = self.g
        if depth <= 0 or g.chance(0.12):
            return self.leaf(t, varying)
        for _ in range(6):
            made = getattr(self, "some_" + t.kind)(t, depth - 1) if g.chance(0.7) else self.some(t, depth - 1)
            if made:
                return made
        return self.leaf(t, varying)

    def leaf(self, t, varying):
        g = self.g
        names = [n for n, v in self.body.visible() if v == t]
        if names and g.chance(0.75):
            return g.pick(names)
        found = self.paths(t)
        if found and g.chance(0.6):
            return g.pick(found)
        if varying and t.basic:
            return names[0] if names else self.body.source_of(t)
        if t.basic or g.chance(0.5):
            return literal(g, t)
        return composite(g, t, lambda part: self.leaf(part, False))

    def paths(self, t):
        """Parts of variables that have type t."""
        g, found = self.g, []
        for name, v in self.body.visible():
            base = v.elem if v.kind == "ptr" else v
            if base.kind == "struct":
                found += [f"{name}.{field}" for field, part in base.fields if part == t]
            elif v.kind in ("array", "slice") and v.elem == t:
                found.append(f"{name}[{self.index(v, name)}]")
            elif v.kind == "map" and v.elem == t:
                found.append(f"{name}[{self.simple(v.key)}]")
            elif v.kind == "ptr" and v.elem == t:
                found.append(f"(*{name})")
        g.r.shuffle(found)
        return found[:4]

    def simple(self, t):
        """A variable or a literal."""
        names = [n for n, v in self.body.visible() if v == t]
        return self.g.pick(names) if names else literal(self.g, t)

    def index(self, t, name):
        """An index that is mostly in range."""
        g = self.g
        if t.kind == "array":
            if g.chance(0.4):
                return str(g.r.randrange(t.length))
            return f"uint({self.counter()})%{t.length}" if not g.ordered or g.chance(0.9) else self.counter()
        if not g.ordered or g.chance(0.8):
            return f"uint({self.counter()})%uint(len({name}))"
        return g.pick(["0", "1", f"len({name})-1", self.counter()])

    def counter(self):
        """A variable of an integer type, or another integer expression that is not constant."""
        names = [n for n, v in self.body.visible() if v.integer]
        return self.g.pick(names) if names else self.body.source_of(ty.INT)

    # Expressions of any type.

    def some(self, t, d):
        g, body = self.g, self.body
        choice = g.r.random()
        if choice < 0.3:
            return self.call(t, d)
        if choice < 0.4 and g.ordered:
            return f"note_{g.suffix}({g.r.randint(0, 99)}, {self.expr(t, d)})"
        if choice < 0.5:
            same = g.basic() if g.ordered and g.chance(0.2) else t
            return f"any({self.expr(same, d)}).({t})" if t.kind != "any" else None
        if choice < 0.6 and body.nesting < 2:
            return self.immediate(t, d)
        if choice < 0.7:
            return f"[]{t}{{{self.expr(t, d)}, {self.leaf(t, False)}}}[{self.expr(ty.UINT, 1, True)}&1]"
        if choice < 0.8:
            return f"struct{{ a {t}; b int }}{{a: {self.expr(t, d)}}}.a"
        if choice < 0.9 and t.kind != "any":
            return f"map[{ty.INT}]{t}{{1: {self.expr(t, d)}}}[{self.expr(ty.INT, 1, True)}&1]"
        return f"*&[]{t}{{{self.expr(t, d)}}}[0]"

    def call(self, t, d):
        """A call of a function that changes nothing its caller sees."""
        g, body = self.g, self.body
        fits = [f for f in g.funcs if f.pure and f.result == t and body.affords(f.cost)]
        if not fits:
            return None
        f = g.pick(fits)
        body.pay(f.cost)
        return f"{f.name}({', '.join(self.expr(p, d) for p in f.params)})"

    def immediate(self, t, d):
        """A function literal that is called at once."""
        inner = self.body.nested()
        # Only basic variables are visible: through others, a statement in the literal could change what an operand beside it reads.
        inner.scopes = [[v for v in self.body.visible() if v[1].basic], []]
        inner.fixed = {name for name, _ in inner.scopes[0]}
        inner.code.depth = 0
        inner.statements(self.g.r.randint(0, 2))
        inner.code.line(f"return {inner.exprs.expr(t, d)}")
        lines = "; ".join(line.strip() for line in inner.code.lines)
        if any(line.strip().endswith("{") or line.strip().startswith(("}", "case", "default")) for line in inner.code.lines):
            return None
        return f"func() {t} {{ {lines} }}()"

    # Expressions of particular kinds of types.

    def some_int(self, t, d):
        g = self.g
        e = self.expr
        choice = g.r.random()
        if choice < 0.4:
            op = g.pick(["+", "-", "*", "&", "|", "^", "&^"])
            return f"({e(t, d, True)} {op} {e(t, d)})" if g.chance(0.6) else f"({e(t, d)} {op} {e(t, d, True)})"
        if choice < 0.5:
            divisor = g.pick([f"({e(t, d, True)} | 1)", f"({e(t, d, True)} | 1)", e(t, d, True), str(g.r.randint(1, 100)),
                              "-1" if t.kind == "int" else "3", str(1 << g.r.randint(0, 6))])
            return f"({e(t, d, True)} {g.pick('/%')} {divisor})"
        if choice < 0.62:
            count = g.pick([f"({e(g.basic('uint'), d, True)} & {g.pick([7, 15, 31, 63, 127])})",
                str(g.r.randint(0, t.bits + 2)),
                            e(g.basic("uint"), d, True), f"({e(g.basic('int'), d, True)} & 31)"])
            return f"({e(t, d, True)} {g.pick(['<<', '>>'])} {count})"
        if choice < 0.7:
            return f"{g.pick(['-', '^', '+'])}({e(t, d, True)})"
        if choice < 0.8:
            return f"{t}({e(g.basic('int', 'uint'), d, True)})"
        if choice < 0.84:
            return f"{t}({g.helper('whole')}(float64({e(g.basic('float'), d, True)})))"
        if choice < 0.9:
            return f"{g.pick(['min', 'max'])}({e(t, d, True)}, {e(t, d)})"
        measured = [n for n, v in self.body.visible() if v.kind in ("slice", "map", "string")]
        return f"{t}(len({g.pick(measured)}))" if measured else None

    some_uint = some_int

    def some_float(self, t, d):
        g, e = self.g, self.expr
        choice = g.r.random()
        if choice < 0.55:
            return f"({e(t, d, True)} {g.pick('+-*/')} {e(t, d, True)})"
        if choice < 0.65:
            return f"-({e(t, d, True)})"
        if choice < 0.75:
            return f"{t}({e(g.basic('int', 'uint', 'float'), d, True)})"
        if choice < 0.83:
            return f"{g.pick(['min', 'max'])}({e(t, d, True)}, {e(t, d)})"
        if choice < 0.9:
            part = g.pick(["real", "imag"])
            return f"{t}({part}({e(g.basic('complex'), d, True)}))"
        return f"{t}(math.{g.pick(['Sqrt', 'Floor', 'Abs', 'Trunc', 'Ceil'])}(float64({e(t, d, True)})))"

    def some_complex(self, t, d):
        g, e = self.g, self.expr
        if g.chance(0.6):
            return f"({e(t, d, True)} {g.pick('+-*/')} {e(t, d, True)})"
        if g.chance(0.5):
            return f"-({e(t, d, True)})"
        part = ty.BASIC["float32" if t.bits == 64 else "float64"]
        return f"{t}(complex({e(part, d, True)}, {e(part, d, True)}))"

    def some_string(self, t, d):
        g, e = self.g, self.expr
        choice = g.r.random()
        if choice < 0.3:
            return f"{t}({g.helper('clip')}(string({e(t, d, True)} + {e(t, d)})))"
        if choice < 0.45:
            name = self.leaf(t, True)
            if not name.replace(".", "").isalnum():
                return None
            low = f"uint({e(ty.INT, 1, True)})%uint(len({name})+1)"
            return f"{name}{g.pick([f'[{low}:]', f'[:{low}]'])}"
        if choice < 0.55:
            return f"{t}(rune({e(g.basic('int', 'uint'), d, True)}))"
        if choice < 0.62:
            return f"{t}([]byte({e(t, d)}))" if g.chance(0.5) else f"{t}([]rune({e(t, d)}))"
        if choice < 0.75:
            return f"{t}(fmt.Sprint({e(g.basic(), d)}))"
        call = g.pick([f"strings.ToUpper({e(ty.STRING, d)})", f"strings.Repeat({e(ty.STRING, 0)}, {g.r.randint(0, 3)})",
                       f"strings.TrimSpace({e(ty.STRING, d)})", f"strconv.Itoa({e(ty.INT, d)})",
                       f"strconv.Quote({e(ty.STRING, d)})", f"strings.ReplaceAll({e(ty.STRING, d)}, \"a\", \"bb\")"])
        return f"{t}({g.helper('clip')}({call}))"

    def some_bool(self, t, d):
        g, e = self.g, self.expr
        choice = g.r.random()
        if choice < 0.4:
            of = g.basic("int", "uint", "float", "string")
            made = f"({e(of, d, True)} {g.pick(['<', '<=', '>', '>=', '==', '!='])} {e(of, d)})"
        elif choice < 0.6:
            made = f"({e(ty.BOOL, d, True)} {g.pick(['&&', '||'])} {e(ty.BOOL, d, True)})"
        elif choice < 0.7:
            made = f"!({e(ty.BOOL, d, True)})"
        elif choice < 0.85:
            of = g.any_type(2)
            if not of.comparable and not g.ordered:
                of = g.basic()
            elif not of.comparable:
                of = ty.ANY
            made = f"({e(of, d, True)} {g.pick(['==', '!='])} {e(of, d)})"
        else:
            held = [n for n, v in self.body.visible() if v.kind in ("slice", "map", "any")]
            if not held:
                return None
            made = f"({g.pick(held)} {g.pick(['==', '!='])} nil)"
        return f"{t}({made})" if t.named else made

    def some_any(self, t, d):
        return f"any({self.expr(self.g.any_type(1), d)})"

    def some_slice(self, t, d):
        g = self.g
        choice = g.r.random()
        if choice < 0.4:
            cut = g.helper("cut")
            return f"{cut}(append(slices.Clip({self.expr(t, d)}), {', '.join(self.expr(t.elem, d) for _ in range(g.r.randint(1, 2)))}))"
        if choice < 0.6:
            name = self.leaf(t, True)
            if not name.replace(".", "").isalnum():
                return None
            at = f"uint({self.expr(ty.INT, 1, True)})%uint(len({name})+1)"
            return f"{name}{g.pick([f'[{at}:]', f'[:{at}]', f'[:{at}:len({name})]'])}"
        if choice < 0.7:
            return f"slices.Clone({self.expr(t, d)})"
        if choice < 0.8:
            return f"make({t}, {g.r.randint(0, 4)}, {g.r.randint(4, 8)})"
        return composite(g, t, lambda part: self.expr(part, d))

    def some_array(self, t, d):
        return composite(self.g, t, lambda part: self.expr(part, d))

    some_struct = some_array

    def some_map(self, t, d):
        if self.g.chance(0.3):
            return f"maps.Clone({self.expr(t, d)})"
        return composite(self.g, t, lambda part: self.expr(part, d))

    def some_ptr(self, t, d):
        return composite(self.g, t, lambda part: self.expr(part, d))

    def some_func(self, t, d):
        return None
