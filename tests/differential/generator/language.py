"""Whole functions of random statements, and tests that call them."""

from . import types as ty
from .statements import Body, Function
from .values import literal


def declarations(g):
    """Types and variables that the rest of the program uses."""
    for _ in range(g.r.randint(1, 4)):
        g.define_type()
    for _ in range(g.r.randint(1, 4)):
        t, name = g.basic(), g.top("g")
        g.declare(f"var {name} {t} = {literal(g, t)}")
        g.globals.append((name, t))


def functions(g):
    """Functions that expressions may call, once a program."""
    if not g.funcs:
        for _ in range(g.r.randint(1, 2)):
            function(g)


def value_type(g):
    """A type whose copies share nothing."""
    t = g.any_type(1)
    return t if t.comparable else g.basic()


def function(g):
    name = g.top("f")
    params = [value_type(g) for _ in range(g.r.randint(0, 3))]
    result = g.any_type(1)
    body = Body(g)
    # The function must not change globals, since a caller's expression may read them during its evaluation.
    names = [g.fresh("p") for _ in params]
    for n, t in zip(names, params):
        body.add(n, t)
    named = g.chance(0.3)
    if named:
        body.add("r0", result)
    body.statements(g.r.randint(2, 6))
    listed = ", ".join(f"{n} {t}" for n, t in zip(names, params))
    head = f"func {name}({listed}) {f'(r0 {result})' if named else result} {{"
    if named and g.chance(0.5):
        body.code.line(f"r0 = {body.e(result)}\nreturn")
    else:
        body.code.line(f"return {body.e(result)}")
    g.declare(head + "\n" + "\n".join(body.code.lines) + "\n}")
    g.funcs.append(Function(name, params, result, True, body.cost))


def statements(g):
    """A test of random statements that prints what its variables hold in the end."""
    functions(g)
    body = Body(g)
    body.pure = False
    for _ in range(3):
        body.variable()
    body.statements(g.r.randint(4, 10))
    for name, t in body.scopes[0] + g.globals:
        if t.printable:
            verb = g.pick(["%v", "%+v", "%#v", "%T %v"])
            args = f"{name}, {name}" if verb == "%T %v" else name
            body.code.line(f'fmt.Printf("{name[0]} {verb}\\n", {args})')
        elif t.kind == "ptr" and t.elem.printable:
            body.code.line(f'fmt.Printf("{name[0]} %v\\n", *{name})')
    body.code.line(f"fmt.Println(trace_{g.suffix})")
    g.test("statements", body.code)


def expressions(g):
    """A test of many expressions, each of which may fail alone."""
    functions(g)
    body = Body(g)
    for _ in range(g.r.randint(2, 5)):
        body.variable()
    for _ in range(g.r.randint(4, 10)):
        t = g.any_type(2)
        with body.code.block(f'run_{g.suffix}("{t.kind}", func()', "})"):
            form = g.pick(["%v", "%#v", "%T"]) if t.printable else "%T"
            body.code.line(f'fmt.Printf("{form}\\n", {body.e(t, 4)})')
    body.code.line(f"fmt.Println(trace_{g.suffix})")
    g.test("expressions", body.code)
