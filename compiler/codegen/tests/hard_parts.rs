//! Tests the error-prone parts of code generation: parallel moves, and the order of evaluation.
//!
//! Moves are tested by a symbolic execution: a function returns its parameters, of four widths, in each order, and the
//! result slots must contain them in that order. The order of evaluation is tested by the observable instructions, in
//! the order of the code.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a failing test may panic and print the reason"
)]

use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program;
use minigo_bytecode::{print, verify};
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::parse_file;
use minigo_syntax::source::SourceMap;
use minigo_types::program::{Body, Program as Checked};
use minigo_types::{Input, PackageInput, check};
use std::fmt::Write;

/// Generates the code of a program without imports.
fn compile(text: &str) -> Program {
    let (program, sources) = check_source(text);
    let code = minigo_codegen::generate(&program, &sources, minigo_codegen::Settings::default())
        .unwrap_or_else(|e| panic!("{e:?}"));
    verify::verify(&code).unwrap_or_else(|fault| panic!("{text}\n{fault}"));
    code
}

fn check_source(text: &str) -> (Checked, SourceMap) {
    let mut sources = SourceMap::new();
    let parsed = parse_file(sources.add("main.go", text.to_owned()).unwrap());
    let package = PackageInput {
        path: "main".into(),
        files: vec![parsed.file],
        indexed: None,
        is_library: false,
        is_sandboxed: false,
        imports: HashMap::default(),
        missing_imports: HashMap::default(),
        go_version: (1, 27),
    };
    let input = Input {
        sources: &sources,
        diagnostics: Diagnostics::new(),
        packages: vec![package],
        requires_bodies: true,
        library_init_tasks: |_| None,
        library_paths: Vec::new,
        deadline: minigo_syntax::deadline::Deadline::NEVER,
        record_request: None,
    };
    let outcome = check(&input);
    let program = outcome.program.unwrap_or_else(|| panic!("{text}\n{:?}", outcome.diagnostics));
    (program, sources)
}

fn code_of<'p>(program: &'p Program, name: &str) -> &'p [Op] {
    let func = program.funcs.iter().find(|f| &*f.name == name);
    &func.unwrap_or_else(|| panic!("no function {name}")).code
}

/// Executes moves symbolically up to the return or call: slot `i` starts with symbol `i`.
fn run_moves(code: &[Op]) -> Vec<u16> {
    let mut slots: Vec<u16> = (0..256).collect();
    let mut copy = |dst: Slot, src: Slot, n: u16| {
        let (dst, src, n) = (usize::from(dst.0), usize::from(src.0), usize::from(n));
        slots.copy_within(src..src + n, dst);
    };
    for &op in code {
        match op {
            Op::Mov { dst, src } => copy(dst, src, 1),
            Op::Mov2 { dst, src } => copy(dst, src, 2),
            Op::Mov3 { dst, src } => copy(dst, src, 3),
            Op::MovN { dst, src, n } => copy(dst, src, n),
            Op::RetMov { src } => {
                copy(Slot(0), src, 1);
                return slots;
            }
            Op::Ret {} => return slots,
            Op::Call { win, .. } => return slots[usize::from(win.0)..].to_vec(),
            _ => panic!("{op:?} is no move"),
        }
    }
    panic!("the code does not end");
}

/// All lists of `n` numbers that are less than `n`.
fn index_lists(n: usize) -> Vec<Vec<usize>> {
    let digits = |x: usize| (0..n as u32).map(|i| x / n.pow(i) % n).collect();
    (0..n.pow(n as u32)).map(digits).collect()
}

const VARIABLE_NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn name_list(of: &[usize]) -> String {
    of.iter().map(|&i| VARIABLE_NAMES[i]).collect::<Vec<_>>().join(", ")
}

/// The symbols of variables with these widths, in this order.
fn variable_symbols(widths: &[u16], order: &[usize]) -> Vec<u16> {
    let first = |i: usize| widths[..i].iter().sum::<u16>();
    order.iter().flat_map(|&i| first(i)..first(i) + widths[i]).collect()
}

#[test]
fn results_are_moved_at_once() {
    let types = [("int", 1), ("string", 2), ("[]int", 3), ("[5]int", 5)];
    let widths: Vec<u16> = types.iter().map(|t| t.1).collect();
    let mut text = String::from("package main\n\nfunc main() {\n");
    let orders = index_lists(4);
    for (n, order) in orders.iter().enumerate() {
        let args = "0, \"\", nil, [5]int{}";
        let blanks = vec!["_"; order.len()].join(", ");
        writeln!(text, "\t{blanks} = f{n}({args})\n\t_ = g{n}").unwrap();
    }
    text.push_str("}\n\nvar sink int\n\n");
    for (n, order) in orders.iter().enumerate() {
        let results: Vec<&str> = order.iter().map(|&i| types[i].0).collect();
        let results = results.join(", ");
        let head = format!("(a int, b string, c []int, d [5]int) ({results})");
        writeln!(text, "//go:noinline\nfunc f{n}{head} {{ return {} }}", name_list(order)).unwrap();
        // The same function, with an inlined call in between.
        writeln!(text, "func g{n}{head} {{ return f{n}(a, b, c, d) }}").unwrap();
    }
    let program = compile(&text);
    for (n, order) in orders.iter().enumerate() {
        let wanted = variable_symbols(&widths, order);
        let found = run_moves(code_of(&program, &format!("main.f{n}")));
        assert_eq!(found[..wanted.len()], wanted, "return {}", name_list(order));
    }
}

