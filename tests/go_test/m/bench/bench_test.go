package bench

import "testing"

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
	}
}

func BenchmarkN(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(8)
	for range b.N {
	}
	b.ReportMetric(3, "things/op")
}

func BenchmarkSub(b *testing.B) {
	b.Run("one", func(b *testing.B) {
		for range b.N {
		}
	})
}

func TestIt(t *testing.T) {}
