// Copyright of nobody.

// Package store keeps things by name. It is here to be documented, and has whatever the documentation of a package
// may have: “quotes”, links such as [Store.Get], [io.Reader] and [the manual], and a [bracket] that is none.
//
// # Names
//
// A name is not empty. These are names:
//   - shelf, of which there may be many, each with a text that is so long that it does not fit into one line of eighty
//     columns
//   - box
//
// Numbers count as well:
//
//  1. one
//  2. two
//
// Code is as it is:
//
//	s := store.New()
//	s.Put("a",   1)
//
// # Old Heading
//
// What follows an old heading.
//
// [the manual]: https://example.com/manual
package store

import (
	"errors"
	"io"
	"sync"
)

// BUG(nobody): A store forgets
// nothing.

// Limits of a store.
const (
	// MaxName is the longest name.
	MaxName = 64
	MaxSize = 1 << 20 // bytes

	minSize = 1

	Unlimited = MaxSize * MaxName
)

// Version is the version.
const Version = "v1"

// A Kind tells what a thing is.
type Kind uint8

// The kinds.
const (
	Unknown Kind = iota // not known
	Box                 // a box
	hidden
	Shelf // a shelf
)

// The second kinds, whose first is not exported.
const (
	first Kind = iota + 10
	Second
	Third
)

const secret = 42

var (
	// ErrNone says that there is nothing.
	ErrNone = errors.New("store: none")

	ErrMany = errors.New("store: many") // too many

	table = map[string]int{"a": 1}
)

// Default is the store that functions use.
var Default = New(
	WithKind(Box),
)

// Names are the names that are reserved.
var Names, Others = []string{
	// the first
	"a",
	"b",
}, map[string]Kind{"box": Box}

// Hook is called by [Store.Put].
var Hook func(name string, value any) (ok bool)

// String returns the name of a kind.
func (k Kind) String() string { return [...]string{"unknown", "box"}[k] }

// A Store keeps things.
//
// Its zero value is empty.
type Store struct {
	// Name is the name of the store.
	//
	// It may be:
	//	- empty
	Name string
	Size int `json:"size"` // in bytes

	mu sync.Mutex

	//go:generate nothing
	Kinds, Others []Kind

	// Free comment that belongs to nothing.

	Limits struct {
		Low  int // at least
		High int // at most

		// Names of limits.
		Names []string
	}
	base
	io.Reader // where things come from
	*Options
	get func(string) (any, error)
}

type base struct {
	Count int
}

// Len returns how many things there are.
func (b *base) Len() int { return b.Count }

func (b base) len() int { return b.Count }

// Options are the options of [New].
type Options struct{ kind Kind }

// Clone returns the same options.
func (o *Options) Clone() *Options { return o }

type (
	// An Option changes a store.
	Option func(*Store)

	// A Pair is two things.
	Pair[K comparable, V any] struct {
		Key   K // first
		Value V // second
	}

	// Alias is another name of a store.
	Alias = Store
)

// New makes a store. It panics if an option is nil; see the package's comment about names, [Option] and [WithKind],
// and [Store.Name] or [*Store.Put].
func New(options ...Option) *Store { return &Store{} }

// WithKind is an option.
func WithKind(kind Kind) Option { return nil }

// Open opens a store in a file.
//
// Deprecated: There are no files.
func Open(
	name string, // of the file
	mode int,
) (s *Store, err error) {
	// Nothing is opened.
	return nil, ErrNone
}

// Each calls a function for each pair.
func Each[K comparable, V any](pairs []Pair[K, V], do func(k K, v V) bool) {
	for _, pair := range pairs {
		do(pair.Key, pair.Value)
	}
}

// Put stores a thing.
func (s *Store) Put(name string, value any) error { return nil }

func (s *Store) Get(name string) (value any, ok bool) { return nil, false }

func (s *Store) lock() {}

// Swap swaps a pair.
func (p Pair[K, V]) Swap() Pair[K, V] { return p }

// A Getter gets things.
type Getter interface {
	// Get gets a thing
	// by its name.
	Get(name string) (value any, ok bool)

	Len() int // how many
	io.Closer
	locker
	error
}

type locker interface{ lock() }

// A Number is a number.
type Number interface {
	~int | ~int64 |
		~float64
}

// Empty has nothing.
type Empty struct{}

// Opaque shows nothing.
type Opaque struct {
	a, b int
}

// A Func takes a function.
type Func func(ctx struct{ Name string }, next func(name string, args ...any) (map[string][]int, error), limit [MaxName]chan<- int) error

func put() { Default.Put("", nil) }

// LooooooooooooooooongFunction has so many parameters that they do not fit into a line.
func LooooooooooooooooongFunction(parameterNumberOne string, parameterNumberTwo string, parameterNumberThree string) (resultNumberOne int, resultNumberTwo int, resultNumberThree int, err error) {
	return
}
