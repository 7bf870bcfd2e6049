// Package ziggurat has the tables of Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables" (2000),
// for the normal and the exponential distribution, made when they are first used.
package ziggurat

import (
	"math"
	"sync"
)

// NormR and ExpR are where the distributions' tails begin.
const (
	NormR = 3.442619855899
	ExpR  = 7.69711747013104972
)

// The tables: K is the bound below which a number is inside its layer, W the layer's width, F its height.
var (
	NormK [128]uint32
	NormW [128]float32
	NormF [128]float32
	ExpK  [256]uint32
	ExpW  [256]float32
	ExpF  [256]float32
)

var normOnce, expOnce sync.Once

// Norm makes the tables of the normal distribution.
func Norm() { normOnce.Do(makeNorm) }

// Exp makes the tables of the exponential distribution.
func Exp() { expOnce.Do(makeExp) }

func makeNorm() {
	const m = 1 << 31
	const v = 9.91256303526217e-3
	d, t := float64(NormR), float64(NormR)
	q := v / math.Exp(-.5*d*d)
	NormK[0] = uint32(d / q * m)
	NormK[1] = 0
	NormW[0] = float32(q / m)
	NormW[127] = float32(d / m)
	NormF[0] = 1
	NormF[127] = float32(math.Exp(-.5 * d * d))
	for i := 126; i >= 1; i-- {
		d = math.Sqrt(-2 * math.Log(v/d+math.Exp(-.5*d*d)))
		NormK[i+1] = uint32(d / t * m)
		t = d
		NormF[i] = float32(math.Exp(-.5 * d * d))
		NormW[i] = float32(d / m)
	}
}

func makeExp() {
	const m = 1 << 32
	const v = 3.949659822581572e-3
	d, t := float64(ExpR), float64(ExpR)
	q := v / math.Exp(-d)
	ExpK[0] = uint32(d / q * m)
	ExpK[1] = 0
	ExpW[0] = float32(q / m)
	ExpW[255] = float32(d / m)
	ExpF[0] = 1
	ExpF[255] = float32(math.Exp(-d))
	for i := 254; i >= 1; i-- {
		d = -math.Log(v/d + math.Exp(-d))
		ExpK[i+1] = uint32(d / t * m)
		t = d
		ExpF[i] = float32(math.Exp(-d))
		ExpW[i] = float32(d / m)
	}
}
