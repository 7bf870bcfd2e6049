package dwarf

import "strconv"

// A Class says how to interpret the value of a field. The classes are those of DWARF 4 and 5; the reader finds
// them for older versions, too, whose forms do not distinguish a section offset from a constant.
type Class int

const (
	ClassUnknown       Class = iota // a vendor's attribute with a form that fits several classes
	ClassAddress                    // uint64, an address of the target
	ClassBlock                      // []byte
	ClassConstant                   // int64
	ClassExprLoc                    // []byte, a DWARF expression
	ClassFlag                       // bool
	ClassLinePtr                    // int64, an offset in section line
	ClassLocListPtr                 // int64, an offset in section loc
	ClassMacPtr                     // int64, an offset in section macinfo or macro
	ClassRangeListPtr               // int64, an offset in section ranges
	ClassReference                  // Offset, an entry of section info
	ClassReferenceSig               // uint64, the signature of a type unit
	ClassString                     // string
	ClassReferenceAlt               // int64, an offset in section info of the supplementary file
	ClassStringAlt                  // int64, an offset in section str of the supplementary file
	ClassAddrPtr                    // int64, an offset in section addr
	ClassLocList                    // int64, an offset in section loclists
	ClassRngList                    // uint64, an offset from the base of the unit in section rnglists
	ClassRngListsPtr                // int64, an offset in section rnglists
	ClassStrOffsetsPtr              // int64, an offset in section str_offsets
)

var classNames = [...]string{
	ClassUnknown:       "Unknown",
	ClassAddress:       "Address",
	ClassBlock:         "Block",
	ClassConstant:      "Constant",
	ClassExprLoc:       "ExprLoc",
	ClassFlag:          "Flag",
	ClassLinePtr:       "LinePtr",
	ClassLocListPtr:    "LocListPtr",
	ClassMacPtr:        "MacPtr",
	ClassRangeListPtr:  "RangeListPtr",
	ClassReference:     "Reference",
	ClassReferenceSig:  "ReferenceSig",
	ClassString:        "String",
	ClassReferenceAlt:  "ReferenceAlt",
	ClassStringAlt:     "StringAlt",
	ClassAddrPtr:       "AddrPtr",
	ClassLocList:       "LocList",
	ClassRngList:       "RngList",
	ClassRngListsPtr:   "RngListsPtr",
	ClassStrOffsetsPtr: "StrOffsetsPtr",
}

// named returns a constant's name with a prefix; without a name, the number in the type's parentheses.
func named(names []string, prefix, kind string, n int64) string {
	if n >= 0 && n < int64(len(names)) && names[n] != "" {
		return prefix + names[n]
	}
	return kind + "(" + strconv.FormatInt(n, 10) + ")"
}

func (a Attr) String() string { return named(attrNames[:], "", "Attr", int64(a)) }

func (a Attr) GoString() string { return "dwarf." + named(attrNames[:], "Attr", "Attr", int64(a)) }

func (t Tag) String() string { return named(tagNames[:], "", "Tag", int64(t)) }

// As in Go, GoString adds the prefix only for the tags of DWARF 2 to 4.
func (t Tag) GoString() string {
	if t > TagTemplateAlias {
		return "dwarf." + t.String()
	}
	return "dwarf.Tag" + t.String()
}

func (c Class) String() string { return named(classNames[:], "Class", "Class", int64(c)) }

func (c Class) GoString() string { return "dwarf." + c.String() }
