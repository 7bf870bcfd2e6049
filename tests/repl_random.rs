//! Random inputs in one session, valid and invalid, while goroutines run; after each input, the session's state must be
//! that of a model.
//!
//! `cargo test --test repl_random` runs some hundred inputs of a few seeds. A long hunt:
//! `MINIGO_RANDOM_INPUTS=10000 MINIGO_RANDOM_SEEDS=1..20 cargo test --release --test repl_random`.
//!
//! The model tracks objects, not names: an input that redeclares a name creates another object, and references to the
//! old object stay valid. A function is a slot: when its name is redeclared as a function of the same type, the slot
//! gets the new body, and callers of the slot call the new body.

#[path = "support/random_numbers.rs"]
mod random_numbers;
#[path = "support/session_model.rs"]
mod session_model;

use minigo::session::{End, Options, Session, SyntaxStore};
use minigo_vm::Tiering;
use random_numbers::RandomNumbers;
use session_model::{DeclaredObject, IntExpr, Model, Panicked, Value};
use std::collections::BTreeMap;

/// An expression and its text.
type ExprAndText = (IntExpr, String);
struct Run<'s> {
    session: Session<'s>,
    model: Model,
    random: RandomNumbers,
    input_count: usize,
    /// The inputs so far, for the report of a failure.
    log: Vec<String>,
}

/// The rank of a function is its slot modulo this number.
const FUNC_RANK_COUNT: usize = 4;

const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "x", "y", "T", "U"];

