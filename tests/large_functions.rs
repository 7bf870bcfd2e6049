//! Functions with more variables than a frame holds behave as small ones do.
//!
//! These tests have a file of their own because the programs are generated: the same statements are placed in a small
//! function and, behind many thousand variables that are all in use, in a large one.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fmt::Write;
use std::process::Command;

/// The number of variables of the large function, in addition to those of the statements.
const VARIABLE_COUNT: usize = 17_000;

/// Declarations of every kind, in blocks of every kind; they append to `out`.
const STATEMENTS: &str = r#"
	a, b := pair(1)
	c, d := pair(a)
	var zero [3]string
	var err error
	text, list := fmt.Sprint(a, b, c, d), []int{a, b, c}
	p := &list
	*p = append(*p, d)
	out = append(out, fmt.Sprint(text, list, zero, err, len(zero)))
	large := [100]int{5: a, 99: b}
	copied := large
	large[a] = 7
	out = append(out, fmt.Sprint(large[a], copied[a], copied[99], large == copied))
	f32, small, flag, r := float32(a)/3, int8(-a), a > b, 'x'
	small--
	out = append(out, fmt.Sprint(f32, small, flag, r))
	pt := point{a, text}
	pt.x++
	q := &pt
	q.name += "!"
	out = append(out, fmt.Sprint(pt, *q))
	var funcs []func() int
	for i := 0; i < 3; i++ {
		own, other := i*10, i
		funcs = append(funcs, func() int { own++; return own + other + a })
		sum := 0
		for j := range 3 {
			own := j
			funcs = append(funcs, func() int { sum += own; return sum })
		}
	}
	for _, f := range funcs {
		out = append(out, fmt.Sprint(f(), f()))
	}
	var again []*int
	turn := 0
back:
	x := turn
	y, z := pair(turn)
	again = append(again, &x)
	out = append(out, fmt.Sprint(x, y, z))
	x += 100
	turn++
	if turn < 3 {
		goto back
	}
	for _, p := range again {
		out = append(out, fmt.Sprint(*p))
	}
	var rec func(n int) int
	rec = func(n int) int {
		if n == 0 {
			return b
		}
		return rec(n-1) + 1
	}
	out = append(out, fmt.Sprint(rec(5)))
	func() {
		defer func() { out = append(out, fmt.Sprint(recover())) }()
		var none *point
		value := none.x
		out = append(out, fmt.Sprint(value))
	}()
	switch v := any(pt).(type) {
	case point:
		w := v
		w.x = -1
		out = append(out, fmt.Sprint(v.x, w.x))
	}
	made := make(chan int, 2)
	made <- a
	got, ok := <-made
	select {
	case made <- got:
		n := len(made)
		out = append(out, fmt.Sprint(n, ok))
	}
	runtime.GC()
	out = append(out, fmt.Sprint(text, list, pt, *p, *again[0], large[a]))
	a, b = b, a
	a += 5
	b <<= 2
	list[a%3]++
	zero[1] += "z"
	large[b] ^= 3
	out = append(out, fmt.Sprint(a, b, list, zero, large[b]))
"#;

fn program() -> String {
    let mut text = String::from(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"runtime\"\n\t\"slices\"\n)\n\n\
         type point struct {\n\tx    int\n\tname string\n}\n\n\
         func pair(n int) (int, int) { return n + 1, n + 2 }\n\n\
         func small() (out []string) {",
    );
    write!(text, "{STATEMENTS}\treturn out\n}}\n\nfunc large() (out []string) {{\n").unwrap();
    for i in 0..VARIABLE_COUNT {
        writeln!(text, "\tv{i} := len(out) + {i}").unwrap();
    }
    text.push_str(STATEMENTS);
    text.push_str("\ttotal := 0\n");
    for i in 0..VARIABLE_COUNT {
        writeln!(text, "\ttotal += v{i}").unwrap();
    }
    let sum = VARIABLE_COUNT * (VARIABLE_COUNT - 1) / 2;
    write!(text, "\tif total != {sum} {{\n\t\tpanic(total)\n\t}}\n\treturn out\n}}\n\n").unwrap();
    text.push_str(
        "func main() {\n\ta, b := small(), large()\n\tfmt.Println(len(a) > 20, slices.Equal(a, b))\n\
         \tif !slices.Equal(a, b) {\n\t\tfmt.Println(a)\n\t\tfmt.Println(b)\n\t}\n}\n",
    );
    text
}

/// Runs a program and returns its output.
fn run(name: &str, text: &str, stress: bool) -> String {
    let file = format!("{}/{name}.go", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.env("MINIGOCACHE", "off").args(["run", &file]);
    if stress {
        command.env("MINIGODEBUG", "gcverify=1");
    }
    let output = command.output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn variables_of_every_kind() {
    assert_eq!(run("variables", &program(), true), "true true\n");
}

#[test]
fn closures_with_many_captures() {
    let mut text = String::from("package main\n\nfunc main() {\n");
    let many = 9_000;
    for i in 0..many {
        writeln!(text, "\tvar v{i}, w{i} int = {i}, 1").unwrap();
    }
    text.push_str("\tt := 0\n\tf := func() {\n");
    for i in 0..many {
        writeln!(text, "\t\tv{i}++; t += v{i} + w{i}").unwrap();
    }
    text.push_str("\t}\n\tf()\n\tprintln(t, v0, v8999)\n\tf()\n\tprintln(t)\n}\n");
    let first = many * (many - 1) / 2 + 2 * many;
    let second = 2 * first + many;
    assert_eq!(run("captures", &text, false), format!("{first} 1 9000\n{second}\n"));
}
