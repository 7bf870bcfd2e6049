"""Random nests of deferred calls, panics, recoveries and Goexit, and every run-time error with its text."""

from . import types as ty
from .gen import Code
from .values import literal


def unwinding(g):
    """Functions that call each other; each defers, panics and recovers at random, and prints each of these events."""
    names = [g.top("u") for _ in range(g.r.randint(2, 4))]
    for at, name in enumerate(names):
        code = Code()
        code.line(f'fmt.Println("enter {at}", n)')
        for _ in range(g.r.randint(1, 4)):
            deferred(g, code, at, names[at + 1:])
            if g.chance(0.5) and at + 1 < len(names):
                code.line(f"r += {g.pick(names[at + 1:])}(n - 1)")
            if g.chance(0.3):
                i = g.fresh("i")
                with code.block(f"for {i} := range {g.r.randint(1, 3)}"):
                    code.line(f'defer func(k int) {{ fmt.Println("loop {at}", k, {i}, r); r += k }}({i} * 2)')
        if g.chance(0.6):
            with code.block(f"if n%{g.r.randint(1, 3)} == 0"):
                code.line(f"panic({thrown(g)})")
        code.line(f"return r + {at + 1}")
        g.declare(f"func {name}(n int) (r int) {{\n" + "\n".join(code.lines) + "\n}")
    test = Code()
    for n in range(g.r.randint(1, 3)):
        with test.block(f'run_{g.suffix}("unwind {n}", func()', "})"):
            test.line(f"fmt.Println({names[0]}({g.r.randint(-2, 6)}))")
    if g.chance(0.4):
        test.line("done := make(chan int)")
        with test.block("go func()", "}()"):
            test.line("defer close(done)")
            test.line('defer func() { fmt.Println("after Goexit", recover()) }()')
            deferred(g, test, 9, names, goexit=True)
            test.line("runtime.Goexit()")
        test.line("<-done")
    g.test("unwinding", test)


def thrown(g):
    return g.pick(['"text"', "n", "fmt.Errorf(\"wrapped %w\", errors.New(\"inner\"))", "errors.New(\"plain\")",
        "struct{ a int }{n}", "n > 1",
                   "[]int{n}", "float64(n) / 4", "any(nil)"])


def deferred(g, code, at, callees, goexit=False):
    with code.block("defer func()", "}()"):
        before = "" if goexit else ", r"
        code.line(f'fmt.Println("deferred {at}"{before})')
        choice = g.r.random()
        if choice < 0.35:
            with code.block("if e := recover(); e != nil"):
                code.line(f'fmt.Printf("recovered {at} %T %v\\n", e, e)')
                if not goexit:
                    code.line(g.pick(["r *= 2", "r = -1", "r++"]))
                    if g.chance(0.25):
                        code.line("panic(fmt.Sprint(\"again \", e))")
        elif choice < 0.5 and not goexit:
            code.line(f"if r > {g.r.randint(-2, 5)} {{\n\tpanic(r)\n}}")
        elif choice < 0.65:
            code.line("func() {\n\tdefer func() { fmt.Println(\"nested\", recover() != nil) }()\n\tvar p *int\n\t*p = 1\n}()")
        elif choice < 0.75 and callees and not goexit:
            code.line(f"run_{g.suffix}(\"in defer\", func() {{ r += {g.pick(callees)}(1) }})")


