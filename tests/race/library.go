// Races in what functions of the library read and write: each function below has one, between the lines A and B, and real
// `go run -race` reports it. A sleep is over when all others wait (--virtual-time).
package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"container/list"
	"container/ring"
	"crypto/ed25519"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"hash/maphash"
	"io"
	"log"
	"maps"
	"math/big"
	"math/rand"
	"net/http"
	"os"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

var sink, sink2 int

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var cases = []func(){
	func() {
		var x int
		go func() {
			time.Sleep(time.Millisecond)
			_ = reflect.ValueOf(&x).Elem().IsZero() // A
		}()
		x = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ a, b, c int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			_ = reflect.ValueOf(&x).Elem().Interface() // A
		}()
		x.b = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x int
		go func() {
			time.Sleep(time.Millisecond)
			_ = reflect.ValueOf(&x).Elem().Int() // A
		}()
		x = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x string
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(reflect.ValueOf(&x).Elem().String()) // A
		}()
		x = "a" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ a, b, c int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			reflect.ValueOf(&x).Elem().Set(reflect.ValueOf(T{1, 2, 3})) // A
		}()
		sink2 = x.b // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[int]int{1: 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = reflect.ValueOf(x).Len() // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[int]int{1: 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(reflect.ValueOf(x).MapKeys()) // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[int]int{1: 2}
		go func() {
			time.Sleep(time.Millisecond)
			it := reflect.ValueOf(x).MapRange()
			for it.Next() {
				sink = int(it.Value().Int())
			} // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[int]int{1: 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(reflect.ValueOf(x).MapIndex(reflect.ValueOf(1)).Int()) // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(reflect.ValueOf(&x).Elem().Index(1).Int()) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			reflect.Swapper(x)(0, 1) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			reflect.Copy(reflect.ValueOf(x), reflect.ValueOf([]int{3, 4})) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = reflect.Append(reflect.ValueOf(x), reflect.ValueOf(3)).Len() // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(reflect.DeepEqual(x, []int{1, 2})) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ a, B, c int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(reflect.ValueOf(&x).Elem().Field(1).Int()) // A
		}()
		x.B = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ a, B, c int }
		var x = &T{}
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(reflect.ValueOf(&x).Elem().Elem().Field(1).Int()) // A
		}()
		x = new(T) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x *int
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(reflect.ValueOf(&x).Elem().IsNil()) // A
		}()
		x = new(int) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{3, 1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{3, 1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sort.Ints(x) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x strings.Builder
		go func() {
			time.Sleep(time.Millisecond)
			x.WriteString("a") // A
		}()
		sink2 = x.Len() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x bytes.Buffer
		go func() {
			time.Sleep(time.Millisecond)
			x.WriteString("a") // A
		}()
		sink2 = x.Len() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprint(x)) // A
		}()
		x.B = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]int{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprint(x)) // A
		}()
		x["b"] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprint(x)) // A
		}()
		x[1] = "q" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{}
		go func() {
			time.Sleep(time.Millisecond)
			b, _ := json.Marshal(x)
			sink = len(b) // A
		}()
		x.B = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{}
		go func() {
			time.Sleep(time.Millisecond)
			json.Unmarshal([]byte(`{"B":3}`), x) // A
		}()
		sink2 = x.B // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]any{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			b, _ := json.Marshal(x)
			sink = len(b) // A
		}()
		x["b"] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(string(x)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(bytes.Equal(x, []byte{1, 2, 4})) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2, 3, 4}
		go func() {
			time.Sleep(time.Millisecond)
			h := sha256.Sum256(x)
			sink = int(h[0]) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2, 3, 4}
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(crc32.ChecksumIEEE(x)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2, 3, 4}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(base64.StdEncoding.EncodeToString(x)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{3, 1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			slices.Sort(x) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = big.NewInt(1)
		go func() {
			time.Sleep(time.Millisecond)
			x.Add(x, big.NewInt(2)) // A
		}()
		sink2 = int(x.Int64()) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 16)
		go func() {
			time.Sleep(time.Millisecond)
			strings.NewReader("abcdefghijklmnopqrst").Read(x) // A
		}()
		sink2 = int(x[1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = utf8.RuneCount(x) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.Runes(x)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.ToUpper(x)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(strings.Join(x, ",")) // A
		}()
		x[1] = "q" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abcabcabcabc")
		go func() {
			time.Sleep(time.Millisecond)
			w, _ := flate.NewWriter(io.Discard, 1)
			w.Write(x)
			w.Close() // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			gob.NewEncoder(io.Discard).Encode(x) // A
		}()
		x.B = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{1, 2}
		var tm = template.Must(template.New("a").Parse(`{{.B}}`))
		go func() {
			time.Sleep(time.Millisecond)
			tm.Execute(io.Discard, x) // A
		}()
		x.B = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abcabcabcabc")
		var nul, _ = os.OpenFile("/dev/null", os.O_WRONLY, 0)
		go func() {
			time.Sleep(time.Millisecond)
			nul.Write(x) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x maphash.Hash
		go func() {
			time.Sleep(time.Millisecond)
			x.WriteString("abc") // A
		}()
		sink2 = int(x.Sum64()) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = bytes.NewBufferString("abc")
		go func() {
			time.Sleep(time.Millisecond)
			x.ReadByte() // A
		}()
		x.ReadByte() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = strings.NewReader("abc")
		go func() {
			time.Sleep(time.Millisecond)
			x.ReadByte() // A
		}()
		x.ReadByte() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = json.NewEncoder(io.Discard)
		go func() {
			time.Sleep(time.Millisecond)
			x.Encode(1) // A
		}()
		x.SetIndent("", " ") // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = big.NewInt(7)
		go func() {
			time.Sleep(time.Millisecond)
			x.Mul(x, x) // A
		}()
		x.Mul(x, x) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = new(big.Int).Lsh(big.NewInt(7), 300)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(x.String()) // A
		}()
		x.SetInt64(5) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = big.NewRat(7, 3)
		go func() {
			time.Sleep(time.Millisecond)
			x.Add(x, x) // A
		}()
		sink2 = len(x.String()) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2, 3, 4}
		go func() {
			time.Sleep(time.Millisecond)
			rand.Shuffle(4, func(i, j int) { x[i], x[j] = x[j], x[i] }) // A
		}()
		sink2 = x[0] + x[1] + x[2] + x[3] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = list.New()
		go func() {
			time.Sleep(time.Millisecond)
			x.PushBack(1) // A
		}()
		x.PushBack(2) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = ring.New(3)
		go func() {
			time.Sleep(time.Millisecond)
			x.Value = 1 // A
		}()
		sink = x.Len()
		x.Value = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x, _ = flate.NewWriter(io.Discard, 1)
		go func() {
			time.Sleep(time.Millisecond)
			x.Write([]byte("abc")) // A
		}()
		x.Flush() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = gzip.NewWriter(io.Discard)
		go func() {
			time.Sleep(time.Millisecond)
			x.Write([]byte("abc")) // A
		}()
		x.Flush() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = http.Header{}
		go func() {
			time.Sleep(time.Millisecond)
			x.Set("A", "b") // A
		}()
		sink2 = len(x.Get("A")) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			slices.Reverse(x) // A
		}()
		sink2 = x[2] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(slices.Contains(x, 3)) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sink = slices.Index(x, "b") // A
		}()
		x[1] = "c" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = slices.Max(x) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink, _ = slices.BinarySearch(x, 2) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 1, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(slices.Compact(x)) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 1, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(slices.Clone(x)) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 1, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(slices.Equal(x, []int{1, 1, 3})) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]int, 3, 10)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(slices.Insert(x, 1, 5)) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]int, 3, 10)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(slices.Delete(x, 0, 1)) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 1, 3}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(slices.Concat(x, x)) // A
		}()
		x[1] = 5 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{3, 1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sort.SliceStable(x, func(i, j int) bool { return x[i] < x[j] }) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{3, 1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			slices.SortFunc(x, func(a, b int) int { return a - b }) // A
		}()
		sink2 = x[1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"c", "a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sort.Strings(x) // A
		}()
		sink2 = len(x[1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]int{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			for k := range maps.Keys(x) {
				sink = len(k)
			} // A
		}()
		x["b"] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]int{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			maps.Copy(map[string]int{}, x) // A
		}()
		x["b"] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]int{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(maps.Equal(x, map[string]int{"a": 1})) // A
		}()
		x["b"] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(strings.NewReplacer(x...).Replace("abc")) // A
		}()
		x[1] = "q" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("a b c")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.Fields(x)) // A
		}()
		x[2] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte(" a b c")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.TrimSpace(x)) // A
		}()
		x[0] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte(" a b c")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.Map(func(r rune) rune { return r }, x)) // A
		}()
		x[0] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte(" a b c")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.ReplaceAll(x, []byte("a"), []byte("b"))) // A
		}()
		x[0] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte(" a b c")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.ToLower(x)) // A
		}()
		x[0] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = [][]byte{[]byte("abc"), []byte("d")}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(bytes.Join(x, nil)) // A
		}()
		x[0][1] = 'q' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abcd")
		go func() {
			time.Sleep(time.Millisecond)
			hex.Decode(make([]byte, 2), x) // A
		}()
		x[0] = '1' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct {
			A uint32
			B uint16
		}
		var x = T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			binary.Write(io.Discard, binary.BigEndian, &x) // A
		}()
		x.B = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct {
			A uint32
			B uint16
		}
		var x = T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			binary.Read(strings.NewReader("abcdefghij"), binary.BigEndian, &x) // A
		}()
		sink2 = int(x.B) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 8)
		go func() {
			time.Sleep(time.Millisecond)
			sink = binary.PutVarint(x, 500) // A
		}()
		sink2 = int(x[1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x int
		go func() {
			time.Sleep(time.Millisecond)
			fmt.Sscan("12", &x) // A
		}()
		sink2 = x // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x string
		go func() {
			time.Sleep(time.Millisecond)
			fmt.Sscanf("12 a", "12 %s", &x) // A
		}()
		sink2 = len(x) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = flag.NewFlagSet("a", 0)
		var y = x.Int("n", 1, "")
		go func() {
			time.Sleep(time.Millisecond)
			x.Parse([]string{"-n", "4"}) // A
		}()
		sink2 = *y // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("{}")
		go func() {
			time.Sleep(time.Millisecond)
			var b bytes.Buffer
			json.Indent(&b, x, "", " ") // A
		}()
		x[1] = ' ' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("[1]")
		go func() {
			time.Sleep(time.Millisecond)
			var b bytes.Buffer
			json.Compact(&b, x) // A
		}()
		x[1] = '2' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("[1]")
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(json.Valid(x)) // A
		}()
		x[1] = '2' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("[1]")
		go func() {
			time.Sleep(time.Millisecond)
			var v []int
			json.Unmarshal(x, &v) // A
		}()
		x[1] = '2' // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			b, _ := json.Marshal(x)
			sink = len(b) // A
		}()
		x[1] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []string{"a", "b"}
		go func() {
			time.Sleep(time.Millisecond)
			b, _ := json.Marshal(x)
			sink = len(b) // A
		}()
		x[1] = "q" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ a, b int }
		var x = T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprintf("%+v", &x)) // A
		}()
		x.b = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprintf("%x", x)) // A
		}()
		x[1] = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Sprintf("%s", x)) // A
		}()
		x[1] = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 0, 10)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(strconv.AppendQuote(x, "abc")) // A
		}()
		sink2 = int(x[:2][1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 0, 10)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(fmt.Append(x, 123)) // A
		}()
		sink2 = int(x[:2][1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 0, 10)
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(utf8.AppendRune(x, 'a')) // A
		}()
		sink2 = int(x[:1][0]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []uint16{65, 66}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(utf16.Decode(x)) // A
		}()
		x[1] = 67 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			r, _ := utf8.DecodeRune(x)
			sink = int(r) // A
		}()
		x[0] = 67 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(utf8.Valid(x)) // A
		}()
		x[0] = 67 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			r, _ := utf8.DecodeLastRune(x)
			sink = int(r) // A
		}()
		x[2] = 67 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []rune("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(string(x)) // A
		}()
		x[2] = 67 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 4)
		go func() {
			time.Sleep(time.Millisecond)
			io.ReadFull(strings.NewReader("abcdefgh"), x) // A
		}()
		sink2 = int(x[2]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x bytes.Buffer
		go func() {
			time.Sleep(time.Millisecond)
			io.Copy(&x, strings.NewReader("abc")) // A
		}()
		sink2 = x.Len() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x bytes.Buffer
		var l = log.New(&x, "", 0)
		go func() {
			time.Sleep(time.Millisecond)
			l.Print("a") // A
		}()
		sink2 = x.Len() // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 4)
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(sha1.Sum(x)[0]) // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 4)
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(md5.Sum(x)[0]) // A
		}()
		x[2] = 1 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var _, x, _ = ed25519.GenerateKey(nil)
		var m = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(ed25519.Sign(x, m)) // A
		}()
		m[1] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			sink = subtle.ConstantTimeCompare(x, []byte("abd")) // A
		}()
		x[1] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			reflect.ValueOf(&x).Elem().Field(0).SetInt(5) // A
		}()
		sink2 = x.A // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x []byte
		go func() {
			time.Sleep(time.Millisecond)
			reflect.ValueOf(&x).Elem().SetBytes([]byte("ab")) // A
		}()
		sink2 = len(x) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("ab")
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(string(reflect.ValueOf(x).Bytes())) // A
		}()
		x[1] = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x string
		go func() {
			time.Sleep(time.Millisecond)
			reflect.ValueOf(&x).Elem().SetString("ab") // A
		}()
		sink2 = len(x) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			_ = reflect.ValueOf(&x).Elem().Convert(reflect.TypeOf(x)).Interface() // A
		}()
		x.A = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A int }
		var x T
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(reflect.ValueOf(&x).Elem().Equal(reflect.ValueOf(T{}))) // A
		}()
		x.A = 3 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x int
		var ch = make(chan int, 1)
		go func() {
			time.Sleep(time.Millisecond)
			ch <- 1
			v, _ := reflect.ValueOf(ch).Recv()
			reflect.ValueOf(&x).Elem().Set(v) // A
		}()
		sink2 = x // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string][]int{"a": {1}}
		go func() {
			time.Sleep(time.Millisecond)
			for it := reflect.ValueOf(x).MapRange(); it.Next(); {
				sink = it.Value().Len()
			} // A
		}()
		x["b"] = nil // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = map[string]int{"a": 1}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(reflect.DeepEqual(x, map[string]int{"a": 1})) // A
		}()
		x["b"] = 2 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct {
			A int
			B string
		}
		var x = &T{1, "b"}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(reflect.DeepEqual(x, &T{1, "b"})) // A
		}()
		x.B = "c" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = &T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			*x = T{} // A
		}()
		sink2 = x.B // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B int }
		var x = T{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(x == T{1, 2}) // A
		}()
		x.B = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x any = 3
		go func() {
			time.Sleep(time.Millisecond)
			sink = b2i(x == any(3)) // A
		}()
		x = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type K struct{ A string }
		var x = K{"a"}
		var m = map[K]int{}
		go func() {
			time.Sleep(time.Millisecond)
			sink = m[x] // A
		}()
		x.A = "q" // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A [4]int }
		var x T
		var ch = make(chan T, 1)
		go func() {
			time.Sleep(time.Millisecond)
			ch <- x // A
		}()
		x.A[2] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x [4]int
		go func() {
			time.Sleep(time.Millisecond)
			for _, v := range x {
				sink += v
			} // A
		}()
		x[2] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		var m = map[string]int{}
		go func() {
			time.Sleep(time.Millisecond)
			sink = m[string(x)] // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []byte("abc")
		go func() {
			time.Sleep(time.Millisecond)
			switch string(x) {
			case "abc":
				sink = 1
			} // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]byte, 4)
		go func() {
			time.Sleep(time.Millisecond)
			copy(x, "abc") // A
		}()
		sink2 = int(x[1]) // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = make([]int, 0, 4)
		go func() {
			time.Sleep(time.Millisecond)
			_ = append(x, 1, 2) // A
		}()
		sink2 = x[:2][1] // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = []int{1, 2}
		go func() {
			time.Sleep(time.Millisecond)
			sink = len(append([]int(nil), x...)) // A
		}()
		x[1] = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = 3
		go func() {
			time.Sleep(time.Millisecond)
			defer func(v int) { sink = v }(x) // A
		}()
		x = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x = 3
		var f = func() int { return x }
		go func() {
			time.Sleep(time.Millisecond)
			sink = f() // A
		}()
		x = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var x complex128
		go func() {
			time.Sleep(time.Millisecond)
			sink = int(real(x)) // A
		}()
		x = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		var a = 3
		var x = &a
		go func() {
			time.Sleep(time.Millisecond)
			sink = *x // A
		}()
		a = 4 // B
		time.Sleep(2 * time.Millisecond)
	},
	func() {
		type T struct{ A, B, C, D, E, F int8 }
		var x = T{1, 2, 3, 4, 5, 6}
		go func() {
			time.Sleep(time.Millisecond)
			x.A, x.B, x.C, x.D, x.E, x.F = 3, 3, 3, 3, 3, 3 // A
		}()
		sink2 = int(x.C) // B
		time.Sleep(2 * time.Millisecond)
	},
}

func main() {
	for _, c := range cases {
		c()
	}
}
