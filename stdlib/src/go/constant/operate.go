package constant

import (
	"fmt"
	"go/token"
	"math/big"
)

// rank orders kinds of numbers: a kind can be converted to those with a higher rank.
func rank(x Value) int {
	switch x.(type) {
	case unknown:
		return 0
	case boolean, text:
		return 1
	case intValue:
		return 2
	case bigValue:
		return 3
	case fraction:
		return 4
	case float:
		return 5
	}
	return 6
}

// raise converts a value to the kind with this rank.
func raise(x Value, to int) Value {
	if rank(x) >= to || rank(x) < 2 {
		return x
	}
	switch to {
	case 3:
		return bigValue{whole(x)}
	case 4:
		if n := whole(x); n != nil {
			// A fraction of any size, because the result may be small again.
			return fraction{new(big.Rat).SetInt(n)}
		}
	case 5:
		return float{floatOf(x)}
	case 6:
		return pair{x, intValue(0)}
	}
	return x
}

// ofRatOrFloat returns a whole number as a fraction; as a float if it is large.
func ofRatOrFloat(n *big.Int) Value {
	if isSmall(n) {
		return fraction{new(big.Rat).SetInt(n)}
	}
	return float{newFloat().SetInt(n)}
}

// floatOf returns a number that is not Complex, rounded.
func floatOf(x Value) *big.Float {
	switch x := x.(type) {
	case fraction:
		return newFloat().SetRat(x.r)
	case float:
		return x.f
	}
	return newFloat().SetInt(whole(x))
}

// match converts two values to one kind; if one is unknown, both become unknown.
func match(x, y Value) (Value, Value) {
	for {
		a, b := rank(x), rank(y)
		if a == 0 || b == 0 {
			return unknown{}, unknown{}
		}
		// As under Go, a boolean or a string beside a number stands for both operands.
		switch {
		case isNumber(x) && !isNumber(y):
			return y, y
		case isNumber(y) && !isNumber(x):
			return x, x
		}
		if a == b {
			return x, y
		}
		if a < b {
			x = raise(x, b)
		} else {
			y = raise(y, a)
		}
		if rank(x) == a && rank(y) == b {
			return x, y
		}
	}
}

// UnaryOp returns op y. For ^ a size that is not 0 is the number of bits of an unsigned type.
func UnaryOp(op token.Token, y Value, prec uint) Value {
	switch op {
	case token.ADD, token.SUB, token.XOR, token.NOT:
		if y.Kind() == Unknown {
			return y
		}
	}
	switch op {
	case token.ADD:
		if isNumber(y) {
			return y
		}
	case token.SUB:
		if isNumber(y) {
			return negative(y)
		}
	case token.XOR:
		if n := whole(y); n != nil {
			n = new(big.Int).Not(n)
			if prec > 0 {
				// An unsigned number has no bits above its size.
				n.AndNot(n, new(big.Int).Lsh(big.NewInt(-1), prec))
			}
			return ofInt(n)
		}
	case token.NOT:
		if b, ok := y.(boolean); ok {
			return !b
		}
	}
	panic(fmt.Sprintf("invalid unary operation %s%v", op, y))
}

func isNumber(x Value) bool { return rank(x) >= 2 }

func negative(y Value) Value {
	switch y := y.(type) {
	case fraction:
		return ofRat(new(big.Rat).Neg(y.r))
	case float:
		return ofFloat(newFloat().Neg(y.f))
	case pair:
		return pair{negative(y.re), negative(y.im)}
	}
	return ofInt(new(big.Int).Neg(whole(y)))
}

// BinaryOp returns x op y; op is not a comparison or a shift. token.QUO_ASSIGN divides Ints as Go does, token.QUO exactly.
func BinaryOp(x_ Value, op token.Token, y_ Value) Value {
	x, y := match(x_, y_)
	var z Value
	switch a := x.(type) {
	case unknown:
		return a
	case boolean:
		if b, ok := y.(boolean); ok {
			switch op {
			case token.LAND:
				return a && b
			case token.LOR:
				return a || b
			}
		}
	case text:
		if b, ok := y.(text); ok && op == token.ADD {
			return text{&joinedText{left: a.joinedText, right: b.joinedText, length: a.length + b.length}}
		}
	case intValue, bigValue:
		if b := whole(y); b != nil {
			z = ofWholes(whole(x), op, b)
		}
	case fraction:
		if b, ok := y.(fraction); ok {
			z = ofFractions(a.r, op, b.r)
		}
	case float:
		if b, ok := y.(float); ok {
			z = ofFloats(a.f, op, b.f)
		}
	case pair:
		if b, ok := y.(pair); ok {
			z = ofPairs(a, op, b)
		}
	}
	if z == nil {
		panic(fmt.Sprintf("invalid binary operation %v %s %v", x_, op, y_))
	}
	return z
}

// ofWholes returns the result of an operation on Ints; nil if there is no such operation.
func ofWholes(a *big.Int, op token.Token, b *big.Int) Value {
	n := new(big.Int)
	if (op == token.QUO_ASSIGN || op == token.REM) && b.Sign() == 0 && a.IsInt64() {
		// A division by zero panics like one in a program.
		return intValue(a.Int64() / b.Int64())
	}
	if op == token.QUO {
		return ofRat(new(big.Rat).SetFrac(a, b))
	}
	if compute := operation(wholeOperations[:], op); compute != nil {
		return ofInt(compute(n, a, b))
	}
	return nil
}

