package unicode

// Categories is the sets of the categories by name.
var Categories = all("category")

// Scripts is the sets of the scripts by name.
var Scripts = all("script")

// Properties is the sets of the properties by name.
var Properties = all("property")

// FoldCategory has, by category, the runes outside of it that are equal to one inside under simple case folding.
var FoldCategory = all("fold")

// FoldScript has, by script, the runes outside of it that are equal to one inside under simple case folding.
var FoldScript = all("foldscript")

// GraphicRanges are the sets of runes for which IsGraphic is true.
var GraphicRanges = []*RangeTable{L, M, N, P, S, Zs}

// PrintRanges are the sets of runes for which IsPrint is true, except the ASCII space.
var PrintRanges = []*RangeTable{L, M, N, P, S}

// CaseRanges are the case mappings of all letters that have one.
var CaseRanges = makeCaseRanges()

func makeCaseRanges() []CaseRange {
	data := caseRanges()
	out := make([]CaseRange, 0, len(data)/5)
	for ; len(data) > 0; data = data[5:] {
		out = append(out, CaseRange{uint32(data[0]), uint32(data[1]), d{data[2], data[3], data[4]}})
	}
	return out
}

// all makes the sets of a group.
func all(group string) map[string]*RangeTable {
	m := map[string]*RangeTable{}
	for _, name := range names(group) {
		key := name
		if group == "fold" || group == "foldscript" {
			name = group + "/" + name
		}
		m[key] = table(name)
	}
	return m
}

// table makes the set with that name.
func table(name string) *RangeTable {
	t := &RangeTable{}
	for data := ranges(name); len(data) > 0; data = data[3:] {
		lo, hi, stride := data[0], data[1], data[2]
		if hi >= 1<<16 {
			t.R32 = append(t.R32, Range32{lo, hi, stride})
			continue
		}
		t.R16 = append(t.R16, Range16{uint16(lo), uint16(hi), uint16(stride)})
		if hi <= MaxLatin1 {
			t.LatinOffset++
		}
	}
	return t
}
