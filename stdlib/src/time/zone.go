package time

import (
	"errors"
	"internal/zoneinfo"
)

// A Location is a place with the history of its time zones.
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

// unknownZone is the zone of localLoc before its first use.
const unknownZone = -1

// The bounds if a zone has none.
const (
	minSec = -1 << 63
	maxSec = 1<<63 - 1
)

// openLocal finds the system's own zone: it returns its number, 0 for UTC, and Local's name.
func openLocal() (zone int, name string)

// openZone returns the number (> 0) of a zone with a name in the time zone database, always the same one for a name; 0 if there is none.
func openZone(name string) int

// parseZone makes a zone from the contents of a TZif file and returns its number; 0 if data is invalid.
func parseZone(name string, data []byte) int

// zoneOffset returns the offset from UTC in seconds in a zone at an instant (seconds since 1970).
func zoneOffset(zone int, sec int64) int

// zoneAbbreviation returns a zone's abbreviation at an instant, and whether it is daylight saving time.
func zoneAbbreviation(zone int, sec int64) (name string, dst bool)

// zoneBounds returns from when until when the offset at an instant is in effect; minSec and maxSec if there is no bound.
func zoneBounds(zone int, sec int64) (start, end int64)

// zoneNamed returns the offset with an abbreviation in a zone: one in effect when a local clock shows sec if there
// is one, else any.
func zoneNamed(zone int, name string, sec int64) (offset int, ok bool)

// number returns the number of l's zone; 0 for a fixed offset. Local's is looked up at its first use; all goroutines get the same result.
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

// String returns the name passed to LoadLocation or FixedZone.
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

// FixedZone returns a location with a fixed offset, in seconds east of UTC.
func FixedZone(name string, offset int) *Location { return &Location{name: name, offset: offset} }

var errLocation = errors.New("time: invalid location name")

// LoadLocation returns the location with a name in the time zone database.
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

// LoadLocationFromTZData makes a location from the contents of a TZif file.
func LoadLocationFromTZData(name string, data []byte) (*Location, error) {
	zone := parseZone(name, data)
	if zone == 0 {
		return nil, errors.New("malformed time zone information")
	}
	return &Location{name: name, zone: zone}, nil
}
