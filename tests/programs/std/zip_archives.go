package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
	"time"
)

func check(err error) {
	if err != nil {
		fmt.Println("error:", err)
	}
}

func write() []byte {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	w.SetOffset(0)
	check(w.SetComment("the archive's comment"))
	f, err := w.Create("dir/a.txt")
	check(err)
	io.WriteString(f, strings.Repeat("contents ", 500))
	stored := &zip.FileHeader{Name: "stored.bin", Method: zip.Store, Comment: "as it is", Modified: time.Date(2024, 2, 29, 12, 34, 57, 0, time.FixedZone("", 3600))}
	stored.SetMode(0o4751)
	f, err = w.CreateHeader(stored)
	check(err)
	n, err := f.Write([]byte("stored contents"))
	fmt.Println(n, err)
	_, err = w.CreateHeader(stored)
	fmt.Println(err)
	f, err = w.Create("empty/")
	n, err2 := f.Write(nil)
	fmt.Println(err, n, err2)
	_, err = f.Write([]byte("x"))
	fmt.Println(err)
	f, err = w.Create("näme \\ ~.txt")
	io.WriteString(f, "utf-8")
	f2, err := w.CreateHeader(&zip.FileHeader{Name: "bad\xffname", NonUTF8: true})
	_, err = f.Write([]byte("late"))
	fmt.Println(err)
	io.WriteString(f2, "bad")
	_, err = w.CreateHeader(&zip.FileHeader{Name: "unknown", Method: 99})
	fmt.Println(err)
	link := &zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink | 0o777)
	f, _ = w.CreateHeader(link)
	io.WriteString(f, "dir/a.txt")
	raw := []byte("raw contents, not compressed")
	f, err = w.CreateRaw(&zip.FileHeader{Name: "raw", CRC32: crc32.ChecksumIEEE(raw), CompressedSize64: uint64(len(raw)), UncompressedSize64: uint64(len(raw))})
	check(err)
	f.Write(raw)
	fmt.Println(w.Flush(), w.Close())
	fmt.Println(w.Close())
	fmt.Println(w.SetComment(strings.Repeat("x", 70000)))
	return buf.Bytes()
}

func list(data []byte) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q %d\n", r.Comment, len(r.File))
	for _, f := range r.File {
		fmt.Printf("%q %q %v %#x %#x %#x %d %v %08x %d %x %v\n", f.Name, f.Comment, f.NonUTF8, f.CreatorVersion, f.ReaderVersion, f.Flags, f.Method, f.Mode(), f.CRC32, f.UncompressedSize64, f.Extra, f.Modified.UTC())
		fmt.Println(f.Modified, f.ModTime(), strings.ToValidUTF8(fmt.Sprint(f.FileInfo()), "?"))
		at, err := f.DataOffset()
		rc, err2 := f.Open()
		fmt.Print(at > 0, err, err2, " ")
		if err2 != nil {
			continue
		}
		b, err := io.ReadAll(rc)
		fmt.Println(len(b), crc32.ChecksumIEEE(b), err, rc.Close())
		raw, err := f.OpenRaw()
		b, err2 = io.ReadAll(raw)
		fmt.Println(uint64(len(b)) == f.CompressedSize64, err, err2)
	}
	err = fs.WalkDir(r, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(strings.ToValidUTF8(fmt.Sprint("walk ", path, " ", d, " ", err), "?"))
		return nil
	})
	fmt.Println(strings.ToValidUTF8(fmt.Sprint(err), "?"))
	for _, name := range []string{"dir/a.txt", "dir", ".", "empty", "no", "../x", "stored.bin"} {
		f, err := r.Open(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fi, err := f.Stat()
		fmt.Println(fi, err)
		_, err = f.Read(make([]byte, 3))
		fmt.Println(err)
		if d, ok := f.(fs.ReadDirFile); ok {
			for {
				entries, err := d.ReadDir(1)
				fmt.Println(strings.ToValidUTF8(fmt.Sprint(entries, " ", err), "?"))
				if err != nil {
					break
				}
			}
		}
	}
}

