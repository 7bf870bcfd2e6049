package rtype

// Functions on values in interfaces.

// Of returns the type of v, 0 if v is nil.
func Of(v any) ID

// Words returns the first two words of a reflect.Value of v: v's type, and v itself if it is one pointer
// (Direct), else a pointer as Unpack returns it. (0, nil) if v is nil.
func Words(v any) (ID, Word)

// Unpack returns the type of v and a pointer to memory that holds v in its memory layout. The caller must not write
// the memory: it may be the interface's own copy. (0, nil) if v is nil.
func Unpack(v any) (ID, Word)

// Pack copies the value of type t at p into an interface value. For an interface type t it returns the interface value
// at p as an any. t is never 0.
func Pack(t ID, p Word) any

// PackDirect returns the pointer p, a value of type t, as an interface value. Values of t must be one pointer.
func PackDirect(t ID, p Word) any

// Assign stores v at dst, the memory of a variable of type t, if v is assignable to it: t is an interface that v's
// type implements, or v's type itself; a nil v is assignable to every interface. Assign reports whether it has stored v.
func Assign(t ID, dst Word, v any) bool

// Properties of every type. All functions below require t != 0.

// Text returns t as %T prints it: "int", "main.T", "map[string]*pkg.T", "struct { X int \"tag\" }", "interface {}",
// "func(int, ...string) (bool, error)", "<-chan int".
func Text(t ID) string

// Name returns the name of a named (or predeclared) type without its package, with type arguments if it is an instance;
// "" for all other types.
func Name(t ID) string

// PkgPath returns the import path of the package that declares the named type t ("main" for the main package); "" for
// predeclared and unnamed types.
func PkgPath(t ID) string

// Comparable reports whether values of type t can be compared with == (an interface type can).
func Comparable(t ID) bool

// Functions on the parts of types.

// Elem returns the element type of an Array, Chan, Map, Pointer or Slice, 0 for other kinds.
func Elem(t ID) ID

// Key returns the key type of a Map, 0 for other kinds.
func Key(t ID) ID

// Len returns the length of an Array, the number of fields of a Struct, the direction of a Chan (1 receive, 2 send,
// 3 both); 0 for other kinds.
func Len(t ID) int

// Field returns field i of the Struct t, 0 <= i < Len(t). pkgPath is "" for an exported field.
func Field(t ID, i int) (name, pkgPath, tag string, typ ID, offset uintptr, embedded bool)

// Signature returns the number of parameters and of results of the Func t and whether its last parameter is variadic.
func Signature(t ID) (in, out int, variadic bool)

// Param returns the type of parameter i of the Func t, or of result i-in where i >= in. A variadic parameter's type is
// its slice type.
func Param(t ID, i int) ID

// NumMethod returns the number of methods of t: for an Interface all methods, for other types the exported methods of
// its method set.
func NumMethod(t ID) int

// Method returns method i of t, counted as NumMethod counts, in the order of names; typ is its Func type without
// receiver, pkgPath is "" for an exported method.
func Method(t ID, i int) (name, pkgPath string, typ ID)

// MethodIndex returns the index of the method with that name, -1 if there is none.
func MethodIndex(t ID, name string) int

// FieldIndex returns the index of the struct's own field with that name, -1 if there is none, and whether
// the struct has embedded fields.
func FieldIndex(t ID, name string) (index int, embeds bool)

// MethodSet returns the number of methods of t, including unexported ones, and whether one of them is an unexported one
// of another package than the package that declares t, or t's element type.
func MethodSet(t ID) (n int, foreign bool)

// MethodValue returns the func value v.M (one word, as in a variable of func type), where M is method i of v's
// type. It returns nil if the program does not contain the method, because nothing in it can call the method.
func MethodValue(v any, i int) Word

// Implements reports whether the method set of t has all methods of the Interface type iface.
func Implements(t, iface ID) bool

// Make returns the type of the given kind, made from parts: Pointer, Slice: {elem}; Array: {elem}, n is the
// length; Chan: {elem}, n is the direction (1, 2, 3); Map: {key, elem}; Func: the parameters, then the results, n is
// the number of parameters, plus 1<<32 if variadic. If the program has the same type, Make returns that type's ID.
func Make(kind, n int, parts []ID) ID

