package fnv

import "internal/hashstate"

func (s *sum32) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum32) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x01"...)), nil }

func (s *sum32) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x01", b, 4+4)
	if err == nil {
		hashstate.Read(b[4:], (*uint32)(s))
	}
	return err
}

func (s *sum32a) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum32a) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x02"...)), nil }

func (s *sum32a) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x02", b, 4+4)
	if err == nil {
		hashstate.Read(b[4:], (*uint32)(s))
	}
	return err
}

func (s *sum64) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum64) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x03"...)), nil }

func (s *sum64) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x03", b, 4+8)
	if err == nil {
		hashstate.Read(b[4:], (*uint64)(s))
	}
	return err
}

func (s *sum64a) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum64a) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x04"...)), nil }

func (s *sum64a) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x04", b, 4+8)
	if err == nil {
		hashstate.Read(b[4:], (*uint64)(s))
	}
	return err
}

func (s *sum128) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum128) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x05"...)), nil }

func (s *sum128) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x05", b, 4+16)
	if err == nil {
		hashstate.Read(b[4:], &s[0], &s[1])
	}
	return err
}

func (s *sum128a) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

func (s *sum128a) AppendBinary(b []byte) ([]byte, error) { return s.Sum(append(b, "fnv\x06"...)), nil }

func (s *sum128a) UnmarshalBinary(b []byte) error {
	err := hashstate.Check("hash/fnv", "fnv\x06", b, 4+16)
	if err == nil {
		hashstate.Read(b[4:], &s[0], &s[1])
	}
	return err
}
