"""Go types as the generator sees them.

A type knows its text and its structure. A defined type is a copy of its underlying type with a name of its own.
"""

import copy

INTS = {"int": 64, "int8": 8, "int16": 16, "int32": 32, "int64": 64}
UINTS = {"uint": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "uintptr": 64}


class Type:
    """kind is int, uint, float, complex, string, bool, any, slice, array, map, struct, ptr or func."""

    def __init__(self, kind, text, **rest):
        self.kind, self.text, self.named = kind, text, False
        self.bits = self.elem = self.key = self.length = self.fields = self.params = self.result = None
        self.methods = []
        self.__dict__.update(rest)

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def defined(self, name):
        """A defined type with this underlying type."""
        new = copy.copy(self)
        new.text, new.named, new.methods = name, True, []
        return new

    @property
    def integer(self):
        return self.kind in ("int", "uint")

    @property
    def numeric(self):
        return self.kind in ("int", "uint", "float", "complex")

    @property
    def ordered(self):
        return self.kind in ("int", "uint", "float", "string")

    @property
    def basic(self):
        return self.kind in ("int", "uint", "float", "complex", "string", "bool")

    @property
    def comparable(self):
        """Whether == compiles and never panics, so without interfaces."""
        if self.kind == "array":
            return self.elem.comparable
        if self.kind == "struct":
            return all(t.comparable for _, t in self.fields)
        return self.basic

    @property
    def printable(self):
        """Whether %v shows no addresses."""
        if self.kind in ("slice", "array"):
            return self.elem.printable
        if self.kind == "map":
            return self.key.printable and self.elem.printable
        if self.kind == "struct":
            return all(t.printable for _, t in self.fields)
        return self.basic or self.kind == "any"

    @property
    def range(self):
        """The smallest and the largest value of an integer type."""
        if self.kind == "uint":
            return 0, (1 << self.bits) - 1
        return -(1 << self.bits - 1), (1 << self.bits - 1) - 1


BASIC = {name: Type("int", name, bits=bits) for name, bits in INTS.items()}
BASIC |= {name: Type("uint", name, bits=bits) for name, bits in UINTS.items()}
BASIC |= {f"float{bits}": Type("float", f"float{bits}", bits=bits) for bits in (32, 64)}
BASIC |= {f"complex{bits}": Type("complex", f"complex{bits}", bits=bits) for bits in (64, 128)}
BASIC |= {"string": Type("string", "string"), "bool": Type("bool", "bool")}
ANY = Type("any", "any")
INT, STRING, BOOL, FLOAT = BASIC["int"], BASIC["string"], BASIC["bool"], BASIC["float64"]
BYTE, RUNE, UINT = BASIC["uint8"], BASIC["int32"], BASIC["uint"]


def slice_of(elem):
    return Type("slice", f"[]{elem}", elem=elem)


def array_of(length, elem):
    return Type("array", f"[{length}]{elem}", length=length, elem=elem)


def map_of(key, elem):
    return Type("map", f"map[{key}]{elem}", key=key, elem=elem)


def pointer_to(elem):
    return Type("ptr", f"*{elem}", elem=elem)


def struct_of(fields):
    text = "; ".join(f"{name} {t}" for name, t in fields)
    return Type("struct", f"struct{{ {text} }}", fields=fields)


def func_of(params, result):
    text = ", ".join(map(str, params))
    return Type("func", f"func({text}) {result}", params=params, result=result)
