package main

import (
	"bytes"
	"compress/bzip2"
	"compress/lzw"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand"
	"strings"
)

const packed = "QlpoMTFBWSZTWa4LFPAABvtRiMAAQAA////wABAACGAIMAAAAAAAAAHwCgAAAABE8BVVB6hhAaaCgAAAABQAAAAAoAAAAAFKpPVMgZpNPU00zJF+Hx9T8vt9vhCD+XskmBR1vBSxDG22OrrIH0l2rYXYJuVTYcOEXKPmiHHXGE0w1iBl2cUvA3KrdZuxN6PUciKFO1dZEGg5oLjUck8S80OSgFNqpNMANoEKBlsFkKY5cG0lHMJjF1w2arh429M4nlDwZJJ4LAJtBvjCNntsj0uyumigrS6KvhYE3mwZKZ1SErBxUGSdrtE7dXsWhtSgTjenQBhDpUvMh+QFhw41gdlFHSao2GamAOXhCg4d1gHB8dXMYcuThUpNu2BVJyoZ6OBoXbpFZwkgZrKy3CDx6dGVBV1iKzTA56zRXz26sCADMkLq3hEFSiDyDM5dru48F6cLF0RDfGJEz1SplM42zFU9OV0cK4GPio+QPNQdK8UueibZPlQekUprt0XgsEgfC8uZWrbWaN0mWkjTRkObGGPGet6Djrp4kiMVFgjxJ6Z3qZK3y5+By5C0TQESbrz4Ce2wbrOXlOUQaL5sdVBz5wMtWJUcUWLBg2YhFt2WOuYjRQ9Gb6bjo4QepQKx5XnZkqSTzk3q67r16RIrO8x43dan2tDGWecNdfEmbgQGqtYFghWfO04OsSWBaeFVcFoFUTe3Rh5Ik7pqytjwy0mDeGc0fghUGXYK+1Ig9QqekpjY6k62Yha1tC8fLrNRleGhowTQYSRBhWSfWOmGt8ET5S8z4HbinylD16lWULLpNaO4w1i84kvK9piDZQhuQxRiqubFuVIOvSrSS2Swvn2MgnLaUKB5DqceW0kt5acM9Z14rKQVpC3bFnduUA04t4ybB0GPA8bKytj6kq7cg6g+IrVNnZKSejA7TKjWgdOawnIiCcsbeTgGGmrOyrGXNlRoUqKM49oezWYdRR7EDhXd51CB2R9x68aqHeppub6INqAs8OhpIENEg86aUgF00ImiBAs3S8mHitWCzEOsm0zRuEt665c8QVcQryK3h06MLIznGXFxNtlWVnVm89eIF1mq23MeqQDsbWzdZapzoYQr6EV9TbujJ3DiOymfRyaF54OLnAtFn65iPm4cn6grp0Lca6XqCMX5PlqJgzW1yWdKy5dunIxduEZbPKOXcY5duiIVnaS0EbGYU85tiXIvPHt1x1mHKnCbkNzcq47mLH3QsENxs1h0zkSBCiKW5581u28RNKm22G2xrak+C6gdfZcxk1Q9M68uxabkfO0nmbeRPPnYqulryEgtO5Dn1kmL5oY4JgrsBS+vXgdhySJuEeoLWi6SJvj1Zt8ekQ1UGAa7h2yXLiTG9LXW7bN2TqmhLRVUKHCamMvlwFjjGwxDeJzkMV4k4EUaAs02dNEXdyGAISieOfbGAhceohHZZ4Lm9BdeXMAAdRBg8ehxb59Kls0+HB8QD1C56vBCAjAN5pUW0EGzs81cnKsCApym4oFoqT2T7FjdiKSIK95p2xAW8lue25OAalhkKwGi9GZwEtsF7p6qECsU6LtSTuR59QsMBT7AknbBlR1rbDrkJ1o19YbSZZcMGOQlL4cMSJiAoXsgN4OGnR9sbjBDimOus2m8XIpqwWMFkrw5c90l/7t8daEoyvm85pVcMqRnzaKEyxVVNIRNUibkidqqp4hE1UJgknBQmRKNxJNlCdqqphInRQn8kTwSTChNEidFCakkxCJsoTYkmaUq8ko/alHP/F3JFOFCQrgsU8BCWmg5MUFZJlNZ2hi8WgAAs9GAABBAAA8liAAgAFCAaaaBNVQ0NPU1DUOIbhuGQ8huH0MhkMh+LuSKcKEhtDF4tA=="