impl Run<'_> {
    fn eval(&mut self, text: &str) -> minigo::session::Evaluation {
        self.input_count += 1;
        self.log.push(text.to_owned());
        self.session.eval(&format!("input·{}", self.input_count), text)
    }

    fn report(&self, what: &str) -> String {
        let from = self.log.len().saturating_sub(60);
        format!("{what}\nafter the inputs …\n{}", self.log[from..].join("\n"))
    }

    /// Evaluates an input that must return, with these values.
    fn expect_values(&mut self, text: &str, values: &[String]) {
        let result = self.eval(text);
        let shown: Vec<String> =
            result.values.iter().map(|v| format!("{} : {}", v.text, v.ty)).collect();
        let found: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        let fine = result.has_succeeded() && shown == values;
        assert!(
            fine,
            "{}",
            self.report(&format!("{text}: {found:?} {:?} {shown:?}, not {values:?}", result.end))
        );
    }

    fn expect_rejection(&mut self, text: &str) {
        let result = self.eval(text);
        assert!(result.is_rejected(), "{}", self.report(&format!("{text}: {:?}", result.end)));
    }

    fn expect_input_end(&mut self, text: &str, end: End) {
        let result = self.eval(text);
        let found: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(result.end, Some(end), "{}", self.report(&format!("{text}: {found:?}")));
    }

    fn random_name(&mut self) -> &'static str {
        self.random.pick::<&str>(&NAMES)
    }
    /// Returns a random name whose object has the given kind.
    fn random_declared_name(
        &mut self,
        kind: impl Fn(&DeclaredObject) -> bool,
    ) -> Option<(String, DeclaredObject)> {
        let all: Vec<(String, DeclaredObject)> = self
            .model
            .names
            .iter()
            .filter(|(_, b)| kind(b))
            .map(|(n, b)| (n.clone(), b.clone()))
            .collect();
        (!all.is_empty()).then(|| self.random.pick(&all).clone())
    }

    /// Returns an expression of type int of at most this depth. The expression calls only functions of a rank below
    /// `below`, so that every call ends, and soon.
    fn random_int_expr(&mut self, depth: usize, below: usize, param: bool) -> ExprAndText {
        if depth > 0 && self.random.below(3) > 0 {
            let (a, a_text) = self.random_int_expr(depth - 1, below, param);
            let (b, b_text) = self.random_int_expr(depth - 1, below, param);
            let op = *self.random.pick(&['+', '-', '*', '^']);
            return (IntExpr::Binary(op, a.into(), b.into()), format!("({a_text} {op} {b_text})"));
        }
        if param && self.random.below(3) == 0 {
            return (IntExpr::Param, "n".into());
        }
        let literal = self.random.below(100) as i64;
        match self.random_declared_name(|_| true) {
            Some((name, DeclaredObject::Int(at))) => (IntExpr::Var(at), name),
            Some((name, DeclaredObject::Struct(at))) => (IntExpr::Field(at), format!("{name}.F")),
            Some((name, DeclaredObject::Const(n))) => (IntExpr::Literal(n), name),
            Some((name, DeclaredObject::Slice(at) | DeclaredObject::Map(at))) => {
                (IntExpr::Len(at), format!("len({name})"))
            }
            Some((name, DeclaredObject::Func(slot)))
                if depth > 0 && slot % FUNC_RANK_COUNT < below =>
            {
                let (arg, text) = self.random_int_expr(depth - 1, below, param);
                (IntExpr::Call(slot, arg.into()), format!("{name}({text})"))
            }
            _ => (IntExpr::Literal(literal), literal.to_string()),
        }
    }

    fn random_top_level_expr(&mut self) -> ExprAndText {
        self.random_int_expr(2, FUNC_RANK_COUNT, false)
    }

    /// Runs one random input, and makes its changes in the model.
    fn run_random_input(&mut self) {
        match self.random.below(16) {
            0 | 1 => self.declare_int(),
            2 => self.declare_const_slice_or_map(),
            3 | 4 => self.declare_func(),
            5 | 6 => self.assign_variable(),
            7 | 8 => self.eval_random_expr(),
            9 => self.change_list_or_map(),
            10 => self.run_invalid_input(),
            11 => self.run_interrupted_statements(),
            12 => self.fail_goroutines(),
            13 => self.send_to_adder_goroutine(),
            14 => self.run_queries(),
            _ => self.declare_type(),
        }
    }

    fn declare_int(&mut self) {
        let name = self.random_name();
        let (x, text) = self.random_top_level_expr();
        let form = self.random.below(3);
        let input = match form {
            0 => format!("{name} := {text}"),
            1 => format!("var {name} = {text}"),
            _ => format!("var {name} int = 0\n{name} = {text}"),
        };
        // In the first form, the new variable is not yet in scope in its value; in the others it is.
        let shadowed = form > 0 && text.contains(name);
        let (Ok(value), false) = (self.model.eval_int(&x, 0), shadowed) else { return };
        self.expect_values(&input, &[]);
        let at = self.model.new_value(Value::Int(value));
        self.model.names.insert(name.into(), DeclaredObject::Int(at));
    }

    fn declare_const_slice_or_map(&mut self) {
        let name = self.random_name();
        match self.random.below(3) {
            0 => {
                let n = self.random.below(100) as i64;
                self.expect_values(&format!("const {name} = {n}"), &[]);
                self.model.names.insert(name.into(), DeclaredObject::Const(n));
            }
            1 => {
                let list: Vec<i64> = (0..self.random.below(4)).map(|i| i as i64 * 3).collect();
                let text: Vec<String> = list.iter().map(i64::to_string).collect();
                self.expect_values(&format!("{name} := []int{{{}}}", text.join(", ")), &[]);
                let at = self.model.new_value(Value::Slice(list));
                self.model.names.insert(name.into(), DeclaredObject::Slice(at));
            }
            _ => {
                self.expect_values(&format!("var {name} = map[int]int{{}}"), &[]);
                let at = self.model.new_value(Value::Map(BTreeMap::new()));
                self.model.names.insert(name.into(), DeclaredObject::Map(at));
            }
        }
    }

    /// Declares a function, whose body may call or defer a closure, so that function bodies are nested.
    fn declare_func(&mut self) {
        let name = self.random_name();
        let slot = match self.model.names.get(name) {
            Some(DeclaredObject::Func(slot)) => *slot,
            _ => self.model.funcs.len(),
        };
        let (x, text) = self.random_int_expr(2, slot % FUNC_RANK_COUNT, true);
        // (A function whose body mentions its own name would call itself.)
        if text.contains(name) {
            return;
        }
        let input = match self.random.below(3) {
            0 => format!("func {name}(n int) int {{ return {text} }}"),
            1 => format!(
                "func {name}(n int) (r int) {{\n\tdefer func() {{ r ^= 0 }}()\n\tr = {text}\n\treturn\n}}"
            ),
            _ => format!(
                "func {name}(n int) int {{\n\tg := func() int {{ return {text} }}\n\treturn g()\n}}"
            ),
        };
        // The local name `g` would hide a global one.
        if input.contains("g := func") && text.contains('g') {
            return;
        }
        self.expect_values(&input, &[]);
        if slot == self.model.funcs.len() {
            self.model.funcs.push(x);
        } else {
            self.model.funcs[slot] = x;
        }
        self.model.names.insert(name.into(), DeclaredObject::Func(slot));
    }

    fn declare_type(&mut self) {
        let (name, n) = (*self.random.pick(&["T", "U"]), self.random.below(1000) as i64);
        self.expect_values(&format!("type {name} struct{{ F int }}"), &[]);
        self.model.names.insert(name.into(), DeclaredObject::Type);
        let var = *self.random.pick(&["a", "b", "x"]);
        match self.random.below(4) {
            0 => self.expect_values(&format!("{var} := {name}{{{n}}}"), &[]),
            1 => self.expect_values(&format!("{var} := {name}{{}}; {var}.F = {n}"), &[]),
            // Types made by reflection get numbers between those of the inputs' types.
            2 => {
                let made = format!("made := reflect.ArrayOf({n}, reflect.TypeFor[{name}]())");
                self.expect_values(&made, &[]);
                self.expect_values(&format!("{var} := {name}{{{n}}}"), &[]);
                let set = format!("made.Len() == {n} && made.Elem() == reflect.TypeOf({var})");
                self.expect_values(&set, &["true : bool".into()]);
                let boxed =
                    format!("any({var}).({name}).F == any([]{name}{{{var}}}).([]{name})[0].F");
                self.expect_values(&boxed, &["true : bool".into()]);
            }
            _ => {
                self.expect_values(&format!("func (t {name}) Get() int {{ return t.F }}"), &[]);
                self.expect_values(&format!("{var} := {name}{{{n}}}"), &[]);
                self.expect_values(&format!("{var}.Get()"), &[format!("{n} : int")]);
            }
        }
        let at = self.model.new_value(Value::Struct(n));
        self.model.names.insert(var.into(), DeclaredObject::Struct(at));
    }

    fn assign_variable(&mut self) {
        let Some((name, bound)) = self.random_declared_name(|b| {
            matches!(b, DeclaredObject::Int(_) | DeclaredObject::Struct(_))
        }) else {
            return;
        };
        let (DeclaredObject::Int(at) | DeclaredObject::Struct(at)) = bound else { return };
        let (x, text) = self.random_top_level_expr();
        let Ok(value) = self.model.eval_int(&x, 0) else { return };
        let field = if matches!(bound, DeclaredObject::Struct(_)) { ".F" } else { "" };
        let input = match self.random.below(3) {
            0 => format!("{name}{field} = {text}"),
            1 => format!("if true {{\n\t{name}{field} = {text}\n}}"),
            _ => format!("for range 1 {{ func() {{ {name}{field} = {text} }}() }}"),
        };
        self.expect_values(&input, &[]);
        match &mut self.model.values[at] {
            Value::Int(n) | Value::Struct(n) => *n = value,
            _ => unreachable!("the variable has a value of the expression's type"),
        }
    }

    fn eval_random_expr(&mut self) {
        let (x, text) = self.random_top_level_expr();
        match self.model.eval_int(&x, 0) {
            Ok(value) => self.expect_values(&text, &[format!("{value} : int")]),
            Err(Panicked) => self.expect_input_end(&text, End::Failed),
        }
    }

    fn change_list_or_map(&mut self) {
        let Some((name, bound)) = self.random_declared_name(|b| {
            matches!(b, DeclaredObject::Slice(_) | DeclaredObject::Map(_))
        }) else {
            return;
        };
        let (DeclaredObject::Slice(at) | DeclaredObject::Map(at)) = bound else { return };
        let (x, text) = self.random_top_level_expr();
        let Ok(value) = self.model.eval_int(&x, 0) else { return };
        let index = self.random.below(6) as i64;
        match bound {
            DeclaredObject::Slice(_) if self.random.below(2) == 0 => {
                self.expect_values(&format!("{name} = append({name}, {text})"), &[]);
                let Value::Slice(list) = &mut self.model.values[at] else {
                    unreachable!("a slice")
                };
                list.push(value);
            }
            DeclaredObject::Slice(_) => {
                let read = IntExpr::Element(at, index);
                match self.model.eval_int(&read, 0) {
                    Ok(value) => {
                        self.expect_values(
                            &format!("{name}[{index}]"),
                            &[format!("{value} : int")],
                        );
                    }
                    Err(Panicked) => {
                        self.expect_input_end(&format!("{name}[{index}]"), End::Failed);
                    }
                }
            }
            _ => {
                self.expect_values(&format!("{name}[{index}] = {text}"), &[]);
                let Value::Map(map) = &mut self.model.values[at] else { unreachable!("a map") };
                map.insert(index, value);
                let shown =
                    self.model.eval_int(&IntExpr::Element(at, index), 0).unwrap_or_default();
                self.expect_values(&format!("{name}[{index}]"), &[format!("{shown} : int")]);
            }
        }
    }

    /// Runs an input with an error: it changes nothing, whatever else it contains.
    fn run_invalid_input(&mut self) {
        let (name, other) = (self.random_name(), self.random_name());
        let (_, text) = self.random_top_level_expr();
        let input = match self.random.below(14) {
            0 => format!("{name} := {text}; undefinedName"),
            1 => format!("func {name}(n int) int {{ return \"s\" }}"),
            2 => format!("type {name} struct{{ x missing }}; var {other} {name}"),
            3 => format!("type {name} struct{{}}; func (t {name}) Get() int {{ return \"s\" }}"),
            4 => format!("const {name} = {text} +"),
            5 => format!("var {name} = {other}2; var {other}2 = {name}"),
            6 => format!("{name} := []int{{1, 2}}; {name}.x = 1"),
            7 => format!("for {{ {name} := 1; break nowhere }}"),
            8 => format!("func {name}[E any](e E) E {{ return e + 1 }}\n{name}(1)"),
            9 => format!("import \"no/such/package\"; {name} := 1"),
            10 => format!("{name} := slices.Max([]{other}Missing{{1}})"),
            11 => format!("{name} := io.EOF + {text}"),
            12 => format!("import \"strconv\"\nfunc {name}() {{ return 1 }}"),
            _ => {
                const SOUP_TOKENS: [&str; 28] = [
                    "func",
                    "(",
                    ")",
                    "{",
                    "}",
                    "[",
                    "]",
                    ":=",
                    "=",
                    "type",
                    "struct",
                    "interface",
                    "go",
                    "select",
                    "case",
                    "chan",
                    "<-",
                    "map",
                    "...",
                    "1",
                    "\"s\"",
                    ";",
                    ",",
                    ".",
                    "a",
                    "T",
                    "for",
                    "\n",
                ];
                let soup: Vec<&str> =
                    (0..self.random.below(25)).map(|_| *self.random.pick(&SOUP_TOKENS)).collect();
                // The last line makes the text invalid, whatever precedes it.
                format!("{}\n\"a\" + 1", soup.join(" "))
            }
        };
        self.expect_rejection(&input);
    }

    /// Runs statements of which the last ones are never reached.
    fn run_interrupted_statements(&mut self) {
        let Some((name, DeclaredObject::Int(at))) =
            self.random_declared_name(|b| matches!(b, DeclaredObject::Int(_)))
        else {
            return;
        };
        let n = self.random.below(1000) as i64;
        let breaks = *self.random.pick(&[
            ("panic(\"stop\")", End::Failed),
            ("var p *int; *p = 1", End::Failed),
            ("[]int{}[len(os.Args)+5]++", End::Failed),
            ("os.Exit(3)", End::Exited(3)),
            ("runtime.Goexit()", End::Goexit),
            ("var mu sync.Mutex; mu.Unlock()", End::Failed),
            ("any(1).(func())()", End::Failed),
            ("close((chan int)(nil))", End::Failed),
        ]);
        self.expect_input_end(&format!("{name} = {n}; {}; {name} = -1", breaks.0), breaks.1);
        self.model.values[at] = Value::Int(n);
    }

    /// Makes goroutines fail; the session continues.
    fn fail_goroutines(&mut self) {
        self.expect_values("done := make(chan bool)", &[]);
        let fails =
            *self.random.pick(&["panic(5)", "runtime.Goexit()", "var m map[int]int; m[1] = 2"]);
        self.expect_values(
            &format!("go func() {{ defer close(done); {fails} }}()\n<-done"),
            &["false : bool".into()],
        );
        self.model.names.remove("done");
    }

    fn send_to_adder_goroutine(&mut self) {
        let (x, text) = self.random_top_level_expr();
        let Ok(value) = self.model.eval_int(&x, 0) else { return };
        self.model.sum = self.model.sum.wrapping_add(value);
        let sum = self.model.sum;
        self.expect_values(&format!("adder <- {text}"), &[]);
        self.expect_values("<-sums", &[format!("{sum} : int")]);
    }

    /// Runs queries, which execute nothing and must not change anything.
    fn run_queries(&mut self) {
        let (_, text) = self.random_top_level_expr();
        assert_eq!(
            self.session.type_of("look", &text).map_err(|_| ()),
            Ok(vec!["int".to_owned()]),
            "{text}"
        );
        let name = self.random_name();
        let _ = self.session.members(name);
        let _ = self.session.members("struct{ bytes.Buffer }{}");
        let _ = self.session.declaration(name);
        let _ = (self.session.bytecode(name), self.session.environment());
    }

    /// Compares the whole state.
    fn compare_state(&mut self) {
        for (name, bound) in self.model.names.clone() {
            let (text, value) = match bound {
                DeclaredObject::Int(at) => (name, self.model.values[at].clone()),
                DeclaredObject::Struct(at) => (format!("{name}.F"), self.model.values[at].clone()),
                DeclaredObject::Slice(at) | DeclaredObject::Map(at) => {
                    (name, self.model.values[at].clone())
                }
                DeclaredObject::Const(n) => (name, Value::Int(n)),
                DeclaredObject::Func(slot) => {
                    let call = IntExpr::Call(slot, IntExpr::Literal(7).into());
                    match self.model.eval_int(&call, 0) {
                        Ok(n) => (format!("{name}(7)"), Value::Int(n)),
                        Err(Panicked) => continue,
                    }
                }
                DeclaredObject::Type => (format!("{name}{{9}}.F"), Value::Int(9)),
            };
            let shown = match value {
                Value::Int(n) | Value::Struct(n) => format!("{n} : int"),
                Value::Slice(list) => {
                    self.expect_values(&format!("len({text})"), &[format!("{} : int", list.len())]);
                    let Some(last) = list.last() else { continue };
                    self.expect_values(
                        &format!("{text}[{}]", list.len() - 1),
                        &[format!("{last} : int")],
                    );
                    continue;
                }
                Value::Map(map) => {
                    self.expect_values(&format!("len({text})"), &[format!("{} : int", map.len())]);
                    for (key, value) in map {
                        self.expect_values(&format!("{text}[{key}]"), &[format!("{value} : int")]);
                    }
                    continue;
                }
            };
            self.expect_values(&text, &[shown]);
        }
        self.expect_values("io.EOF != nil && os.Stdout != nil", &["true : bool".into()]);
    }
}

