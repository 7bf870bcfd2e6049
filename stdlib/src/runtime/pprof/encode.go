package pprof

import (
	"compress/gzip"
	"io"
	"os"
	"runtime"
	"time"
)

// A sample is a stack with its values, one for each type of the profile.
type sample struct {
	values []int64
	pcs    []uintptr
	size   int64  // size of the objects, 0 if they differ
	labels string // as text
}

// A kind describes the values of a profile's samples.
type kind struct {
	types  []string // type and unit alternately
	period int64    // in the unit of the last type, or of periodType
	of     [2]string
	show   string // the default type, if it is not the last
	rated  bool   // the period is the sampling rate of the heap profile
}

// The field numbers of profile.proto's messages.
const (
	profileSampleType  = 1
	profileSample      = 2
	profileMapping     = 3
	profileLocation    = 4
	profileFunction    = 5
	profileString      = 6
	profileTime        = 9
	profileDuration    = 10
	profilePeriodType  = 11
	profilePeriod      = 12
	profileShow        = 14
	sampleLocations    = 1
	sampleValues       = 2
	sampleLabel        = 3
	labelKey           = 1
	labelText          = 2
	labelNumber        = 3
	mappingStart       = 2
	mappingLimit       = 3
	mappingFile        = 5
	mappingHasFuncs    = 7
	mappingHasFiles    = 8
	mappingHasLines    = 9
	locationMapping    = 2
	locationAddress    = 3
	locationLine       = 4
	lineFunction       = 1
	lineNumber         = 2
	functionName       = 2
	functionSystemName = 3
	functionFile       = 4
	id                 = 1 // the id field of mappings, locations and functions
)

// A message is an encoded protobuf message.
type message []byte

func (m *message) varint(x uint64) {
	for ; x >= 0x80; x >>= 7 {
		*m = append(*m, byte(x)|0x80)
	}
	*m = append(*m, byte(x))
}

// number adds a field; 0 is the default, and is omitted.
func (m *message) number(field int, x int64) {
	if x != 0 {
		m.varint(uint64(field) << 3)
		m.varint(uint64(x))
	}
}

// bytes adds a field that is a message, a text or a list of numbers.
func (m *message) bytes(field int, b []byte) {
	m.varint(uint64(field)<<3 | 2)
	m.varint(uint64(len(b)))
	*m = append(*m, b...)
}

// An encoder encodes a profile in the compressed format for go tool pprof.
type encoder struct {
	out       message
	strings   map[string]int64
	functions map[[2]string]int64 // by name and file
	locations map[uintptr]int64
}

func (e *encoder) string(s string) int64 {
	n, ok := e.strings[s]
	if !ok {
		n = int64(len(e.strings))
		e.strings[s] = n
		e.out.bytes(profileString, []byte(s))
	}
	return n
}

func (e *encoder) valueType(field int, typ, unit string) {
	var m message
	m.number(1, e.string(typ))
	m.number(2, e.string(unit))
	e.out.bytes(field, m)
}

func (e *encoder) function(frame runtime.Frame) int64 {
	key := [2]string{frame.Function, frame.File}
	n, ok := e.functions[key]
	if !ok {
		n = int64(len(e.functions)) + 1
		e.functions[key] = n
		var m message
		m.number(id, n)
		m.number(functionName, e.string(frame.Function))
		m.number(functionSystemName, e.string(frame.Function))
		m.number(functionFile, e.string(frame.File))
		e.out.bytes(profileFunction, m)
	}
	return n
}

// location returns the number of a call's location; 0 if the call is unknown. An inlined call has a location of its own.
func (e *encoder) location(pc uintptr) int64 {
	if n, ok := e.locations[pc]; ok {
		return n
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if frame.Function == "" {
		return 0
	}
	n := int64(len(e.locations)) + 1
	e.locations[pc] = n
	var line, m message
	line.number(lineFunction, e.function(frame))
	line.number(lineNumber, int64(frame.Line))
	m.number(id, n)
	m.number(locationMapping, 1)
	m.number(locationAddress, int64(frame.PC))
	m.bytes(locationLine, line)
	e.out.bytes(profileLocation, m)
	return n
}

func (e *encoder) sample(s sample) {
	var locations, values, m message
	for _, pc := range s.pcs {
		if n := e.location(pc); n != 0 {
			locations.varint(uint64(n))
		}
	}
	for _, v := range s.values {
		values.varint(uint64(v))
	}
	m.bytes(sampleLocations, locations)
	m.bytes(sampleValues, values)
	for key, value := range labelsIn(s.labels) {
		m.bytes(sampleLabel, e.label(labelText, key, e.string(value)))
	}
	if s.size != 0 {
		m.bytes(sampleLabel, e.label(labelNumber, "bytes", s.size))
	}
	e.out.bytes(profileSample, m)
}

func (e *encoder) label(field int, key string, value int64) (m message) {
	m.number(labelKey, e.string(key))
	m.number(field, value)
	return m
}

// mapping adds the mapping, which says that all code belongs to the program and needs no other symbols.
func (e *encoder) mapping() {
	var low, high uintptr
	for pc := range e.locations {
		if low == 0 || pc < low {
			low = pc
		}
		high = max(high, pc)
	}
	file, _ := os.Executable()
	var m message
	m.number(id, 1)
	m.number(mappingStart, int64(low)&^0xfff)
	m.number(mappingLimit, int64(high)&^0xfff+0x1000)
	m.number(mappingFile, e.string(file))
	for _, field := range []int{mappingHasFuncs, mappingHasFiles, mappingHasLines} {
		m.number(field, 1)
	}
	e.out.bytes(profileMapping, m)
}

// encode writes samples that were taken since a time; if it is zero, they are of the present time.
func encode(w io.Writer, k kind, samples []sample, since time.Time) error {
	e := &encoder{strings: map[string]int64{}, functions: map[[2]string]int64{}, locations: map[uintptr]int64{}}
	e.string("")
	for i := 0; i < len(k.types); i += 2 {
		e.valueType(profileSampleType, k.types[i], k.types[i+1])
	}
	for _, s := range samples {
		e.sample(s)
	}
	e.mapping()
	now := time.Now()
	if since.IsZero() {
		since = now
	}
	e.out.number(profileTime, since.UnixNano())
	e.out.number(profileDuration, int64(now.Sub(since)))
	e.valueType(profilePeriodType, k.of[0], k.of[1])
	e.out.number(profilePeriod, k.period)
	if k.show != "" {
		e.out.number(profileShow, e.string(k.show))
	}
	zip := gzip.NewWriter(w)
	if _, err := zip.Write(e.out); err != nil {
		return err
	}
	return zip.Close()
}
