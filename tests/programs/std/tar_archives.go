package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
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

// Files with holes, and an old archive, by GNU tar.
var archives = []struct{ name, data string }{
	{"gnu", "H4sIAAAAAAACA+3RSwrCMBAG4B6lJ5AmRnMQT6C0iOCLVu/vYyNV0YUoKt+3mWEmZPFPt522XTOYLdbF21RH45TO9eiqDs99SKOYcq7SaR6HIeSinBQfsO9207Ysi3az2T1692z/Ujr9RMKlH9+fhxzvzuMo5pCq3p+9xY1ZM3/n6QEAAAAAAAB+xmpR18tGDvCPmnUtBAAAAAAAAAAAAADgKxwA1XoaRwBQAAA="},
	{"pax00", "H4sIAAAAAAACA+3T0WqDMBTG8Vz7FD6BjTFN6oXX21XZzR5AZzpkrRZjod3Tz0kHq4wNYS3r+v/dRDz5IMnhRLOHfH/v8tK1fua3eetdVFS1+E2yZ7Qe1t54lTrWItZzpa2V+v1/rJQxItyLC9j5Lm/7o4jbpEx4t3yMjp331avL7NCU4LRS7zbFunl68ZkOVPK50qxW3nVZH1iMA4fO9ftlaka1YyROjZGL6TmdpjZW03MfF5t/mZPBLfb/TCM/Yf6T4ft0/hOZWBHKS85/2zTdd/t+qo8vdyUK93zO1gMAAAAAAAAAAADA1dhUZbl2vAPwH7m65BEAAAAAAAAAAAAAAAAAAMCf8gZgqvM6AFAAAA=="},
	{"pax01", "H4sIAAAAAAACA+3UzU6EMBDAcc48xT4AgdLtFjhwVU/GxPgARRpD5GNDd5ONTy+CibKH9UKIq//fpZNOk0Kn0zB6MKc7a0rbu8jtTe9sWFSttyQx0EqN4+B8FDJWXqx2UiWJUB/zsZRaeZuTt4KjO5h++BTvf5J6c3v/FH5W3lVvNk/GovjzTHtsirp7fnW58rdiljGNzb9ujr9Lv2cbs89FoESmgzjTWqRTrLIsieUUT/sFwvewujAaivU41uqmqm0YS5WqhR+Cy/2/HeN5/+ux/8Wa/d933eHSup/y5z93JQr7svBrDwAAAAAAAAAAAADXqanKsracA/AX2bbkEAAAAAAAAAAAAAAAAAAAwK/yDh90sqEAUAAA"},
	{"pax10", "H4sIAAAAAAACA+3VMW6DMBTGcc8+BScA2xgTBta2U1Wp6gEcYVVUASpIpainLyGR2jKkC4qS9P9b/PTMAH58ECdPfvcQfBX6IRnefT+EeF23Yklq5Kyd1tF8VTpTQtvM2DxXdt/XxrhURDtxBh/D1vfjrYj/yZjo/vElPk6+8W9dX2o569bt2FUyVT+7rW9C+f3GzHb74DdD/RnKfBqxFLhIcTIO7Xma2V29CbE2dpUt/CE4nf9U7+vf+XfGORGpc+a/77rtqev+2p8/3JWwUkmrCid14ZxaHWpbFLk2h/qYXxJ8m9bhdeG/PQAAAAAAAAAAAABcp6auqk3gHIBbFNqKQwAAAAAAAAAAAAAAAAAAXJwvpCx3bgBQAAA="},
	{"v7", "H4sIAAAAAAACA+3PMQrCQBRF0V+7ClcQZsavWY+CkDQSzP7B0TK9xcA5zYXXvX27v/dnmx7rK/6ldLfMX7tju0vUvLac55LfvZZSW5xjJMdzg1jWUwAAAAAAAAAAADCeD7TygoYAKAAA"},
}

func check(err error) {
	if err != nil {
		fmt.Println("error:", err)
	}
}

