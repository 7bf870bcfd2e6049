"""Goroutines whose results do not depend on who runs when: pipelines, pools with commutative sums, locks, timers in order.

Each test is one pattern with random sizes, kinds of channels and work; the scheduler, the channels and the locks do the rest.
"""

from . import types as ty
from .gen import Code
from .statements import Body
from .values import literal


def size(g):
    return g.pick([0, 0, 1, 2, 3, 8, 64])


def work(g, value):
    """An expression of type int over `value`, sometimes with a call that yields."""
    return g.pick([f"{value}*{g.r.randint(2, 9)} + 1", f"{value} ^ {g.r.randint(0, 255)}", f"{value}*{value} % 1009",
        f"len(fmt.Sprint({value}))",
                   f"func() int {{ runtime.Gosched(); return {value} + {g.r.randint(0, 9)} }}()"])


def pipeline(g, c):
    n, last = g.r.randint(1, 40), g.fresh("c")
    c.line(f"{last} := make(chan int, {size(g)})")
    c.line(f"go func() {{\n\tdefer close({last})\n\tfor i := range {n} {{\n\t\t{last} <- i\n\t}}\n}}()")
    for _ in range(g.r.randint(1, 4)):
        before, last = last, g.fresh("c")
        c.line(f"{last} := make(chan int, {size(g)})")
        drop = f"if v%{g.r.randint(2, 5)} == 0 {{\n\t\t\tcontinue\n\t\t}}\n\t\t" if g.chance(0.3) else ""
        c.line(f"go func() {{\n\tdefer close({last})\n\tfor v := range {before} {{\n\t\t{drop}{last} <- {work(g, 'v')}\n"
            f"\t}}\n}}()")
    c.line(f"for v := range {last} {{\n\tfmt.Print(v, \" \")\n}}\nfmt.Println()")


def pool(g, c):
    n, workers = g.r.randint(1, 60), g.r.randint(1, 9)
    jobs, results, wg = g.fresh("jobs"), g.fresh("results"), g.fresh("wg")
    c.line(f"{jobs}, {results} := make(chan int, {size(g)}), make(chan [2]int, {size(g)})\nvar {wg} sync.WaitGroup")
    body = f"for j := range {jobs} {{\n\t\t{results} <- [2]int{{j, {work(g, 'j')}}}\n\t}}"
    if g.chance(0.5):
        c.line(f"for range {workers} {{\n\t{wg}.Go(func() {{\n\t{body}\n\t}})\n}}")
    else:
        c.line(f"{wg}.Add({workers})\nfor range {workers} {{\n\tgo func() {{\n\tdefer {wg}.Done()\n\t{body}\n\t}}()\n}}")
    c.line(f"go func() {{\n\tfor i := range {n} {{\n\t\t{jobs} <- i\n\t}}\n\tclose({jobs})\n\t{wg}.Wait()\n"
        f"\tclose({results})\n}}()")
    all_ = g.fresh("all")
    c.line(f"{all_} := map[int]int{{}}\nfor r := range {results} {{\n\t{all_}[r[0]] = r[1]\n}}\n"
        f"fmt.Println(len({all_}), {all_})")


