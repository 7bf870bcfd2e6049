package testdeps

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// What a worker is told to do, and what it answers.
const (
	taskRun      byte = iota // run the input as it is
	taskFuzz                 // change it again and again
	taskMinimize             // make it smaller as long as it fails
	workerReady              // the first message of a worker
	workerDone
)

// A message goes from the coordinator to a worker, or back.
type message struct {
	kind     byte
	seed     uint64 // of the changes
	limit    int64  // how many times the target may run; 0 for no limit
	timeout  int64  // nanoseconds after which the worker answers; 0 for no limit
	count    int64  // how many times the target has run
	failure  []byte // what the target printed when it failed; empty if it did not
	input    []byte // as in a file
	coverage []byte // in a task what is known, in an answer what the input covers beyond that
}

func (m *message) write(w io.Writer) error {
	b := []byte{m.kind}
	for _, n := range []uint64{m.seed, uint64(m.limit), uint64(m.timeout), uint64(m.count)} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	for _, part := range [][]byte{m.failure, m.input, m.coverage} {
		b = binary.LittleEndian.AppendUint64(b, uint64(len(part)))
		b = append(b, part...)
	}
	_, err := w.Write(b)
	return err
}

// maxPart is the length of the parts of a message that both sides keep to.
const maxPart = 1 << 30

func readMessage(r *bufio.Reader) (m *message, err error) {
	m = &message{}
	if m.kind, err = r.ReadByte(); err != nil {
		return nil, err
	}
	number := func() (n uint64) {
		var b [8]byte
		if err == nil {
			_, err = io.ReadFull(r, b[:])
		}
		return binary.LittleEndian.Uint64(b[:])
	}
	part := func() []byte {
		n := number()
		if err == nil && n > maxPart {
			err = errors.New("malformed message")
		}
		if err != nil {
			return nil
		}
		b := make([]byte, n)
		_, err = io.ReadFull(r, b)
		return b
	}
	m.seed = number()
	m.limit, m.timeout, m.count = int64(number()), int64(number()), int64(number())
	m.failure, m.input, m.coverage = part(), part(), part()
	return m, err
}
