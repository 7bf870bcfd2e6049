package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic:", r)
		}
	}()
	f()
}

func main() {
	rnd := rand.New(rand.NewSource(7))
	num := func(bits int) *big.Int {
		x := new(big.Int).Rand(rnd, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		if rnd.Intn(2) == 0 {
			x.Neg(x)
		}
		return x
	}
	h := uint64(14695981039346656037)
	mix := func(args ...any) {
		for _, c := range fmt.Sprintln(args...) {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	sizes := []int{1, 3, 20, 63, 64, 65, 128, 200, 1000, 4000, 9000}
	for round := 0; round < 24; round++ {
		a, b := num(sizes[rnd.Intn(len(sizes))]), num(sizes[rnd.Intn(len(sizes))])
		var z, w, r big.Int
		mix(z.Add(a, b), w.Sub(a, b), r.Mul(a, b))
		mix(z.And(a, b), w.Or(a, b), r.Xor(a, b))
		mix(z.AndNot(a, b), w.Not(a), a.Cmp(b), a.CmpAbs(b), a.Sign(), a.BitLen(), a.TrailingZeroBits())
		n := uint(rnd.Intn(200))
		mix(z.Lsh(a, n), w.Rsh(a, n), a.Bit(int(n)), r.SetBit(a, int(n), uint(rnd.Intn(2))))
		if b.Sign() != 0 {
			mix(z.Quo(a, b), w.Rem(a, b), r.Div(a, b), new(big.Int).Mod(a, b))
			z.QuoRem(a, b, &w)
			mix(&z, &w)
			z.DivMod(a, b, &w)
			mix(&z, &w)
			for _, m := range []big.RoundingMode{big.Trunc, big.Floor, big.Round, big.Ceil} {
				z.Divide(a, b, &w, m)
				mix(&z, &w)
			}
			mix(z.ModInverse(a, b))
			mod := new(big.Int).Abs(b)
			if mod.BitLen() < 300 {
				mix(z.Exp(a, num(100), mod))
			}
		}
		var x, y big.Int
		mix(z.GCD(&x, &y, a, b), &x, &y)
		mix(z.GCD(nil, nil, a, b))
		mix(z.GCD(&x, nil, a, b), &x)
		mix(z.GCD(nil, &y, a, b), &y)
		mix(z.Sqrt(new(big.Int).Abs(a)))
		for _, base := range []int{2, 3, 7, 8, 10, 16, 32, 36, 37, 62} {
			s := a.Text(base)
			mix(s)
			got, ok := new(big.Int).SetString(s, base)
			if !ok || got.Cmp(a) != 0 {
				fmt.Println("round trip", base, a)
			}
		}
		mix(fmt.Sprintf("%d|%+d|% x|%#X|%#o|%O|%b|%30d|%-30d|%030d|%.20d|%s|%v|%q", a, a, a, a, a, a, a, a, a, a, a, a, a, a))
		f, acc := a.Float64()
		mix(f, acc, a.Int64(), a.Uint64(), a.IsInt64(), a.IsUint64(), a.Bytes())
		g, _ := a.GobEncode()
		mix(g, x.GobDecode(g), &x)
		j, _ := json.Marshal(map[string]*big.Int{"a": a})
		mix(string(j))
		odd := new(big.Int).SetBit(new(big.Int).Abs(b), 0, 1)
		mix(big.Jacobi(a, odd))
		// Rat
		if b.Sign() != 0 {
			q := new(big.Rat).SetFrac(a, b)
			p := big.NewRat(rnd.Int63()-rnd.Int63(), rnd.Int63()+1)
			var t big.Rat
			mix(q, q.RatString(), q.FloatString(rnd.Intn(30)), q.Num(), q.Denom(), q.IsInt(), q.Sign(), q.Cmp(p))
			mix(t.Add(q, p).String(), t.Sub(q, p).String(), t.Mul(q, p).String(), t.Quo(q, p).String())
			f32, e32 := q.Float32()
			f64, e64 := q.Float64()
			mix(f32, e32, f64, e64)
			np, ex := p.FloatPrec()
			mix(np, ex)
			tx, _ := q.MarshalText()
			mix(string(tx))
			g, _ := q.GobEncode()
			mix(g, t.GobDecode(g), &t)
		}
		// Float
		fx := new(big.Float).SetPrec(uint(rnd.Intn(300) + 1)).SetMode(big.RoundingMode(rnd.Intn(6))).SetInt(a)
		fy := new(big.Float).SetPrec(uint(rnd.Intn(300) + 1)).SetMantExp(new(big.Float).SetInt(b), rnd.Intn(400)-600)
		fz := new(big.Float).SetPrec(uint(rnd.Intn(300))).SetMode(big.RoundingMode(rnd.Intn(6)))
		show := func(f *big.Float) {
			mix(f.Text('p', 0), f.Text('b', 0), f.Text('x', -1), f.Text('x', 5), f.Text('g', -1), f.Text('g', 10), f.Text('e', 20), f.Text('f', 5), f.Prec(), f.MinPrec(), f.Mode(), f.Acc(), f.IsInt(), f.Sign())
			a, b := f.Float64()
			c, d := f.Float32()
			mix(a, b, c, d)
			i, j := f.Int64()
			k, l := f.Uint64()
			mix(i, j, k, l)
			m, n := f.Int(nil)
			o, p := f.Rat(nil)
			mix(m, n, o, p)
			g, _ := f.GobEncode()
			mix(g)
			mix(fmt.Sprintf("%v|%g|%10.3f|%-20.5e|%+.4G|% f|%020.3f|%d", f, f, f, f, f, f, f, f))
		}
		show(fx)
		show(fy)
		show(fz.Add(fx, fy))
		show(fz.Sub(fx, fy))
		show(fz.Mul(fx, fy))
		if fy.Sign() != 0 {
			show(fz.Quo(fx, fy))
		}
		mix(fx.Cmp(fy))
		fz.SetMode(big.ToNearestEven)
		if fx.Sign() > 0 {
			fz.Sqrt(fx)
			show(fz)
		}
		if round%10 == 0 {
			fmt.Printf("%d %016x\n", round, h)
		}
	}
	fmt.Printf("%016x\n", h)
	for _, s := range []string{"0", "-0", "+5", "0x1F", "0b101", "0o17", "017", "08", "1_000", "1__0", "_1", "1_", "", "-", "abc", "0x", "0_7", "12a", "0b2"} {
		z, ok := new(big.Int).SetString(s, 0)
		fmt.Print(s, " ", z, " ", ok, "; ")
	}
	fmt.Println()
	for _, s := range []string{"1/3", "-4/6", "0.125", "1e3", "1e-3", "0x1p-2", "1.5e2", "1/0", "3/-4", "1_0.5", ".5", "5.", "e5", "1e", "0x.8", "1/3 ", "1e1000001"} {
		z, ok := new(big.Rat).SetString(s)
		fmt.Print(s, " ", z, " ", ok, "; ")
	}
	fmt.Println()
	for _, s := range []string{"1.5", "-0", "1e100", "0x1.8p3", "Inf", "-inf", "1p-5", "0b1.1", "1.2.3", "1e99999999999", "", "abc", "3.14159265358979323846264338327950288", "1e-400", "0.1", "1_0", "0x", "1e5x"} {
		f, b, err := big.ParseFloat(s, 0, 100, big.ToNearestEven)
		fmt.Println(s, f, b, err)
	}
	for _, f := range []float64{0.1, 1, 1e300, 5e-324, math.MaxFloat64, math.Inf(1), -0.0, 1.0 / 3} {
		x := big.NewFloat(f)
		g, acc := x.Float64()
		fmt.Println(x, g, acc, new(big.Rat).SetFloat64(f))
	}
	try("div", func() { new(big.Int).Div(big.NewInt(1), big.NewInt(0)) })
	try("nan", func() { big.NewFloat(math.NaN()) })
	try("inf", func() { var a, b big.Float; a.SetInf(true); b.SetInf(false); a.Add(&a, &b) })
	try("fill", func() { big.NewInt(70000).FillBytes(make([]byte, 2)) })
	try("sqrt", func() { new(big.Int).Sqrt(big.NewInt(-1)) })
	try("rat", func() { big.NewRat(1, 0) })
	try("base", func() { big.NewInt(1).Text(99) })
	primes := 0
	for i := int64(0); i < 2000; i++ {
		if big.NewInt(i).ProbablyPrime(5) {
			primes++
		}
	}
	p, _ := new(big.Int).SetString("170141183460469231731687303715884105727", 10)
	q, _ := new(big.Int).SetString("170141183460469231731687303715884105729", 10)
	fmt.Println(primes, p.ProbablyPrime(20), q.ProbablyPrime(20), new(big.Int).ModSqrt(big.NewInt(5), big.NewInt(101)), new(big.Int).ModSqrt(big.NewInt(2), big.NewInt(113)), new(big.Int).ModSqrt(big.NewInt(3), p))
	fmt.Println(new(big.Int).Binomial(100, 50), new(big.Int).MulRange(1, 30), new(big.Int).MulRange(-5, -2), new(big.Int).Exp(big.NewInt(-3), big.NewInt(7), nil))
	var i1, i2 big.Int
	var r1 big.Rat
	var f1 big.Float
	n, err := fmt.Sscan("123 0xff 3/4 2.5", &i1, &i2, &r1, &f1)
	fmt.Println(n, err, &i1, &i2, &r1, &f1)
	n, err = fmt.Sscanf("12z", "%d", &i1)
	fmt.Println(n, err, &i1)
	var nilInt *big.Int
	fmt.Println(nilInt, big.RoundingMode(9), big.Accuracy(5), big.Below)
	fmt.Printf("%+v %#v\n", big.NewInt(5), *big.NewInt(5))
	one := new(big.Float).SetPrec(0)
	fmt.Println(one.Prec(), one, new(big.Float).Sqrt(big.NewFloat(2)), new(big.Float).SetPrec(200).Sqrt(big.NewFloat(2)))
	fib := func(n int) *big.Int {
		a, b := big.NewInt(0), big.NewInt(1)
		for range n {
			a.Add(a, b)
			a, b = b, a
		}
		return a
	}
	fmt.Println(fib(1000))
	fact := big.NewInt(1)
	for i := int64(2); i < 300; i++ {
		fact.Mul(fact, big.NewInt(i))
	}
	fmt.Println(fact)
}

// Output:
// 0 685b476db2c91c2c
// 10 f7007c9bcf77b488
// 20 33a54bd227a1ccd5
// 1590034314881ebe
// 0 0 true; -0 0 true; +5 5 true; 0x1F 31 true; 0b101 5 true; 0o17 15 true; 017 15 true; 08 <nil> false; 1_000 1000 true; 1__0 <nil> false; _1 <nil> false; 1_ <nil> false;  <nil> false; - <nil> false; abc <nil> false; 0x <nil> false; 0_7 7 true; 12a <nil> false; 0b2 <nil> false;
// 1/3 1/3 true; -4/6 -2/3 true; 0.125 1/8 true; 1e3 1000/1 true; 1e-3 1/1000 true; 0x1p-2 1/4 true; 1.5e2 150/1 true; 1/0 <nil> false; 3/-4 <nil> false; 1_0.5 21/2 true; .5 1/2 true; 5. 5/1 true; e5 <nil> false; 1e <nil> false; 0x.8 1/2 true; 1/3  <nil> false; 1e1000001 <nil> false;
// 1.5 1.5 10 <nil>
// -0 -0 10 <nil>
// 1e100 1e+100 10 <nil>
// 0x1.8p3 12 16 <nil>
// Inf +Inf 0 <nil>
// -inf -Inf 0 <nil>
// 1p-5 0.03125 10 <nil>
// 0b1.1 1.5 2 <nil>
// 1.2.3 1.2 10 expected end of string, found '.'
// 1e99999999999 <nil> 10 exponent overflow
//  <nil> 0 EOF
// abc <nil> 10 number has no digits
// 3.14159265358979323846264338327950288 3.14159265358979323846264338328 10 <nil>
// 1e-400 1e-400 10 <nil>
// 0.1 0.1 10 <nil>
// 1_0 10 10 <nil>
// 0x <nil> 16 number has no digits
// 1e5x 100000 10 expected end of string, found 'x'
// 0.1 0.1 Exact 3602879701896397/36028797018963968
// 1 1 Exact 1/1
// 1e+300 1e+300 Exact 1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160/1
// 4.940656458412465e-324 5e-324 Exact 1/202402253307310618352495346718917307049556649764142118356901358027430339567995346891960383701437124495187077864316811911389808737385793476867013399940738509921517424276566361364466907742093216341239767678472745068562007483424692698618103355649159556340810056512358769552333414615230502532186327508646006263307707741093494784
// 1.7976931348623157e+308 1.7976931348623157e+308 Exact 179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368/1
// +Inf +Inf Exact <nil>
// 0 0 Exact 0/1
// 0.3333333333333333 0.3333333333333333 Exact 6004799503160661/18014398509481984
// div panic: division by zero
// nan panic: NewFloat(NaN)
// inf panic: addition of infinities with opposite signs
// fill panic: math/big: buffer too small to fit value
// sqrt panic: square root of negative number
// rat panic: division by zero
// base panic: invalid base
// 303 true false 45 62 <nil>
// 100891344545564193334812497256 265252859812191058636308480000000 120 -2187
// 4 <nil> 123 255 3/4 2.5
// 1 <nil> 12
// <nil> RoundingMode(9) Accuracy(5) Below
// +5 big.Int{neg:false, abs:big.nat{0x5}}
// 0 0 1.4142135623730951 1.41421356237309504880168872420969807856967187537694807317668
// 43466557686937456435688527675040625802564660517371780402481729089536555417949051890403879840079255169295922593080322634775209689623239873322471161642996440906533187938298969649928516003704476137795166849228875
// 1020191707388135453451234870990895431295296013911923331389255804198255110589056224885050971408258577833130492962339087896214213025863343847422809759689915199470751589767573182013360040719254173922847519884523011689295750881072987547664550681921496101296365846478298751453510753269255070902741458798163733762262251227685707645606478833188201660554834092388333950588488231133707420115765746887777528611689567167232647229501179173791849700963754690523849434274283126508788600484117443856454940778122664181980317589402026874109374624612936056832000000000000000000000000000000000000000000000000000000000000000000000000