def counters(g, c):
    """One sum computed four times: under a mutex, a read-write mutex, with atomics, and with compare-and-swap."""
    n, times = g.r.randint(2, 12), g.r.randint(1, 40)
    mu, wg, x = g.fresh("mu"), g.fresh("wg"), g.fresh("x")
    kind = g.pick(["sync.Mutex", "sync.RWMutex"])
    c.line(f"var {mu} {kind}\nvar {wg} sync.WaitGroup\nvar {x} struct {{\n\ta, b int\n\tc atomic.Int64\n\td atomic.Uint32\n"
        f"\te int32\n\tm map[int]int\n}}")
    c.line(f"{x}.m = map[int]int{{}}")
    read = f"{mu}.RLock()\n_ = {x}.a + {x}.m[1]\n{mu}.RUnlock()" if "RW" in kind else f"if {mu}.TryLock() {{\n\t{x}.b += 0\n\t{mu}.Unlock()\n}}"
    with c.block(f"for i := range {n}"):
        c.line(f"{wg}.Add(1)")
        with c.block("go func()", "}()"):
            c.line(f"defer {wg}.Done()")
            with c.block(f"for j := range {times}"):
                c.line(f"{mu}.Lock()\n{x}.a += i*j\n{x}.m[(i+j)%7]++\n{mu}.Unlock()")
                c.line(g.pick([read, "runtime.Gosched()", f"{x}.c.Add(int64(i - j))", "_ = make([]byte, 100)"]))
                c.line(f"{x}.c.Add(int64(j))\n{x}.d.Or(1 << (i & 31))\nfor {{\n\told := atomic.LoadInt32(&{x}.e)\n"
                       f"\tif atomic.CompareAndSwapInt32(&{x}.e, old, old+1) {{\n\t\tbreak\n\t}}\n}}")
    c.line(f"{wg}.Wait()\nfmt.Println({x}.a, {x}.m, {x}.c.Load(), {x}.d.Load(), {x}.e)")


def selects(g, c):
    """Many senders and one select that sums the received values; a stop channel ends it."""
    n, chans = g.r.randint(1, 30), g.r.randint(1, 4)
    cs, done, sums = g.fresh("cs"), g.fresh("done"), g.fresh("sums")
    c.line(f"var {cs} [{chans}]chan int\n{done} := make(chan struct{{}})\nvar {sums} [{chans}]int\n"
        f"var wg{done} sync.WaitGroup")
    c.line(f"for i := range {cs} {{\n\t{cs}[i] = make(chan int, {size(g)})\n\twg{done}.Go(func() {{\n"
        f"\t\tfor k := range {n} {{\n\t\t\t{cs}[i] <- k + i\n\t\t}}\n\t}})\n}}")
    c.line(f"go func() {{\n\twg{done}.Wait()\n\tclose({done})\n}}()")
    c.line(f"for left := {n * chans}; left > 0; left-- {{")
    c.depth += 1
    with c.block("select"):
        c.depth -= 1
        for i in range(chans):
            c.line(f"case v, ok := <-{cs}[{i}]:\n\t{sums}[{i}] += v\n\t_ = ok")
        c.depth += 1
    c.depth -= 1
    c.line(f"}}\n<-{done}\nfmt.Println({sums})")
    if g.chance(0.5):
        c.line(f"select {{\ncase v := <-{cs}[0]:\n\tfmt.Println(\"value\", v)\ndefault:\n\tfmt.Println(\"nothing\")\n}}")
    if g.chance(0.5):
        c.line(f"close({cs}[0])\nselect {{\ncase v, ok := <-{cs}[0]:\n\tfmt.Println(v, ok)\ncase <-(chan int)(nil):\n}}")


def conditions(g, c):
    """A bounded queue on a condition variable."""
    n, room, readers = g.r.randint(1, 30), g.r.randint(1, 4), g.r.randint(1, 4)
    q, mu, cond, wg, total = (g.fresh(p) for p in ("q", "mu", "cond", "wg", "total"))
    c.line(f"var {mu} sync.Mutex\n{cond} := sync.NewCond(&{mu})\nvar {q} []int\nvar {wg} sync.WaitGroup\n"
        f"{total}, taken{total} := 0, 0")
    with c.block(f"for range {readers}"):
        with c.block(f"{wg}.Go(func()", "})"):
            with c.block("for"):
                c.line(f"{mu}.Lock()\nfor len({q}) == 0 && taken{total} < {n} {{\n\t{cond}.Wait()\n}}")
                c.line(f"if len({q}) == 0 {{\n\t{mu}.Unlock()\n\treturn\n}}")
                c.line(f"{total} += {q}[0]\ntaken{total}++\n{q} = {q}[1:]\n{cond}.Broadcast()\n{mu}.Unlock()")
    with c.block(f"for i := range {n}"):
        # Signal is only used with one waiter of each kind: with several, it could wake the wrong one.
        wake = g.pick(["Broadcast", "Signal"]) if readers == 1 else "Broadcast"
        c.line(f"{mu}.Lock()\nfor len({q}) >= {room} {{\n\t{cond}.Wait()\n}}\n{q} = append({q}, i)\n{cond}.{wake}()\n"
            f"{mu}.Unlock()")
    c.line(f"{wg}.Wait()\nfmt.Println({total}, taken{total}, len({q}))")


