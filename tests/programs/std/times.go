// Times and durations: formatting, parsing, arithmetic, time zones.
package main

import (
	"encoding"
	"errors"
	"fmt"
	"math/rand"
	"time"
)

var sum uint64 = 14695981039346656037

func note(s string) {
	for i := 0; i < len(s); i++ {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
}

func text(err error) string {
	if err == nil {
		return "nil"
	}
	return err.Error()
}

func main() {
	layouts := []string{time.Layout, time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850,
		time.RFC1123, time.RFC1123Z, time.RFC3339, time.RFC3339Nano, time.Kitchen, time.StampMicro, time.DateTime,
		"2006-002 __2 Jan January Mon Monday", "_2006 _2 2 02 03 3 4 5 pm PM Z0700 Z070000 Z07 Z07:00:00 -070000 -07",
		"15h04m05,000 .99 ,999999", "3:4:5.9 pm Jan2nd"}
	names := []string{"UTC", "America/New_York", "Asia/Kolkata", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo"}
	var locs []*time.Location
	for _, name := range names {
		loc, err := time.LoadLocation(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		locs = append(locs, loc)
	}
	r := rand.New(rand.NewSource(1))
	for i := 0; i < 400; i++ {
		t := time.Unix(r.Int63n(2e9), r.Int63n(1e9)).In(locs[r.Intn(len(locs))])
		note(t.String())
		note(t.GoString())
		for _, layout := range layouts {
			s := t.Format(layout)
			note(s)
			u, err := time.Parse(layout, s)
			note(u.UTC().String() + text(err))
			if len(s) > 0 {
				m := []byte(s)
				m[r.Intn(len(m))] = "0123456789 :-+ZTAPMm.,x\xff"[r.Intn(24)]
				u, err := time.ParseInLocation(layout, string(m), t.Location())
				note(u.UTC().String() + text(err))
			}
		}
		year, week := t.ISOWeek()
		note(fmt.Sprint(year, week, t.YearDay(), t.Weekday(), t.Month(), t.IsDST()))
		d := time.Duration(r.Int63() >> uint(r.Intn(63)))
		m := time.Duration(r.Int63() >> uint(r.Intn(63)))
		note(fmt.Sprint(d, -d, d.Round(m), d.Truncate(m), d.Hours(), d.Minutes(), d.Seconds()))
		note(fmt.Sprint(t.Add(d), t.Round(m), t.Truncate(m), t.AddDate(1, -13, 40)))
		b, err := t.MarshalJSON()
		note(string(b) + text(err))
	}
	fmt.Println(sum)

	ny := locs[1]
	fmt.Println(time.Date(2024, 3, 10, 2, 30, 0, 0, ny), time.Date(2024, 11, 3, 1, 30, 0, 0, ny))
	fmt.Println(time.Date(2023, 14, -3, 25, 61, 61, 1e9+5, time.UTC))
	for _, s := range []string{"1h15m30.918273645s", "-1.5h", "1µs2ns", "", "3", "1x", "9223372036854775808ns", ".5s"} {
		d, err := time.ParseDuration(s)
		fmt.Println(d, err)
	}
	for _, s := range []string{"2024-02-30T00:00:00Z", "2024-13-01T00:00:00Z", "2024-02-29 00:00", "2024-02-29T24:00:00Z"} {
		_, err := time.Parse(time.RFC3339, s)
		fmt.Println(err)
		var pe *time.ParseError
		fmt.Println(errors.As(err, &pe))
	}
	_, err := time.LoadLocation("No/Where")
	fmt.Println(err)
	fmt.Println(time.Time{}, time.Time{}.IsZero(), time.Unix(0, 0).UTC().Equal(time.UnixMilli(0)))
	fmt.Println(time.Month(13), time.Weekday(9), time.Duration(-1<<63))
	var _ encoding.TextMarshaler = time.Time{}
	now := time.Now()
	fmt.Println(time.Since(now) < time.Hour, now.Sub(now), time.Until(now) <= 0)
	fmt.Printf("%T %v %d\n", time.Second, time.Second, time.Second)
	fmt.Println(time.FixedZone("X", 3600), time.UTC, now.Location() == time.Local)
}

// Output:
// 2914754980283215631
// 2024-03-10 01:30:00 -0500 EST 2024-11-03 01:30:00 -0400 EDT
// 2024-01-29 02:02:02.000000005 +0000 UTC
// 1h15m30.918273645s <nil>
// -1h30m0s <nil>
// 1.002µs <nil>
// 0s time: invalid duration ""
// 0s time: missing unit in duration "3"
// 0s time: unknown unit "x" in duration "1x"
// 0s time: invalid duration "9223372036854775808ns"
// 500ms <nil>
// parsing time "2024-02-30T00:00:00Z": day out of range
// true
// parsing time "2024-13-01T00:00:00Z": month out of range
// true
// parsing time "2024-02-29 00:00" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00" as "T"
// true
// parsing time "2024-02-29T24:00:00Z": hour out of range
// true
// unknown time zone No/Where
// 0001-01-01 00:00:00 +0000 UTC true true
// %!Month(13) %!Weekday(9) -2562047h47m16.854775808s
// true 0s true
// time.Duration 1s 1000000000
// X UTC true
