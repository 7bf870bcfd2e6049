package testdeps

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// The tasks of a worker, and its first message.
const (
	taskRun      byte = iota // run the input unchanged
	taskFuzz                 // mutate the input again and again
	taskMinimize             // make the input smaller as long as the target fails
	workerReady              // the first message of a worker
	workerDone
)

// A message goes from the coordinator to a worker, or back.
type message struct {
	kind     byte
	seed     uint64 // seed of the mutations
	limit    int64  // how many times the target may run; 0 for no limit
	timeout  int64  // time after which the worker answers, in nanoseconds; 0 for no limit
	count    int64  // how many times the target has run
	failure  []byte // the target's output if it failed; else empty
	input    []byte // in the format of a file
	coverage []byte // in a task the known coverage, in an answer what the input covers beyond that
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
