//! Embedding: values whose types Rust does not know, functions of any type, and serde.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo::embed::{Engine, Error, Invalid, Limits, Package, Run, Source, Value, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn start(text: &str, host: &Package) -> Run {
    let module = Engine::new().compile(Source::text("p.go", text).with(host)).unwrap();
    module.start(&World::empty(), Limits::new()).unwrap()
}

fn list(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::List(elements.into_iter().collect())
}

/// The error of a call that must fail with an invalid value.
fn expect_invalid_value_error(result: Result<Result<Vec<Value>, String>, Error>) -> String {
    match result {
        Err(Error::Invalid(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_of_any_have_gos_types() {
    let text = r#"
        package p
        import ("fmt"; "strings")
        func Types(list []any) string {
            var types []string
            for _, v := range list { types = append(types, fmt.Sprintf("%T=%v", v, v)) }
            return strings.Join(types, " ")
        }
        func Same(v any) any { return v }
    "#;
    let mut run = start(text, &Package::new("host"));
    let types = run.func::<(Vec<Value>,), String>("Types").unwrap();
    let map = |key: Value| Value::Map(vec![(key, Value::Nil)]);
    let all = vec![
        Value::Nil,
        true.into(),
        Value::Int(i64::MIN),
        Value::Uint(u64::MAX),
        0.5.into(),
        "text".into(),
        vec![1_u8, 2].into(),
        list([1_i64.into(), list([])]),
        map("a".into()),
        map(2_i64.into()),
        Value::Struct(vec![("B".into(), true.into())]),
    ];
    let expected = "<nil>=<nil> bool=true int=-9223372036854775808 uint=18446744073709551615 float64=0.5 string=text \
                    []uint8=[1 2] []interface {}=[1 []] map[string]interface {}=map[a:<nil>] \
                    map[interface {}]interface {}=map[2:<nil>] map[string]interface {}=map[B:true]";
    assert_eq!(types.call(&mut run, (all.clone(),)).unwrap(), expected);
    let same = run.func::<(Value,), Value>("Same").unwrap();
    for value in all.into_iter().filter(|value| !matches!(value, Value::Struct(_))) {
        assert_eq!(same.call(&mut run, (value.clone(),)).unwrap(), value);
    }
}

const TYPES_SOURCE: &str = r#"
    package p
    import ("errors"; "fmt"; "time")
    type Kind int8
    type Inner struct { Name string; hidden int }
    type All struct {
        UserID uint16
        Kind Kind
        Ratio float32
        Names []string
        Key [4]byte
        Counts map[string]int
        Next *All
        Any any
        Pair [2]Inner
        Wait time.Duration
    }
    func Echo(a All) All { return a }
    func Pointer(a *All) *All { return a }
    func Show(a All) string { return fmt.Sprintf("%+v", a) }
    func Sum(first int, rest ...float64) (sum float64) {
        for _, x := range rest { sum += x }
        return sum + float64(first)
    }
    func Divide(a, b int) (int, error) {
        if b == 0 { return 0, errors.New("division by zero") }
        return a / b, nil
    }
    func Nothing() {}
    func Large(x [300]uint64) [300]uint64 { x[299]++; return x }
    func Complex() complex128 { return 1i }
    func Func() func() { return Nothing }
    func Cycle() *All { a := &All{}; a.Next = a; return a }
    func Deep(n int) (v any) {
        for range n { v = []any{v} }
        return v
    }
    func Keys(m map[any]string) int { return len(m) }
    func Chan(c chan int) bool { return c == nil }
    func Boom() { panic("boom") }
"#;

#[test]
fn functions_of_any_type_are_called() {
    let mut run = start(TYPES_SOURCE, &Package::new("host"));
    let mut call = |name: &str, args: Vec<Value>| run.dynamic(name).unwrap().call(&mut run, args);
    let fields = |fields: &[(&str, Value)]| {
        Value::Struct(fields.iter().map(|(name, value)| ((*name).into(), value.clone())).collect())
    };
    let given = fields(&[
        ("user_id", Value::Int(65_535)),
        ("Kind", Value::Int(-128)),
        ("ratio", Value::Int(2)),
        ("names", list(["a".into(), "b".into()])),
        ("key", Value::Bytes(vec![1, 2, 3, 4])),
        ("counts", fields(&[("x", Value::Uint(1))])),
        ("next", fields(&[("UserID", Value::Uint(7))])),
        ("any", 1.5.into()),
        ("pair", list([fields(&[("Name", "n".into())]), fields(&[])])),
        ("wait", Value::Int(1_500_000_000)),
    ]);
    let shown = call("Show", vec![given.clone()]).unwrap().unwrap();
    let Value::String(shown) = &shown[0] else { panic!("{shown:?}") };
    let (start, end) = shown.split_once("Next:0x").unwrap();
    assert_eq!(start, "{UserID:65535 Kind:-128 Ratio:2 Names:[a b] Key:[1 2 3 4] Counts:map[x:1] ");
    assert!(end.ends_with("Any:1.5 Pair:[{Name:n hidden:0} {Name: hidden:0}] Wait:1.5s}"), "{end}");

    let echoed = call("Echo", vec![given.clone()]).unwrap().unwrap();
    assert_eq!(call("Pointer", vec![given]).unwrap().unwrap(), echoed);
    let Value::Struct(echoed) = &echoed[0] else { panic!("{echoed:?}") };
    let names: Vec<_> = echoed.iter().map(|(name, _)| &**name).collect();
    let expected =
        ["UserID", "Kind", "Ratio", "Names", "Key", "Counts", "Next", "Any", "Pair", "Wait"];
    assert_eq!(names, expected);
    assert_eq!(echoed[4].1, Value::Bytes(vec![1, 2, 3, 4]));
    assert_eq!(echoed[5].1, Value::Map(vec![("x".into(), Value::Int(1))]));
    assert_eq!(call("Pointer", vec![Value::Nil]), Ok(Ok(vec![Value::Nil])));

    let sum = [1_i64.into(), 0.5.into(), Value::Int(2)];
    assert_eq!(call("Sum", sum.to_vec()), Ok(Ok(vec![3.5.into()])));
    assert_eq!(call("Sum", vec![Value::Int(1)]), Ok(Ok(vec![1.0.into()])));
    assert_eq!(call("Divide", vec![Value::Int(7), Value::Int(2)]), Ok(Ok(vec![Value::Int(3)])));
    let zero = call("Divide", vec![Value::Int(7), Value::Int(0)]);
    assert_eq!(zero, Ok(Err("division by zero".to_owned())));
    assert_eq!(call("Nothing", vec![]), Ok(Ok(vec![])));
    let large = list((0..300_u64).map(Value::Uint));
    let Ok(Ok(results)) = call("Large", vec![large]) else { panic!() };
    assert!(matches!(&results[0], Value::List(list) if list[299] == Value::Uint(300)));
    assert_eq!(call("Chan", vec![Value::Nil]), Ok(Ok(vec![true.into()])));
    assert!(matches!(call("Boom", vec![]), Err(Error::Panic(_))));
    assert_eq!(run.dynamic("Missing").err(), Some(Error::NoFunction("Missing".to_owned())));
    assert_eq!(run.dynamic("Sum").unwrap().go_type(), "func(int, ...float64) float64");
}

#[test]
fn a_value_of_another_type_is_an_error() {
    let mut run = start(TYPES_SOURCE, &Package::new("host"));
    let mut call = |name: &str, args: Vec<Value>| {
        expect_invalid_value_error(run.dynamic(name).unwrap().call(&mut run, args))
    };
    let with = |name: &str, value: Value| vec![Value::Struct(vec![(name.to_owned(), value)])];
    assert_eq!(call("Echo", with("UserID", Value::Int(65_536))), "65536 is no uint16");
    assert_eq!(call("Echo", with("UserID", Value::Int(-1))), "-1 is no uint16");
    assert_eq!(call("Echo", with("Kind", Value::Float(1.0))), "1 is no p.Kind");
    assert_eq!(call("Echo", with("hidden", Value::Nil)), "p.All has no exported field hidden");
    assert_eq!(call("Echo", with("Key", vec![1_u8].into())), "a list of 1 elements is no [4]uint8");
    assert_eq!(call("Echo", with("Names", vec![1_u8].into())), "a list of bytes is no []string");
    assert_eq!(call("Echo", vec![Value::Nil]), "nil is no p.All");
    assert_eq!(call("Chan", vec![true.into()]), "true is no chan int");
    let arguments = "1 arguments for a function of type func(int, int) (int, error)";
    assert_eq!(call("Divide", vec![Value::Nil]), arguments);
    assert_eq!(call("Complex", vec![]), "a value of type complex128 has no form in Rust");
    assert_eq!(call("Func", vec![]), "a value of type func() has no form in Rust");
    let deep = "a value from Go is nested too deeply or too large";
    assert_eq!(call("Cycle", vec![]), deep);
    assert_eq!(call("Deep", vec![Value::Int(100_000)]), deep);
    let nested = (0..2_000).fold(Value::Nil, |value, _| list([value]));
    assert_eq!(call("Echo", with("Any", nested)), "a value for Go is nested too deeply");
    let keys = Value::Map(vec![(list([]), "x".into())]);
    assert_eq!(call("Keys", vec![keys]), "a list, a map or a struct is no key of a map in Go");
    let keys = Value::Map(vec![(Value::Int(1), "x".into()), ("1".into(), "y".into())]);
    let keys = run.dynamic("Keys").unwrap().call(&mut run, vec![keys]);
    assert_eq!(keys, Ok(Ok(vec![Value::Int(2)])));
}

#[test]
fn rust_functions_take_and_return_any() {
    let host = Package::new("host")
        .func("Keys", |value: Value| match value {
            Value::Map(entries) => list(entries.into_iter().map(|(key, _)| key)),
            other => other,
        })
        .func("Bad", || Value::Map(vec![(list([]), Value::Nil)]));
    let text = r#"
        package p
        import ("fmt"; "host")
        var first = host.Keys(map[float32]bool{0.5: true})
        func Keys() string {
            type point struct { X, Y int }
            return fmt.Sprint(first, host.Keys(map[point]int{{1, 2}: 3}), host.Keys(4))
        }
        func Bad() (text string) {
            defer func() { text = fmt.Sprint(recover()) }()
            host.Bad()
            return
        }
    "#;
    let mut run = start(text, &host);
    let keys = run.func::<(), String>("Keys").unwrap().call(&mut run, ()).unwrap();
    assert_eq!(keys, "[0.5] [map[X:1 Y:2]] 4");
    let bad = run.func::<(), String>("Bad").unwrap().call(&mut run, ()).unwrap();
    assert_eq!(bad, "a list, a map or a struct is no key of a map in Go");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Shape {
    Empty,
    Circle(f64),
    Line(i32, i32),
    Rect { width: u8, height: u8 },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Everything {
    unit: (),
    small: i8,
    large: u64,
    letter: char,
    text: String,
    pair: (bool, f32),
    bytes: [u8; 3],
    none: Option<i32>,
    some: Option<i32>,
    shapes: Vec<Shape>,
    map: BTreeMap<i32, String>,
}

#[test]
fn serde_converts_both_ways() {
    let shapes = vec![
        Shape::Empty,
        Shape::Circle(0.5),
        Shape::Line(-1, 1),
        Shape::Rect { width: 3, height: 4 },
    ];
    let all = Everything {
        unit: (),
        small: -8,
        large: u64::MAX,
        letter: 'ß',
        text: "text".into(),
        pair: (true, 1.5),
        bytes: [1, 2, 3],
        none: None,
        some: Some(4),
        shapes,
        map: [(1, "one".to_owned())].into(),
    };
    let value = Value::from_rust(&all).unwrap();
    assert_eq!(value.to_rust::<Everything>().unwrap(), all);
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(json, serde_json::to_string(&all).unwrap());
    // The keys of JSON are strings.
    let read: Value = serde_json::from_str(&json.replace(r#"{"1":"one"}"#, "{}")).unwrap();
    let without_map = Everything { map: BTreeMap::new(), ..all };
    assert_eq!(read.to_rust::<Everything>().unwrap(), without_map);
    assert_eq!(Value::Bytes(vec![1, 2, 3]).to_rust::<[u8; 3]>(), Ok([1, 2, 3]));

    let mut fields = match value {
        Value::Struct(fields) => fields,
        other => panic!("{other:?}"),
    };
    fields.pop();
    let error = Value::Struct(fields).to_rust::<Everything>();
    assert_eq!(error.map_err(|e| e.to_string()), Err("missing field `map`".to_owned()));
    let number = Value::Int(300).to_rust::<u8>().map_err(|error: Invalid| error.to_string());
    assert_eq!(number, Err("invalid value: integer `300`, expected u8".to_owned()));
    let long = list([Value::Int(1), Value::Int(2), Value::Int(3)]).to_rust::<(i32, i32)>();
    assert!(long.is_err());
    for bad in [Value::Int(1), Value::Map(vec![]), "Circle".into(), "Missing".into()] {
        assert!(bad.to_rust::<Shape>().is_err(), "{bad:?}");
    }
}