/// Discards the output of programs.
struct DiscardedOutput;

impl minigo::session::Output for DiscardedOutput {
    fn write(&self, _: i32, buf: &[u8]) -> Result<usize, i32> {
        Ok(buf.len())
    }
}

fn run_random_session(seed: u64, inputs: usize, tiering: Tiering) {
    let run = || {
        let store = SyntaxStore::default();
        let output: Option<std::sync::Arc<dyn minigo::session::Output>> =
            Some(std::sync::Arc::new(DiscardedOutput));
        let machine = minigo_vm::Options { tiering, ..minigo_vm::Options::default() };
        let session = Session::new(&store, &Options { machine, output, ..Options::default() });
        let session = session.expect("the library is available");
        let (model, random) = (Model::default(), RandomNumbers(seed));
        let mut run =
            Run { session, model, random, input_count: 0, log: vec![format!("seed {seed}")] };
        run.expect_values("adder, sums := make(chan int), make(chan int)", &[]);
        run.expect_values(
            "go func() { sum := 0; for n := range adder { sum += n; sums <- sum } }()",
            &[],
        );
        run.expect_values(
            "ticks := 0; go func() { for { ticks++; time.Sleep(time.Millisecond) } }()",
            &[],
        );
        run.expect_values("spin := make(chan bool); go func() { for { select { case <-spin: return; default: runtime.Gosched() } } }()", &[]);
        while run.input_count < inputs {
            run.run_random_input();
            if run.random.below(50) == 0 {
                run.compare_state();
            }
            if run.random.below(200) == 0 {
                run.expect_values("runtime.GC()", &[]);
            }
        }
        run.compare_state();
        run.expect_values("close(spin); ticks > 0", &["true : bool".into()]);
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, run);
        thread.expect("there are threads").join().unwrap_or_else(|_| panic!("seed {seed}"));
    });
}

#[test]
fn random_inputs_match_the_model() {
    let set = |name: &str| std::env::var(name).ok();
    let inputs = set("MINIGO_RANDOM_INPUTS").map_or(400, |n| n.parse().expect("a number"));
    let seeds = set("MINIGO_RANDOM_SEEDS").unwrap_or_else(|| "1..4".into());
    let (from, to) = seeds.split_once("..").expect("a range such as 1..4");
    for seed in from.parse().expect("a number")..to.parse().expect("a number") {
        run_random_session(seed, inputs, Tiering::Off);
        // In builds without optimisation the JIT compiler is too slow for this test.
        if !cfg!(debug_assertions) {
            run_random_session(seed, inputs, Tiering::Eager);
        }
    }
}
