#!/usr/bin/env python3
"""Random small concurrent programs: partial-order reduction must have the results that all interleavings have.

    tests/explore_random.py [--minigo PATH] [--from N] [--programs N] [--runs N] [--bubbles | --library]

Each program runs under `minigo explore --strategy dfs` and `--strategy dpor`; where both see every interleaving, the sets of
their results (output and failure) must be equal. Programs of which one search is not complete within --runs runs are counted,
not compared. With --bubbles the goroutines are in a bubble of testing/synctest, sleep, and have timers. With --library they print,
use channels by package reflect, count goroutines, and follow a weak pointer. Exit status 1 if the results of any program differ;
such programs are left in the directory that is printed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile


BUBBLES = False
LIBRARY = False


def by_library(r):
    """A statement that calls the library: it prints, uses package reflect, counts goroutines, or follows a weak pointer."""
    n = r.randrange(2)
    channels = ", ".join(f"{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c{i})}}" for i in range(2))
    return r.choice([
        [f"if x, ok := reflect.ValueOf(c{n}).TryRecv(); ok {{ see(int32(x.Int())) }} else {{ see(9) }}"],
        [f"if !reflect.ValueOf(c{n}).TrySend(reflect.ValueOf(int32({r.randrange(1, 9)}))) {{ see(8) }}"],
        [f"{{ i, _, _ := reflect.Select([]reflect.SelectCase{{{channels}, {{Dir: reflect.SelectDefault}}}}); see(int32(i)) }}"],
        ["see(int32(runtime.NumGoroutine()))"],
        [f"fmt.Print(a{n}.Load())"],
        ["hold.Store(nil)"],
        ["if w.Value() == nil { see(1) } else { see(2) }"],
    ])


def timed(r):
    """A statement that needs the clock of a bubble."""
    n, d = r.randrange(2), r.randrange(1, 3)
    return r.choice([
        [f"time.Sleep({d})"],
        [f"time.AfterFunc({d}, func() {{ a{n}.Add(1) }})"],
        [f"select {{ case <-time.After({d}): see(1); case x := <-c{n}: see(x) }}"],
        [f"select {{ case <-time.After({d}): see(1); case <-time.After(1): see(2) }}"],
        [f"select {{ case <-tick.C: see(3); case <-time.After({d}): see(4) }}"],
        ["if tick.Stop() { see(5) } else { see(6) }"],
        [f"tick.Reset({d})"],
    ])


def statement(r, held, depth):
    """A statement of a goroutine; the values that it sees go into `seen`."""
    if BUBBLES and not held and r.random() < 0.6:
        return timed(r)
    if LIBRARY and not held and r.random() < 0.6:
        return by_library(r)
    kind = r.choice(["load", "store", "add", "lock", "send", "recv", "try", "select", "plain", "rlock", "close", "cas"])
    n = r.randrange(2)
    if kind == "load":
        return [f"see(a{n}.Load())"]
    if kind == "store":
        return [f"a{n}.Store({r.randrange(1, 9)})"]
    if kind == "add":
        return [f"a{n}.Add(1)"]
    if kind == "cas":
        return [f"if a{n}.CompareAndSwap(0, {r.randrange(1, 9)}) {{ see(7) }}"]
    if kind == "lock" and n not in held and depth == 0:
        inner = [line for _ in range(r.randrange(1, 3)) for line in statement(r, held | {n}, 1)]
        return [f"m{n}.Lock()", f"p{n}++", f"see(p{n})", *inner, f"m{n}.Unlock()"]
    if kind == "rlock" and depth == 0:
        if r.random() < 0.5:
            return ["rw.RLock()", "see(q)", "rw.RUnlock()"]
        return ["rw.Lock()", "q++", "rw.Unlock()"]
    if kind == "try" and n not in held:
        return [f"if m{n}.TryLock() {{ see(5); m{n}.Unlock() }} else {{ see(6) }}"]
    if kind == "send":
        return [f"select {{ case c{n} <- {r.randrange(1, 9)}: default: see(8) }}"]
    if kind == "recv":
        return [f"select {{ case x := <-c{n}: see(x); default: see(9) }}"]
    if kind == "select":
        return ["select { case x := <-c0: see(x); case c1 <- 3: see(4); default: see(2) }"]
    if kind == "close" and depth == 0 and r.random() < 0.3:
        return ["once.Do(func() { a0.Add(10) })"]
    return [f"see(int32(len(c{n})))"]


def program(seed):
    r = random.Random(seed)
    threads = 2 if r.random() < 0.8 else 3
    bodies = []
    for i in range(threads):
        count = r.randrange(1, 3) if threads == 2 else 1
        lines = [line for _ in range(count) for line in statement(r, frozenset(), 0)]
        bodies.append(f"\twg.Add(1)\n\tgo func() {{\n\t\tdefer wg.Done()\n\t\tsee := func(x int32) {{ seen[{i}] = append(seen[{i}], x) }}\n"
                      f"\t\tsee(0)\n" + "".join(f"\t\t{line}\n" for line in lines) + "\t}()\n")
    main, begin, end = "func main() {", "", "}\n"
    imports = '"fmt"\n\t"sync"\n\t"sync/atomic"'
    if BUBBLES:
        imports += '\n\t"testing"\n\t"testing/synctest"\n\t"time"'
        main = (
            "func main() {\n\tall := func(string, string) (bool, error) { return true, nil }\n"
            '\ttesting.Main(all, []testing.InternalTest{{Name: "T", F: test}}, nil, nil)\n}\n\n'
            "func test(t *testing.T) {\n\tsynctest.Test(t, func(*testing.T) {"
        )
        wait = "\tsynctest.Wait()\n" if r.random() < 0.5 else ""
        begin, end = f"\ttick := time.NewTimer(2)\n\t_ = tick\n{wait}", "})\n}\n"
    variables = ""
    if LIBRARY:
        imports += '\n\t"reflect"\n\t"runtime"\n\t"weak"'
        variables = "\thold atomic.Pointer[node]\n\tw weak.Pointer[node]\n\t_ = reflect.ValueOf\n\t_ = runtime.GC\n"
        begin = "\thold.Store(&node{n: 1})\n\tw = weak.Make(hold.Load())\n"
    own = "".join(f"\t{line}\n" for line in (statement(r, frozenset(), 0) if r.random() < 0.3 else []))
    return (
        f"package main\n\nimport (\n\t{imports}\n)\n\nvar (\n\ta0, a1 atomic.Int32\n\tm0, m1 sync.Mutex\n"
        "\trw sync.RWMutex\n\tonce sync.Once\n\tp0, p1, q int32\n" + variables + ")\n\ntype node struct {\n\tn int\n\tnext *node\n}\n\n" + main + "\n\tvar wg sync.WaitGroup\n\tvar seen [4][]int32\n"
        f"\tc0, c1 := make(chan int32, {r.randrange(3)}), make(chan int32, {r.randrange(2)})\n"
        "\tsee := func(x int32) { seen[3] = append(seen[3], x) }\n\tsee(0)\n"
        + begin + "".join(bodies) + own +
        "\twg.Wait()\n\tonce.Do(func() {})\n\tfmt.Println(seen, a0.Load(), a1.Load(), p0, p1, q, len(c0), len(c1))\n" + end
    )


def results(args, path, strategy):
    command = [args.minigo, "explore", "--jobs", "1", "--strategy", strategy, "--keep-going", "--format", "json",
               "--runs", str(args.runs), "--time", "60s", path]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        found = json.loads(ran.stdout)
    except ValueError:
        raise SystemExit(f"{path}: {ran.stdout}{ran.stderr}")
    outcomes = {(o["stdout"], o["kind"]) for o in found["outcomes"]}
    return found["all"], outcomes, found["runs"], found["departed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--minigo", default=f"{here}/target/release/minigo")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--runs", type=int, default=4000)
    parser.add_argument("--bubbles", action="store_true")
    parser.add_argument("--library", action="store_true")
    args = parser.parse_args()
    global BUBBLES, LIBRARY
    BUBBLES, LIBRARY = args.bubbles, args.library
    directory = tempfile.mkdtemp(prefix="explore-random-")
    compared = incomplete = wrong = all_runs = reduced_runs = departed = 0
    for seed in range(args.first, args.first + args.programs):
        path = os.path.join(directory, f"p{seed}.go")
        with open(path, "w") as file:
            file.write(program(seed))
        reduced = results(args, path, "dpor")
        whole = results(args, path, "dfs")
        departed += reduced[3] + whole[3]
        if not (reduced[0] and whole[0]) or max(len(reduced[1]), len(whole[1])) >= 200:
            incomplete += 1
        else:
            compared += 1
            all_runs += whole[2]
            reduced_runs += reduced[2]
            if reduced[1] != whole[1]:
                wrong += 1
                print(f"{path}: only all: {sorted(whole[1] - reduced[1])[:3]}, only reduced: {sorted(reduced[1] - whole[1])[:3]}")
                continue
        os.remove(path)
    print(f"{compared} programs compared, {wrong} differ; {incomplete} not complete; {all_runs} runs, reduced {reduced_runs}; "
          f"{departed} runs departed; {directory}")
    return 1 if wrong or departed else 0


if __name__ == "__main__":
    sys.exit(main())
