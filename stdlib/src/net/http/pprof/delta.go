package pprof

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
)

// The fields of messages (profile.proto) that matter here.
const (
	fieldSample   = 2
	fieldLocation = 4
	fieldFunction = 5
	fieldString   = 6
	fieldTime     = 9
	fieldDuration = 10

	fieldStacks = 1 // of a sample
	fieldValues = 2
	fieldLabel  = 3

	fieldID       = 1 // of a location, a function
	fieldAddress  = 3 // of a location
	fieldLine     = 4
	fieldOfLine   = 1 // the function of a line
	functionName  = 2
	functionOther = 3
	functionFile  = 4

	labelKey  = 1
	labelText = 2
	labelUnit = 4
)

// A field is one of a message: a number, or bytes.
type field struct {
	tag    int
	number uint64
	bytes  []byte // nil for a number
}

var errForm = errors.New("malformed profile")

// fields takes a message apart.
func fields(message []byte) ([]field, error) {
	var all []field
	for len(message) > 0 {
		key, n := binary.Uvarint(message)
		if n <= 0 {
			return nil, errForm
		}
		message = message[n:]
		number, n := binary.Uvarint(message)
		if n <= 0 {
			return nil, errForm
		}
		message = message[n:]
		f := field{tag: int(key >> 3), number: number}
		switch key & 7 {
		case 0:
		case 2:
			if number > uint64(len(message)) {
				return nil, errForm
			}
			f.bytes, message = message[:number:number], message[number:]
			if f.bytes == nil {
				f.bytes = []byte{}
			}
		default:
			return nil, errForm
		}
		all = append(all, f)
	}
	return all, nil
}

// joined puts a message together.
func joined(all []field) []byte {
	var message []byte
	for _, f := range all {
		if f.bytes == nil {
			message = binary.AppendUvarint(message, uint64(f.tag)<<3)
			message = binary.AppendUvarint(message, f.number)
			continue
		}
		message = binary.AppendUvarint(message, uint64(f.tag)<<3|2)
		message = binary.AppendUvarint(message, uint64(len(f.bytes)))
		message = append(message, f.bytes...)
	}
	return message
}

// numbers returns numbers that lie one behind the other, or alone.
func (f field) numbers() []uint64 {
	if f.bytes == nil {
		return []uint64{f.number}
	}
	var all []uint64
	for rest := f.bytes; len(rest) > 0; {
		number, n := binary.Uvarint(rest)
		if n <= 0 {
			return all
		}
		all, rest = append(all, number), rest[n:]
	}
	return all
}

// A sample is a stack, by the numbers of its locations, with its values and labels.
type sample struct {
	stack  []uint64
	values []int64
	labels []field
	key    string
}

// A profile is one as it was written, taken apart. rest has what is neither a sample, a location, a function nor a string.
type profile struct {
	rest      []field
	samples   []*sample
	locations map[uint64][]field
	functions map[uint64][]field
	strings   []string
}

// read takes a profile as it is now.
func read(p *pprof.Profile) (*profile, error) {
	var written bytes.Buffer
	if err := p.WriteTo(&written, 0); err != nil {
		return nil, err
	}
	unzipped, err := gzip.NewReader(&written)
	if err != nil {
		return nil, err
	}
	message, err := io.ReadAll(unzipped)
	if err != nil {
		return nil, err
	}
	return parse(message)
}

