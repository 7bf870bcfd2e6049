package unicode

// Version is the edition of the Unicode standard.
const Version = "17.0.0"

// The categories.
var (
	Cc     = table("Cc")
	Cf     = table("Cf")
	Cn     = table("Cn")
	Co     = table("Co")
	Cs     = table("Cs")
	Digit  = table("Nd")
	Nd     = Digit
	LC     = table("LC")
	Letter = table("L")
	L      = Letter
	Lm     = table("Lm")
	Lo     = table("Lo")
	Lower  = table("Ll")
	Ll     = Lower
	Mark   = table("M")
	M      = Mark
	Mc     = table("Mc")
	Me     = table("Me")
	Mn     = table("Mn")
	Nl     = table("Nl")
	No     = table("No")
	Number = table("N")
	N      = Number
	Other  = table("C")
	C      = Other
	Pc     = table("Pc")
	Pd     = table("Pd")
	Pe     = table("Pe")
	Pf     = table("Pf")
	Pi     = table("Pi")
	Po     = table("Po")
	Ps     = table("Ps")
	Punct  = table("P")
	P      = Punct
	Sc     = table("Sc")
	Sk     = table("Sk")
	Sm     = table("Sm")
	So     = table("So")
	Space  = table("Z")
	Z      = Space
	Symbol = table("S")
	S      = Symbol
	Title  = table("Lt")
	Lt     = Title
	Upper  = table("Lu")
	Lu     = Upper
	Zl     = table("Zl")
	Zp     = table("Zp")
	Zs     = table("Zs")
)