// operation returns the function for an operator, nil if there is none.
func operation[F any](table []func(z, a, b F) F, op token.Token) func(z, a, b F) F {
	if uint(op) < uint(len(table)) {
		return table[op]
	}
	return nil
}

var wholeOperations = [...]func(z, a, b *big.Int) *big.Int{
	token.ADD: (*big.Int).Add, token.SUB: (*big.Int).Sub, token.MUL: (*big.Int).Mul,
	token.QUO_ASSIGN: (*big.Int).Quo, token.REM: (*big.Int).Rem,
	token.AND: (*big.Int).And, token.OR: (*big.Int).Or, token.XOR: (*big.Int).Xor, token.AND_NOT: (*big.Int).AndNot,
}

var fractionOperations = [...]func(z, a, b *big.Rat) *big.Rat{
	token.ADD: (*big.Rat).Add, token.SUB: (*big.Rat).Sub, token.MUL: (*big.Rat).Mul, token.QUO: (*big.Rat).Quo,
}

var floatOperations = [...]func(z, a, b *big.Float) *big.Float{
	token.ADD: (*big.Float).Add, token.SUB: (*big.Float).Sub, token.MUL: (*big.Float).Mul, token.QUO: (*big.Float).Quo,
}

func ofFractions(a *big.Rat, op token.Token, b *big.Rat) Value {
	if compute := operation(fractionOperations[:], op); compute != nil {
		return ofRat(compute(new(big.Rat), a, b))
	}
	return nil
}

func ofFloats(a *big.Float, op token.Token, b *big.Float) Value {
	if compute := operation(floatOperations[:], op); compute != nil {
		return ofFloat(compute(newFloat(), a, b))
	}
	return nil
}

func ofPairs(x pair, op token.Token, y pair) Value {
	add := func(a, b Value) Value { return BinaryOp(a, token.ADD, b) }
	sub := func(a, b Value) Value { return BinaryOp(a, token.SUB, b) }
	mul := func(a, b Value) Value { return BinaryOp(a, token.MUL, b) }
	quo := func(a, b Value) Value { return BinaryOp(a, token.QUO, b) }
	a, b, c, d := x.re, x.im, y.re, y.im
	switch op {
	case token.ADD:
		return pair{add(a, c), add(b, d)}
	case token.SUB:
		return pair{sub(a, c), sub(b, d)}
	case token.MUL:
		return pair{sub(mul(a, c), mul(b, d)), add(mul(b, c), mul(a, d))}
	case token.QUO:
		size := add(mul(c, c), mul(d, d))
		return pair{quo(add(mul(a, c), mul(b, d)), size), quo(sub(mul(b, c), mul(a, d)), size)}
	}
	return nil
}

// Shift returns an Int shifted to the left or the right.
func Shift(x Value, op token.Token, s uint) Value {
	if x.Kind() == Unknown {
		return x
	}
	if n := whole(x); n != nil {
		if s == 0 {
			return x
		}
		switch op {
		case token.SHL:
			return ofInt(new(big.Int).Lsh(n, s))
		case token.SHR:
			return ofInt(new(big.Int).Rsh(n, s))
		}
	}
	panic(fmt.Sprintf("invalid shift %v %s %d", x, op, s))
}

// isTrue reports whether the result of a comparison satisfies an operator; ok reports whether op is a comparison operator.
func isTrue(order int, op token.Token) (result, ok bool) {
	switch op {
	case token.EQL:
		return order == 0, true
	case token.NEQ:
		return order != 0, true
	case token.LSS:
		return order < 0, true
	case token.LEQ:
		return order <= 0, true
	case token.GTR:
		return order > 0, true
	case token.GEQ:
		return order >= 0, true
	}
	return false, false
}

// Compare returns x op y, for a comparison; false if a value is unknown.
func Compare(x_ Value, op token.Token, y_ Value) bool {
	x, y := match(x_, y_)
	order, isOrdered, ok := 0, true, false
	switch a := x.(type) {
	case unknown:
		return false
	case boolean:
		var b boolean
		if b, ok = y.(boolean); a != b {
			order = 1
		}
		isOrdered = false
	case text:
		var b text
		if b, ok = y.(text); ok {
			order = compareTexts(a.string(), b.string())
		}
	case intValue, bigValue:
		if b := whole(y); b != nil {
			order, ok = whole(x).Cmp(b), true
		}
	case fraction:
		var b fraction
		if b, ok = y.(fraction); ok {
			order = a.r.Cmp(b.r)
		}
	case float:
		var b float
		if b, ok = y.(float); ok {
			order = a.f.Cmp(b.f)
		}
	case pair:
		var b pair
		if b, ok = y.(pair); ok && !(Compare(a.re, token.EQL, b.re) && Compare(a.im, token.EQL, b.im)) {
			order = 1
		}
		isOrdered = false
	}
	if ok && (isOrdered || op == token.EQL || op == token.NEQ) {
		if result, isComparison := isTrue(order, op); isComparison {
			return result
		}
	}
	panic(fmt.Sprintf("invalid comparison %v %s %v", x_, op, y_))
}

func compareTexts(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