func parse(message []byte) (*profile, error) {
	all, err := fields(message)
	if err != nil {
		return nil, err
	}
	p := &profile{locations: map[uint64][]field{}, functions: map[uint64][]field{}}
	for _, f := range all {
		switch f.tag {
		case fieldString:
			p.strings = append(p.strings, string(f.bytes))
		case fieldSample, fieldLocation, fieldFunction:
			inner, err := fields(f.bytes)
			if err != nil {
				return nil, err
			}
			switch f.tag {
			case fieldSample:
				p.samples = append(p.samples, newSample(inner))
			case fieldLocation:
				p.locations[numberOf(inner, fieldID)] = inner
			default:
				p.functions[numberOf(inner, fieldID)] = inner
			}
		default:
			p.rest = append(p.rest, f)
		}
	}
	for _, s := range p.samples {
		if s.key, err = p.keyOf(s); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func newSample(inner []field) *sample {
	s := new(sample)
	for _, f := range inner {
		switch f.tag {
		case fieldStacks:
			s.stack = append(s.stack, f.numbers()...)
		case fieldValues:
			for _, number := range f.numbers() {
				s.values = append(s.values, int64(number))
			}
		default:
			s.labels = append(s.labels, f)
		}
	}
	return s
}

// numberOf returns the number of a field, 0 if there is none.
func numberOf(message []field, tag int) uint64 {
	for _, f := range message {
		if f.tag == tag {
			return f.number
		}
	}
	return 0
}

// keyOf returns what tells samples apart: addresses and labels.
func (p *profile) keyOf(s *sample) (string, error) {
	var key []byte
	for _, id := range s.stack {
		key = fmt.Appendf(key, "%x ", numberOf(p.locations[id], fieldAddress))
	}
	for _, label := range s.labels {
		inner, err := fields(label.bytes)
		if err != nil {
			return "", err
		}
		for _, f := range inner {
			if f.tag == labelKey || f.tag == labelText || f.tag == labelUnit {
				if f.number >= uint64(len(p.strings)) {
					return "", errForm
				}
				key = fmt.Appendf(key, "%d:%q ", f.tag, p.strings[f.number])
			} else {
				key = fmt.Appendf(key, "%d:%d ", f.tag, f.number)
			}
		}
	}
	return string(key), nil
}

// subtract takes the values of an earlier profile off this one's. What only that one has becomes negative here.
func (p *profile) subtract(before *profile) {
	isDuration := func(f field) bool { return f.tag == fieldDuration }
	took := numberOf(p.rest, fieldTime) - numberOf(before.rest, fieldTime)
	p.rest = append(slices.DeleteFunc(p.rest, isDuration), field{tag: fieldDuration, number: took})
	own := map[string]*sample{}
	for _, s := range p.samples {
		own[s.key] = s
	}
	c := &copying{to: p, from: before, locations: map[uint64]uint64{}, functions: map[uint64]uint64{}, strings: map[string]uint64{}}
	for _, old := range before.samples {
		s := own[old.key]
		if s == nil {
			s = c.sample(old)
			p.samples = append(p.samples, s)
		}
		for i := range min(len(s.values), len(old.values)) {
			s.values[i] -= old.values[i]
		}
	}
}

// A copying takes what samples refer to from one profile to another, under new numbers.
type copying struct {
	to, from             *profile
	locations, functions map[uint64]uint64
	strings              map[string]uint64
}

// sample returns a sample like old, with values of 0.
func (c *copying) sample(old *sample) *sample {
	s := &sample{values: make([]int64, len(old.values)), key: old.key}
	for _, id := range old.stack {
		s.stack = append(s.stack, c.location(id))
	}
	for _, label := range old.labels {
		inner, _ := fields(label.bytes)
		c.text(inner, labelKey, labelText, labelUnit)
		s.labels = append(s.labels, field{tag: label.tag, bytes: joined(inner)})
	}
	return s
}

// text changes the numbers of strings in the fields with these tags.
func (c *copying) text(message []field, tags ...int) {
	for i := range message {
		for _, tag := range tags {
			if message[i].tag == tag && message[i].number < uint64(len(c.from.strings)) {
				message[i].number = c.string(c.from.strings[message[i].number])
			}
		}
	}
}

func (c *copying) string(s string) uint64 {
	if s == "" {
		return 0
	}
	id, ok := c.strings[s]
	if !ok {
		id = uint64(len(c.to.strings))
		c.to.strings = append(c.to.strings, s)
		c.strings[s] = id
	}
	return id
}

// unused returns a number that no element has.
func unused(m map[uint64][]field) uint64 {
	id := uint64(len(m)) + 1
	for m[id] != nil {
		id++
	}
	return id
}

func (c *copying) location(old uint64) uint64 {
	if id, ok := c.locations[old]; ok {
		return id
	}
	id := unused(c.to.locations)
	message := append([]field(nil), c.from.locations[old]...)
	for i, f := range message {
		switch f.tag {
		case fieldID:
			message[i].number = id
		case fieldLine:
			inner, _ := fields(f.bytes)
			for j := range inner {
				if inner[j].tag == fieldOfLine {
					inner[j].number = c.function(inner[j].number)
				}
			}
			message[i].bytes = joined(inner)
		}
	}
	c.to.locations[id] = message
	c.locations[old] = id
	return id
}

func (c *copying) function(old uint64) uint64 {
	if id, ok := c.functions[old]; ok {
		return id
	}
	id := unused(c.to.functions)
	message := append([]field(nil), c.from.functions[old]...)
	for i := range message {
		if message[i].tag == fieldID {
			message[i].number = id
		}
	}
	c.text(message, functionName, functionOther, functionFile)
	c.to.functions[id] = message
	c.functions[old] = id
	return id
}

// write writes the profile, without samples whose values are all 0.
func (p *profile) write(w io.Writer) error {
	all := p.rest
	for _, s := range p.samples {
		var values, stack []byte
		isZero := true
		for _, v := range s.values {
			isZero = isZero && v == 0
			values = binary.AppendUvarint(values, uint64(v))
		}
		if isZero {
			continue
		}
		for _, id := range s.stack {
			stack = binary.AppendUvarint(stack, id)
		}
		message := append([]field{{tag: fieldStacks, bytes: stack}, {tag: fieldValues, bytes: values}}, s.labels...)
		all = append(all, field{tag: fieldSample, bytes: joined(message)})
	}
	for _, message := range p.locations {
		all = append(all, field{tag: fieldLocation, bytes: joined(message)})
	}
	for _, message := range p.functions {
		all = append(all, field{tag: fieldFunction, bytes: joined(message)})
	}
	for _, s := range p.strings {
		all = append(all, field{tag: fieldString, bytes: append([]byte{}, s...)})
	}
	zipped := gzip.NewWriter(w)
	if _, err := zipped.Write(joined(all)); err != nil {
		return err
	}
	return zipped.Close()
}
