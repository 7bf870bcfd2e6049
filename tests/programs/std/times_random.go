package main

import (
	"crypto/md5"
	"fmt"
	"math/rand"
	"time"
)

var r = rand.New(rand.NewSource(3))

func main() {
	h := md5.New()
	elems := []string{"January", "Jan", "1", "01", "Monday", "Mon", "2", "_2", "02", "__2", "002", "15", "3", "03", "4", "04", "5", "05", "2006", "06", "PM", "pm", "MST", "Z0700", "Z070000", "Z07", "Z07:00", "Z07:00:00", "-0700", "-070000", "-07", "-07:00", "-07:00:00", ".000", ".000000", ".999", ",999999999", " ", "-", "T", "x", "  ", "Janu", "Month", ".0009", "é", "_2006", ":", "/"}
	zones := []*time.Location{time.UTC, time.FixedZone("ABC", 3*3600+25*60+7), time.FixedZone("", -5*3600), time.FixedZone("X", -30), time.FixedZone("CEST", 7200)}
	for i := 0; i < 4000; i++ {
		layout := ""
		for range 1 + r.Intn(7) {
			layout += elems[r.Intn(len(elems))]
			if r.Intn(2) == 0 {
				layout += []string{" ", "-", ":", "/", ","}[r.Intn(5)]
			}
		}
		t := time.Unix(r.Int63n(1<<38)-1<<37, r.Int63n(1e9)/[]int64{1, 1e3, 1e6, 1e9}[r.Intn(4)]).In(zones[r.Intn(len(zones))])
		s := t.Format(layout)
		u, err := time.Parse(layout, s)
		fmt.Fprintln(h, layout, s, string(t.AppendFormat([]byte("x"), layout)), u, err)
		b := []byte(s)
		for range 1 + r.Intn(2) {
			if len(b) > 0 {
				b[r.Intn(len(b))] = "0123456789 :+-ZTJan."[r.Intn(20)]
			}
		}
		if r.Intn(3) == 0 {
			b = b[:r.Intn(len(b)+1)]
		}
		u, err = time.ParseInLocation(layout, string(b), zones[1])
		fmt.Fprintln(h, string(b), u, err)
		d := t.AddDate(r.Intn(50)-25, r.Intn(50)-25, r.Intn(1000)-500)
		y, w := d.ISOWeek()
		fmt.Fprintln(h, d, d.YearDay(), d.Weekday(), y, w, d.Unix())
		dur := time.Duration(r.Int63()>>uint(r.Intn(63))) * time.Duration(1-2*r.Intn(2))
		s = dur.String()
		e, err := time.ParseDuration(s)
		fmt.Fprintln(h, s, e == dur, err)
		b = []byte(s)
		b[r.Intn(len(b))] = "0123456789.hmsnu-+"[r.Intn(18)]
		e, err = time.ParseDuration(string(b))
		fmt.Fprintln(h, string(b), e, err)
	}
	fmt.Printf("%x\n", h.Sum(nil))
	fmt.Println(time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339), time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC).Format(time.ANSIC))
	fmt.Println(time.Date(-300, 2, 31, 24, 60, 61, 1e9, time.UTC), time.Duration(-1<<63), time.Duration(0), time.Duration(1100), time.Duration(2200000))
	for _, s := range []string{"", "3", "-", "s", ".", "-.", ".s", "+.s", "1d", "\x85\x85", "\xffff", "hello \xffff world", "9223372036854775810ns", "9223372036854775808ns", "-9223372036854775808ns", "9223372036854ms775us808ns", "3000000h", "1.00000000000000000000000000000s", "0.100000000000000000000h", "1µs", "1μs", "9007199254.740993s"} {
		fmt.Println(time.ParseDuration(s))
	}
	for _, c := range [][2]string{{time.RFC3339, "2006-01-02T15:04:05+25:00"}, {time.RFC3339, "2006-01-02T15:04:05+24:61"}, {time.RFC3339, "2006-01-02T15:04:05x24:00"}, {time.RFC3339, "2006-01-02T15:04:05Z_"}, {time.RFC3339, "2006-01-02T15:04:05.123456789123Z"}, {time.RFC3339, "2006-02-30T15:04:05Z"}, {time.RFC3339, "2006-13-30T15:04:05Z"}, {time.RFC3339, "2006-12-30T24:04:05Z"}, {time.RFC3339, "2006-12-30T23:60:05Z"}, {time.RFC3339, "2006-12-30T23:06:60Z"}, {time.UnixDate, "Fri Feb  5 08:58:27 GMT+3 2010"}, {"Jan 2 2006 MST", "Feb 3 2010 WITA"}, {"2006-002", "2004-366"}, {"2006-002 01", "2004-060 03"}, {"2006-002", "2005-366"}, {"15:04 PM", "11:00 PM"}, {"3:04PM", "12:00AM"}, {"06", "69"}, {"06", "-1"}, {"Jan _2", "feb  3"}, {"", "x"}, {"2006", "20a6"}, {"02 Jan", "\xff Jan"}} {
		t, err := time.Parse(c[0], c[1])
		fmt.Println(t, err)
	}
}

