// Package uuid: what it parses, versions 4 and 7, the order of the latter, and text.
package main

import (
	"encoding/json"
	"fmt"
	"time"
	"uuid"
)

func main() {
	for _, s := range []string{"", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "urn:uuid:F81d4fae-7dec-11d0-a765-00a0c91e6bf6", "URN:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae7dec11d0a76500a0c91e6bf6", "{f81d4fae7dec11d0a76500a0c91e6bf6}", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "f81d4fae-7dec11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ", "f81d4fae+7dec-11d0-a765-00a0c91e6bf6"} {
		u, e := uuid.Parse(s)
		fmt.Println(s, "|", u, "|", e)
		if e != nil {
			fmt.Printf("%T %#v\n", e, e)
		}
		var v uuid.UUID
		fmt.Println(v.UnmarshalText([]byte(s)))
	}
	fmt.Println(uuid.Nil(), uuid.Max(), uuid.Nil().Compare(uuid.Max()), uuid.Max().Compare(uuid.Nil()), uuid.Max().Compare(uuid.Max()))
	last := uuid.NewV7()
	seen := map[uuid.UUID]bool{}
	for range 10000 {
		u := uuid.NewV7()
		if u.Compare(last) <= 0 {
			fmt.Println("not after", last, u)
		}
		last = u
		v := uuid.New()
		if seen[v] {
			fmt.Println("twice", v)
		}
		seen[v] = true
		if u[6]>>4 != 7 || v[6]>>4 != 4 || u[8]>>6 != 2 || v[8]>>6 != 2 {
			fmt.Println("wrong version", u, v)
		}
	}
	ms := int64(last[0])<<40 | int64(last[1])<<32 | int64(last[2])<<24 | int64(last[3])<<16 | int64(last[4])<<8 | int64(last[5])
	fmt.Println(time.Since(time.UnixMilli(ms)) < time.Minute, time.Since(time.UnixMilli(ms)) > -time.Minute)
	x, _ := json.Marshal(map[uuid.UUID]uuid.UUID{uuid.Max(): uuid.Nil()})
	fmt.Println(string(x))
	var back map[uuid.UUID]uuid.UUID
	fmt.Println(json.Unmarshal(x, &back), back)
	fmt.Println(json.Unmarshal([]byte(`{"x":"y"}`), &back))
	b, e := uuid.Max().AppendText([]byte("a "))
	fmt.Println(string(b), e)
	fmt.Printf("%v %s %d\n", uuid.Max(), uuid.Max(), uuid.Nil())
	func() { defer func() { fmt.Println(recover()) }(); uuid.MustParse("x") }()
}

// Output:
//  | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | <nil>
// <nil>
// {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} | f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | <nil>
// <nil>
// urn:uuid:F81d4fae-7dec-11d0-a765-00a0c91e6bf6 | f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | <nil>
// <nil>
// URN:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae7dec11d0a76500a0c91e6bf6 | f81d4fae-7dec-11d0-a765-00a0c91e6bf6 | <nil>
// <nil>
// {f81d4fae7dec11d0a76500a0c91e6bf6} | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae-7dec-11d0-a765-00a0c91e6bfg | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae-7dec11d0-a765-00a0c91e6bf6 | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae-7dec-11d0-a765-00a0c91e6bf6  | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// f81d4fae+7dec-11d0-a765-00a0c91e6bf6 | 00000000-0000-0000-0000-000000000000 | invalid uuid
// *errors.errorString &errors.errorString{s:"invalid uuid"}
// invalid uuid
// 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff -1 1 0
// true true
// {"ffffffff-ffff-ffff-ffff-ffffffffffff":"00000000-0000-0000-0000-000000000000"}
// <nil> map[ffffffff-ffff-ffff-ffff-ffffffffffff:00000000-0000-0000-0000-000000000000]
// invalid uuid
// a ffffffff-ffff-ffff-ffff-ffffffffffff <nil>
// ffffffff-ffff-ffff-ffff-ffffffffffff ffffffff-ffff-ffff-ffff-ffffffffffff [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]
// invalid uuid
