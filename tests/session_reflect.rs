//! Reflection on types that later inputs add, and on those that they add methods to.

#[path = "support/sessions.rs"]
mod sessions;

use sessions::with_session;

#[test]
fn reflection_sees_methods_of_later_inputs() {
    with_session(|s| {
        s.runs(
            "type T struct{ N int }; t := T{3}; rt := reflect.TypeOf(t); rv := reflect.ValueOf(t)",
        );
        s.shows("rt.NumMethod()", &["0 : int"]);
        s.runs("func (t T) Add(n int) int { return t.N + n }; func (t *T) Set(n int) { t.N = n }");
        s.shows("rt.NumMethod()", &["1 : int"]);
        s.shows("reflect.TypeOf(&t).NumMethod()", &["2 : int"]);
        s.runs("type Adder interface{ Add(int) int }");
        s.shows("rt.Implements(reflect.TypeFor[Adder]())", &["true : bool"]);
        s.shows("rv.Interface().(Adder).Add(1)", &["4 : int"]);
        s.shows(
            "rv.MethodByName(\"Add\").Call([]reflect.Value{reflect.ValueOf(4)})[0].Int()",
            &["7 : int64"],
        );
        s.shows(
            "m, ok := rt.MethodByName(\"Add\"); m.Type.String() + fmt.Sprint(ok, m.Index)",
            &["\"func(main.T, int) inttrue 0\" : string"],
        );
        s.runs("out := reflect.ValueOf(&t).MethodByName(\"Set\").Call([]reflect.Value{reflect.ValueOf(9)})");
        s.shows("t.N", &["9 : int"]);
        s.runs("func (t T) Add(n int) int { return 100 * n }");
        s.shows(
            "rv.Method(0).Call([]reflect.Value{reflect.ValueOf(4)})[0].Int()",
            &["400 : int64"],
        );
    });
}

#[test]
fn types_of_later_inputs_are_keys_and_parts() {
    with_session(|s| {
        s.runs("m := map[any]string{}");
        s.runs("type K struct{ A int; B string }; m[K{1, \"x\"}] = \"k\"");
        s.shows("m[K{1, \"x\"}]", &["\"k\" : string"]);
        s.runs("old := K{1, \"x\"}");
        s.runs("type K struct{ A int; B string }");
        s.shows("m[K{1, \"x\"}] + m[old]", &["\"k\" : string"]);
        s.runs("type F []int");
        s.shows(
            "func() (r any) { defer func() { r = recover() }(); m[F{}] = \"\"; return }()",
            &["runtime error: hash of unhashable type main.F : interface {}"],
        );
        s.runs("mt := reflect.MapOf(reflect.TypeFor[K](), reflect.TypeFor[F]()); mv := reflect.MakeMap(mt)");
        s.runs("mv.SetMapIndex(reflect.ValueOf(K{2, \"y\"}), reflect.ValueOf(F{1, 2}))");
        s.shows(
            "mv.Interface().(map[K]F)",
            &["map[main.K]main.F{main.K{A: 2, B: \"y\"}: main.F{1, 2}} : map[main.K]main.F"],
        );
        s.shows("mt.String()", &["\"map[main.K]main.F\" : string"]);
        s.runs("st := reflect.StructOf([]reflect.StructField{{Name: \"X\", Type: reflect.TypeFor[K]()}})");
        s.runs("type G[E any] struct{ E E }");
        s.shows(
            "reflect.New(st).Elem().Interface()",
            &["struct { X main.K }{X: main.K{A: 0, B: \"\"}} : interface {}"],
        );
        s.shows("_, ok := reflect.Zero(st).Interface().(struct{ X K }); ok", &["true : bool"]);
        s.shows("reflect.TypeOf(G[K]{}).Field(0).Type == reflect.TypeFor[K]()", &["true : bool"]);
    });
}

#[test]
fn library_code_that_reflects_sees_later_types() {
    with_session(|s| {
        s.runs("type A struct{ X int `json:\"x\"` }");
        s.shows("b, _ := json.Marshal(A{3}); string(b)", &["\"{\\\"x\\\":3}\" : string"]);
        s.runs("type B struct{ A; When time.Duration; T T }; type T int");
        s.runs("func (t T) MarshalText() ([]byte, error) { return []byte(fmt.Sprint(\"t\", int(t))), nil }");
        s.shows(
            "b, _ := json.Marshal([]any{B{A{1}, 2, 3}, map[T]int{4: 5}}); string(b)",
            &["\"[{\\\"x\\\":1,\\\"When\\\":2,\\\"T\\\":\\\"t3\\\"},{\\\"t4\\\":5}]\" : string"],
        );
    });
}
