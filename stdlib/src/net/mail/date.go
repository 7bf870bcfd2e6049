package mail

import (
	"errors"
	"strings"
	"time"
)

// dateLayouts returns the formats of a date: with and without the day of the week and seconds, with years of four
// digits and of two, and zones as numbers and as names; package time does not accept the short name UT.
func dateLayouts(yield func(string) bool) {
	for _, day := range []string{"", "Mon, "} {
		for _, year := range []string{"2006", "06"} {
			for _, second := range []string{":05", ""} {
				for _, zone := range []string{"-0700", "MST", "UT"} {
					if !yield(day + "2 Jan " + year + " 15:04" + second + " " + zone) {
						return
					}
				}
			}
		}
	}
}

// ParseDate reads the date of a message.
func ParseDate(date string) (time.Time, error) {
	p := &parser{s: strings.ReplaceAll(date, "\r\n", "")}
	p.skipBlanks()
	text := p.s
	if end := zoneEnd(text); end > 0 {
		text, p.s = text[:end], text[end:]
	}
	if !p.skipComments() {
		return time.Time{}, errComment
	}
	for layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errDate
}

var errDate = errors.New("mail: header could not be parsed")

// zoneEnd returns the end of the date, if a comment may follow: after a numeric zone, or after the T of a zone with
// a name, such as EDT. It returns 0 if the rest is too short for a zone.
func zoneEnd(s string) int {
	if sign := strings.IndexAny(s, "+-"); sign >= 0 {
		return fitting(s, sign+len("+0000"), 0)
	}
	at := strings.IndexByte(s, 'T')
	if at == 0 {
		// Skip the T of Tuesday or Thursday.
		at = 1 + strings.IndexByte(s[1:], 'T')
	}
	if at <= 0 {
		return 0
	}
	return fitting(s, at+1, len(" (c)"))
}

// fitting returns end if s has at least rest characters after it.
func fitting(s string, end, rest int) int {
	if len(s) < end+rest {
		return 0
	}
	return end
}