def once(g, c):
    n, v = g.r.randint(2, 9), g.fresh("v")
    c.line(f"var once{v} sync.Once\nvar wg{v} sync.WaitGroup\nvar {v} atomic.Int64")
    c.line(f"for i := range {n} {{\n\twg{v}.Go(func() {{\n\t\tonce{v}.Do(func() {{ {v}.Add(100) }})\n\t\t{v}.Add(int64(i))\n"
        f"\t}})\n}}\nwg{v}.Wait()\nfmt.Println({v}.Load())")
    f = g.fresh("f")
    c.line(f"{f} := sync.OnceValue(func() int {{\n\tfmt.Println(\"computed\")\n\treturn {g.r.randint(0, 99)}\n}})\n"
        f"fmt.Println({f}(), {f}())")
    if g.chance(0.4):
        c.line(f"p{f} := sync.OnceFunc(func() {{ panic(\"once {g.r.randint(0, 9)}\") }})\nrun_{g.suffix}(\"first\", p{f})\n"
            f"run_{g.suffix}(\"second\", p{f})")


def contexts(g, c):
    ctx, stop = g.fresh("ctx"), g.fresh("stop")
    make = g.pick(["WithCancel(context.Background())", "WithTimeout(context.Background(), time.Hour)",
                   f"WithTimeout(context.Background(), {g.r.randint(1, 5)}*time.Millisecond)",
                   "WithCancel(context.WithValue(context.Background(), \"k\", 7))"])
    c.line(f"{ctx}, {stop} := context.{make}")
    child = g.fresh("ctx")
    c.line(f"{child}, stop{child} := context.WithCancelCause({ctx})\ndefer stop{child}(nil)")
    n = g.r.randint(1, 6)
    c.line(f"var wg{ctx} sync.WaitGroup\nvar ended{ctx} atomic.Int32\nfor range {n} {{\n\twg{ctx}.Go(func() {{\n"
        f"\t\t<-{child}.Done()\n\t\tended{ctx}.Add(1)\n\t}})\n}}")
    if "Millisecond" in make:
        c.line(f"<-{ctx}.Done()")
    elif g.chance(0.3):
        c.line(f"stop{child}(errors.New(\"cause\"))")
    else:
        c.line(f"{stop}()\n{stop}()")
    c.line(f"wg{ctx}.Wait()\n{stop}()\n"
        f"fmt.Println(ended{ctx}.Load(), {ctx}.Err(), {child}.Err(), context.Cause({child}), {child}.Value(\"k\"))")


def timers(g, c):
    """Timers that fire far enough from each other that the order is certain."""
    out = g.fresh("out")
    order = list(range(g.r.randint(1, 4)))
    g.r.shuffle(order)
    c.line(f"{out} := make(chan int, 9)")
    for k in order:
        how = g.pick([f"time.AfterFunc({k * 8 + 1}*time.Millisecond, func() {{ {out} <- {k} }})",
                      f"go func() {{\n\ttime.Sleep({k * 8 + 1} * time.Millisecond)\n\t{out} <- {k}\n}}()",
                      f"go func() {{\n\t<-time.After({k * 8 + 1} * time.Millisecond)\n\t{out} <- {k}\n}}()"])
        c.line(how)
    t = g.fresh("t")
    c.line(f"{t} := time.NewTimer(time.Hour)\nfmt.Println({t}.Stop(), {t}.Stop(), {t}.Reset(0))\n<-{t}.C")
    c.line(f"sum{out} := 0\nfor range {len(order)} {{\n\tsum{out} += <-{out}\n}}\nfmt.Println(sum{out})")


