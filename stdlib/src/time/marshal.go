package time

import "errors"

// rfc3339 writes t strictly by RFC 3339.
func (t Time) rfc3339(b []byte) ([]byte, error) {
	if y := t.Year(); y < 0 || y >= 10000 {
		return b, errors.New("year outside of range [0,9999]")
	}
	if _, offset := t.Zone(); offset <= -86400 || offset >= 86400 {
		return b, errors.New("timezone hour outside of range [0,23]")
	}
	return t.AppendFormat(b, RFC3339Nano), nil
}

// AppendText writes t by RFC 3339 at the end of b.
func (t Time) AppendText(b []byte) ([]byte, error) {
	b, err := t.rfc3339(b)
	if err != nil {
		return nil, errors.New("Time.AppendText: " + err.Error())
	}
	return b, nil
}

// MarshalText writes t by RFC 3339.
func (t Time) MarshalText() ([]byte, error) {
	b, err := t.rfc3339(make([]byte, 0, len(RFC3339Nano)))
	if err != nil {
		return nil, errors.New("Time.MarshalText: " + err.Error())
	}
	return b, nil
}

// UnmarshalText reads RFC 3339.
func (t *Time) UnmarshalText(data []byte) error {
	u, err := Parse(RFC3339, string(data))
	*t = u
	return err
}

// MarshalJSON writes t by RFC 3339 in quotes.
func (t Time) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, len(RFC3339Nano)+2), '"')
	b, err := t.rfc3339(b)
	if err != nil {
		return nil, errors.New("Time.MarshalJSON: " + err.Error())
	}
	return append(b, '"'), nil
}

// UnmarshalJSON reads RFC 3339 in quotes; null changes nothing.
func (t *Time) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if len(data) < 2 || data[0] != '"' || data[len(data)-1] != '"' {
		return errors.New("Time.UnmarshalJSON: input is not a JSON string")
	}
	u, err := Parse(RFC3339, string(data[1:len(data)-1]))
	*t = u
	return err
}

// AppendBinary appends t in a binary form to b: version, seconds since the year 1, nanoseconds, offset in minutes
// (-1 for UTC) and, in version 2, the offset's seconds.
func (t Time) AppendBinary(b []byte) ([]byte, error) {
	version := byte(1)
	offset := -1
	var extra int8
	if t.Location() != UTC {
		_, seconds := t.Zone()
		if seconds%60 != 0 {
			version = 2
			extra = int8(seconds % 60)
		}
		offset = seconds / 60
		if offset < -32768 || offset == -1 || offset > 32767 {
			return b, errors.New("Time.MarshalBinary: unexpected zone offset")
		}
	}
	b = append(b, version)
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(t.sec()>>uint(shift)))
	}
	for shift := 24; shift >= 0; shift -= 8 {
		b = append(b, byte(t.nsec()>>uint(shift)))
	}
	b = append(b, byte(offset>>8), byte(offset))
	if version == 2 {
		b = append(b, byte(extra))
	}
	return b, nil
}

// MarshalBinary writes t in a binary form.
func (t Time) MarshalBinary() ([]byte, error) {
	b, err := t.AppendBinary(make([]byte, 0, 16))
	if err != nil {
		return nil, err
	}
	return b, nil
}

// UnmarshalBinary decodes the output of MarshalBinary.
func (t *Time) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		return errors.New("Time.UnmarshalBinary: no data")
	}
	version := data[0]
	if version != 1 && version != 2 {
		return errors.New("Time.UnmarshalBinary: unsupported version")
	}
	if len(data) != 14+int(version) {
		return errors.New("Time.UnmarshalBinary: invalid length")
	}
	var sec int64
	for _, c := range data[1:9] {
		sec = sec<<8 | int64(c)
	}
	var nsec int32
	for _, c := range data[9:13] {
		nsec = nsec<<8 | int32(c)
	}
	offset := int(int16(data[13])<<8|int16(data[14])) * 60
	if version == 2 {
		offset += int(int8(data[15]))
	}
	*t = Time{uint64(nsec), sec, Local}
	if offset == -1*60 {
		*t = t.at(&utcLoc)
	} else if offset == Local.offsetAt(t.unixSec()) {
		*t = t.at(Local)
	} else {
		*t = t.at(FixedZone("", offset))
	}
	return nil
}

// GobEncode calls MarshalBinary.
func (t Time) GobEncode() ([]byte, error) { return t.MarshalBinary() }

// GobDecode calls UnmarshalBinary.
func (t *Time) GobDecode(data []byte) error { return t.UnmarshalBinary(data) }
