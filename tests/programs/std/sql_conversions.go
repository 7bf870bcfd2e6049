// sql.ConvertAssign: values of drivers to variables of many types, a hash of what comes of it for each value; the types for null; levels.
package main

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
	"time"
	"uuid"
)

type My int
type MyS string
type MyB []byte
type MyBool bool
type MyF float32
type St struct{ A int }
type MyT time.Time
type MyRaw sql.RawBytes
type sc struct{ v any }

func (s *sc) Scan(v any) error {
	if v == "fail" {
		return errors.New("scan failed")
	}
	s.v = fmt.Sprintf("scanned %T %v", v, v)
	return nil
}

type dec struct {
	f byte
	n bool
	c []byte
	e int32
}

func (d dec) Decompose(buf []byte) (byte, bool, []byte, int32) { return d.f, d.n, d.c, d.e }

type dd struct{ dec }

func (d *dd) Compose(form byte, neg bool, co []byte, exp int32) error {
	if form == 9 {
		return errors.New("bad form")
	}
	d.dec = dec{form, neg, co, exp}
	return nil
}
func show(v any) string {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer && !r.IsNil() {
		e := r.Elem()
		if e.Kind() == reflect.Pointer {
			if e.IsNil() {
				return "nilptr"
			}
			return "->" + show(e.Interface())
		}
		return fmt.Sprintf("%T %#v", e.Interface(), e.Interface())
	}
	return fmt.Sprintf("%#v", v)
}
func main() {
	srcs := []any{nil, int64(0), int64(1), int64(-1), int64(300), int64(1 << 40), 1.0, 1.5, 300.0, -2.0, 1e30, true, false, "", "1", "300", "-5", "1.5", "x", "true", "t", "2023-01-02T03:04:05Z", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", []byte("12"), []byte("x"), []byte(nil), []byte{}, []byte("0123456789abcdef"), []byte("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), time.Date(2023, 1, 2, 3, 4, 5, 6, time.UTC), time.Date(2023, 1, 2, 3, 4, 5, 0, time.FixedZone("X", 3600)), "fail", int32(5), uint8(7), My(3), MyS("ms"), MyB("mb"), float32(2.5), St{4}, dec{0, true, []byte{5}, 2}, dec{9, false, nil, 0}, []int{1}, uint64(1 << 63), 1e-7, 123456789.0, "0x10", "1_000", "1e3", " 1", "18446744073709551615", "-9223372036854775808"}
	dests := func() []any {
		pi := new(int)
		ps := new(string)
		var npi *int
		var e any
		return []any{new(string), new([]byte), new(sql.RawBytes), new(bool), new(any), new(int), new(int8), new(uint8), new(uint16), new(int64), new(uint64), new(uint), new(float32), new(float64), new(time.Time), new(uuid.UUID), &sc{}, new(My), new(MyS), new(MyB), new(MyBool), new(MyF), new(*int), &pi, new(*string), &ps, new(**int), new(*time.Time), new(*[]byte), new(St), new(*St), new(MyT), new(MyRaw), nil, npi, (*string)(nil), (*[]byte)(nil), (*any)(nil), (*time.Time)(nil), (*bool)(nil), (*sql.RawBytes)(nil), 5, "s", St{}, &e, new(sql.NullString), new(sql.NullInt64), new(sql.NullInt32), new(sql.NullInt16), new(sql.NullByte), new(sql.NullFloat64), new(sql.NullBool), new(sql.NullTime), new(sql.Null[string]), new(sql.Null[int]), new(sql.Null[*int]), new(sql.Null[uuid.UUID]), &dd{}, new(complex128), new([]int), new(map[string]int), new(fmt.Stringer), new(error), new(chan int), new(uintptr), new([16]byte), new(sql.Rows), new(*uuid.UUID), new([]uint8), new(int32), new(rune)}
	}

	for _, s := range srcs {
		h := fnv.New64a()
		for i, d := range dests() {
			func() {
				if v := reflect.ValueOf(d); v.Kind() == reflect.Pointer && v.IsNil() || i == 66 || i == 55 || i == 31 {
					return
				}
				err := sql.ConvertAssign(driver.ScanContext{}, d, s)
				t := ""
				if err != nil {
					t = err.Error()
					if e := errors.Unwrap(err); e != nil {
						t += " / " + e.Error()
					}
				}
				o := show(d)
				if strings.Contains(o, "0xc") || strings.Contains(o, "0x3") {
					o = "ptr"
				}
				fmt.Fprintf(h, "%T %v -> %d %T: %s | %s\n", s, s, i, d, o, t)
				if i%16 == 2 {
					fmt.Printf("%T %v -> %T: %s | %s\n", s, s, d, o, t)
				}
			}()
		}
		fmt.Printf("all of %T: %016x\n", s, h.Sum64())
	}
	fmt.Println(driver.Int32.ConvertValue("3000000000"))
	for _, v := range []driver.Valuer{sql.NullString{}, sql.NullString{"x", true}, sql.NullInt64{5, true}, sql.NullInt32{5, true}, sql.NullInt16{5, true}, sql.NullByte{5, true}, sql.NullFloat64{5, true}, sql.NullBool{true, true}, sql.NullTime{time.Unix(0, 0).UTC(), true}, sql.Null[int]{5, true}, sql.Null[string]{}, sql.NullByte{}, sql.Null[sql.NullInt64]{sql.NullInt64{1, true}, true}, sql.Null[uuid.UUID]{uuid.Nil(), true}} {
		x, e := v.Value()
		fmt.Printf("%T %v %T %v\n", v, x, x, e)
	}
	for i := sql.LevelDefault - 1; i <= sql.LevelLinearizable+1; i++ {
		fmt.Println(i)
	}
}