#[test]
fn assignments_happen_at_once() {
    for (ty, width) in [("int", 1), ("string", 2), ("[]int", 3)] {
        let orders = index_lists(4);
        let mut text = String::from("package main\n\nfunc main() {\n");
        (0..orders.len()).for_each(|n| writeln!(text, "\t_, _ = f{n}, g{n}").unwrap());
        text.push_str("}\n\n");
        writeln!(
            text,
            "func mix(a, b, c, d {ty}) ({ty}, {ty}, {ty}, {ty}) {{ return d, c, b, a }}"
        )
        .unwrap();
        for (n, order) in orders.iter().enumerate() {
            let head = format!("(a, b, c, d {ty}) ({ty}, {ty}, {ty}, {ty})");
            let values = name_list(order);
            writeln!(text, "func f{n}{head} {{ a, b, c, d = {values}; return a, b, c, d }}")
                .unwrap();
            writeln!(text, "func g{n}{head} {{ a, b, c, d = mix({values}); return a, b, c, d }}")
                .unwrap();
        }
        let program = compile(&text);
        for (n, order) in orders.iter().enumerate() {
            let widths = [width; 4];
            let wanted = variable_symbols(&widths, order);
            let found = run_moves(code_of(&program, &format!("main.f{n}")));
            assert_eq!(found[..wanted.len()], wanted, "{ty}: {}", name_list(order));
            let turned: Vec<usize> = order.iter().rev().copied().collect();
            let wanted = variable_symbols(&widths, &turned);
            let found = run_moves(code_of(&program, &format!("main.g{n}")));
            assert_eq!(found[..wanted.len()], wanted, "{ty}: mix({})", name_list(order));
        }
    }
}

/// The observable steps in the code of `main.f`: calls, and instructions that may panic.
fn observable_steps(program: &Program) -> String {
    let mut events = Vec::new();
    for (pc, &op) in code_of(program, "main.f").iter().enumerate() {
        let text = print::instruction(program, pc as u32, op);
        let name = text.split_whitespace().next().unwrap_or_default();
        match op {
            Op::Call { func, .. } => {
                let name = &program.funcs[func.get() as usize].name;
                events.push(name.trim_start_matches("main.").to_owned());
            }
            Op::Ext { .. } | Op::Ret {} | Op::RetMov { .. } => {}
            _ if name.starts_with("mov") || name.starts_with("load.imm") => {}
            _ => events.push(name.to_owned()),
        }
    }
    events.join(" ")
}

#[test]
fn operands_are_evaluated_in_order() {
    let cases = [
        // Calls come first; then locations are determined; the value comes before the lvalue.
        ("s[g()] = h()", "g h setindex.64"),
        ("s[g()] += h()", "g h addindex.64"),
        ("s[g()] *= h()", "g h index.64 mul setindex.64"),
        ("ts[g()].a += h()", "g h index.addr addmem.64"),
        ("ts[g()].a = s[3]", "g index.64 index.addr store.64"),
        ("ts[3].a = h()", "h index.addr store.64"),
        ("p.a += h()", "h addmem.64"),
        ("p.a = s[1]", "index.64 store.64"),
        ("m[g()] = h()", "g h map.set.word"),
        ("m[g()] += h()", "g h map.get.word add map.set.word"),
        ("s[g()], s[h()] = i(), j()", "g h i j setindex.64 setindex.64"),
        ("s[g()], ok = m[h()]", "g h map.getok setindex.64"),
        ("s[g()], ok = <-c", "g recv.ok setindex.64"),
        ("m[g()], n = two()", "g two map.set.word"),
        // The tuple's declaration is a statement of its own, so it precedes the assignment's operands.
        ("v, w := two(); m[id(v)] = w", "two map.set.word"),
        ("v, w := two(); s[id(v)], ok = m[id(w)]", "two map.getok setindex.64"),
    ];
    let mut wrong = Vec::new();
    for (statement, wanted) in cases {
        let text = format!(
            "package main\n\ntype T struct{{ a, b int }}\n\n\
             func g() int {{ for x > 0 {{ x-- }}; return x }}\n\nfunc h() int {{ for x > 1 {{ x-- }}; return x }}\n\n\
             func i() int {{ for x > 2 {{ x-- }}; return x }}\n\nfunc j() int {{ for x > 3 {{ x-- }}; return x }}\n\n\
             func two() (int, int) {{ for x > 4 {{ x-- }}; return x, x }}\n\nfunc id(n int) int {{ return n }}\n\n\
             var x int\n\n\
             func f(s []int, ts []T, p *T, m map[int]int, c chan int, n int, ok bool) {{ {statement} }}\n\n\
             func main() {{ f(nil, nil, nil, nil, nil, 0, false) }}\n"
        );
        let found = observable_steps(&compile(&text));
        if found != wanted {
            wrong.push(format!("{statement}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_broken_invariant_is_an_error_with_its_line() {
    let text = "package main\n\nfunc main() {\n\tx := 1\n\tprintln(x)\n}\n\nfunc other() {\n\ty := 2\n\tprintln(y)\n}\n";
    let text = text.replace("println(x)", "println(x); go other()");
    let (mut program, sources) = check_source(&text);
    for func in &mut program.funcs {
        if let Body::Block(list) = &mut func.body {
            // A use precedes the variable's declaration, which the checker never permits.
            list.reverse();
        }
    }
    let errors = minigo_codegen::generate(&program, &sources, minigo_codegen::Settings::default())
        .expect_err("it is broken");
    let found: Vec<_> = errors.as_slice().iter().map(|e| (e.code, e.span.start)).collect();
    let lines: Vec<u32> =
        found.iter().map(|(_, pos)| sources.file_of(*pos).unwrap().line_col(*pos).0).collect();
    assert!(found.iter().all(|(code, _)| *code == Code::InternalError), "{errors:?}");
    assert_eq!(lines, [5, 10]);
}