func list(r io.Reader) {
	tr := tar.NewReader(r)
	for {
		h, err := tr.Next()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q %q %q %d %#o %d %d %q %q %v %v %v %d %d %v %v %v\n", h.Typeflag, h.Name, h.Linkname, h.Size, h.Mode, h.Uid, h.Gid, h.Uname, h.Gname,
			h.ModTime.UTC(), h.AccessTime.UTC(), h.ChangeTime.UTC(), h.Devmajor, h.Devminor, h.Xattrs, h.PAXRecords, h.Format)
		fmt.Println(h.FileInfo(), h.FileInfo().Name())
		if h.Size%2 == 0 {
			data, err := io.ReadAll(tr)
			fmt.Println(len(data), crc32.ChecksumIEEE(data), err)
		}
	}
}

func write() []byte {
	var buf bytes.Buffer
	tw := tar.NewWriter(&buf)
	at := time.Unix(1700000000, 123456789)
	long := strings.Repeat("directory/", 14) + strings.Repeat("n", 80)
	longer := strings.Repeat("directory/", 30) + "end"
	for _, h := range []*tar.Header{
		{Name: "a.txt", Mode: 0o644, Size: 6, ModTime: at},
		{Name: "dir/", Mode: 0o755, ModTime: at},
		{Name: long, Size: 6},
		{Name: longer, Size: 6},
		{Name: "näme", Size: 6, Uname: "jörg", Gname: "users", Uid: 1000, Gid: 100},
		{Name: "link", Linkname: "a.txt", Typeflag: tar.TypeSymlink, Mode: 0o777},
		{Name: "hard", Linkname: longer, Typeflag: tar.TypeLink},
		{Name: "char", Typeflag: tar.TypeChar, Devmajor: 5, Devminor: 1, Mode: 0o20600},
		{Name: "fifo", Typeflag: tar.TypeFifo},
		{Name: "pax", Size: 6, ModTime: at, AccessTime: at, ChangeTime: time.Unix(-5, 25), Format: tar.FormatPAX},
		{Name: "gnu", Size: 6, ModTime: at, AccessTime: at, ChangeTime: at, Format: tar.FormatGNU},
		{Name: longer, Size: 6, Format: tar.FormatGNU, Uid: 1 << 30, ModTime: time.Unix(-100, 0)},
		{Name: "big ids", Size: 6, Uid: 1 << 30, Gid: -7},
		{Name: "ustar", Size: 6, Format: tar.FormatUSTAR, ModTime: at},
		{Name: "records", Size: 6, PAXRecords: map[string]string{"VENDOR.key": "value", "path": "ignored", "comment": "ünïcode"}},
		{Name: "xattrs", Size: 6, Xattrs: map[string]string{"user.key": "value"}},
		{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "for all"}},
		{Name: "setuid", Size: 6, Mode: 0o6755},
		{Name: strings.Repeat("x", 90) + "/", Mode: 0o700},
	} {
		check(tw.WriteHeader(h))
		if h.Size > 0 {
			n, err := io.WriteString(tw, "123456789")
			if n != 6 || !errors.Is(err, tar.ErrWriteTooLong) {
				fmt.Println(n, err)
			}
		}
	}
	for _, bad := range []*tar.Header{
		{Name: "nul\x00", Size: 1},
		{Name: "slash/", Typeflag: tar.TypeReg},
		{Typeflag: tar.TypeXHeader},
		{Name: "x", Typeflag: tar.TypeXGlobalHeader, Size: 5},
		{Name: "x", Size: -1},
		{Name: "näme", Format: tar.FormatUSTAR},
		{Name: longer, Format: tar.FormatUSTAR},
		{Name: "x", Size: 1 << 40, Format: tar.FormatUSTAR},
		{Name: "x", PAXRecords: map[string]string{"a": "b"}, Format: tar.FormatGNU},
		{Name: "x", PAXRecords: map[string]string{"a=b": "b"}},
		{Name: "x", Mode: 1 << 40, Format: tar.FormatPAX},
		{Name: "x", Mode: 1 << 60, Uname: strings.Repeat("u", 40)},
	} {
		fmt.Println(tw.WriteHeader(bad))
	}
	fmt.Println(tw.Close(), tw.Close(), tw.Flush())
	_, err := tw.Write([]byte("x"))
	fmt.Println(err)
	return buf.Bytes()
}

