package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand"
	"strings"
	"testing/iotest"
	"time"
)

func texts() map[string][]byte {
	rnd := rand.New(rand.NewSource(1))
	random := make([]byte, 40000)
	rnd.Read(random)
	words := strings.Fields("the quick brown fox jumps over the lazy dog and then some more words follow")
	var b strings.Builder
	for b.Len() < 150000 {
		b.WriteString(words[rnd.Intn(len(words))])
		b.WriteByte(' ')
	}
	return map[string][]byte{
		"empty": nil, "one": {'x'}, "zeros": make([]byte, 90000), "random": random,
		"text": []byte(b.String()), "abc": bytes.Repeat([]byte("abcabcabd"), 5000),
	}
}

// slow is a reader with neither ReadByte nor a buffer.
type slow struct{ io.Reader }

// byteOnly reads bytes, and can do nothing else.
type byteOnly struct{ *bytes.Reader }

func (b byteOnly) Read(p []byte) (int, error) { return b.Reader.Read(p) }

type wrapped struct{ r byteOnly }

func (w wrapped) Read(p []byte) (int, error) { return w.r.Read(p) }
func (w wrapped) ReadByte() (byte, error)    { return w.r.ReadByte() }

func roundTrips() {
	for _, name := range []string{"empty", "one", "zeros", "random", "text", "abc"} {
		data := texts()[name]
		for level := -2; level <= 9; level++ {
			var buf bytes.Buffer
			w, err := flate.NewWriter(&buf, level)
			if err != nil {
				fmt.Println(err)
				continue
			}
			for rest := data; len(rest) > 0; {
				n := min(len(rest), 1+len(rest)/3)
				w.Write(rest[:n])
				rest = rest[n:]
				if level%3 == 0 {
					w.Flush()
				}
			}
			fmt.Print(w.Close(), w.Close(), " ")
			buf.WriteString("after")
			packed := buf.Bytes()
			for i, r := range []io.Reader{bytes.NewReader(packed), bytes.NewBuffer(packed), strings.NewReader(string(packed)),
				bufio.NewReader(bytes.NewReader(packed)), wrapped{byteOnly{bytes.NewReader(packed)}}, slow{iotest.HalfReader(bytes.NewReader(packed))}} {
				if i >= 3 && level != 6 {
					continue
				}
				z := flate.NewReader(r)
				got, err := io.ReadAll(z)
				if err != nil || !bytes.Equal(got, data) || z.Close() != nil {
					fmt.Println(name, level, i, len(got), err)
				}
				if i < 5 {
					rest, _ := io.ReadAll(r)
					if string(rest) != "after" {
						fmt.Println("read on", len(rest))
					}
				}
			}
			small := len(packed) < len(data)/2
			fmt.Print(small, " ")
		}
		fmt.Println(name)
	}
}

func headers() {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	fmt.Println(err)
	w.Name, w.Comment, w.Extra, w.OS = "näme", "a comment", []byte("extra"), 3
	w.ModTime = time.Unix(1700000000, 0)
	w.Write([]byte("first"))
	w.Flush()
	fmt.Println(hex.EncodeToString(buf.Bytes()[:10]))
	fmt.Println(w.Close(), w.Close())
	w.Reset(&buf)
	io.WriteString(w, "second")
	w.Close()
	packed := buf.Bytes()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	fmt.Printf("%q %q %q %d %d %v\n", r.Name, r.Comment, r.Extra, r.OS, r.ModTime.Unix(), err)
	all, err := io.ReadAll(r)
	fmt.Println(string(all), err, r.Close())
	in := bytes.NewReader(packed)
	r, _ = gzip.NewReader(in)
	for {
		r.Multistream(false)
		part, err := io.ReadAll(r)
		fmt.Println(string(part), err, r.Name)
		if err := r.Reset(in); err != nil {
			fmt.Println(err)
			break
		}
	}
	for _, bad := range [][]byte{nil, packed[:5], packed[:12], []byte("not a gzip file"), packed[:len(packed)-3]} {
		r, err := gzip.NewReader(bytes.NewReader(bad))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	}
	broken := bytes.Clone(packed)
	broken[len(broken)-6] ^= 1
	r, _ = gzip.NewReader(bytes.NewReader(broken))
	_, err = io.ReadAll(r)
	fmt.Println(err == gzip.ErrChecksum, err)
	for _, name := range []string{"ok", "世界", "nul\x00"} {
		w := gzip.NewWriter(io.Discard)
		w.Name = name
		_, err := w.Write([]byte("x"))
		fmt.Println(err, w.Close())
	}
	_, err = gzip.NewWriterLevel(io.Discard, 10)
	fmt.Println(err)
}

