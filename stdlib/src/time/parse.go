package time

// A ParseError says which part of a value did not match which part of a layout.
type ParseError struct {
	Layout     string
	Value      string
	LayoutElem string
	ValueElem  string
	Message    string
}

func (e *ParseError) Error() string {
	reason := e.Message
	if reason == "" {
		reason = " as " + quote(e.Layout) + ": cannot parse " + quote(e.ValueElem) + " as " + quote(e.LayoutElem)
	}
	return "parsing time " + quote(e.Value) + reason
}

// Parse parses a time in the format of layout; without a zone it is in UTC.
func Parse(layout, value string) (Time, error) { return parse(layout, value, UTC, Local) }

// ParseInLocation parses a time; without a zone it is in loc, and abbreviations of zones are looked up there.
func ParseInLocation(layout, value string, loc *Location) (Time, error) {
	return parse(layout, value, loc, loc)
}

// The information on the zone that parseFields has found.
const (
	noZone = iota
	zoneUTC
	zoneOffsetOnly
	zoneNameOnly
)

// parseFields parses value. It returns the local seconds since 1970, nanoseconds, what is known of the zone,
// its offset and its name. If it fails, the first two numbers are the range of layout that did not match, the third is
// the offset in value, and text is a message.
func parseFields(layout, value string) (ok bool, sec, nsec, kind, offset int, text string)

const extraText = ": extra text: "

// parse parses value; if the value has no zone, the time is in defaultLoc. Abbreviations and offsets that local has
// mean local's zones.
func parse(layout, value string, defaultLoc, local *Location) (Time, error) {
	ok, sec, nsec, kind, offset, text := parseFields(layout, value)
	if !ok {
		if text == extraText {
			text += quote(value[kind:])
		}
		return Time{}, &ParseError{layout, value, layout[sec:nsec], value[kind:], text}
	}
	t := Time{uint64(nsec), int64(sec) + unixToInternal, nil}
	switch kind {
	case noZone:
		return dateIn(int64(sec), nsec, defaultLoc), nil
	case zoneOffsetOnly:
		t = t.plusSec(-int64(offset))
		// the local zone if it has this offset at that time, else a new one
		if local.offsetAt(t.unixSec()) == offset {
			if name, _ := local.nameAt(t.unixSec()); text == "" || name == text {
				t = t.at(local)
				return t, nil
			}
		}
		t = t.at(FixedZone(text, offset))
	case zoneNameOnly:
		offset, ok := local.lookupName(text, t.unixSec())
		if ok {
			t = t.plusSec(-int64(offset))
			t = t.at(local)
			return t, nil
		}
		if len(text) > 3 && text[:3] == "GMT" {
			offset = hoursOf(text[3:]) * 3600
		}
		t = t.at(FixedZone(text, offset))
	}
	return t, nil
}

// hoursOf reads a sign and digits.
func hoursOf(s string) int {
	n := 0
	for i := 1; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	if s[0] == '-' {
		return -n
	}
	return n
}