func main() {
	data := write()
	list(data)
	fmt.Println("prefixed")
	r, err := zip.NewReader(bytes.NewReader(append(make([]byte, 100), data...)), int64(len(data)+100))
	check(err)
	b, err := fs.ReadFile(r, "dir/a.txt")
	fmt.Println(len(b), err)
	fmt.Println("copied")
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range r.File {
		check(w.Copy(f))
	}
	w.Close()
	list(buf.Bytes())
	fmt.Println("wrong")
	for _, bad := range [][]byte{nil, []byte("PK"), data[:len(data)/2], data[len(data)/2:], append(bytes.Clone(data), "tail"...), bytes.Replace(data, []byte("stored contents"), []byte("changed content"), 1), data[:len(data)-1]} {
		r, err := zip.NewReader(bytes.NewReader(bad), int64(len(bad)))
		fmt.Println(err, err == zip.ErrFormat)
		if err != nil {
			continue
		}
		for _, f := range r.File {
			rc, err := f.Open()
			if err == nil {
				_, err = io.ReadAll(rc)
			}
			if err != nil {
				fmt.Printf("%q %v\n", f.Name, err)
			}
		}
	}
	_, err = zip.NewReader(bytes.NewReader(nil), -1)
	fmt.Println(err)
	fmt.Println("own methods")
	buf.Reset()
	w = zip.NewWriter(&buf)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, 9) })
	w.RegisterCompressor(77, func(out io.Writer) (io.WriteCloser, error) { return upper{out}, nil })
	f, _ := w.CreateHeader(&zip.FileHeader{Name: "u", Method: 77})
	io.WriteString(f, "upper")
	memory := fstest.MapFS{"d/x.txt": {Data: []byte("x"), Mode: 0o644, ModTime: time.Unix(1e9, 0)}, "y": {Data: []byte("why"), Mode: 0o600, ModTime: time.Unix(1e9, 0)}}
	check(w.AddFS(memory))
	w.Close()
	r, _ = zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	_, err = r.File[0].Open()
	fmt.Println(err, errors.Is(err, zip.ErrAlgorithm))
	r.RegisterDecompressor(77, io.NopCloser)
	rc, _ := r.File[0].Open()
	b, err = io.ReadAll(rc)
	fmt.Println(string(b), err)
	for _, f := range r.File {
		fmt.Printf("%q %v %v\n", f.Name, f.Mode(), f.Modified)
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		zip.RegisterCompressor(zip.Store, nil)
	}()
	dir, _ := os.MkdirTemp("", "zip")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "a.zip")
	os.WriteFile(name, data, 0o600)
	z, err := zip.OpenReader(name)
	fmt.Println(len(z.File), err, z.Close())
	_, err = zip.OpenReader(filepath.Join(dir, "none"))
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	fi, _ := os.Stat(name)
	h, err := zip.FileInfoHeader(fi)
	fmt.Println(h.Name, h.UncompressedSize == uint32(len(data)), h.Mode(), err)
	many := new(bytes.Buffer)
	w = zip.NewWriter(many)
	for i := range 70000 {
		w.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i, "/")})
		if i == 300 {
			break
		}
	}
	w.Close()
	r, err = zip.NewReader(bytes.NewReader(many.Bytes()), int64(many.Len()))
	fmt.Println(len(r.File), err)
	var big bytes.Buffer
	w = zip.NewWriter(&big)
	f, err = w.CreateRaw(&zip.FileHeader{Name: "huge", CompressedSize64: 1 << 33, UncompressedSize64: 1 << 34})
	f.Write([]byte("not all of it"))
	w.Close()
	fmt.Printf("%x\n", big.Bytes())
	r, err = zip.NewReader(bytes.NewReader(big.Bytes()), int64(big.Len()))
	fmt.Println(r.File[0].CompressedSize64, r.File[0].UncompressedSize64, r.File[0].CompressedSize, err)
}

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }
func (u upper) Close() error                { return nil }

