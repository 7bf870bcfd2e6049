package time

import "errors"

// A Location is a place with its history of time zones.
type Location struct {
	name   string
	zone   int // the number of a zone of the machine's time zone database; 0 is a fixed offset
	offset int // the fixed offset in seconds east of UTC
}

var utcLoc = Location{name: "UTC"}
var localLoc = Location{name: "Local", zone: localZone}

// UTC is Universal Time.
var UTC *Location = &utcLoc

// Local is the zone of the system: $TZ, else /etc/localtime, else UTC.
var Local *Location = &localLoc

// localZone is the number of the system's own zone.
const localZone = 1

// The bounds of a zone that has none.
const (
	minSec = -1 << 63
	maxSec = 1<<63 - 1
)

// openZone finds a zone of the time zone database by name and returns its number (> 1), the same for the same name; 0 if there is none.
func openZone(name string) int

// parseZone makes a zone of the contents of a TZif file and returns its number; 0 if data is none.
func parseZone(name string, data []byte) int

// zoneAt tells the zone in effect at an instant (seconds since 1970): abbreviation, offset east of UTC in seconds, the instants from and
// until which it is in effect (minSec and maxSec where there is none), and whether it is daylight saving time.
func zoneAt(zone int, sec int64) (name string, offset int, start, end int64, dst bool)

// zoneNamed looks for the offset that goes by an abbreviation in a zone: one in effect when a clock of that offset shows sec if there
// is, else any.
func zoneNamed(zone int, name string, sec int64) (offset int, ok bool)

func (l *Location) lookup(sec int64) (name string, offset int, start, end int64, dst bool) {
	if l == nil {
		return "UTC", 0, minSec, maxSec, false
	}
	if l.zone == 0 {
		return l.name, l.offset, minSec, maxSec, false
	}
	return zoneAt(l.zone, sec)
}

func (l *Location) lookupName(name string, sec int64) (offset int, ok bool) {
	if l == nil {
		l = &utcLoc
	}
	if l.zone == 0 {
		return l.offset, l.name == name
	}
	return zoneNamed(l.zone, name, sec)
}

// String is the name given to LoadLocation or FixedZone.
func (l *Location) String() string {
	if l == nil {
		return "UTC"
	}
	return l.name
}

// FixedZone is a place that always has one offset, in seconds east of UTC.
func FixedZone(name string, offset int) *Location { return &Location{name: name, offset: offset} }

var errLocation = errors.New("time: invalid location name")

// LoadLocation finds a place by its name in the time zone database.
func LoadLocation(name string) (*Location, error) {
	if name == "" || name == "UTC" {
		return UTC, nil
	}
	if name == "Local" {
		return Local, nil
	}
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' || i == 0 && name[0] == '/' || i > 0 && name[i] == '.' && name[i-1] == '.' {
			return nil, errLocation
		}
	}
	zone := openZone(name)
	if zone == 0 {
		return nil, errors.New("unknown time zone " + name)
	}
	return &Location{name: name, zone: zone}, nil
}

// LoadLocationFromTZData makes a place of the contents of a TZif file.
func LoadLocationFromTZData(name string, data []byte) (*Location, error) {
	zone := parseZone(name, data)
	if zone == 0 {
		return nil, errors.New("malformed time zone information")
	}
	return &Location{name: name, zone: zone}, nil
}
