// Package cryptotest makes cryptographic operations reproducible in tests.
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

// A lockedReader is a stream of bytes that all goroutines share.
type lockedReader struct {
	mu     sync.Mutex
	source *mathrand.ChaCha8
}

func (r *lockedReader) Read(b []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(b)
}

// SetGlobalRandom makes crypto/rand, and all cryptographic packages that need random bytes, use a stream
// that depends only on the seed, until the test ends. A second call begins another stream. A parallel test, or one
// below a parallel test, must not call it. The random bytes of crypto/tls itself, for handshakes, are not affected.
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