// The scripts.
var (
	Adlam                  = table("Adlam")
	Ahom                   = table("Ahom")
	Anatolian_Hieroglyphs  = table("Anatolian_Hieroglyphs")
	Arabic                 = table("Arabic")
	Armenian               = table("Armenian")
	Avestan                = table("Avestan")
	Balinese               = table("Balinese")
	Bamum                  = table("Bamum")
	Bassa_Vah              = table("Bassa_Vah")
	Batak                  = table("Batak")
	Bengali                = table("Bengali")
	Beria_Erfe             = table("Beria_Erfe")
	Bhaiksuki              = table("Bhaiksuki")
	Bopomofo               = table("Bopomofo")
	Brahmi                 = table("Brahmi")
	Braille                = table("Braille")
	Buginese               = table("Buginese")
	Buhid                  = table("Buhid")
	Canadian_Aboriginal    = table("Canadian_Aboriginal")
	Carian                 = table("Carian")
	Caucasian_Albanian     = table("Caucasian_Albanian")
	Chakma                 = table("Chakma")
	Cham                   = table("Cham")
	Cherokee               = table("Cherokee")
	Chorasmian             = table("Chorasmian")
	Common                 = table("Common")
	Coptic                 = table("Coptic")
	Cuneiform              = table("Cuneiform")
	Cypriot                = table("Cypriot")
	Cypro_Minoan           = table("Cypro_Minoan")
	Cyrillic               = table("Cyrillic")
	Deseret                = table("Deseret")
	Devanagari             = table("Devanagari")
	Dives_Akuru            = table("Dives_Akuru")
	Dogra                  = table("Dogra")
	Duployan               = table("Duployan")
	Egyptian_Hieroglyphs   = table("Egyptian_Hieroglyphs")
	Elbasan                = table("Elbasan")
	Elymaic                = table("Elymaic")
	Ethiopic               = table("Ethiopic")
	Garay                  = table("Garay")
	Georgian               = table("Georgian")
	Glagolitic             = table("Glagolitic")
	Gothic                 = table("Gothic")
	Grantha                = table("Grantha")
	Greek                  = table("Greek")
	Gujarati               = table("Gujarati")
	Gunjala_Gondi          = table("Gunjala_Gondi")
	Gurmukhi               = table("Gurmukhi")
	Gurung_Khema           = table("Gurung_Khema")
	Han                    = table("Han")
	Hangul                 = table("Hangul")
	Hanifi_Rohingya        = table("Hanifi_Rohingya")
	Hanunoo                = table("Hanunoo")
	Hatran                 = table("Hatran")
	Hebrew                 = table("Hebrew")
	Hiragana               = table("Hiragana")
	Imperial_Aramaic       = table("Imperial_Aramaic")
	Inherited              = table("Inherited")
	Inscriptional_Pahlavi  = table("Inscriptional_Pahlavi")
	Inscriptional_Parthian = table("Inscriptional_Parthian")
	Javanese               = table("Javanese")
	Kaithi                 = table("Kaithi")
	Kannada                = table("Kannada")
	Katakana               = table("Katakana")
	Kawi                   = table("Kawi")
	Kayah_Li               = table("Kayah_Li")
	Kharoshthi             = table("Kharoshthi")
	Khitan_Small_Script    = table("Khitan_Small_Script")
	Khmer                  = table("Khmer")
	Khojki                 = table("Khojki")
	Khudawadi              = table("Khudawadi")
	Kirat_Rai              = table("Kirat_Rai")
	Lao                    = table("Lao")
	Latin                  = table("Latin")
	Lepcha                 = table("Lepcha")
	Limbu                  = table("Limbu")
	Linear_A               = table("Linear_A")
	Linear_B               = table("Linear_B")
	Lisu                   = table("Lisu")
	Lycian                 = table("Lycian")
	Lydian                 = table("Lydian")
	Mahajani               = table("Mahajani")
	Makasar                = table("Makasar")
	Malayalam              = table("Malayalam")
	Mandaic                = table("Mandaic")
	Manichaean             = table("Manichaean")
	Marchen                = table("Marchen")
	Masaram_Gondi          = table("Masaram_Gondi")
	Medefaidrin            = table("Medefaidrin")
	Meetei_Mayek           = table("Meetei_Mayek")
	Mende_Kikakui          = table("Mende_Kikakui")
	Meroitic_Cursive       = table("Meroitic_Cursive")
	Meroitic_Hieroglyphs   = table("Meroitic_Hieroglyphs")
	Miao                   = table("Miao")
	Modi                   = table("Modi")
	Mongolian              = table("Mongolian")
	Mro                    = table("Mro")
	Multani                = table("Multani")
	Myanmar                = table("Myanmar")
	Nabataean              = table("Nabataean")
	Nag_Mundari            = table("Nag_Mundari")
	Nandinagari            = table("Nandinagari")
	New_Tai_Lue            = table("New_Tai_Lue")
	Newa                   = table("Newa")
	Nko                    = table("Nko")
	Nushu                  = table("Nushu")
	Nyiakeng_Puachue_Hmong = table("Nyiakeng_Puachue_Hmong")
	Ogham                  = table("Ogham")
	Ol_Chiki               = table("Ol_Chiki")
	Ol_Onal                = table("Ol_Onal")
	Old_Hungarian          = table("Old_Hungarian")
	Old_Italic             = table("Old_Italic")
	Old_North_Arabian      = table("Old_North_Arabian")
	Old_Permic             = table("Old_Permic")
	Old_Persian            = table("Old_Persian")
	Old_Sogdian            = table("Old_Sogdian")
	Old_South_Arabian      = table("Old_South_Arabian")
	Old_Turkic             = table("Old_Turkic")
	Old_Uyghur             = table("Old_Uyghur")
	Oriya                  = table("Oriya")
	Osage                  = table("Osage")
	Osmanya                = table("Osmanya")
	Pahawh_Hmong           = table("Pahawh_Hmong")
	Palmyrene              = table("Palmyrene")
	Pau_Cin_Hau            = table("Pau_Cin_Hau")
	Phags_Pa               = table("Phags_Pa")
	Phoenician             = table("Phoenician")
	Psalter_Pahlavi        = table("Psalter_Pahlavi")
	Rejang                 = table("Rejang")
	Runic                  = table("Runic")
	Samaritan              = table("Samaritan")
	Saurashtra             = table("Saurashtra")
	Sharada                = table("Sharada")
	Shavian                = table("Shavian")
	Siddham                = table("Siddham")
	Sidetic                = table("Sidetic")
	SignWriting            = table("SignWriting")
	Sinhala                = table("Sinhala")
	Sogdian                = table("Sogdian")
	Sora_Sompeng           = table("Sora_Sompeng")
	Soyombo                = table("Soyombo")
	Sundanese              = table("Sundanese")
	Sunuwar                = table("Sunuwar")
	Syloti_Nagri           = table("Syloti_Nagri")
	Syriac                 = table("Syriac")
	Tagalog                = table("Tagalog")
	Tagbanwa               = table("Tagbanwa")
	Tai_Le                 = table("Tai_Le")
	Tai_Tham               = table("Tai_Tham")
	Tai_Viet               = table("Tai_Viet")
	Tai_Yo                 = table("Tai_Yo")
	Takri                  = table("Takri")
	Tamil                  = table("Tamil")
	Tangsa                 = table("Tangsa")
	Tangut                 = table("Tangut")
	Telugu                 = table("Telugu")
	Thaana                 = table("Thaana")
	Thai                   = table("Thai")
	Tibetan                = table("Tibetan")
	Tifinagh               = table("Tifinagh")
	Tirhuta                = table("Tirhuta")
	Todhri                 = table("Todhri")
	Tolong_Siki            = table("Tolong_Siki")
	Toto                   = table("Toto")
	Tulu_Tigalari          = table("Tulu_Tigalari")
	Ugaritic               = table("Ugaritic")
	Vai                    = table("Vai")
	Vithkuqi               = table("Vithkuqi")
	Wancho                 = table("Wancho")
	Warang_Citi            = table("Warang_Citi")
	Yezidi                 = table("Yezidi")
	Yi                     = table("Yi")
	Zanabazar_Square       = table("Zanabazar_Square")
)