def group(g, c):
    """Goroutines that fail, panic or call Goexit; the first error by index is the result."""
    n = g.r.randint(1, 12)
    errs, wg = g.fresh("errs"), g.fresh("wg")
    c.line(f"{errs} := make([]error, {n})\nvar {wg} sync.WaitGroup")
    with c.block(f"for i := range {n}"):
        with c.block(f"{wg}.Go(func()", "})"):
            c.line(f"defer func() {{\n\tif r := recover(); r != nil {{\n\t\t{errs}[i] = fmt.Errorf(\"recovered: %v\", r)\n"
                f"\t}}\n}}()")
            for k, what in enumerate(g.r.sample([f"{errs}[i] = fmt.Errorf(\"e%d\", i)", "panic(i)", "runtime.Goexit()",
                "var a []int\n_ = a[i]",
                                                 "panic(fmt.Errorf(\"%w\", io.EOF))",
                                                 f"fmt.Fprint(io.Discard, {work(g, 'i')})"], 3)):
                c.line(f"if i%{g.r.randint(2, 6)} == {k} {{\n\t" + what.replace("\n", "\n\t") + "\n}")
    c.line(f"{wg}.Wait()\nfmt.Println(errors.Join({errs}...), len({errs}))")


def reply(g, c):
    """Requests that carry the channel for their answer."""
    n, r = g.r.randint(1, 20), g.fresh("r")
    c.line(f"type req{r} struct {{\n\tn int\n\tback chan<- string\n}}\n{r} := make(chan req{r}, {size(g)})")
    c.line(f"go func() {{\n\tcount := 0\n\tfor q := range {r} {{\n\t\tcount += q.n\n"
        f"\t\tq.back <- fmt.Sprint(q.n, \":\", count)\n\t}}\n}}()")
    c.line(f"for i := range {n} {{\n\tback := make(chan string, {g.r.randint(0, 1)})\n\t{r} <- req{r}{{i, back}}\n"
        f"\tfmt.Print(<-back, \" \")\n}}\nclose({r})\nfmt.Println()")
    cc = g.fresh("cc")
    c.line(f"{cc} := make(chan chan int, 1)\ngo func() {{\n\tinner := <-<-{cc}\n\t_ = inner\n}}()")
    c.line(f"mid{cc} := make(chan int, 1)\nmid{cc} <- 5\n{cc} <- mid{cc}")


def ring(g, c):
    n, rounds, first = g.r.randint(1, 12), g.r.randint(1, 6), g.fresh("first")
    c.line(f"{first} := make(chan int, {g.r.randint(0, 1)})\nin{first} := {first}")
    c.line(f"for i := range {n} {{\n\tout := make(chan int, {g.r.randint(0, 2)})\n"
        f"\tgo func(in <-chan int, out chan<- int) {{\n\t\tfor v := range in {{\n\t\t\tout <- v + i\n\t\t}}\n"
        f"\t\tclose(out)\n\t}}(in{first}, out)\n\tin{first} = out\n}}")
    c.line(f"v{first} := 1\nfor range {rounds} {{\n\tgo func(v int) {{ {first} <- v }}(v{first})\n\tv{first} = <-in{first}\n"
        f"}}\nclose({first})\n_, ok{first} := <-in{first}\nfmt.Println(v{first}, ok{first})")