// Output:
// 15 <nil>
// archive/zip: invalid duplicate FileHeader
// <nil> 0 <nil>
// zip: write to directory
// zip: write to closed file
// zip: unsupported compression algorithm
// <nil> <nil>
// zip: writer closed twice
// zip: Writer.Comment too long
// "the archive's comment" 7
// "dir/a.txt" "" false 0x14 0x14 0x8 8 -rw-rw-rw- 6eef4bad 4500  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt
// true <nil> <nil> 4500 1861176237 <nil> <nil>
// true <nil> <nil>
// "stored.bin" "as it is" false 0x314 0x14 0x8 0 -rwxr-x--x 78654da1 15 5554050001e16be065 2024-02-29 11:34:57 +0000 UTC
// 2024-02-29 12:34:57 +0100 +0100 2024-02-29 12:34:56 +0000 UTC -rwxr-x--x 15 2024-02-29 11:34:57 stored.bin
// true <nil> <nil> 15 2019904929 <nil> <nil>
// true <nil> <nil>
// "empty/" "" false 0x14 0x14 0x0 0 drw-rw-rw- 00000000 0  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC drw-rw-rw- 0 1979-11-30 00:00:00 empty/
// true <nil> <nil> 0 0 <nil> <nil>
// true <nil> <nil>
// "näme \\ ~.txt" "" false 0x14 0x14 0x808 8 -rw-rw-rw- 573ffa8a 5  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 5 1979-11-30 00:00:00 näme \ ~.txt
// true <nil> <nil> 5 1463810698 <nil> <nil>
// true <nil> <nil>
// "bad\xffname" "" true 0x14 0x14 0x8 0 -rw-rw-rw- 822b39fb 3  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 3 1979-11-30 00:00:00 bad?name
// true <nil> <nil> 3 2183870971 <nil> <nil>
// true <nil> <nil>
// "link" "" false 0x314 0x14 0x8 0 Lrwxrwxrwx a2e609d0 9  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC Lrwxrwxrwx 9 1979-11-30 00:00:00 link
// true <nil> <nil> 9 2732984784 <nil> <nil>
// true <nil> <nil>
// "raw" "" false 0x0 0x0 0x0 0 -rw-rw-rw- f51e18fc 28  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 28 1979-11-30 00:00:00 raw
// true <nil> <nil> 28 4112390396 <nil> <nil>
// true <nil> <nil>
// walk . d ./ <nil>
// walk . d ./ readdir ./: invalid file name: bad?name
// <nil>
// -rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt <nil>
// <nil>
// d dir/ <nil>
// read dir: is a directory
// [-rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt] <nil>
// [] EOF
// d ./ <nil>
// read ./: is a directory
// [] readdir ./: invalid file name: bad?name
// d empty/ <nil>
// read empty: is a directory
// [] EOF
// open no: file does not exist
// open ../x: invalid argument
// -rwxr-x--x 15 2024-02-29 11:34:57 stored.bin <nil>
// <nil>
// prefixed
// 4500 <nil>
// copied
// "" 7
// "dir/a.txt" "" false 0x14 0x14 0x8 8 -rw-rw-rw- 6eef4bad 4500  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt
// true <nil> <nil> 4500 1861176237 <nil> <nil>
// true <nil> <nil>
// "stored.bin" "as it is" false 0x314 0x14 0x8 0 -rwxr-x--x 78654da1 15 5554050001e16be065 2024-02-29 11:34:57 +0000 UTC
// 2024-02-29 12:34:57 +0100 +0100 2024-02-29 12:34:56 +0000 UTC -rwxr-x--x 15 2024-02-29 11:34:57 stored.bin
// true <nil> <nil> 15 2019904929 <nil> <nil>
// true <nil> <nil>
// "empty/" "" false 0x14 0x14 0x0 0 drw-rw-rw- 00000000 0  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC drw-rw-rw- 0 1979-11-30 00:00:00 empty/
// true <nil> <nil> 0 0 <nil> <nil>
// true <nil> <nil>
// "näme \\ ~.txt" "" false 0x14 0x14 0x808 8 -rw-rw-rw- 573ffa8a 5  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 5 1979-11-30 00:00:00 näme \ ~.txt
// true <nil> <nil> 5 1463810698 <nil> <nil>
// true <nil> <nil>
// "bad\xffname" "" true 0x14 0x14 0x8 0 -rw-rw-rw- 822b39fb 3  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 3 1979-11-30 00:00:00 bad?name
// true <nil> <nil> 3 2183870971 <nil> <nil>
// true <nil> <nil>
// "link" "" false 0x314 0x14 0x8 0 Lrwxrwxrwx a2e609d0 9  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC Lrwxrwxrwx 9 1979-11-30 00:00:00 link
// true <nil> <nil> 9 2732984784 <nil> <nil>
// true <nil> <nil>
// "raw" "" false 0x0 0x0 0x0 0 -rw-rw-rw- f51e18fc 28  1979-11-30 00:00:00 +0000 UTC
// 1979-11-30 00:00:00 +0000 UTC 1979-11-30 00:00:00 +0000 UTC -rw-rw-rw- 28 1979-11-30 00:00:00 raw
// true <nil> <nil> 28 4112390396 <nil> <nil>
// true <nil> <nil>
// walk . d ./ <nil>
// walk . d ./ readdir ./: invalid file name: bad?name
// <nil>
// -rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt <nil>
// <nil>
// d dir/ <nil>
// read dir: is a directory
// [-rw-rw-rw- 4500 1979-11-30 00:00:00 a.txt] <nil>
// [] EOF
// d ./ <nil>
// read ./: is a directory
// [] readdir ./: invalid file name: bad?name
// d empty/ <nil>
// read empty: is a directory
// [] EOF
// open no: file does not exist
// open ../x: invalid argument
// -rwxr-x--x 15 2024-02-29 11:34:57 stored.bin <nil>
// <nil>
// wrong
// zip: not a valid zip file true
// zip: not a valid zip file true
// zip: not a valid zip file true
// <nil> false
// "dir/a.txt" bytes.Reader.ReadAt: negative offset
// "stored.bin" bytes.Reader.ReadAt: negative offset
// "empty/" bytes.Reader.ReadAt: negative offset
// "näme \\ ~.txt" bytes.Reader.ReadAt: negative offset
// "bad\xffname" bytes.Reader.ReadAt: negative offset
// "link" bytes.Reader.ReadAt: negative offset
// "raw" bytes.Reader.ReadAt: negative offset
// <nil> false
// <nil> false
// "stored.bin" zip: checksum error
// zip: not a valid zip file true
// zip: size cannot be negative
// own methods
// zip: unsupported compression algorithm true
// UPPER zip: checksum error
// "u" -rw-rw-rw- 1979-11-30 00:00:00 +0000 UTC
// "d/" dr-xr-xr-x 2049-01-01 00:00:00 +0000 UTC
// "d/x.txt" -rw-r--r-- 2001-09-09 01:46:40 +0000 +0000
// "y" -rw------- 2001-09-09 01:46:40 +0000 +0000
// compressor already registered
// 7 <nil> <nil>
// true
// a.zip true -rw------- <nil>
// 301 <nil>
// 504b03042d00000000000000000000000000ffffffffffffffff040014006875676501001000000000000400000000000000020000006e6f7420616c6c206f66206974504b010200002d00000000000000000000000000ffffffffffffffff040014000000000000000000000000000000687567650100100000000000040000000000000002000000504b06062c000000000000002d002d0000000000000000000100000000000000010000000000000046000000000000004300000000000000504b060700000000890000000000000001000000504b0506000000000100010046000000430000000000
// 8589934592 17179869184 4294967295 <nil>
