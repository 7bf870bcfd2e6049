package dwarf

// An Attr is the number of an attribute. Numbers without a constant below belong to vendors.
type Attr uint32

// The attributes of DWARF 2 to 5 (table 7.5 of DWARF 5).
const (
	AttrSibling              Attr = 0x01
	AttrLocation             Attr = 0x02
	AttrName                 Attr = 0x03
	AttrOrdering             Attr = 0x09
	AttrByteSize             Attr = 0x0b
	AttrBitOffset            Attr = 0x0c
	AttrBitSize              Attr = 0x0d
	AttrStmtList             Attr = 0x10
	AttrLowpc                Attr = 0x11
	AttrHighpc               Attr = 0x12
	AttrLanguage             Attr = 0x13
	AttrDiscr                Attr = 0x15
	AttrDiscrValue           Attr = 0x16
	AttrVisibility           Attr = 0x17
	AttrImport               Attr = 0x18
	AttrStringLength         Attr = 0x19
	AttrCommonRef            Attr = 0x1a
	AttrCompDir              Attr = 0x1b
	AttrConstValue           Attr = 0x1c
	AttrContainingType       Attr = 0x1d
	AttrDefaultValue         Attr = 0x1e
	AttrInline               Attr = 0x20
	AttrIsOptional           Attr = 0x21
	AttrLowerBound           Attr = 0x22
	AttrProducer             Attr = 0x25
	AttrPrototyped           Attr = 0x27
	AttrReturnAddr           Attr = 0x2a
	AttrStartScope           Attr = 0x2c
	AttrStrideSize           Attr = 0x2e
	AttrUpperBound           Attr = 0x2f
	AttrAbstractOrigin       Attr = 0x31
	AttrAccessibility        Attr = 0x32
	AttrAddrClass            Attr = 0x33
	AttrArtificial           Attr = 0x34
	AttrBaseTypes            Attr = 0x35
	AttrCalling              Attr = 0x36
	AttrCount                Attr = 0x37
	AttrDataMemberLoc        Attr = 0x38
	AttrDeclColumn           Attr = 0x39
	AttrDeclFile             Attr = 0x3a
	AttrDeclLine             Attr = 0x3b
	AttrDeclaration          Attr = 0x3c
	AttrDiscrList            Attr = 0x3d
	AttrEncoding             Attr = 0x3e
	AttrExternal             Attr = 0x3f
	AttrFrameBase            Attr = 0x40
	AttrFriend               Attr = 0x41
	AttrIdentifierCase       Attr = 0x42
	AttrMacroInfo            Attr = 0x43
	AttrNamelistItem         Attr = 0x44
	AttrPriority             Attr = 0x45
	AttrSegment              Attr = 0x46
	AttrSpecification        Attr = 0x47
	AttrStaticLink           Attr = 0x48
	AttrType                 Attr = 0x49
	AttrUseLocation          Attr = 0x4a
	AttrVarParam             Attr = 0x4b
	AttrVirtuality           Attr = 0x4c
	AttrVtableElemLoc        Attr = 0x4d
	AttrAllocated            Attr = 0x4e
	AttrAssociated           Attr = 0x4f
	AttrDataLocation         Attr = 0x50
	AttrStride               Attr = 0x51
	AttrEntrypc              Attr = 0x52
	AttrUseUTF8              Attr = 0x53
	AttrExtension            Attr = 0x54
	AttrRanges               Attr = 0x55
	AttrTrampoline           Attr = 0x56
	AttrCallColumn           Attr = 0x57
	AttrCallFile             Attr = 0x58
	AttrCallLine             Attr = 0x59
	AttrDescription          Attr = 0x5a
	AttrBinaryScale          Attr = 0x5b
	AttrDecimalScale         Attr = 0x5c
	AttrSmall                Attr = 0x5d
	AttrDecimalSign          Attr = 0x5e
	AttrDigitCount           Attr = 0x5f
	AttrPictureString        Attr = 0x60
	AttrMutable              Attr = 0x61
	AttrThreadsScaled        Attr = 0x62
	AttrExplicit             Attr = 0x63
	AttrObjectPointer        Attr = 0x64
	AttrEndianity            Attr = 0x65
	AttrElemental            Attr = 0x66
	AttrPure                 Attr = 0x67
	AttrRecursive            Attr = 0x68
	AttrSignature            Attr = 0x69
	AttrMainSubprogram       Attr = 0x6a
	AttrDataBitOffset        Attr = 0x6b
	AttrConstExpr            Attr = 0x6c
	AttrEnumClass            Attr = 0x6d
	AttrLinkageName          Attr = 0x6e
	AttrStringLengthBitSize  Attr = 0x6f
	AttrStringLengthByteSize Attr = 0x70
	AttrRank                 Attr = 0x71
	AttrStrOffsetsBase       Attr = 0x72
	AttrAddrBase             Attr = 0x73
	AttrRnglistsBase         Attr = 0x74
	AttrDwoName              Attr = 0x76
	AttrReference            Attr = 0x77
	AttrRvalueReference      Attr = 0x78
	AttrMacros               Attr = 0x79
	AttrCallAllCalls         Attr = 0x7a
	AttrCallAllSourceCalls   Attr = 0x7b
	AttrCallAllTailCalls     Attr = 0x7c
	AttrCallReturnPC         Attr = 0x7d
	AttrCallValue            Attr = 0x7e
	AttrCallOrigin           Attr = 0x7f
	AttrCallParameter        Attr = 0x80
	AttrCallPC               Attr = 0x81
	AttrCallTailCall         Attr = 0x82
	AttrCallTarget           Attr = 0x83
	AttrCallTargetClobbered  Attr = 0x84
	AttrCallDataLocation     Attr = 0x85
	AttrCallDataValue        Attr = 0x86
	AttrNoreturn             Attr = 0x87
	AttrAlignment            Attr = 0x88
	AttrExportSymbols        Attr = 0x89
	AttrDeleted              Attr = 0x8a
	AttrDefaulted            Attr = 0x8b
	AttrLoclistsBase         Attr = 0x8c
)