// Output:
// 63372760458fc619c432a5dff0620ae3
// -0005-01-01T00:00:00Z Mon Jan  1 00:00:00 12345
// -0300-03-04 01:01:02 +0000 UTC -2562047h47m16.854775808s 0s 1.1µs 2.2ms
// 0s time: invalid duration ""
// 0s time: missing unit in duration "3"
// 0s time: invalid duration "-"
// 0s time: invalid duration "s"
// 0s time: invalid duration "."
// 0s time: invalid duration "-."
// 0s time: invalid duration ".s"
// 0s time: invalid duration "+.s"
// 0s time: unknown unit "d" in duration "1d"
// 0s time: invalid duration "\x85\x85"
// 0s time: invalid duration "\xffff"
// 0s time: invalid duration "hello \xffff world"
// 0s time: invalid duration "9223372036854775810ns"
// 0s time: invalid duration "9223372036854775808ns"
// -2562047h47m16.854775808s <nil>
// 0s time: invalid duration "9223372036854ms775us808ns"
// 0s time: invalid duration "3000000h"
// 1s <nil>
// 6m0s <nil>
// 1µs <nil>
// 1µs <nil>
// 2501999h47m34.740993s <nil>
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-01-02T15:04:05+25:00": time zone offset hour out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-01-02T15:04:05+24:61": time zone offset minute out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-01-02T15:04:05x24:00" as "2006-01-02T15:04:05Z07:00": cannot parse "x24:00" as "Z07:00"
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-01-02T15:04:05Z_": extra text: "_"
// 2006-01-02 15:04:05.123456789 +0000 UTC <nil>
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-02-30T15:04:05Z": day out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-13-30T15:04:05Z": month out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-12-30T24:04:05Z": hour out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-12-30T23:60:05Z": minute out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2006-12-30T23:06:60Z": second out of range
// 2010-02-05 11:58:27 +0300 GMT+3 <nil>
// 2010-02-03 00:00:00 +0000 WITA <nil>
// 2004-12-31 00:00:00 +0000 UTC <nil>
// 0001-01-01 00:00:00 +0000 UTC parsing time "2004-060 03": day-of-year does not match month
// 0001-01-01 00:00:00 +0000 UTC parsing time "2005-366": day-of-year out of range
// 0000-01-01 23:00:00 +0000 UTC <nil>
// 0000-01-01 00:00:00 +0000 UTC <nil>
// 1969-01-01 00:00:00 +0000 UTC <nil>
// 1999-01-01 00:00:00 +0000 UTC <nil>
// 0000-02-03 00:00:00 +0000 UTC <nil>
// 0001-01-01 00:00:00 +0000 UTC parsing time "x": extra text: "x"
// 0001-01-01 00:00:00 +0000 UTC parsing time "20a6" as "2006": cannot parse "20a6" as "2006"
// 0001-01-01 00:00:00 +0000 UTC parsing time "\xff Jan" as "02 Jan": cannot parse "\xff Jan" as "02"