// MakeStruct returns the struct type with the given fields; the slices have the same length. pkgPath is the package of
// unexported fields. The type has the methods of embedded fields: ofInterface replaces methods of embedded interfaces,
// ofWord methods that cannot be called: those of one-word values, in a session that made their types
// before it used StructOf. Both panic.
func MakeStruct(names, tags []string, types []ID, embedded []bool, pkgPath string, ofInterface, ofWord func(uintptr)) ID

// Hash returns the hash, under a seed, of the value of type t at p; equal values have equal hashes. Hash panics like a
// map operation if the value contains a value that cannot be compared.
func Hash(t ID, p Word, seed uintptr) uintptr

// HashText returns the hash of a string, which must be short.
func HashText(s string, seed uintptr) uintptr

// Functions on memory.

// New returns zeroed memory for n values of type t, n >= 0; the collector knows its type. New panics if n is too
// large.
func New(t ID, n int) Word

// GrownCap returns the capacity that append gives a slice of values of type t and capacity c when it must hold n of
// them, n > c. GrownCap panics like append if n is too large.
func GrownCap(t ID, c, n int) int

// Move copies one value of type t from src to dst, like an assignment (with the collector's write barrier).
func Move(t ID, dst, src Word)

// MoveArray copies n values of type t from src to dst; the two may overlap.
func MoveArray(t ID, dst, src Word, n int)

// Clear zeroes n values of type t at p.
func Clear(t ID, p Word, n int)

// swap exchanges size bytes, at most part of them, at a and at b: adjacent values of an array, or one value.
func swap(a, b Word, size uintptr)

// swapLarge exchanges any number of bytes.
func swapLarge(a, b Word, size uintptr)

// Kept stores new at addr, for later reuse, and returns the former value, as one atomic step. If data races are
// detected, it stores nothing: reusing an object would order the goroutine that stored it before the one that gets it,
// although the program does not.
func Kept(addr *Word, new Word) (old Word)

// IsZero reports whether all size bytes at p are 0.
func IsZero(p Word, size uintptr) bool

// Add returns p + n bytes.
func Add(p Word, n uintptr) Word

// Functions on maps. m is the one word of a map variable, t its Map type.

// MapNew returns a new map of type t with room for n entries.
func MapNew(t ID, n int) Word

// MapLen returns the number of entries of m, which may be nil.
func MapLen(m Word) int

// MapGet returns a pointer to the element for the key at key, nil if there is none (or m is nil). The pointer is valid
// until the map changes. MapGet panics with Go's run-time error if the key is not hashable.
func MapGet(t ID, m, key Word) Word

// MapSet does m[*key] = *elem. MapSet panics like Go's assignment for a nil map or an unhashable
// key.
func MapSet(t ID, m, key, elem Word)

// MapDelete does delete(m, *key).
func MapDelete(t ID, m, key Word)

// MapClear does clear(m).
func MapClear(t ID, m Word)

// MapEntries returns copies of the entries of m in the order of a range loop: n keys at keys (an array of the key type)
// and n elements at elems.
func MapEntries(t ID, m Word) (keys, elems Word, n int)

// Functions on channels. c is the one word of a chan variable, t its Chan type.

// ChanNew returns a new channel of type t with a buffer of n.
func ChanNew(t ID, n int) Word

// ChanLen and ChanCap return len(c) and cap(c); c may be nil.
func ChanLen(c Word) int
func ChanCap(c Word) int

// ChanClose closes c, with Go's panics.
func ChanClose(c Word)

// ChanSend sends the value at p on c, which may be nil. If wait is false and the send would block, it returns false;
// else true. ChanSend waits and panics like a send statement.
func ChanSend(t ID, c, p Word, wait bool) bool

// ChanRecv receives a value from c, which may be nil, into the memory at p. selected is false if wait is false and
// nothing can be received; ok is false if the channel is closed, and the value zero.
func ChanRecv(t ID, c, p Word, wait bool) (selected, ok bool)

// Select returns a select statement: case i sends (send[i] is true) the value at values[i] on chans[i], of type types[i], or
// receives into values[i]. If noWait is true there is a default case, for which chosen is -1. ok is that of ChanRecv.
func Select(types []ID, chans, values []Word, send []bool, noWait bool) (chosen int, ok bool)
