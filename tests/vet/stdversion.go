//go:build go1.23

package stdversion

import (
	"bytes"
	"errors"
	"iter"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"weak"
)

func f(t *testing.T, w weak.Pointer[int], v reflect.Value, wg *sync.WaitGroup, r *http.Request) {
	_ = slices.Collect[int]
	_ = maps.Keys[map[int]int]
	for range strings.SplitSeq("a", "b") {
	}
	_ = t.Context()
	wg.Go(nil)
	_ = v.Seq()
	_ = reflect.TypeFor[int]()
	_ = w.Value()
	var x unique.Handle[int]
	_ = x.Value()
	_ = iter.Pull[int]
	_, _ = errors.AsType[error](nil)
	_ = os.Root{}
	_ = r.Pattern
	_ = http.Request{Pattern: "a"}
	_ = http.Server{HTTP2: nil}
	_ = bytes.Lines
	_ = time.Now
	_ = atomic.AndInt32
	var u atomic.Uint32
	u.And(1)
	rand.N(5)
	rand.Uint()
	go wg.Go(nil)
	var b testing.B
	b.Loop()
	f := b.Loop
	_ = f
	_ = (*testing.B).Loop
	_ = min(1, 2)
}

type e struct{ *testing.T }

func g(x e) { x.Chdir("a") }