type slow struct{ r io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 7)]) }

func bz() {
	data, _ := base64.StdEncoding.DecodeString(packed)
	got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(data)))
	fmt.Println(len(got), crc32.ChecksumIEEE(got), err)
	got, err = io.ReadAll(bzip2.NewReader(slow{bytes.NewReader(data)}))
	fmt.Println(len(got), crc32.ChecksumIEEE(got), err)
	for _, at := range []int{0, 2, 3, 5, 10, 14, 20, 30, 40, 100, 500, len(data) - 60, len(data) - 2} {
		bad := bytes.Clone(data)
		bad[at] ^= 4
		got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(bad)))
		var wrong bzip2.StructuralError
		fmt.Println(at, len(got) > 15000, err != nil, errors.As(err, &wrong) || errors.Is(err, io.ErrUnexpectedEOF))
		_, err = io.ReadAll(bzip2.NewReader(bytes.NewReader(data[:at])))
		fmt.Println(err)
	}
	for _, s := range []string{"", "B", "BZ", "BZh", "BZh0", "BZx9", "PK34", "BZh9", "BZh9xxxxxx", "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x01"} {
		got, err := io.ReadAll(bzip2.NewReader(strings.NewReader(s)))
		fmt.Printf("%q %v\n", got, err)
	}
}

func lz() {
	rnd := rand.New(rand.NewSource(3))
	for _, order := range []lzw.Order{lzw.LSB, lzw.MSB} {
		for width := 1; width <= 9; width++ {
			data := make([]byte, 30000)
			for i := range data {
				data[i] = byte(rnd.Intn(1<<min(width, 8))) >> rnd.Intn(3)
			}
			copy(data[10000:], bytes.Repeat(data[:3], 2000))
			var buf bytes.Buffer
			w := lzw.NewWriter(&buf, order, width)
			n, err := w.Write(data[:100])
			_, err2 := w.Write(data[100:])
			fmt.Println(width, n, err, err2, w.Close(), buf.Len(), crc32.ChecksumIEEE(buf.Bytes()))
			r := lzw.NewReader(&buf, order, width)
			got, err := io.ReadAll(r)
			fmt.Println(bytes.Equal(got, data), err, r.Close())
			_, err = r.Read(make([]byte, 1))
			fmt.Println(err)
		}
	}
	var buf bytes.Buffer
	w := lzw.NewWriter(&buf, lzw.LSB, 8)
	fmt.Println(w.Close(), w.Close(), buf.Bytes())
	w = lzw.NewWriter(&buf, lzw.LSB, 3)
	_, err := w.Write([]byte{9})
	fmt.Println(err)
	for _, s := range []string{"\x54\x4f\x42\x45\x4f\x52\x4e\x4f\x54", "\x01\x02\x03", "\x00\xff\xff", "", "\x01\x00\x00\x00\xff\xff\xff\x0f\xf0"} {
		got, err := io.ReadAll(lzw.NewReader(strings.NewReader(s), lzw.LSB, 8))
		fmt.Printf("%q %v\n", got, err)
		got, err = io.ReadAll(lzw.NewReader(strings.NewReader(s), lzw.MSB, 7))
		fmt.Printf("%q %v\n", got, err)
	}
	fmt.Println(lzw.NewReader(nil, 7, 8).Read(nil))
}

func main() {
	bz()
	lz()
}