// The properties.
var (
	ASCII_Hex_Digit                    = table("ASCII_Hex_Digit")
	Bidi_Control                       = table("Bidi_Control")
	Dash                               = table("Dash")
	Deprecated                         = table("Deprecated")
	Diacritic                          = table("Diacritic")
	Extender                           = table("Extender")
	Hex_Digit                          = table("Hex_Digit")
	Hyphen                             = table("Hyphen")
	IDS_Binary_Operator                = table("IDS_Binary_Operator")
	IDS_Trinary_Operator               = table("IDS_Trinary_Operator")
	IDS_Unary_Operator                 = table("IDS_Unary_Operator")
	ID_Compat_Math_Continue            = table("ID_Compat_Math_Continue")
	ID_Compat_Math_Start               = table("ID_Compat_Math_Start")
	Ideographic                        = table("Ideographic")
	Join_Control                       = table("Join_Control")
	Logical_Order_Exception            = table("Logical_Order_Exception")
	Modifier_Combining_Mark            = table("Modifier_Combining_Mark")
	Noncharacter_Code_Point            = table("Noncharacter_Code_Point")
	Other_Alphabetic                   = table("Other_Alphabetic")
	Other_Default_Ignorable_Code_Point = table("Other_Default_Ignorable_Code_Point")
	Other_Grapheme_Extend              = table("Other_Grapheme_Extend")
	Other_ID_Continue                  = table("Other_ID_Continue")
	Other_ID_Start                     = table("Other_ID_Start")
	Other_Lowercase                    = table("Other_Lowercase")
	Other_Math                         = table("Other_Math")
	Other_Uppercase                    = table("Other_Uppercase")
	Pattern_Syntax                     = table("Pattern_Syntax")
	Pattern_White_Space                = table("Pattern_White_Space")
	Prepended_Concatenation_Mark       = table("Prepended_Concatenation_Mark")
	Quotation_Mark                     = table("Quotation_Mark")
	Radical                            = table("Radical")
	Regional_Indicator                 = table("Regional_Indicator")
	STerm                              = table("Sentence_Terminal")
	Sentence_Terminal                  = STerm
	Soft_Dotted                        = table("Soft_Dotted")
	Terminal_Punctuation               = table("Terminal_Punctuation")
	Unified_Ideograph                  = table("Unified_Ideograph")
	Variation_Selector                 = table("Variation_Selector")
	White_Space                        = table("White_Space")
)

// CategoryAliases maps the long names of categories to the short ones.
var CategoryAliases = map[string]string{
	"Cased_Letter":          "LC",
	"Close_Punctuation":     "Pe",
	"Combining_Mark":        "M",
	"Connector_Punctuation": "Pc",
	"Control":               "Cc",
	"Currency_Symbol":       "Sc",
	"Dash_Punctuation":      "Pd",
	"Decimal_Number":        "Nd",
	"Enclosing_Mark":        "Me",
	"Final_Punctuation":     "Pf",
	"Format":                "Cf",
	"Initial_Punctuation":   "Pi",
	"Letter":                "L",
	"Letter_Number":         "Nl",
	"Line_Separator":        "Zl",
	"Lowercase_Letter":      "Ll",
	"Mark":                  "M",
	"Math_Symbol":           "Sm",
	"Modifier_Letter":       "Lm",
	"Modifier_Symbol":       "Sk",
	"Nonspacing_Mark":       "Mn",
	"Number":                "N",
	"Open_Punctuation":      "Ps",
	"Other":                 "C",
	"Other_Letter":          "Lo",
	"Other_Number":          "No",
	"Other_Punctuation":     "Po",
	"Other_Symbol":          "So",
	"Paragraph_Separator":   "Zp",
	"Private_Use":           "Co",
	"Punctuation":           "P",
	"Separator":             "Z",
	"Space_Separator":       "Zs",
	"Spacing_Mark":          "Mc",
	"Surrogate":             "Cs",
	"Symbol":                "S",
	"Titlecase_Letter":      "Lt",
	"Unassigned":            "Cn",
	"Uppercase_Letter":      "Lu",
	"cntrl":                 "Cc",
	"digit":                 "Nd",
	"punct":                 "P",
}
