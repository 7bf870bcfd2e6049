//! Reflection on types that later inputs declare, and on types to which later inputs add methods.

#[path = "support/sessions.rs"]
mod sessions;

use sessions::with_session;

#[test]
fn reflection_sees_methods_of_later_inputs() {
    with_session(|s| {
        s.eval_ok(
            "type T struct{ N int }; t := T{3}; rt := reflect.TypeOf(t); rv := reflect.ValueOf(t)",
        );
        s.expect_values("rt.NumMethod()", &["0 : int"]);
        s.eval_ok(
            "func (t T) Add(n int) int { return t.N + n }; func (t *T) Set(n int) { t.N = n }",
        );
        s.expect_values("rt.NumMethod()", &["1 : int"]);
        s.expect_values("reflect.TypeOf(&t).NumMethod()", &["2 : int"]);
        s.eval_ok("type Adder interface{ Add(int) int }");
        s.expect_values("rt.Implements(reflect.TypeFor[Adder]())", &["true : bool"]);
        s.expect_values("rv.Interface().(Adder).Add(1)", &["4 : int"]);
        s.expect_values(
            "rv.MethodByName(\"Add\").Call([]reflect.Value{reflect.ValueOf(4)})[0].Int()",
            &["7 : int64"],
        );
        s.expect_values(
            "m, ok := rt.MethodByName(\"Add\"); m.Type.String() + fmt.Sprint(ok, m.Index)",
            &["\"func(main.T, int) inttrue 0\" : string"],
        );
        s.eval_ok("out := reflect.ValueOf(&t).MethodByName(\"Set\").Call([]reflect.Value{reflect.ValueOf(9)})");
        s.expect_values("t.N", &["9 : int"]);
        s.eval_ok("func (t T) Add(n int) int { return 100 * n }");
        s.expect_values(
            "rv.Method(0).Call([]reflect.Value{reflect.ValueOf(4)})[0].Int()",
            &["400 : int64"],
        );
    });
}

#[test]
fn types_of_later_inputs_are_keys_and_parts() {
    with_session(|s| {
        s.eval_ok("m := map[any]string{}");
        s.eval_ok("type K struct{ A int; B string }; m[K{1, \"x\"}] = \"k\"");
        s.expect_values("m[K{1, \"x\"}]", &["\"k\" : string"]);
        s.eval_ok("old := K{1, \"x\"}");
        s.eval_ok("type K struct{ A int; B string }");
        s.expect_values("m[K{1, \"x\"}] + m[old]", &["\"k\" : string"]);
        s.eval_ok("type F []int");
        s.expect_values(
            "func() (r any) { defer func() { r = recover() }(); m[F{}] = \"\"; return }()",
            &["runtime error: hash of unhashable type main.F : interface {}"],
        );
        s.eval_ok("mt := reflect.MapOf(reflect.TypeFor[K](), reflect.TypeFor[F]()); mv := reflect.MakeMap(mt)");
        s.eval_ok("mv.SetMapIndex(reflect.ValueOf(K{2, \"y\"}), reflect.ValueOf(F{1, 2}))");
        s.expect_values(
            "mv.Interface().(map[K]F)",
            &["map[main.K]main.F{main.K{A: 2, B: \"y\"}: main.F{1, 2}} : map[main.K]main.F"],
        );
        s.expect_values("mt.String()", &["\"map[main.K]main.F\" : string"]);
        s.eval_ok("st := reflect.StructOf([]reflect.StructField{{Name: \"X\", Type: reflect.TypeFor[K]()}})");
        s.eval_ok("type G[E any] struct{ E E }");
        s.expect_values(
            "reflect.New(st).Elem().Interface()",
            &["struct { X main.K }{X: main.K{A: 0, B: \"\"}} : interface {}"],
        );
        s.expect_values(
            "_, ok := reflect.Zero(st).Interface().(struct{ X K }); ok",
            &["true : bool"],
        );
        s.expect_values(
            "reflect.TypeOf(G[K]{}).Field(0).Type == reflect.TypeFor[K]()",
            &["true : bool"],
        );
    });
}

#[test]
fn library_code_that_reflects_sees_later_types() {
    with_session(|s| {
        s.eval_ok("type A struct{ X int `json:\"x\"` }");
        s.expect_values("b, _ := json.Marshal(A{3}); string(b)", &["\"{\\\"x\\\":3}\" : string"]);
        s.eval_ok("type B struct{ A; When time.Duration; T T }; type T int");
        s.eval_ok("func (t T) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(\"t\", int(t))), nil }");
        s.expect_values(
            "b, _ := json.Marshal([]any{B{A{1}, 2, 3}, map[T]int{4: 5}}); string(b)",
            &["\"[{\\\"x\\\":1,\\\"When\\\":2,\\\"T\\\":\\\"t3\\\"},{\\\"t4\\\":5}]\" : string"],
        );
    });
}

