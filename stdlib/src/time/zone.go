package time

import (
	"errors"
	"internal/zoneinfo"
)

// A Location is a place with its history of time zones.
type Location struct {
	name   string
	zone   int // the number of a zone of the machine's time zone database; 0 is a fixed offset
	offset int // the fixed offset in seconds east of UTC
}

var utcLoc = Location{name: "UTC"}
var localLoc = Location{name: "Local", zone: unknownZone}

// UTC is Universal Time.
var UTC *Location = &utcLoc

// Local is the zone of the system: $TZ, else /etc/localtime, else UTC.
var Local *Location = &localLoc

// unknownZone is what localLoc has before it is used for the first time.
const unknownZone = -1

// The bounds of a zone that has none.
const (
	minSec = -1 << 63
	maxSec = 1<<63 - 1
)

// openLocal finds the system's own zone: its number, 0 for UTC, and the name that Local then has.
func openLocal() (zone int, name string)

// openZone finds a zone of the time zone database by name and returns its number (> 0), the same for the same name; 0 if there is none.
func openZone(name string) int

// parseZone makes a zone of the contents of a TZif file and returns its number; 0 if data is none.
func parseZone(name string, data []byte) int

// zoneOffset returns the offset from UTC in seconds that is in effect in a zone at an instant (seconds since 1970).
func zoneOffset(zone int, sec int64) int

// zoneAbbreviation returns the abbreviation that is in effect at an instant, and whether it is daylight saving time.
func zoneAbbreviation(zone int, sec int64) (name string, dst bool)

// zoneBounds returns the instants from and until which the offset at an instant is in effect; minSec and maxSec where there is none.
func zoneBounds(zone int, sec int64) (start, end int64)

// zoneNamed looks for the offset that goes by an abbreviation in a zone: one in effect when a clock of that offset shows sec if there
// is, else any.
func zoneNamed(zone int, name string, sec int64) (offset int, ok bool)

// number returns the number of l's zone; 0 for a fixed offset. Local's is found at its first use; all who look for it find the same.
func (l *Location) number() int {
	if l.zone == unknownZone {
		l.zone, _ = openLocal()
	}
	return l.zone
}

// offsetAt returns the offset from UTC that is in effect at an instant.
func (l *Location) offsetAt(sec int64) int {
	if l == nil {
		return 0
	}
	if zone := l.number(); zone != 0 {
		return zoneOffset(zone, sec)
	}
	return l.offset
}

// nameAt returns the abbreviation that is in effect at an instant.
func (l *Location) nameAt(sec int64) (name string, dst bool) {
	if l == nil {
		return "UTC", false
	}
	if zone := l.number(); zone != 0 {
		return zoneAbbreviation(zone, sec)
	}
	if l == &localLoc {
		return "UTC", false
	}
	return l.name, false
}

func (l *Location) lookupName(name string, sec int64) (offset int, ok bool) {
	if l == nil {
		l = &utcLoc
	}
	if zone := l.number(); zone != 0 {
		return zoneNamed(zone, name, sec)
	}
	if own, _ := l.nameAt(sec); own != name {
		return 0, false
	}
	return l.offset, true
}

// String returns the name given to LoadLocation or FixedZone.
func (l *Location) String() string {
	if l == nil {
		return "UTC"
	}
	if l == &localLoc {
		_, name := openLocal()
		return name
	}
	return l.name
}

// FixedZone returns a place that always has one offset, in seconds east of UTC.
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
	if zone == 0 && zoneinfo.Embedded != nil {
		zone = parseZone(name, zoneinfo.Embedded(name))
	}
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