// Output:
// <nil> <nil> -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) |
// <nil> <nil> -> *main.MyS: main.MyS "" | converting NULL to string is unsupported
// <nil> <nil> -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} |
// all of <nil>: cdbab37055602bf2
// int64 0 -> *sql.RawBytes: ptr |
// int64 0 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int64 into type *main.MyS
// int64 0 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:true} |
// all of int64: 0d90e139dff329cb
// int64 1 -> *sql.RawBytes: ptr |
// int64 1 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int64 into type *main.MyS
// int64 1 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1, Valid:true} |
// all of int64: d32ebc143262ae96
// int64 -1 -> *sql.RawBytes: ptr |
// int64 -1 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int64 into type *main.MyS
// int64 -1 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:-1, Valid:true} |
// all of int64: b731c73651e813b2
// int64 300 -> *sql.RawBytes: ptr |
// int64 300 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int64 into type *main.MyS
// int64 300 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:300, Valid:true} |
// all of int64: 8516a71d6603915f
// int64 1099511627776 -> *sql.RawBytes: ptr |
// int64 1099511627776 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int64 into type *main.MyS
// int64 1099511627776 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1.099511627776e+12, Valid:true} |
// all of int64: 2dae801f8d652be0
// float64 1 -> *sql.RawBytes: ptr |
// float64 1 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 1 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1, Valid:true} |
// all of float64: d60ad29849995ea8
// float64 1.5 -> *sql.RawBytes: ptr |
// float64 1.5 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 1.5 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1.5, Valid:true} |
// all of float64: 25eb27467dca9d36
// float64 300 -> *sql.RawBytes: ptr |
// float64 300 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 300 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:300, Valid:true} |
// all of float64: 627e4de841ad5a93
// float64 -2 -> *sql.RawBytes: ptr |
// float64 -2 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 -2 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:-2, Valid:true} |
// all of float64: 3349488cac3719ed
// float64 1e+30 -> *sql.RawBytes: ptr |
// float64 1e+30 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 1e+30 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1e+30, Valid:true} |
// all of float64: cb9ac7ec799d6968
// bool true -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x74, 0x72, 0x75, 0x65} |
// bool true -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type bool into type *main.MyS
// bool true -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type bool ("true") to a float64: invalid syntax
// all of bool: faa84864bdfa0b1c
// bool false -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x66, 0x61, 0x6c, 0x73, 0x65} |
// bool false -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type bool into type *main.MyS
// bool false -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type bool ("false") to a float64: invalid syntax
// all of bool: b850fb24760fdbce
// string  -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) |
// string  -> *main.MyS: main.MyS "" |
// string  -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("") to a float64: invalid syntax
// all of string: 1978ef3f3a6f2b8c
// string 1 -> *sql.RawBytes: ptr |
// string 1 -> *main.MyS: main.MyS "1" |
// string 1 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1, Valid:true} |
// all of string: 612dab3a2b3cf8e7
// string 300 -> *sql.RawBytes: ptr |
// string 300 -> *main.MyS: main.MyS "300" |
// string 300 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:300, Valid:true} |
// all of string: 14bcbc0802466c2a
// string -5 -> *sql.RawBytes: ptr |
// string -5 -> *main.MyS: main.MyS "-5" |
// string -5 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:-5, Valid:true} |
// all of string: ba65e1ea294dc3a7
// string 1.5 -> *sql.RawBytes: ptr |
// string 1.5 -> *main.MyS: main.MyS "1.5" |
// string 1.5 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1.5, Valid:true} |
// all of string: 1dfc239521a8cf18
// string x -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x78} |
// string x -> *main.MyS: main.MyS "x" |
// string x -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("x") to a float64: invalid syntax
// all of string: 5c7a5e3d5009b626
// string true -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x74, 0x72, 0x75, 0x65} |
// string true -> *main.MyS: main.MyS "true" |
// string true -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("true") to a float64: invalid syntax
// all of string: 6d55302974db57c7
// string t -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x74} |
// string t -> *main.MyS: main.MyS "t" |
// string t -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("t") to a float64: invalid syntax
// all of string: d72f0e1b59219ee5
// string 2023-01-02T03:04:05Z -> *sql.RawBytes: ptr |
// string 2023-01-02T03:04:05Z -> *main.MyS: main.MyS "2023-01-02T03:04:05Z" |
// string 2023-01-02T03:04:05Z -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("2023-01-02T03:04:05Z") to a float64: invalid syntax
// all of string: 6ad91375467a4c82
// string f81d4fae-7dec-11d0-a765-00a0c91e6bf6 -> *sql.RawBytes: ptr |
// string f81d4fae-7dec-11d0-a765-00a0c91e6bf6 -> *main.MyS: main.MyS "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" |
// string f81d4fae-7dec-11d0-a765-00a0c91e6bf6 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6") to a float64: invalid syntax
// all of string: b88faeea217ac6de
// string {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} -> *sql.RawBytes: ptr |
// string {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} -> *main.MyS: main.MyS "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}" |
// string {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}") to a float64: invalid syntax
// all of string: 4e7c04983115cc5e
// []uint8 [49 50] -> *sql.RawBytes: ptr |
// []uint8 [49 50] -> *main.MyS: main.MyS "12" |
// []uint8 [49 50] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:12, Valid:true} |
// all of []uint8: a86882c40bd69aa6
// []uint8 [120] -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x78} |
// []uint8 [120] -> *main.MyS: main.MyS "x" |
// []uint8 [120] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []uint8 ("x") to a float64: invalid syntax
// all of []uint8: 90eb24d5f8456ab8
// []uint8 [] -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) |
// []uint8 [] -> *main.MyS: main.MyS "" |
// []uint8 [] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []uint8 ("") to a float64: invalid syntax
// all of []uint8: fc5858b9fe065ca2
// []uint8 [] -> *sql.RawBytes: sql.RawBytes sql.RawBytes{} |
// []uint8 [] -> *main.MyS: main.MyS "" |
// []uint8 [] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []uint8 ("") to a float64: invalid syntax
// all of []uint8: 874ee5fbb2e4d7dc
// []uint8 [48 49 50 51 52 53 54 55 56 57 97 98 99 100 101 102] -> *sql.RawBytes: ptr |
// []uint8 [48 49 50 51 52 53 54 55 56 57 97 98 99 100 101 102] -> *main.MyS: main.MyS "0123456789abcdef" |
// []uint8 [48 49 50 51 52 53 54 55 56 57 97 98 99 100 101 102] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []uint8 ("0123456789abcdef") to a float64: invalid syntax
// all of []uint8: 229f276f7ff13164
// []uint8 [102 56 49 100 52 102 97 101 45 55 100 101 99 45 49 49 100 48 45 97 55 54 53 45 48 48 97 48 99 57 49 101 54 98 102 54] -> *sql.RawBytes: ptr |
// []uint8 [102 56 49 100 52 102 97 101 45 55 100 101 99 45 49 49 100 48 45 97 55 54 53 45 48 48 97 48 99 57 49 101 54 98 102 54] -> *main.MyS: main.MyS "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" |
// []uint8 [102 56 49 100 52 102 97 101 45 55 100 101 99 45 49 49 100 48 45 97 55 54 53 45 48 48 97 48 99 57 49 101 54 98 102 54] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []uint8 ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6") to a float64: invalid syntax
// all of []uint8: eefeacd20858cd65
// time.Time 2023-01-02 03:04:05.000000006 +0000 UTC -> *sql.RawBytes: ptr |
// time.Time 2023-01-02 03:04:05.000000006 +0000 UTC -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type time.Time into type *main.MyS
// time.Time 2023-01-02 03:04:05.000000006 +0000 UTC -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type time.Time ("2023-01-02 03:04:05.000000006 +0000 UTC") to a float64: invalid syntax
// all of time.Time: 75a9419655e543f4
// time.Time 2023-01-02 03:04:05 +0100 X -> *sql.RawBytes: ptr |
// time.Time 2023-01-02 03:04:05 +0100 X -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type time.Time into type *main.MyS
// time.Time 2023-01-02 03:04:05 +0100 X -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type time.Time ("2023-01-02 03:04:05 +0100 X") to a float64: invalid syntax
// all of time.Time: 8bb3083c32a4698c
// string fail -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x66, 0x61, 0x69, 0x6c} |
// string fail -> *main.MyS: main.MyS "fail" |
// string fail -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("fail") to a float64: invalid syntax
// all of string: 9f6647c496896b1a
// int32 5 -> *sql.RawBytes: ptr |
// int32 5 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type int32 into type *main.MyS
// int32 5 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:5, Valid:true} |
// all of int32: 5fe555e65fbe81aa
// uint8 7 -> *sql.RawBytes: ptr |
// uint8 7 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type uint8 into type *main.MyS
// uint8 7 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:7, Valid:true} |
// all of uint8: 11569d0cfa0f5000
// main.My 3 -> *sql.RawBytes: ptr |
// main.My 3 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type main.My into type *main.MyS
// main.My 3 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:3, Valid:true} |
// all of main.My: 4a241967c557734d
// main.MyS ms -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x6d, 0x73} |
// main.MyS ms -> *main.MyS: main.MyS "ms" |
// main.MyS ms -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type main.MyS ("ms") to a float64: invalid syntax
// all of main.MyS: c4e1b6a55de658c9
// main.MyB [109 98] -> *sql.RawBytes: sql.RawBytes sql.RawBytes{0x6d, 0x62} |
// main.MyB [109 98] -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type main.MyB into type *main.MyS
// main.MyB [109 98] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type main.MyB ("[109 98]") to a float64: invalid syntax
// all of main.MyB: 32af37b1bccf2028
// float32 2.5 -> *sql.RawBytes: ptr |
// float32 2.5 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float32 into type *main.MyS
// float32 2.5 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:2.5, Valid:true} |
// all of float32: 05e0f85b8184102a
// main.St {4} -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) | unsupported Scan, storing driver.Value type main.St into type *sql.RawBytes
// main.St {4} -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type main.St into type *main.MyS
// main.St {4} -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type main.St ("{4}") to a float64: invalid syntax
// all of main.St: 42a1b034c53784ad
// main.dec {0 true [5] 2} -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) | unsupported Scan, storing driver.Value type main.dec into type *sql.RawBytes
// main.dec {0 true [5] 2} -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type main.dec into type *main.MyS
// main.dec {0 true [5] 2} -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type main.dec ("{0 true [5] 2}") to a float64: invalid syntax
// all of main.dec: 07b77bdc0e2877f4
// main.dec {9 false [] 0} -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) | unsupported Scan, storing driver.Value type main.dec into type *sql.RawBytes
// main.dec {9 false [] 0} -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type main.dec into type *main.MyS
// main.dec {9 false [] 0} -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type main.dec ("{9 false [] 0}") to a float64: invalid syntax
// all of main.dec: 9afcfd04adf4e35d
// []int [1] -> *sql.RawBytes: sql.RawBytes sql.RawBytes(nil) | unsupported Scan, storing driver.Value type []int into type *sql.RawBytes
// []int [1] -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type []int into type *main.MyS
// []int [1] -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type []int ("[1]") to a float64: invalid syntax
// all of []int: f4efe5bec044ad01
// uint64 9223372036854775808 -> *sql.RawBytes: ptr |
// uint64 9223372036854775808 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type uint64 into type *main.MyS
// uint64 9223372036854775808 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:9.223372036854776e+18, Valid:true} |
// all of uint64: d78eba03f54d4419
// float64 1e-07 -> *sql.RawBytes: ptr |
// float64 1e-07 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 1e-07 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1e-07, Valid:true} |
// all of float64: 4113230f1f3260a4
// float64 1.23456789e+08 -> *sql.RawBytes: ptr |
// float64 1.23456789e+08 -> *main.MyS: main.MyS "" | unsupported Scan, storing driver.Value type float64 into type *main.MyS
// float64 1.23456789e+08 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1.23456789e+08, Valid:true} |
// all of float64: 84c6c85a7dfe6525
// string 0x10 -> *sql.RawBytes: ptr |
// string 0x10 -> *main.MyS: main.MyS "0x10" |
// string 0x10 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string ("0x10") to a float64: invalid syntax
// all of string: b2bf3de589383ea8
// string 1_000 -> *sql.RawBytes: ptr |
// string 1_000 -> *main.MyS: main.MyS "1_000" |
// string 1_000 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1000, Valid:true} |
// all of string: 555471e475b3e91c
// string 1e3 -> *sql.RawBytes: ptr |
// string 1e3 -> *main.MyS: main.MyS "1e3" |
// string 1e3 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1000, Valid:true} |
// all of string: 021411831c7aedd3
// string  1 -> *sql.RawBytes: ptr |
// string  1 -> *main.MyS: main.MyS " 1" |
// string  1 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:0, Valid:false} | converting driver.Value type string (" 1") to a float64: invalid syntax
// all of string: 1ac7f3815ebfcb92
// string 18446744073709551615 -> *sql.RawBytes: ptr |
// string 18446744073709551615 -> *main.MyS: main.MyS "18446744073709551615" |
// string 18446744073709551615 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:1.8446744073709552e+19, Valid:true} |
// all of string: 0b9a80bee7e30995
// string -9223372036854775808 -> *sql.RawBytes: ptr |
// string -9223372036854775808 -> *main.MyS: main.MyS "-9223372036854775808" |
// string -9223372036854775808 -> *sql.NullFloat64: sql.NullFloat64 sql.NullFloat64{Float64:-9.223372036854776e+18, Valid:true} |
// all of string: 617cedc99c7459a9
// 3000000000 <nil>
// sql.NullString <nil> <nil> <nil>
// sql.NullString x string <nil>
// sql.NullInt64 5 int64 <nil>
// sql.NullInt32 5 int64 <nil>
// sql.NullInt16 5 int64 <nil>
// sql.NullByte 5 int64 <nil>
// sql.NullFloat64 5 float64 <nil>
// sql.NullBool true bool <nil>
// sql.NullTime 1970-01-01 00:00:00 +0000 UTC time.Time <nil>
// sql.Null[int] 5 int64 <nil>
// sql.Null[string] <nil> <nil> <nil>
// sql.NullByte <nil> <nil> <nil>
// sql.Null[database/sql.NullInt64] 1 int64 <nil>
// sql.Null[uuid.UUID] 00000000-0000-0000-0000-000000000000 string <nil>
// IsolationLevel(-1)
// Default
// Read Uncommitted
// Read Committed
// Write Committed
// Repeatable Read
// Snapshot
// Serializable
// Linearizable
// IsolationLevel(8)