func zlibs() {
	dict := []byte("a dictionary that both have")
	for _, d := range [][]byte{nil, dict} {
		var buf bytes.Buffer
		w, err := zlib.NewWriterLevelDict(&buf, zlib.BestCompression, d)
		fmt.Println(err)
		fmt.Fprint(w, "a dictionary that both have, and more; a dictionary that both have")
		fmt.Println(w.Flush(), w.Close())
		packed := buf.Bytes()
		fmt.Printf("%x %x\n", packed[:2], packed[len(packed)-4:])
		for _, have := range [][]byte{nil, dict, []byte("another")} {
			r, err := zlib.NewReaderDict(bytes.NewReader(packed), have)
			if err != nil {
				fmt.Println(err)
				continue
			}
			all, err := io.ReadAll(r)
			fmt.Println(string(all), err, r.Close())
			fmt.Println(r.(zlib.Resetter).Reset(bytes.NewReader(packed), have))
		}
		packed[len(packed)-1] ^= 1
		r, err := zlib.NewReaderDict(bytes.NewReader(packed), d)
		_, err = io.ReadAll(r)
		fmt.Println(err)
	}
	for _, bad := range []string{"", "x", "\x78\x9d", "\x78\x9c", "\x78\x9c\x03"} {
		r, err := zlib.NewReader(strings.NewReader(bad))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		fmt.Println(err)
	}
	_, err := zlib.NewWriterLevel(io.Discard, -3)
	fmt.Println(err)
}

// Streams that are wrong, or unusual (from the tests of zlib and others).
var streams = []string{
	"00 00 00 00 00", "03 00", "04 00 fe ff", "07", "f8 ff ff ff", "05 e0 81 91 24 cb b2 2c 49 e2 0f 2e 8b 9a 47 56 9f fb fe ec d2 ff 1f",
	"ed c0 01 01 00 00 00 80 a0 fe 57 fc 1f 01 00", "04 80 49 92 24 49 92 24 0f b4 ff ff c3 04",
	"04 80 49 92 24 49 92 24 71 ff ff 93 11 00", "fc 00 00", "04 c0 81 08 00 00 00 00 20 7f eb 0b 00 00", "0c c0 81 00 00 00 00 00 90 ff 6b 04", "1a 07", "4b 4c 4c 4c 04 00",
	"4b 4c 02 41 00 ff ff", "01 05 00 fa ff 68 65 6c 6c 6f", "01 05 00 fa fe 68 65 6c 6c 6f", "00 05 00 fa ff 68 65 6c", "4a 81 02 00", "02 7e ff ff",
	"05 ca 81 08 00 00 00 00 20 7f eb 0b 00 00", "ed bd 07 60",
}

func corrupt() {
	for _, s := range streams {
		data, _ := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
		for _, r := range []io.Reader{bytes.NewReader(data), wrapped{byteOnly{bytes.NewReader(data)}}} {
			got, err := io.ReadAll(flate.NewReader(r))
			fmt.Printf(" %q %T %v", got, err, err)
		}
		fmt.Println()
	}
	var buf bytes.Buffer
	w, _ := flate.NewWriter(&buf, 0)
	w.Write(bytes.Repeat([]byte("stored data "), 9000))
	w.Close()
	for _, n := range []int{1, 4, 5, 100, 65539, 65543, 70000, buf.Len() - 1} {
		got, err := io.ReadAll(flate.NewReader(slow{bytes.NewReader(buf.Bytes()[:n])}))
		fmt.Println(len(got), crc32.ChecksumIEEE(got), err)
	}
	_, err := flate.NewWriter(nil, 11)
	fmt.Println(err)
	w, _ = flate.NewWriterDict(io.Discard, 5, []byte("dict"))
	w.Close()
	_, err = w.Write([]byte("late"))
	fmt.Println(err, w.Flush())
	full, _ := flate.NewWriter(iotest.TruncateWriter(failing{}, 0), 6)
	full.Write([]byte("x"))
	fmt.Println(full.Flush(), full.Close())
}

type failing struct{}

func (failing) Write(p []byte) (int, error) { return 0, errors.New("no room") }

func dictionaries() {
	dict := bytes.Repeat([]byte("0123456789abcdefghijklmnopqrstuvwxyz"), 2000)
	data := append(bytes.Clone(dict[:50000]), "end"...)
	for _, level := range []int{-2, 0, 1, 6, 9} {
		var buf bytes.Buffer
		w, _ := flate.NewWriterDict(&buf, level, dict)
		w.Write(data)
		w.Close()
		first := bytes.Clone(buf.Bytes())
		buf.Reset()
		w.Reset(&buf)
		w.Write(data)
		w.Close()
		got, err := io.ReadAll(flate.NewReaderDict(&buf, dict))
		again := flate.NewReader(strings.NewReader(""))
		again.(flate.Resetter).Reset(bytes.NewReader(first), dict)
		got2, err2 := io.ReadAll(again)
		fmt.Println(bytes.Equal(got, data), err, bytes.Equal(got2, data), err2, len(first) < 1000)
	}
}