func main() {
	data := write()
	fmt.Println(len(data), crc32.ChecksumIEEE(data))
	list(bytes.NewReader(data))
	list(struct{ io.Reader }{bytes.NewReader(data[:5000])})
	list(bytes.NewReader(data[:2100]))
	broken := bytes.Clone(data)
	broken[150] ^= 1
	list(bytes.NewReader(broken))
	list(strings.NewReader("short"))
	list(strings.NewReader(strings.Repeat("x", 600)))
	list(bytes.NewReader(make([]byte, 512)))
	for _, a := range archives {
		packed, _ := base64.StdEncoding.DecodeString(a.data)
		z, err := gzip.NewReader(bytes.NewReader(packed))
		check(err)
		data, err := io.ReadAll(z)
		fmt.Println(a.name, len(data), err)
		list(bytes.NewReader(data))
		tr := tar.NewReader(bytes.NewReader(data))
		tr.Next()
		b := make([]byte, 777)
		n, err := io.ReadFull(tr, b)
		fmt.Println(n, err, crc32.ChecksumIEEE(b))
		_, err = tr.Next()
		fmt.Println(err)
		list(bytes.NewReader(data[:1400]))
	}
	var buf bytes.Buffer
	tw := tar.NewWriter(&buf)
	memory := fstest.MapFS{"d/x.txt": {Data: []byte("x"), Mode: 0o644, ModTime: time.Unix(1e9, 0)}, "y": {Data: []byte("why"), Mode: 0o600, ModTime: time.Unix(1e9, 0)},
		"l": {Data: []byte("y"), Mode: fs.ModeSymlink | 0o777, ModTime: time.Unix(1e9, 0)}}
	check(tw.AddFS(memory))
	check(tw.Close())
	list(&buf)
	tw = tar.NewWriter(io.Discard)
	check(tw.WriteHeader(&tar.Header{Name: "a", Size: 5}))
	fmt.Println(tw.Flush(), tw.Close())
	dir, _ := os.MkdirTemp("", "tar")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	os.WriteFile(name, []byte("contents"), 0o640)
	fi, _ := os.Stat(name)
	h, err := tar.FileInfoHeader(fi, "")
	fmt.Println(h.Name, h.Size, h.Mode, h.Uid == os.Getuid(), h.AccessTime.IsZero(), err)
	fi, _ = os.Stat(dir)
	h, err = tar.FileInfoHeader(fi, "")
	fmt.Println(strings.HasSuffix(h.Name, "/"), string(h.Typeflag), err)
	null, err := os.Stat("/dev/null")
	if err == nil {
		h, err = tar.FileInfoHeader(null, "")
		fmt.Println(string(h.Typeflag), h.Devmajor, h.Devminor, err)
	}
	_, err = tar.FileInfoHeader(nil, "")
	fmt.Println(err)
	fmt.Println(tar.FormatUSTAR|tar.FormatPAX, tar.FormatGNU, tar.Format(0), tar.Format(99))
}