#[test]
fn reflected_types_and_types_of_later_inputs_stay_distinct() {
    with_session(|s| {
        s.eval_ok("type T int; func name[E any]() string { return reflect.TypeFor[E]().String() }");
        s.eval_ok("made := reflect.MapOf(reflect.TypeFor[T](), reflect.TypeFor[[7]T]())");
        s.eval_ok("type Z struct{ A *Z; N int }");
        s.expect_values("name[Z]()", &["\"main.Z\" : string"]);
        s.expect_values("any(Z{N: 3})", &["main.Z{A: nil, N: 3} : interface {}"]);
        s.eval_ok(
            "func kind(x any) string {
                switch x := x.(type) {
                case nil: return \"nil\"
                case T: return \"T\"
                case Z: return fmt.Sprint(\"Z\", x.N)
                case *Z: return \"*Z\"
                case [3]Z: return fmt.Sprint(\"Zs\", x[2].N)
                case map[T][7]T: return \"made\"
                case fmt.Stringer: return x.String()
                }
                return \"other\"
            }",
        );
        s.eval_ok("more := reflect.ChanOf(reflect.BothDir, made)");
        s.eval_ok(
            "type Y struct{ Z }; func (y Y) String() string { return fmt.Sprint(\"Y\", y.N) }",
        );
        s.expect_values(
            "[]string{kind(nil), kind(T(1)), kind(Z{N: 4}), kind(&Z{}), kind([3]Z{2: {N: 5}})}",
            &["[]string{\"nil\", \"T\", \"Z4\", \"*Z\", \"Zs5\"} : []string"],
        );
        s.expect_values(
            "[]string{kind(reflect.MakeMap(made).Interface()), kind(Y{Z{nil, 6}}), kind(2)}",
            &["[]string{\"made\", \"Y6\", \"other\"} : []string"],
        );
        s.expect_values(
            "_, ok := reflect.Zero(more).Interface().(chan map[T][7]T); ok",
            &["true : bool"],
        );
        s.expect_values("reflect.TypeFor[chan map[T][7]T]() == more", &["true : bool"]);
    });
}

#[test]
fn reflected_types_get_the_methods_of_later_inputs() {
    with_session(|s| {
        s.eval_ok("type T struct{ N int }; p := reflect.PointerTo(reflect.TypeFor[T]())");
        s.eval_ok("v := reflect.New(reflect.TypeFor[T]())");
        s.eval_ok("func (t *T) Set(n int) { t.N = n }");
        s.expect_values("p.NumMethod()", &["1 : int"]);
        s.eval_ok("v.Interface().(interface{ Set(int) }).Set(8)");
        s.expect_values("v.Elem().Field(0).Int()", &["8 : int64"]);
        s.eval_ok("rt := reflect.TypeFor[T](); rv := reflect.ValueOf(T{3})");
        s.eval_ok("func (t T) Add(n int) int { return t.N + n }");
        s.expect_values(
            "m, _ := rt.MethodByName(\"Add\"); m.Type.String()",
            &["\"func(main.T, int) int\" : string"],
        );
        s.expect_values(
            "rv.Method(0).Call([]reflect.Value{reflect.ValueOf(4)})[0].Int()",
            &["7 : int64"],
        );
        s.eval_ok("type Adder interface{ Add(int) int }");
        s.expect_values("rt.Implements(reflect.TypeFor[Adder]())", &["true : bool"]);
        s.expect_values("rv.Interface().(Adder).Add(1)", &["4 : int"]);
        s.eval_ok("out := reflect.ValueOf(&T{}).MethodByName(\"Set\").Call([]reflect.Value{reflect.ValueOf(9)})");
    });
}

#[test]
fn reflected_types_are_named_after_their_parts() {
    with_session(|s| {
        s.eval_ok(
            "type K int; made := reflect.MapOf(reflect.TypeFor[K](), reflect.TypeFor[[]K]())",
        );
        s.eval_ok("old := K(1); func of[E comparable](E) map[E][]E { return nil }");
        s.eval_ok("type K string");
        s.expect_values("made.String()", &["\"map[main.K·1][]main.K·1\" : string"]);
        s.expect_values("reflect.TypeOf(of(old)) == made", &["true : bool"]);
        s.expect_values("reflect.TypeOf(of(K(\"\"))) == made", &["false : bool"]);
    });
}

#[test]
fn templates_and_formats_work_between_inputs() {
    with_session(|s| {
        s.eval_ok("t := template.Must(template.New(\"\").Parse(\"{{range .}}{{.Name}}={{.Len}};{{end}}\"))");
        s.eval_ok("type Row struct{ Name string }; func (r Row) Len() int { return len(r.Name) }");
        s.eval_ok("var b strings.Builder; err := t.Execute(&b, []Row{{\"ab\"}, {\"c\"}})");
        s.expect_values("b.String()", &["\"ab=2;c=1;\" : string"]);
        s.eval_ok("type Line struct{ Name string }");
        s.eval_ok("b.Reset(); err = t.Execute(&b, map[string]Row{\"k\": {\"long\"}})");
        s.expect_values("b.String()", &["\"long=4;\" : string"]);
        s.expect_values(
            "fmt.Sprintf(\"%v %T\", Row{\"q\"}, []Line{})",
            &["\"{q} []main.Line\" : string"],
        );
    });
}

#[test]
fn objects_of_spilled_variables_stay_apart() {
    // More variables than a frame holds, so that the last of them share an object, whose pointers lie at other offsets
    // for another type.
    let func = |name: &str, ty: &str, value: &str| {
        let vars: String = (0..17_000).map(|i| format!("var v{i} {ty} = {value}\n")).collect();
        let sum: String = (16_900..17_000).map(|i| format!("s += fmt.Sprint(v{i})\n")).collect();
        format!("func {name}(n int) (s string) {{\n{vars}runtime.GC()\n{sum}return s }}")
    };
    with_session(|s| {
        s.eval_ok("made := reflect.MapOf(reflect.TypeFor[int](), reflect.TypeFor[[7]int]())");
        s.eval_ok(&func("ints", "int", "n"));
        s.eval_ok(&func("texts", "string", "fmt.Sprint(n)"));
        s.eval_ok(&func("bytes", "int8", "int8(n)"));
        for name in ["ints", "texts", "bytes"] {
            s.expect_values(&format!("strings.Count({name}(7), \"7\")"), &["100 : int"]);
        }
    });
}
