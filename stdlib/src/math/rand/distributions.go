package rand

import (
	"internal/ziggurat"
	"math"
)

// NormFloat64 returns a normally distributed number with mean 0 and standard deviation 1.
func (r *Rand) NormFloat64() float64 {
	ziggurat.Norm()
	for {
		j := int32(r.Uint32())
		i := j & 0x7F
		x := float64(j) * float64(ziggurat.NormW[i])
		size := uint32(j)
		if j < 0 {
			size = uint32(-j)
		}
		if size < ziggurat.NormK[i] {
			return x
		}
		if i == 0 {
			for {
				x = -math.Log(r.Float64()) * (1.0 / ziggurat.NormR)
				y := -math.Log(r.Float64())
				if y+y >= x*x {
					break
				}
			}
			if j > 0 {
				return ziggurat.NormR + x
			}
			return -ziggurat.NormR - x
		}
		if ziggurat.NormF[i]+float32(r.Float64())*(ziggurat.NormF[i-1]-ziggurat.NormF[i]) < float32(math.Exp(-.5*x*x)) {
			return x
		}
	}
}

// ExpFloat64 returns an exponentially distributed number with rate 1.
func (r *Rand) ExpFloat64() float64 {
	ziggurat.Exp()
	for {
		j := r.Uint32()
		i := j & 0xFF
		x := float64(j) * float64(ziggurat.ExpW[i])
		if j < ziggurat.ExpK[i] {
			return x
		}
		if i == 0 {
			return ziggurat.ExpR - math.Log(r.Float64())
		}
		if ziggurat.ExpF[i]+float32(r.Float64())*(ziggurat.ExpF[i-1]-ziggurat.ExpF[i]) < float32(math.Exp(-x)) {
			return x
		}
	}
}

// A Zipf returns random numbers with Zipf's distribution (Hörmann and Derflinger, "Rejection-Inversion to Generate
// Variates from Monotone Discrete Distributions", 1996).
type Zipf struct {
	r            *Rand
	imax         float64
	v            float64
	q            float64
	s            float64
	oneminusQ    float64
	oneminusQinv float64
	hxm          float64
	hx0minusHxm  float64
}

func (z *Zipf) h(x float64) float64 { return math.Exp(z.oneminusQ*math.Log(z.v+x)) * z.oneminusQinv }

func (z *Zipf) hinv(x float64) float64 {
	return math.Exp(z.oneminusQinv*math.Log(z.oneminusQ*x)) - z.v
}

// NewZipf makes a Zipf whose numbers k, up to imax, have a probability proportional to (v+k) ** (-s); s > 1, v >= 1.
func NewZipf(r *Rand, s float64, v float64, imax uint64) *Zipf {
	if s <= 1.0 || v < 1 {
		return nil
	}
	z := &Zipf{r: r, imax: float64(imax), v: v, q: s}
	z.oneminusQ = 1.0 - z.q
	z.oneminusQinv = 1.0 / z.oneminusQ
	z.hxm = z.h(z.imax + 0.5)
	z.hx0minusHxm = z.h(0.5) - math.Exp(math.Log(z.v)*(-z.q)) - z.hxm
	z.s = 1 - z.hinv(z.h(1.5)-math.Exp(-z.q*math.Log(z.v+1.0)))
	return z
}

// Uint64 returns a random number.
func (z *Zipf) Uint64() uint64 {
	if z == nil {
		panic("rand: nil Zipf")
	}
	for {
		u := z.hxm + z.r.Float64()*z.hx0minusHxm
		x := z.hinv(u)
		k := math.Floor(x + 0.5)
		if k-x <= z.s || u >= z.h(k+0.5)-math.Exp(-math.Log(k+z.v)*z.q) {
			return uint64(k)
		}
	}
}