def shared(g, c):
    """sync.Map, sync.Pool, atomic.Value and atomic.Pointer."""
    m, n = g.fresh("m"), g.r.randint(1, 20)
    c.line(f"var {m} sync.Map\nvar wg{m} sync.WaitGroup\nvar stored{m} atomic.Int32")
    c.line(f"for i := range {n} {{\n\twg{m}.Go(func() {{\n\t\t_, loaded := {m}.LoadOrStore(i%{g.r.randint(1, 9)}, i)\n"
        f"\t\tif !loaded {{\n\t\t\tstored{m}.Add(1)\n\t\t}}\n\t\t{m}.Store(\"k\", \"v\")\n\t}})\n}}\nwg{m}.Wait()")
    c.line(f"count{m} := 0\n{m}.Range(func(k, v any) bool {{ count{m}++; return true }})\n"
        f"v{m}, ok{m} := {m}.LoadAndDelete(\"k\")\nfmt.Println(stored{m}.Load(), count{m}, v{m}, ok{m})")
    p = g.fresh("p")
    c.line(f"var {p} atomic.Pointer[[]int]\nfor i := range {n} {{\n\twg{m}.Go(func() {{\n\t\tfor {{\n"
        f"\t\t\told := {p}.Load()\n\t\t\tvar next []int\n\t\t\tif old != nil {{\n\t\t\t\tnext = slices.Clone(*old)\n"
        f"\t\t\t}}\n"
           f"\t\t\tnext = append(next, i)\n\t\t\tif {p}.CompareAndSwap(old, &next) {{\n\t\t\t\treturn\n\t\t\t}}\n"
               f"\t\t}}\n\t}})\n}}\nwg{m}.Wait()\nslices.Sort(*{p}.Load())\nfmt.Println(*{p}.Load())")


def generated(g, c):
    """Random statements in several goroutines, each with variables of its own; the results in order."""
    n = g.r.randint(2, 4)
    results = g.fresh("results")
    c.line(f"{results} := make([]chan string, {n})")
    for k in range(n):
        # Like a function literal, the body prints nothing. It uses no globals, which are shared, and calls no functions, which may print.
        body = Body(g, nesting=1)
        body.code.depth = c.depth + 1
        globals_, g.globals, funcs, g.funcs = g.globals, [], g.funcs, []
        body.statements(g.r.randint(2, 5))
        shown = [name for name, t in body.scopes[0] if t.printable] or ['"none"']
        g.globals, g.funcs = globals_, funcs
        c.line(f"{results}[{k}] = make(chan string, {g.r.randint(0, 1)})\ngo func() {{")
        c.line(f"\tdefer func() {{\n\t\tif r := recover(); r != nil {{\n\t\t\t{results}[{k}] <- fmt.Sprint(r)\n\t\t}}\n"
            f"\t}}()")
        c.lines += body.code.lines
        c.line(f"\t{results}[{k}] <- fmt.Sprint({', '.join(shown)})\n}}()")
    c.line(f"for _, r := range {results} {{\n\tfmt.Println(<-r)\n}}")


PATTERNS = [pipeline, pool, counters, selects, conditions, once, contexts, timers, group, reply, ring, shared]


def concurrency(g):
    """Some patterns, one after the other or beside each other."""
    code = Code()
    for pattern in g.r.choices(PATTERNS, k=g.r.randint(1, 3)):
        pattern(g, code)
    g.test("concurrency", code)


def goroutines(g):
    code = Code()
    ordered, g.ordered = g.ordered, False
    generated(g, code)
    g.ordered = ordered
    g.test("goroutines", code)


def deaths(g):
    """Unreachable objects with finalizers and cleanups that certainly run, and weak pointers to reachable objects."""
    code = Code()
    t, n = g.basic("int", "string"), g.r.randint(1, 4)
    code.line(f"type big struct {{\n\tv {t}\n\tpad [{g.r.randint(3, 200)}]int\n}}\nran := make(chan {t}, {n})")
    how = g.pick(["runtime.SetFinalizer(p, func(p *big) { ran <- p.v })",
        "runtime.AddCleanup(p, func(v " + str(t) + ") { ran <- v }, p.v)"])
    code.line(f"func() {{\n\tfor range {n} {{\n\t\tp := &big{{v: {literal(g, t)}}}\n\t\t{how}\n\t}}\n}}()")
    code.line(f"runtime.GC()\nruntime.GC()\nfor range {n} {{\n\tfmt.Print(<-ran, \" \")\n}}\nfmt.Println()")
    value = literal(g, ty.STRING)
    code.line(f"kept := &big{{}}\nw := weak.Make(kept)\nruntime.GC()\nfmt.Println(w.Value() == kept, w == weak.Make(kept))\n"
        f"runtime.KeepAlive(kept)")
    code.line(f"fmt.Println(unique.Make({value}) == unique.Make({value} + \"\"), unique.Make({value}).Value() == {value})")
    g.test("deaths", code)
