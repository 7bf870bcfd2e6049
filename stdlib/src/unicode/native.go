package unicode

// IsLetter reports whether r is a letter (category L).
func IsLetter(r rune) bool

// IsDigit reports whether r is a decimal digit (category Nd).
func IsDigit(r rune) bool

// IsNumber reports whether r is a number (category N).
func IsNumber(r rune) bool

// IsSpace reports whether r is white space: the property White_Space.
func IsSpace(r rune) bool

// IsUpper reports whether r is an upper case letter (category Lu).
func IsUpper(r rune) bool

// IsLower reports whether r is a lower case letter (category Ll).
func IsLower(r rune) bool

// IsTitle reports whether r is a title case letter (category Lt).
func IsTitle(r rune) bool

// IsPunct reports whether r is punctuation (category P).
func IsPunct(r rune) bool

// IsSymbol reports whether r is a symbol (category S).
func IsSymbol(r rune) bool

// IsMark reports whether r is a mark (category M).
func IsMark(r rune) bool

// IsPrint reports whether r is printable: categories L, M, N, P, S and the ASCII space.
func IsPrint(r rune) bool

// IsGraphic reports whether r is graphic: categories L, M, N, P, S, Zs.
func IsGraphic(r rune) bool

// ToUpper returns r in upper case, by the simple mapping.
func ToUpper(r rune) rune

// ToLower returns r in lower case, by the simple mapping.
func ToLower(r rune) rune

// ToTitle returns r in title case, by the simple mapping.
func ToTitle(r rune) rune

// SimpleFold returns the next greater rune that is equal to r under simple case folding; if there is none, the least
// one. The result is r itself if r is invalid, or if no other rune is equal to r.
func SimpleFold(r rune) rune

// ranges returns the set with that name as triples lo, hi, stride in ascending order; those with hi < 0x10000 come
// first. Names are "Lu", "Greek", "White_Space", and "fold/L", "foldscript/Greek" for FoldCategory and
// FoldScript. For an unknown name it returns nil.
func ranges(name string) []uint32

// names returns the names in one of the groups "category", "script", "property", "fold", "foldscript", in ascending
// order.
func names(group string) []string

// caseRanges returns CaseRanges as quintuples lo, hi and the three deltas.
func caseRanges() []int32