ERRORS = [
    "var a []int; _ = a[{n}]", "a := make([]int, {n}); _ = a[{m}:{k}]", "a := [4]int{{}}; i := {n}; _ = a[i&7]",
    "s := \"abc\"; i := {n}; _ = s[i]",
    "s := \"héllo\"; i := {n}; _ = s[i:]", "a := make([]int, 2, 9); i := {n}; _ = a[:{m}:i]",
    "var m map[string]int; m[\"a\"] = {n}",
    "var p *struct{{ a, b int }}; _ = p.b", "var p *[4]int; _ = p[{n}&3]", "x, y := {n}, 0; _ = x / y",
    "x, y := uint8({n}), uint8(0); _ = x % y",
    "var e any = {n}; _ = e.(string)", "var e any; _ = e.(int)", "var e any = \"s\"; _ = e.(fmt.Stringer)",
    "var e error; _ = e.Error()",
    "var f func(int); f({n})", "c := make(chan int); close(c); close(c)", "var c chan int; close(c)",
    "c := make(chan int, 1); close(c); c <- 1",
    "n := -{n} - 1; _ = make([]int, n)", "n := -{n} - 1; _ = make(chan int, n)", "n := -1 - {n}; _ = 1 << n",
    "a := []int{{1, 2}}; i := {n}; _ = [4]int(a[:i&1])",
    "a, b := any([]int{{1}}), any([]int{{1}}); _ = a == b", "m := map[any]int{{}}; m[func() {{}}] = 1",
    "m := map[any]int{{}}; _ = m[map[int]int{{}}]",
    "m := map[any]int{{}}; m[[]int{{{n}}}]++", "x := struct{{ a any }}{{[]int{{}}}}; _ = any(x) == any(x)", "panic({n})",
    "panic(fmt.Errorf(\"e%d\", {n}))",
    "var e error = io.EOF; _ = e.(interface{{ Timeout() bool }})", "a := make([]int, 3); _ = a[1:2][{n}]",
    "_ = strings.Repeat(\"x\", -{n} - 1)",
    "n := uint64(1) << 63; a := []int{{1}}; _ = a[n + {n}]", "var i8 int8 = -{n} - 1; a := []int{{1}}; _ = a[i8]",
    "s := []string{{}}; _ = s[len(s)-1]",
    "var wg sync.WaitGroup; wg.Done()", "var x any = [2]func(){{}}; _ = x == x",
    "a := [3]int{{}}; s := a[:]; i := {n}; _ = s[i:{m}]",
    "_ = slices.Insert([]int{{1}}, {n} + 2, 3)", "_ = slices.Delete([]int{{1, 2}}, 1, {n} + 3)",
    "_ = bytes.Repeat(nil, -{n} - 1)", "_ = reflect.ValueOf({n}).Len()",
    "_ = time.NewTicker(0)", "_ = regexp.MustCompile(\"a(b\")",
    "new(sync.Mutex).TryLock(); _ = new(strings.Builder).Cap(); panic(nil)",
    "_ = strconv.FormatInt({n}, 99)", "x, _ := bits.Div64({n}+1, 0, 1); _ = x", "_ = list.New().Front().Value",
]


def errors_of_the_runtime(g):
    """Run-time errors, each alone: type and text."""
    code, x = Code(), g.suffix
    for _ in range(g.r.randint(4, 10)):
        text = g.pick(ERRORS)
        numbers = sorted(g.r.sample(range(10), 2))
        text = text.format(n=g.r.randint(0, 9), m=numbers[0], k=numbers[1])
        with code.block(f'run_{x}("error", func()', "})"):
            code.line(text.replace("; ", "\n"))
    g.test("errors", code)


def uncaught(g):
    """The program's end: a panic that nobody recovers from, an exit status, or a deadlock. At most one, behind all others."""
    value = g.pick([literal(g, g.basic()), 'errors.New("plain")', 'fmt.Errorf("wrapped %w", io.EOF)', "[]int{1}",
        "struct{ a int }{1}",
                    literal(g, g.pick(g.types)) if g.types else "1", "any(nil)"])
    end = g.pick([f"panic({value})", f"os.Exit({g.r.randint(0, 99)})", "select {}", "<-make(chan int)",
        "var mu sync.Mutex\nmu.Lock()\nmu.Lock()",
                  "var wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()", "m := map[string]int(nil)\nm[\"a\"]++", "var p *int\n*p++",
                  "runtime.Goexit()",
                  f"defer func() {{\n\tr := recover()\n\tpanic(fmt.Sprint(\"again: \", r))\n}}()\npanic({value})",
                  "a := []int{1}\n_ = a[len(a)]",
                  f"defer panic({literal(g, ty.STRING)})\npanic({value})", "var mu sync.RWMutex\nmu.RUnlock()",
                  "var mu sync.Mutex\nmu.Unlock()",
                  f"defer func() {{\n\tpanic(recover())\n}}()\npanic({value})",
                  f"done := make(chan int)\ngo func() {{ panic({value}) }}()\n<-done"])
    g.ending = end
