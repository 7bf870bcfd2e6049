package main
import ("encoding/json";"fmt";"errors")
type A string
func (a A) MarshalText() ([]byte, error) { return []byte("A:"+string(a)), nil }
type B string
func (a *B) MarshalText() ([]byte, error) { return []byte("B:"+string(*a)), nil }
type C int
func (a C) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("C:",int(a))), nil }
type D struct{x int}
func (a D) MarshalText() ([]byte, error) { if a.x==0 {return nil, errors.New("no")}; return []byte(fmt.Sprint("D:",a.x)), nil }
type E string
func (a E) MarshalJSON() ([]byte, error) { return []byte(`"E"`), nil }
type F string
func (a F) MarshalText() ([]byte, error) { return []byte("F:"+string(a)), nil }
func (a *F) UnmarshalText(b []byte) error { *a = F(b)+"!"; return nil }
func main(){
 for _, v := range []any{map[A]int{"b":1,"a":2}, map[B]int{"b":1}, map[C]int{2:1,10:2}, map[D]int{{1}:1}, map[D]int{{0}:1}, map[E]int{"x":1}, map[any]int{A("q"):1}, map[*C]int{new(C):1}, map[F]F{"k":"v"}, map[fmt.Stringer]int{}} {
  b, err := json.Marshal(v); fmt.Println(string(b), err)
 }
 var m map[F]F
 fmt.Println(json.Unmarshal([]byte(`{"a":"b"}`), &m), m)
}

// Output:
// {"a":2,"b":1} <nil>
// {"b":1} <nil>
// {"C:10":2,"C:2":1} <nil>
// {"D:1":1} <nil>
//  json: error calling MarshalText for type *main.D: no
// {"x":1} <nil>
// {"q":1} <nil>
// {"C:0":1} <nil>
// {"k":"F:v"} <nil>
// {} <nil>
// <nil> map[a!:b!]