func main() {
	roundTrips()
	headers()
	zlibs()
	corrupt()
	dictionaries()
}

// Output:
// <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false empty
// <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false one
// <nil> <nil> true <nil> <nil> true <nil> <nil> false <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true zeros
// <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false <nil> <nil> false random
// <nil> <nil> false <nil> <nil> true <nil> <nil> false <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true text
// <nil> <nil> true <nil> <nil> true <nil> <nil> false <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true <nil> <nil> true abc
// <nil>
// 1f8b081c00f153650403
// <nil> <nil>
// "näme" "a comment" "extra" 3 1700000000 <nil>
// firstsecond <nil> <nil>
// first <nil> näme
// second <nil>
// EOF
// EOF false
// unexpected EOF true
// unexpected EOF true
// gzip: invalid header false
// unexpected EOF true
// true gzip: invalid checksum
// <nil> <nil>
// gzip.Write: non-Latin-1 header string gzip.Write: non-Latin-1 header string
// gzip.Write: non-Latin-1 header string gzip.Write: non-Latin-1 header string
// gzip: invalid compression level: 10
// <nil>
// <nil> <nil>
// 78da 1e9517e0
// a dictionary that both have, and more; a dictionary that both have <nil> <nil>
// <nil>
// a dictionary that both have, and more; a dictionary that both have <nil> <nil>
// <nil>
// a dictionary that both have, and more; a dictionary that both have <nil> <nil>
// <nil>
// zlib: invalid checksum
// <nil>
// <nil> <nil>
// 78f9 1e9517e0
// zlib: invalid dictionary
// a dictionary that both have, and more; a dictionary that both have <nil> <nil>
// <nil>
// zlib: invalid dictionary
// zlib: invalid checksum
// unexpected EOF
// unexpected EOF
// zlib: invalid header
// unexpected EOF
// unexpected EOF
// zlib: invalid compression level: -3
//  "" flate.CorruptInputError flate: corrupt input before offset 5 "" flate.CorruptInputError flate: corrupt input before offset 5
//  "" <nil> <nil> "" <nil> <nil>
//  "" flate.CorruptInputError flate: corrupt input before offset 4 "" flate.CorruptInputError flate: corrupt input before offset 4
//  "" flate.CorruptInputError flate: corrupt input before offset 1 "" flate.CorruptInputError flate: corrupt input before offset 1
//  "" *errors.errorString unexpected EOF "" *errors.errorString unexpected EOF
//  "" <nil> <nil> "" <nil> <nil>
//  "" flate.CorruptInputError flate: corrupt input before offset 9 "" flate.CorruptInputError flate: corrupt input before offset 9
//  "" *errors.errorString unexpected EOF "" *errors.errorString unexpected EOF
//  "" flate.CorruptInputError flate: corrupt input before offset 14 "" flate.CorruptInputError flate: corrupt input before offset 14
//  "" flate.CorruptInputError flate: corrupt input before offset 3 "" flate.CorruptInputError flate: corrupt input before offset 3
//  "" flate.CorruptInputError flate: corrupt input before offset 12 "" flate.CorruptInputError flate: corrupt input before offset 12
//  "" flate.CorruptInputError flate: corrupt input before offset 12 "" flate.CorruptInputError flate: corrupt input before offset 12
//  "" flate.CorruptInputError flate: corrupt input before offset 2 "" flate.CorruptInputError flate: corrupt input before offset 2
//  "aaaa" <nil> <nil> "aaaa" <nil> <nil>
//  "ababab" <nil> <nil> "ababab" <nil> <nil>
//  "hello" <nil> <nil> "hello" <nil> <nil>
//  "" flate.CorruptInputError flate: corrupt input before offset 5 "" flate.CorruptInputError flate: corrupt input before offset 5
//  "hel" *errors.errorString unexpected EOF "hel" *errors.errorString unexpected EOF
//  "dddddddd" *errors.errorString unexpected EOF "dddddddd" *errors.errorString unexpected EOF
//  "" flate.CorruptInputError flate: corrupt input before offset 2 "" flate.CorruptInputError flate: corrupt input before offset 2
//  "" flate.CorruptInputError flate: corrupt input before offset 13 "" flate.CorruptInputError flate: corrupt input before offset 13
//  "" *errors.errorString unexpected EOF "" *errors.errorString unexpected EOF
// 0 0 unexpected EOF
// 0 0 unexpected EOF
// 0 0 unexpected EOF
// 95 1631054169 unexpected EOF
// 65534 539887273 unexpected EOF
// 65535 2686821902 unexpected EOF
// 69990 4156242748 unexpected EOF
// 108000 541503765 unexpected EOF
// flate: invalid compression level 11: want value in range [-2, 9]
// flate: closed writer flate: closed writer
// <nil> <nil>
// true <nil> true <nil> false
// true <nil> true <nil> false
// true <nil> true <nil> true
// true <nil> true <nil> true
// true <nil> true <nil> true