// attrNames has the names of the constants without Attr, by their numbers.
var attrNames = [...]string{
	AttrSibling:              "Sibling",
	AttrLocation:             "Location",
	AttrName:                 "Name",
	AttrOrdering:             "Ordering",
	AttrByteSize:             "ByteSize",
	AttrBitOffset:            "BitOffset",
	AttrBitSize:              "BitSize",
	AttrStmtList:             "StmtList",
	AttrLowpc:                "Lowpc",
	AttrHighpc:               "Highpc",
	AttrLanguage:             "Language",
	AttrDiscr:                "Discr",
	AttrDiscrValue:           "DiscrValue",
	AttrVisibility:           "Visibility",
	AttrImport:               "Import",
	AttrStringLength:         "StringLength",
	AttrCommonRef:            "CommonRef",
	AttrCompDir:              "CompDir",
	AttrConstValue:           "ConstValue",
	AttrContainingType:       "ContainingType",
	AttrDefaultValue:         "DefaultValue",
	AttrInline:               "Inline",
	AttrIsOptional:           "IsOptional",
	AttrLowerBound:           "LowerBound",
	AttrProducer:             "Producer",
	AttrPrototyped:           "Prototyped",
	AttrReturnAddr:           "ReturnAddr",
	AttrStartScope:           "StartScope",
	AttrStrideSize:           "StrideSize",
	AttrUpperBound:           "UpperBound",
	AttrAbstractOrigin:       "AbstractOrigin",
	AttrAccessibility:        "Accessibility",
	AttrAddrClass:            "AddrClass",
	AttrArtificial:           "Artificial",
	AttrBaseTypes:            "BaseTypes",
	AttrCalling:              "Calling",
	AttrCount:                "Count",
	AttrDataMemberLoc:        "DataMemberLoc",
	AttrDeclColumn:           "DeclColumn",
	AttrDeclFile:             "DeclFile",
	AttrDeclLine:             "DeclLine",
	AttrDeclaration:          "Declaration",
	AttrDiscrList:            "DiscrList",
	AttrEncoding:             "Encoding",
	AttrExternal:             "External",
	AttrFrameBase:            "FrameBase",
	AttrFriend:               "Friend",
	AttrIdentifierCase:       "IdentifierCase",
	AttrMacroInfo:            "MacroInfo",
	AttrNamelistItem:         "NamelistItem",
	AttrPriority:             "Priority",
	AttrSegment:              "Segment",
	AttrSpecification:        "Specification",
	AttrStaticLink:           "StaticLink",
	AttrType:                 "Type",
	AttrUseLocation:          "UseLocation",
	AttrVarParam:             "VarParam",
	AttrVirtuality:           "Virtuality",
	AttrVtableElemLoc:        "VtableElemLoc",
	AttrAllocated:            "Allocated",
	AttrAssociated:           "Associated",
	AttrDataLocation:         "DataLocation",
	AttrStride:               "Stride",
	AttrEntrypc:              "Entrypc",
	AttrUseUTF8:              "UseUTF8",
	AttrExtension:            "Extension",
	AttrRanges:               "Ranges",
	AttrTrampoline:           "Trampoline",
	AttrCallColumn:           "CallColumn",
	AttrCallFile:             "CallFile",
	AttrCallLine:             "CallLine",
	AttrDescription:          "Description",
	AttrBinaryScale:          "BinaryScale",
	AttrDecimalScale:         "DecimalScale",
	AttrSmall:                "Small",
	AttrDecimalSign:          "DecimalSign",
	AttrDigitCount:           "DigitCount",
	AttrPictureString:        "PictureString",
	AttrMutable:              "Mutable",
	AttrThreadsScaled:        "ThreadsScaled",
	AttrExplicit:             "Explicit",
	AttrObjectPointer:        "ObjectPointer",
	AttrEndianity:            "Endianity",
	AttrElemental:            "Elemental",
	AttrPure:                 "Pure",
	AttrRecursive:            "Recursive",
	AttrSignature:            "Signature",
	AttrMainSubprogram:       "MainSubprogram",
	AttrDataBitOffset:        "DataBitOffset",
	AttrConstExpr:            "ConstExpr",
	AttrEnumClass:            "EnumClass",
	AttrLinkageName:          "LinkageName",
	AttrStringLengthBitSize:  "StringLengthBitSize",
	AttrStringLengthByteSize: "StringLengthByteSize",
	AttrRank:                 "Rank",
	AttrStrOffsetsBase:       "StrOffsetsBase",
	AttrAddrBase:             "AddrBase",
	AttrRnglistsBase:         "RnglistsBase",
	AttrDwoName:              "DwoName",
	AttrReference:            "Reference",
	AttrRvalueReference:      "RvalueReference",
	AttrMacros:               "Macros",
	AttrCallAllCalls:         "CallAllCalls",
	AttrCallAllSourceCalls:   "CallAllSourceCalls",
	AttrCallAllTailCalls:     "CallAllTailCalls",
	AttrCallReturnPC:         "CallReturnPC",
	AttrCallValue:            "CallValue",
	AttrCallOrigin:           "CallOrigin",
	AttrCallParameter:        "CallParameter",
	AttrCallPC:               "CallPC",
	AttrCallTailCall:         "CallTailCall",
	AttrCallTarget:           "CallTarget",
	AttrCallTargetClobbered:  "CallTargetClobbered",
	AttrCallDataLocation:     "CallDataLocation",
	AttrCallDataValue:        "CallDataValue",
	AttrNoreturn:             "Noreturn",
	AttrAlignment:            "Alignment",
	AttrExportSymbols:        "ExportSymbols",
	AttrDeleted:              "Deleted",
	AttrDefaulted:            "Defaulted",
	AttrLoclistsBase:         "LoclistsBase",
}