// Output:
// 15940 3627563888 <nil>
// 15940 3627563888 <nil>
// 0 false true true
// unexpected EOF
// 2 false true true
// unexpected EOF
// 3 true false false
// unexpected EOF
// 5 false true true
// unexpected EOF
// 10 true true true
// unexpected EOF
// 14 false true true
// unexpected EOF
// 20 false true true
// unexpected EOF
// 30 false true true
// unexpected EOF
// 40 false true true
// unexpected EOF
// 100 true true true
// unexpected EOF
// 500 true true true
// unexpected EOF
// 1339 true true true
// unexpected EOF
// 1397 true true true
// unexpected EOF
// "" unexpected EOF
// "" unexpected EOF
// "" unexpected EOF
// "" unexpected EOF
// "" bzip2 data invalid: invalid compression level
// "" bzip2 data invalid: non-Huffman entropy encoding
// "" bzip2 data invalid: bad magic value
// "" unexpected EOF
// "" bzip2 data invalid: bad magic value found
// "" <nil>
// "" bzip2 data invalid: file checksum mismatch
// 1 0 lzw: litWidth 1 out of range lzw: litWidth 1 out of range lzw: litWidth 1 out of range 0 0
// false lzw: litWidth 1 out of range <nil>
// lzw: reader/writer is closed
// 2 100 <nil> <nil> <nil> 5724 3801576994
// true <nil> <nil>
// lzw: reader/writer is closed
// 3 100 <nil> <nil> <nil> 9283 3730977139
// true <nil> <nil>
// lzw: reader/writer is closed
// 4 100 <nil> <nil> <nil> 13206 3043724829
// true <nil> <nil>
// lzw: reader/writer is closed
// 5 100 <nil> <nil> <nil> 17313 1461058890
// true <nil> <nil>
// lzw: reader/writer is closed
// 6 100 <nil> <nil> <nil> 21958 1101967197
// true <nil> <nil>
// lzw: reader/writer is closed
// 7 100 <nil> <nil> <nil> 27582 1021764585
// true <nil> <nil>
// lzw: reader/writer is closed
// 8 100 <nil> <nil> <nil> 31817 3851000338
// true <nil> <nil>
// lzw: reader/writer is closed
// 9 0 lzw: litWidth 9 out of range lzw: litWidth 9 out of range lzw: litWidth 9 out of range 0 0
// false lzw: litWidth 9 out of range <nil>
// lzw: reader/writer is closed
// 1 0 lzw: litWidth 1 out of range lzw: litWidth 1 out of range lzw: litWidth 1 out of range 0 0
// false lzw: litWidth 1 out of range <nil>
// lzw: reader/writer is closed
// 2 100 <nil> <nil> <nil> 5730 2286270927
// true <nil> <nil>
// lzw: reader/writer is closed
// 3 100 <nil> <nil> <nil> 9320 3291344467
// true <nil> <nil>
// lzw: reader/writer is closed
// 4 100 <nil> <nil> <nil> 13072 2313813099
// true <nil> <nil>
// lzw: reader/writer is closed
// 5 100 <nil> <nil> <nil> 17373 1289853816
// true <nil> <nil>
// lzw: reader/writer is closed
// 6 100 <nil> <nil> <nil> 22004 2933640952
// true <nil> <nil>
// lzw: reader/writer is closed
// 7 100 <nil> <nil> <nil> 27418 1834236983
// true <nil> <nil>
// lzw: reader/writer is closed
// 8 100 <nil> <nil> <nil> 31738 3513369028
// true <nil> <nil>
// lzw: reader/writer is closed
// 9 0 lzw: litWidth 9 out of range lzw: litWidth 9 out of range lzw: litWidth 9 out of range 0 0
// false lzw: litWidth 9 out of range <nil>
// lzw: reader/writer is closed
// <nil> <nil> [0 3 2]
// lzw: input byte too large for the litWidth
// "" lzw: invalid code
// "TOBEORNOT" unexpected EOF
// "\x01" lzw: invalid code
// "\x01\x02\x03" unexpected EOF
// "" lzw: invalid code
// "\x00" lzw: invalid code
// "" unexpected EOF
// "" unexpected EOF
// "\x01\x00\x00" lzw: invalid code
// "\x01\x00\x00\x00" lzw: invalid code
// 0 lzw: unknown order
