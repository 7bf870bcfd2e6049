// Operands of go/constant of two kinds, and rational numbers with a minus sign before zero.
package main

import (
	"fmt"
	"go/constant"
	"go/token"
	"math/big"
)

func main() {
	one, third := constant.MakeInt64(1), constant.BinaryOp(constant.MakeInt64(1), token.QUO, constant.MakeInt64(3))
	values := []constant.Value{constant.MakeString("a"), constant.MakeBool(true), constant.MakeBool(false)}
	for _, x := range values {
		for _, y := range []constant.Value{one, third, constant.MakeImag(one)} {
			for _, op := range []token.Token{token.ADD, token.AND, token.LAND, token.LOR} {
				try(func() { fmt.Println(x, op, y, constant.BinaryOp(x, op, y)) })
				try(func() { fmt.Println(y, op, x, constant.BinaryOp(y, op, x)) })
			}
			try(func() { fmt.Println(constant.Compare(x, token.EQL, y), constant.Compare(y, token.NEQ, x)) })
		}
	}
	for _, text := range []string{"\x03\x00\x00\x00\x00", "\x03\x00\x00\x00\x00\xff", "\x03\x00\x00\x00\x01\x01\x02"} {
		r := new(big.Rat)
		err := r.GobDecode([]byte(text))
		again, _ := r.GobEncode()
		fmt.Printf("%v %v %d %x\n", r, err, r.Sign(), again)
	}
}

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

// Output:
// "a" + 1 "aa"
// 1 + "a" "aa"
// panic: invalid binary operation "a" & 1
// panic: invalid binary operation 1 & "a"
// panic: invalid binary operation "a" && 1
// panic: invalid binary operation 1 && "a"
// panic: invalid binary operation "a" || 1
// panic: invalid binary operation 1 || "a"
// true false
// "a" + 0.333333 "aa"
// 0.333333 + "a" "aa"
// panic: invalid binary operation "a" & 0.333333
// panic: invalid binary operation 0.333333 & "a"
// panic: invalid binary operation "a" && 0.333333
// panic: invalid binary operation 0.333333 && "a"
// panic: invalid binary operation "a" || 0.333333
// panic: invalid binary operation 0.333333 || "a"
// true false
// "a" + (0 + 1i) "aa"
// (0 + 1i) + "a" "aa"
// panic: invalid binary operation "a" & (0 + 1i)
// panic: invalid binary operation (0 + 1i) & "a"
// panic: invalid binary operation "a" && (0 + 1i)
// panic: invalid binary operation (0 + 1i) && "a"
// panic: invalid binary operation "a" || (0 + 1i)
// panic: invalid binary operation (0 + 1i) || "a"
// true false
// panic: invalid binary operation true + 1
// panic: invalid binary operation 1 + true
// panic: invalid binary operation true & 1
// panic: invalid binary operation 1 & true
// true && 1 true
// 1 && true true
// true || 1 true
// 1 || true true
// true false
// panic: invalid binary operation true + 0.333333
// panic: invalid binary operation 0.333333 + true
// panic: invalid binary operation true & 0.333333
// panic: invalid binary operation 0.333333 & true
// true && 0.333333 true
// 0.333333 && true true
// true || 0.333333 true
// 0.333333 || true true
// true false
// panic: invalid binary operation true + (0 + 1i)
// panic: invalid binary operation (0 + 1i) + true
// panic: invalid binary operation true & (0 + 1i)
// panic: invalid binary operation (0 + 1i) & true
// true && (0 + 1i) true
// (0 + 1i) && true true
// true || (0 + 1i) true
// (0 + 1i) || true true
// true false
// panic: invalid binary operation false + 1
// panic: invalid binary operation 1 + false
// panic: invalid binary operation false & 1
// panic: invalid binary operation 1 & false
// false && 1 false
// 1 && false false
// false || 1 false
// 1 || false false
// true false
// panic: invalid binary operation false + 0.333333
// panic: invalid binary operation 0.333333 + false
// panic: invalid binary operation false & 0.333333
// panic: invalid binary operation 0.333333 & false
// false && 0.333333 false
// 0.333333 && false false
// false || 0.333333 false
// 0.333333 || false false
// true false
// panic: invalid binary operation false + (0 + 1i)
// panic: invalid binary operation (0 + 1i) + false
// panic: invalid binary operation false & (0 + 1i)
// panic: invalid binary operation (0 + 1i) & false
// false && (0 + 1i) false
// (0 + 1i) && false false
// false || (0 + 1i) false
// (0 + 1i) || false false
// true false
// 0/1 <nil> 0 0300000000
// 0/255 <nil> 0 0300000000ff
// -1/2 <nil> -1 03000000010102
