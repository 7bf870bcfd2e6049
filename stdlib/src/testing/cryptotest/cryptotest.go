// Package cryptotest makes cryptography repeatable in tests.
package cryptotest

import (
	"crypto/rand"
	"encoding/binary"
	"internal/sysrand"
	"internal/testlog"
	mathrand "math/rand/v2"
	"sync"
	"testing"
)

// A lockedReader is one stream of bytes for all goroutines.
type lockedReader struct {
	mu     sync.Mutex
	source *mathrand.ChaCha8
}

func (r *lockedReader) Read(b []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(b)
}

// SetGlobalRandom lets crypto/rand, and all packages of cryptography that draw random bytes, draw them from one stream
// that depends on the seed only, until the test is over. A second call begins another stream. No test that is parallel,
// or below one that is, may call it. The bytes that crypto/tls draws itself, for handshakes, stay random.
func SetGlobalRandom(t *testing.T, seed uint64) {
	if t == nil {
		panic("cryptotest: SetGlobalRandom called with a nil *testing.T")
	}
	if !testing.Testing() {
		panic("cryptotest: SetGlobalRandom used in a non-test binary")
	}
	testlog.DenyParallel(t)

	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	stream := &lockedReader{source: mathrand.NewChaCha8(key)}
	fill := func(b []byte) { stream.Read(b) }

	reader, source := rand.Reader, sysrand.SetTesting(&fill)
	rand.Reader = stream
	t.Cleanup(func() {
		rand.Reader = reader
		sysrand.SetTesting(source)
	})
}
