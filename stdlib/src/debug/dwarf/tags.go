package dwarf

// A Tag is the kind of an entry.
type Tag uint32

// The tags of DWARF 2 to 5 (table 7.3 of DWARF 5).
const (
	TagArrayType              Tag = 0x01
	TagClassType              Tag = 0x02
	TagEntryPoint             Tag = 0x03
	TagEnumerationType        Tag = 0x04
	TagFormalParameter        Tag = 0x05
	TagImportedDeclaration    Tag = 0x08
	TagLabel                  Tag = 0x0a
	TagLexDwarfBlock          Tag = 0x0b
	TagMember                 Tag = 0x0d
	TagPointerType            Tag = 0x0f
	TagReferenceType          Tag = 0x10
	TagCompileUnit            Tag = 0x11
	TagStringType             Tag = 0x12
	TagStructType             Tag = 0x13
	TagSubroutineType         Tag = 0x15
	TagTypedef                Tag = 0x16
	TagUnionType              Tag = 0x17
	TagUnspecifiedParameters  Tag = 0x18
	TagVariant                Tag = 0x19
	TagCommonDwarfBlock       Tag = 0x1a
	TagCommonInclusion        Tag = 0x1b
	TagInheritance            Tag = 0x1c
	TagInlinedSubroutine      Tag = 0x1d
	TagModule                 Tag = 0x1e
	TagPtrToMemberType        Tag = 0x1f
	TagSetType                Tag = 0x20
	TagSubrangeType           Tag = 0x21
	TagWithStmt               Tag = 0x22
	TagAccessDeclaration      Tag = 0x23
	TagBaseType               Tag = 0x24
	TagCatchDwarfBlock        Tag = 0x25
	TagConstType              Tag = 0x26
	TagConstant               Tag = 0x27
	TagEnumerator             Tag = 0x28
	TagFileType               Tag = 0x29
	TagFriend                 Tag = 0x2a
	TagNamelist               Tag = 0x2b
	TagNamelistItem           Tag = 0x2c
	TagPackedType             Tag = 0x2d
	TagSubprogram             Tag = 0x2e
	TagTemplateTypeParameter  Tag = 0x2f
	TagTemplateValueParameter Tag = 0x30
	TagThrownType             Tag = 0x31
	TagTryDwarfBlock          Tag = 0x32
	TagVariantPart            Tag = 0x33
	TagVariable               Tag = 0x34
	TagVolatileType           Tag = 0x35
	TagDwarfProcedure         Tag = 0x36
	TagRestrictType           Tag = 0x37
	TagInterfaceType          Tag = 0x38
	TagNamespace              Tag = 0x39
	TagImportedModule         Tag = 0x3a
	TagUnspecifiedType        Tag = 0x3b
	TagPartialUnit            Tag = 0x3c
	TagImportedUnit           Tag = 0x3d
	TagMutableType            Tag = 0x3e
	TagCondition              Tag = 0x3f
	TagSharedType             Tag = 0x40
	TagTypeUnit               Tag = 0x41
	TagRvalueReferenceType    Tag = 0x42
	TagTemplateAlias          Tag = 0x43
	TagCoarrayType            Tag = 0x44
	TagGenericSubrange        Tag = 0x45
	TagDynamicType            Tag = 0x46
	TagAtomicType             Tag = 0x47
	TagCallSite               Tag = 0x48
	TagCallSiteParameter      Tag = 0x49
	TagSkeletonUnit           Tag = 0x4a
	TagImmutableType          Tag = 0x4b
)

// tagNames has the names of the constants without Tag, by their numbers.
var tagNames = [...]string{
	TagArrayType:              "ArrayType",
	TagClassType:              "ClassType",
	TagEntryPoint:             "EntryPoint",
	TagEnumerationType:        "EnumerationType",
	TagFormalParameter:        "FormalParameter",
	TagImportedDeclaration:    "ImportedDeclaration",
	TagLabel:                  "Label",
	TagLexDwarfBlock:          "LexDwarfBlock",
	TagMember:                 "Member",
	TagPointerType:            "PointerType",
	TagReferenceType:          "ReferenceType",
	TagCompileUnit:            "CompileUnit",
	TagStringType:             "StringType",
	TagStructType:             "StructType",
	TagSubroutineType:         "SubroutineType",
	TagTypedef:                "Typedef",
	TagUnionType:              "UnionType",
	TagUnspecifiedParameters:  "UnspecifiedParameters",
	TagVariant:                "Variant",
	TagCommonDwarfBlock:       "CommonDwarfBlock",
	TagCommonInclusion:        "CommonInclusion",
	TagInheritance:            "Inheritance",
	TagInlinedSubroutine:      "InlinedSubroutine",
	TagModule:                 "Module",
	TagPtrToMemberType:        "PtrToMemberType",
	TagSetType:                "SetType",
	TagSubrangeType:           "SubrangeType",
	TagWithStmt:               "WithStmt",
	TagAccessDeclaration:      "AccessDeclaration",
	TagBaseType:               "BaseType",
	TagCatchDwarfBlock:        "CatchDwarfBlock",
	TagConstType:              "ConstType",
	TagConstant:               "Constant",
	TagEnumerator:             "Enumerator",
	TagFileType:               "FileType",
	TagFriend:                 "Friend",
	TagNamelist:               "Namelist",
	TagNamelistItem:           "NamelistItem",
	TagPackedType:             "PackedType",
	TagSubprogram:             "Subprogram",
	TagTemplateTypeParameter:  "TemplateTypeParameter",
	TagTemplateValueParameter: "TemplateValueParameter",
	TagThrownType:             "ThrownType",
	TagTryDwarfBlock:          "TryDwarfBlock",
	TagVariantPart:            "VariantPart",
	TagVariable:               "Variable",
	TagVolatileType:           "VolatileType",
	TagDwarfProcedure:         "DwarfProcedure",
	TagRestrictType:           "RestrictType",
	TagInterfaceType:          "InterfaceType",
	TagNamespace:              "Namespace",
	TagImportedModule:         "ImportedModule",
	TagUnspecifiedType:        "UnspecifiedType",
	TagPartialUnit:            "PartialUnit",
	TagImportedUnit:           "ImportedUnit",
	TagMutableType:            "MutableType",
	TagCondition:              "Condition",
	TagSharedType:             "SharedType",
	TagTypeUnit:               "TypeUnit",
	TagRvalueReferenceType:    "RvalueReferenceType",
	TagTemplateAlias:          "TemplateAlias",
	TagCoarrayType:            "CoarrayType",
	TagGenericSubrange:        "GenericSubrange",
	TagDynamicType:            "DynamicType",
	TagAtomicType:             "AtomicType",
	TagCallSite:               "CallSite",
	TagCallSiteParameter:      "CallSiteParameter",
	TagSkeletonUnit:           "SkeletonUnit",
	TagImmutableType:          "ImmutableType",
}
