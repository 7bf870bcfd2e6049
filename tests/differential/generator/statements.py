"""Statements: the body of a function, with the names in scope and the most that running it costs."""

from . import types as ty
from .gen import Code
from .values import Expressions, literal

LIMIT = 6000


class Function:
    """A declared function."""

    def __init__(self, name, params, result, pure, cost):
        self.name, self.params, self.result, self.pure, self.cost = name, params, result, pure, cost


class Body:
    """A function's body. `cost` is how many statements run at most; `times` how often what is generated now runs."""

    def __init__(self, g, nesting=0):
        self.g, self.nesting = g, nesting
        self.code = Code()
        self.scopes = [[]]
        self.fixed = set()
        self.cost, self.times = 1, 1
        self.loops = []
        self.pure = True
        self.exprs = Expressions(self)

    # Scope and cost.

    def visible(self):
        return [v for scope in self.scopes for v in scope] + self.g.globals

    def locals(self):
        """The variables that may be assigned to."""
        own = [v for scope in self.scopes for v in scope if v[0] not in self.fixed]
        return own if self.pure else own + self.g.globals

    def add(self, name, t, fixed=False):
        self.scopes[-1].append((name, t))
        if fixed:
            self.fixed.add(name)

    def affords(self, cost):
        return self.cost + self.times * cost < LIMIT

    def pay(self, cost):
        self.cost += self.times * cost

    def source_of(self, t):
        """A value of a basic type that is not constant: an element of a slice."""
        return f"[]{t}{{{literal(self.g, t)}}}[0]"

    def nested(self):
        """The body of a function literal in this one."""
        inner = Body(self.g, self.nesting + 1)
        inner.scopes = [*self.scopes, []]
        inner.fixed = set(self.fixed) | {name for scope in self.scopes for name, _ in scope}
        inner.cost, inner.times = self.cost, self.times
        return inner

    def absorb(self, inner):
        self.cost = max(self.cost, inner.cost)

    def e(self, t, depth=2, varying=False):
        return self.exprs.expr(t, depth, varying)

    # Statements.

    def statements(self, count):
        for _ in range(count):
            self.statement()

    def statement(self):
        g = self.g
        self.pay(1)
        deep = len(self.scopes) - self.nesting > 4 or self.cost > LIMIT / 2 or self.code.depth == 0
        plain = [self.variable] * 5 + [self.assign] * 6 + [self.step] * 2 + [self.store] * 3 + [
            self.swap, self.printed, self.several, self.pointer, self.pointer, self.together, self.together]
        nested = [self.branch] * 3 + [self.count, self.each, self.each, self.until] + [self.select] * 2 + [
            self.type_switch, self.scope, self.closure, self.delayed, self.label, self.copied, self.leave, self.guard]
        g.pick(plain if deep else plain + nested)()

    def block(self, head, count, tail="}"):
        with self.code.block(head, tail):
            self.scopes.append([])
            self.statements(count)
            self.scopes.pop()

    def variable(self):
        g = self.g
        t = g.any_type(2)
        name = g.fresh("v")
        if t.kind not in ("any", "bool") and not t.basic and g.chance(0.15):
            t = ty.pointer_to(t) if t.kind in ("struct", "array") else t
        value = self.e(t)
        form = g.r.random()
        if form < 0.15:
            self.code.line(f"var {name} {t}")
            if t.kind == "ptr":
                self.code.line(f"{name} = {value}")
        elif form < 0.6 or t.kind == "any":
            self.code.line(f"var {name} {t} = {value}")
        else:
            self.code.line(f"{name} := {t}({value})" if t.basic or t.kind == "any" else f"{name} := {value}")
        self.code.line(f"_ = {name}")
        self.add(name, t)

    def target(self):
        """A variable or a part of one that may be assigned to."""
        g = self.g
        names = self.locals()
        if not names:
            return None
        name, t = g.pick(names)
        for _ in range(2):
            base = t.elem if t.kind == "ptr" else t
            if g.chance(0.3) and t.kind != "ptr":
                break
            if t.kind == "ptr" and (base.kind != "struct" or g.chance(0.3)):
                name, t = f"(*{name})", base
                break
            if base.kind == "struct" and base.fields:
                field, t = g.pick(base.fields)
                name = f"{name}.{field}"
            elif t.kind in ("array", "slice"):
                name, t = f"{name}[{self.exprs.index(t, name)}]", t.elem
            else:
                break
        return name, t

    def assign(self):
        g = self.g
        found = self.target()
        if not found:
            return self.variable()
        name, t = found
        if t.kind in ("int", "uint") and g.chance(0.4):
            op = g.pick(["+", "-", "*", "&", "|", "^", "&^"])
            self.code.line(f"{name} {op}= {self.e(t)}")
        elif t.kind == "float" and g.chance(0.4):
            self.code.line(f"{name} {g.pick('+-*/')}= {self.e(t, 2, True)}")
        elif t.kind == "string" and g.chance(0.3):
            self.code.line(f"{name} = {t}({g.helper('clip')}(string({name} + {self.e(t)})))")
        else:
            self.code.line(f"{name} = {self.e(t)}")

    def pointer(self):
        """A pointer to a variable or to a part of one."""
        found = self.target()
        if found and found[1].kind != "ptr":
            name, t = self.g.fresh("p"), found[1]
            self.code.line(f"{name} := &{found[0]}\n_ = {name}")
            self.add(name, ty.pointer_to(t))

    def together(self):
        """An assignment to several variables at once."""
        found = [self.target() for _ in range(self.g.r.randint(2, 3))]
        if all(found) and len({name for name, _ in found}) == len(found):
            names, values = ", ".join(n for n, _ in found), ", ".join(self.e(t) for _, t in found)
            self.code.line(f"{names} = {values}")

    def step(self):
        found = self.target()
        if found and found[1].integer:
            self.code.line(found[0] + self.g.pick(["++", "--"]))

    def store(self):
        """A store into a map, or an append to a slice."""
        g = self.g
        held = [(n, t) for n, t in self.locals() if t.kind in ("map", "slice")]
        if not held:
            return self.assign()
        name, t = g.pick(held)
        if t.kind == "slice":
            if g.chance(0.15):
                self.code.line(g.pick([f"clear({name})", f"{name} = nil", f"slices.Reverse({name})"]))
            else:
                self.code.line(f"{name} = {g.helper('cut')}(append({name}, {self.e(t.elem)}))")
            return None
        choice = g.r.random()
        if choice < 0.2:
            self.code.line(f"delete({name}, {self.e(t.key)})")
        elif choice < 0.25:
            self.code.line(f"clear({name})")
        elif t.elem.integer and choice < 0.5:
            with self.code.block(f"if {name} != nil"):
                self.code.line(f"{name}[{self.e(t.key, 1)}] {g.pick(['+=', '^=', '|='])} {self.e(t.elem)}")
        else:
            head = f"if {name} != nil" if not g.ordered or g.chance(0.8) else f"if len({name}) < 9"
            with self.code.block(head):
                self.code.line(f"{name}[{self.e(t.key, 1)}] = {self.e(t.elem)}")
        return None

    def swap(self):
        g = self.g
        names = self.locals()
        pairs = [(a, b) for i, (a, t) in enumerate(names) for b, u in names[:i] if t == u]
        if pairs:
            a, b = g.pick(pairs)
            self.code.line(f"{a}, {b} = {b}, {a}")

    def several(self):
        """Results of a map lookup or an assertion, in two variables."""
        g = self.g
        a, b = g.fresh("v"), g.fresh("ok")
        maps = [(n, t) for n, t in self.visible() if t.kind == "map"]
        if maps and g.chance(0.5):
            name, t = g.pick(maps)
            t, source = t.elem, f"{name}[{self.e(t.key)}]"
        else:
            t = g.any_type(1)
            if t.kind == "any":
                t = ty.INT
            source = f"any({self.e(g.pick([t, g.any_type(1)]))}).({t})"
        self.code.line(f"{a}, {b} := {source}")
        self.code.line(f"_, _ = {a}, {b}")
        self.add(a, t)
        self.add(b, ty.BOOL)

    def printed(self):
        g = self.g
        shown = [n for n, t in self.visible() if t.printable]
        if shown and self.pure is False and self.times < 20:
            self.code.line(f"fmt.Println({', '.join(g.r.sample(shown, min(3, len(shown))))})")

    def branch(self):
        g = self.g
        head = f"if {self.e(ty.BOOL, 2, True)}"
        if g.chance(0.2):
            name, t = g.fresh("v"), g.basic("int", "uint", "string", "float")
            head = f"if {name} := {self.e(t, 2, True)}; {name} {g.pick(['<', '>=', '!='])} {self.e(t)}"
        self.block(head, g.r.randint(1, 3), "}")
        if g.chance(0.4):
            self.code.lines[-1] += " else {"
            self.code.depth += 1
            self.scopes.append([])
            self.statements(g.r.randint(1, 3))
            self.scopes.pop()
            self.code.depth -= 1
            self.code.line("}")

    def loop(self, head, times, more=(), label=None):
        self.times *= times
        self.loops.append(label)
        with self.code.block(head):
            self.scopes.append([])
            for name, t in more:
                self.code.line(f"_ = {name}")
                self.add(name, t, fixed=True)
            self.statements(self.g.r.randint(1, 3))
            if self.g.chance(0.3):
                where = f" {label}" if label else ""
                with self.code.block(f"if {self.e(ty.BOOL, 1, True)}"):
                    self.code.line(self.g.pick(["break", "continue"]) + where)
            self.scopes.pop()
        self.loops.pop()
        self.times //= times

    def count(self, label=None):
        g = self.g
        n = g.r.randint(1, 6)
        if not self.affords(3 * n):
            return
        name = g.fresh("i")
        t = g.basic("int", "uint")
        head = g.pick([f"for {name} := {t}(0); {name} < {n}; {name}++", f"for {name} := {t}({n}); {name} > 0; {name}--",
                       f"for {name} := range {t}({n})", f"for {name} := range {n}",
                       f"for {name} := range {self.e(ty.UINT, 1, True)} & 7"])
        t = ty.INT if head.endswith(f"range {n}") else ty.UINT if head.endswith("& 7") else t
        self.loop(head, 7, [(name, t)], label)

    def each(self, label=None):
        """A range loop over a slice, an array, a string, or the sorted keys of a map."""
        g = self.g
        held = [(n, t) for n, t in self.visible() if t.kind in ("slice", "array", "string")
                or (t.kind == "map" and t.key.ordered and t.key.kind != "float")]
        if not held or not self.affords(60):
            return
        name, t = g.pick(held)
        k, v = g.fresh("k"), g.fresh("v")
        if t.kind == "map":
            self.loop(f"for _, {k} := range slices.Sorted(maps.Keys({name}))", 9, [(k, t.key)], label)
        elif t.kind == "string":
            self.loop(f"for {k}, {v} := range {self.e(t, 1)}", 40, [(k, ty.INT), (v, ty.RUNE)], label)
        elif g.chance(0.3):
            self.loop(f"for {k} := range {name}", 12, [(k, ty.INT)], label)
        else:
            self.loop(f"for {k}, {v} := range {name}", 12, [(k, ty.INT), (v, t.elem)], label)

    def until(self, label=None):
        g = self.g
        if not self.affords(30):
            return
        name = g.fresh("n")
        self.code.line(f"{name} := 0")
        self.add(name, ty.INT, fixed=True)
        with self.code.block(f"for {self.e(ty.BOOL, 2, True)}"):
            self.code.line(f"if {name}++; {name} > {g.r.randint(2, 6)} {{\n\tbreak\n}}")
            self.times *= 7
            self.scopes.append([])
            self.statements(g.r.randint(1, 3))
            self.scopes.pop()
            self.times //= 7

    def label(self):
        g = self.g
        label = g.fresh("L")
        at = len(self.code.lines)
        g.pick([self.count, self.each])(label)
        text = "\n".join(self.code.lines[at:])
        if f"break {label}" in text or f"continue {label}" in text:
            self.code.lines.insert(at, f"{label}:")

    def select(self):
        """A switch over values, with fallthrough."""
        g = self.g
        t = g.basic("int", "uint", "string")
        tagged = g.chance(0.6)
        used = set()
        with self.code.block(f"switch {self.e(t, 2, True)}" if tagged else "switch"):
            self.code.depth -= 1
            cases = g.r.randint(1, 4)
            default = g.r.randrange(cases) if g.chance(0.5) else None
            for n in range(cases):
                if n == default:
                    self.code.line("default:")
                elif tagged:
                    values = [literal(g, t) for _ in range(g.r.randint(1, 3))]
                    values = [v for v in dict.fromkeys(v.removeprefix(f"{t}(").rstrip(")") for v in values) if v not in used]
                    used.update(values)
                    self.code.line(f"case {', '.join(values or [self.e(t, 1, True)])}:")
                else:
                    self.code.line(f"case {self.e(ty.BOOL, 2, True)}:")
                self.code.depth += 1
                self.scopes.append([])
                self.statements(g.r.randint(0, 2))
                if n + 1 < cases and g.chance(0.2):
                    self.code.line("fallthrough")
                self.scopes.pop()
                self.code.depth -= 1
            self.code.depth += 1

    def type_switch(self):
        g = self.g
        name = g.fresh("x")
        kinds = list(dict.fromkeys(g.any_type(1) for _ in range(3)))
        kinds = [t for t in kinds if t.kind != "any"] or [ty.INT]
        value = self.e(g.pick([*kinds, g.any_type(1)]))
        with self.code.block(f"switch {name} := any({value}).(type)"):
            self.code.depth -= 1
            for t in kinds:
                self.code.line(f"case {t}:")
                self.code.depth += 1
                self.code.line(f"_ = {name}")
                self.scopes.append([(name, t)])
                self.statements(g.r.randint(0, 2))
                self.scopes.pop()
                self.code.depth -= 1
            self.code.line(f"default:\n\t_ = {name}")
            self.code.depth += 1

    def scope(self):
        self.block("", self.g.r.randint(1, 3))

    def closure(self):
        """A function literal in a variable, called as a statement; it may change variables around it."""
        g = self.g
        if self.nesting > 1:
            return
        name, t = g.fresh("f"), g.any_type(1)
        inner = self.nested()
        inner.fixed = set(self.fixed)
        inner.pure = self.pure
        inner.code.depth = self.code.depth
        p = g.fresh("p")
        inner.add(p, t)
        self.code.line(f"{name} := func({p} {t}) {t} {{")
        inner.code.depth += 1
        before = inner.cost
        inner.statements(g.r.randint(1, 3))
        inner.code.line(f"return {inner.e(t)}")
        self.code.lines += inner.code.lines
        self.code.line("}")
        spent = inner.cost - before
        for _ in range(g.r.randint(1, 2)):
            if self.affords(spent):
                self.pay(spent)
                result = g.fresh("v")
                self.code.line(f"{result} := {name}({self.e(t, 1)})\n_ = {result}")
                self.add(result, t)
        self.code.line(f"_ = {name}")

    def delayed(self):
        g = self.g
        names = [n for n, t in self.locals() if t.integer]
        if names and self.times < 10 and self.nesting == 0:
            name = g.pick(names)
            self.code.line(f"defer func() {{ {name}++; trace_{g.suffix} = append(trace_{g.suffix}, int({name})) }}()")

    def copied(self):
        held = [(n, t) for n, t in self.locals() if t.kind == "slice"]
        if held:
            name, t = self.g.pick(held)
            self.code.line(f"copy({name}, {self.e(t)})")

    def leave(self):
        if self.loops and self.g.chance(0.5):
            with self.code.block(f"if {self.e(ty.BOOL, 2, True)}"):
                self.code.line(self.g.pick(["break", "continue"]))

    def guard(self):
        """A function literal that recovers from whatever its body does."""
        g = self.g
        if self.nesting > 0:
            return
        with self.code.block("func()", "}()"):
            self.code.line("defer func() {\n\tif r := recover(); r != nil {\n\t\tfmt.Println(\"recovered\", r)\n\t}\n}()")
            loops, self.loops = self.loops, []
            self.scopes.append([])
            self.statements(g.r.randint(1, 3))
            self.scopes.pop()
            self.loops = loops