// Output:
// archive/tar: cannot encode header: invalid PAX record: "path = nul\x00"
// archive/tar: cannot encode header: filename may not have trailing slash
// archive/tar: cannot encode header: cannot manually encode TypeXHeader, TypeGNULongName, or TypeGNULongLink headers
// archive/tar: cannot encode header: only PAXRecords should be set for TypeXGlobalHeader
// archive/tar: cannot encode header: negative size on header-only type
// archive/tar: cannot encode header: Format specifies USTAR; and USTAR cannot encode Name="näme"
// archive/tar: cannot encode header: Format specifies USTAR; and USTAR cannot encode Name="directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end"
// archive/tar: cannot encode header: Format specifies USTAR; and USTAR cannot encode Size=1099511627776
// archive/tar: cannot encode header: Format specifies GNU; and only PAX supports PAXRecords
// archive/tar: cannot encode header: invalid PAX record: "a=b = b"
// archive/tar: cannot encode header: Format specifies PAX; and PAX cannot encode Mode=1099511627776
// archive/tar: cannot encode header: USTAR cannot encode Mode=1152921504606846976; and PAX cannot encode Mode=1152921504606846976; and GNU cannot encode Mode=1152921504606846976
// <nil> <nil> archive/tar: write after close
// archive/tar: write after close
// 25600 1900965465
// '0' "a.txt" "" 6 0644 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// -rw-r--r-- 6 2023-11-14 22:13:20 a.txt a.txt
// 6 158520161 <nil>
// '5' "dir/" "" 0 0755 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// drwxr-xr-x 0 2023-11-14 22:13:20 dir/ dir
// 0 0 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// ---------- 6 1970-01-01 00:00:00 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
// 6 158520161 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[path:directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end] PAX
// ---------- 6 1970-01-01 00:00:00 end end
// 6 158520161 <nil>
// '0' "näme" "" 6 0 1000 100 "jörg" "users" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[path:näme uname:jörg] PAX
// ---------- 6 1970-01-01 00:00:00 näme näme
// 6 158520161 <nil>
// '2' "link" "a.txt" 0 0777 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// Lrwxrwxrwx 0 1970-01-01 00:00:00 link link
// 0 0 <nil>
// '1' "hard" "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end" 0 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[linkpath:directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end] PAX
// ---------- 0 1970-01-01 00:00:00 hard hard
// 0 0 <nil>
// '3' "char" "" 0 020600 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 5 1 map[] map[] USTAR
// Dcrw------- 0 1970-01-01 00:00:00 char char
// 0 0 <nil>
// '6' "fifo" "" 0 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// p--------- 0 1970-01-01 00:00:00 fifo fifo
// 0 0 <nil>
// '0' "pax" "" 6 0 0 0 "" "" 2023-11-14 22:13:20.123456789 +0000 UTC 2023-11-14 22:13:20.123456789 +0000 UTC 1969-12-31 23:59:55.000000025 +0000 UTC 0 0 map[] map[atime:1700000000.123456789 ctime:-4.999999975 mtime:1700000000.123456789] PAX
// ---------- 6 2023-11-14 22:13:20 pax pax
// 6 158520161 <nil>
// '0' "gnu" "" 6 0 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 2023-11-14 22:13:20 +0000 UTC 2023-11-14 22:13:20 +0000 UTC 0 0 map[] map[] GNU
// ---------- 6 2023-11-14 22:13:20 gnu gnu
// 6 158520161 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end" "" 6 0 1073741824 0 "" "" 1969-12-31 23:58:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] GNU
// ---------- 6 1969-12-31 23:58:20 end end
// 6 158520161 <nil>
// '0' "big ids" "" 6 0 1073741824 -7 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[gid:-7 uid:1073741824] PAX
// ---------- 6 1970-01-01 00:00:00 big ids big ids
// 6 158520161 <nil>
// '0' "ustar" "" 6 0 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// ---------- 6 2023-11-14 22:13:20 ustar ustar
// 6 158520161 <nil>
// '0' "records" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[VENDOR.key:value comment:ünïcode] PAX
// ---------- 6 1970-01-01 00:00:00 records records
// 6 158520161 <nil>
// '0' "xattrs" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[user.key:value] map[SCHILY.xattr.user.key:value] PAX
// ---------- 6 1970-01-01 00:00:00 xattrs xattrs
// 6 158520161 <nil>
// 'g' "GlobalHead.0.0" "" 0 0 0 0 "" "" 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[comment:for all] PAX
// ---------- 0 0001-01-01 00:00:00 GlobalHead.0.0 GlobalHead.0.0
// 0 0 <nil>
// '0' "setuid" "" 6 06755 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// ugrwxr-xr-x 6 1970-01-01 00:00:00 setuid setuid
// 6 158520161 <nil>
// '5' "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/" "" 0 0700 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// drwx------ 0 1970-01-01 00:00:00 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
// 0 0 <nil>
// EOF
// '0' "a.txt" "" 6 0644 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// -rw-r--r-- 6 2023-11-14 22:13:20 a.txt a.txt
// 6 158520161 <nil>
// '5' "dir/" "" 0 0755 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// drwxr-xr-x 0 2023-11-14 22:13:20 dir/ dir
// 0 0 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// ---------- 6 1970-01-01 00:00:00 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
// 6 158520161 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[path:directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/end] PAX
// ---------- 6 1970-01-01 00:00:00 end end
// 6 158520161 <nil>
// unexpected EOF
// '0' "a.txt" "" 6 0644 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// -rw-r--r-- 6 2023-11-14 22:13:20 a.txt a.txt
// 6 158520161 <nil>
// '5' "dir/" "" 0 0755 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// drwxr-xr-x 0 2023-11-14 22:13:20 dir/ dir
// 0 0 <nil>
// '0' "directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/directory/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" "" 6 0 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// ---------- 6 1970-01-01 00:00:00 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
// 6 158520161 <nil>
// EOF
// archive/tar: invalid tar header
// unexpected EOF
// archive/tar: invalid tar header
// EOF
// gnu 20480 <nil>
// 'S' "sparse.bin" "" 700000 0644 0 0 "root" "root" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] GNU
// -rw-r--r-- 700000 2023-11-14 22:13:20 sparse.bin sparse.bin
// 700000 1509310213 <nil>
// EOF
// 777 <nil> 1581198703
// EOF
// 'S' "sparse.bin" "" 700000 0644 0 0 "root" "root" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] GNU
// -rw-r--r-- 700000 2023-11-14 22:13:20 sparse.bin sparse.bin
// 888 394919756 unexpected EOF
// unexpected EOF
// pax00 20480 <nil>
// '0' "sparse.bin" "" 700000 0644 0 0 "root" "root" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[GNU.sparse.map:0,4096,196608,4096,499712,4096,700000,0 GNU.sparse.numblocks:4 GNU.sparse.size:700000] PAX
// -rw-r--r-- 700000 2023-11-14 22:13:20 sparse.bin sparse.bin
// 700000 1509310213 <nil>
// EOF
// 777 <nil> 1581198703
// EOF
// unexpected EOF
// pax01 20480 <nil>
// '0' "sparse.bin" "" 700000 0644 0 0 "root" "root" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[GNU.sparse.map:0,4096,196608,4096,499712,4096,700000,0 GNU.sparse.name:sparse.bin GNU.sparse.numblocks:4 GNU.sparse.size:700000] PAX
// -rw-r--r-- 700000 2023-11-14 22:13:20 sparse.bin sparse.bin
// 700000 1509310213 <nil>
// EOF
// 777 <nil> 1581198703
// EOF
// unexpected EOF
// pax10 20480 <nil>
// '0' "sparse.bin" "" 700000 0644 0 0 "root" "root" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[GNU.sparse.major:1 GNU.sparse.minor:0 GNU.sparse.name:sparse.bin GNU.sparse.realsize:700000] PAX
// -rw-r--r-- 700000 2023-11-14 22:13:20 sparse.bin sparse.bin
// 700000 1509310213 <nil>
// EOF
// 777 <nil> 1581198703
// EOF
// unexpected EOF
// v7 10240 <nil>
// '0' "sparse2.bin" "" 3 0644 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] <unknown>
// -rw-r--r-- 3 2023-11-14 22:13:20 sparse2.bin sparse2.bin
// EOF
// 3 unexpected EOF 2409494474
// EOF
// '0' "sparse2.bin" "" 3 0644 0 0 "" "" 2023-11-14 22:13:20 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] <unknown>
// -rw-r--r-- 3 2023-11-14 22:13:20 sparse2.bin sparse2.bin
// unexpected EOF
// '5' "d/" "" 0 0555 0 0 "" "" 1970-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// dr-xr-xr-x 0 1970-01-01 00:00:00 d/ d
// 0 0 <nil>
// '0' "d/x.txt" "" 1 0644 0 0 "" "" 2001-09-09 01:46:40 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// -rw-r--r-- 1 2001-09-09 01:46:40 x.txt x.txt
// '2' "l" "y" 0 0777 0 0 "" "" 2001-09-09 01:46:40 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// Lrwxrwxrwx 0 2001-09-09 01:46:40 l l
// 0 0 <nil>
// '0' "y" "" 3 0600 0 0 "" "" 2001-09-09 01:46:40 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 0 0 map[] map[] USTAR
// -rw------- 3 2001-09-09 01:46:40 y y
// EOF
// archive/tar: missed writing 5 bytes archive/tar: missed writing 5 bytes
// file 8 416 true false <nil>
// true 5 <nil>
// 3 1 3 <nil>
// archive/tar: FileInfo is nil
// (USTAR | PAX) GNU <unknown> (V7 | USTAR)
