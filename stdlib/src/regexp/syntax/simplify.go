package syntax

// Simplify returns an equivalent expression without counted repetitions. A group may occur twice in it.
func (re *Regexp) Simplify() *Regexp {
	if re == nil {
		return nil
	}
	switch re.Op {
	case OpCapture, OpConcat, OpAlternate:
		return re.simplifySubs()
	case OpStar, OpPlus, OpQuest:
		return repeated(re.Op, re.Flags, re.Sub[0].Simplify(), re)
	case OpRepeat:
		if re.Min == 0 && re.Max == 0 {
			return &Regexp{Op: OpEmptyMatch}
		}
		return counted(re, re.Sub[0].Simplify())
	}
	return re
}

// simplifySubs returns the node itself if nothing below is changed.
func (re *Regexp) simplifySubs() *Regexp {
	var subs []*Regexp
	for i, sub := range re.Sub {
		simple := sub.Simplify()
		if subs == nil && simple != sub {
			subs = append(make([]*Regexp, 0, len(re.Sub)), re.Sub[:i]...)
		}
		if subs != nil {
			subs = append(subs, simple)
		}
	}
	if subs == nil {
		return re
	}
	copied := *re
	copied.Rune, copied.Sub = nil, subs
	return &copied
}

// counted expands a repetition: x{2,} to xx+, x{2,4} to xx(x(x)?)?, which matches with fewer steps than xxx?x?.
func counted(re, sub *Regexp) *Regexp {
	least := re.Min
	switch {
	case re.Max == -1 && least == 0:
		return repeated(OpStar, re.Flags, sub, nil)
	case re.Max == -1 && least == 1:
		return repeated(OpPlus, re.Flags, sub, nil)
	case least == 1 && re.Max == 1:
		return sub
	}
	all := &Regexp{Op: OpConcat}
	if re.Max == -1 {
		for range least - 1 {
			all.Sub = append(all.Sub, sub)
		}
		all.Sub = append(all.Sub, repeated(OpPlus, re.Flags, sub, nil))
		return all
	}
	for range least {
		all.Sub = append(all.Sub, sub)
	}
	if re.Max > least {
		rest := repeated(OpQuest, re.Flags, sub, nil)
		for range re.Max - least - 1 {
			both := &Regexp{Op: OpConcat, Sub: []*Regexp{sub, rest}}
			rest = repeated(OpQuest, re.Flags, both, nil)
		}
		if least <= 0 {
			return rest
		}
		all.Sub = append(all.Sub, rest)
	}
	if len(all.Sub) == 0 {
		return &Regexp{Op: OpNoMatch}
	}
	return all
}

// repeated returns a star, plus or question mark with a simple operand: old, if it is that.
func repeated(op Op, flags Flags, sub, old *Regexp) *Regexp {
	if sub.Op == OpEmptyMatch || sub.Op == op && flags&NonGreedy == sub.Flags&NonGreedy {
		return sub
	}
	if old != nil && sub == old.Sub[0] {
		return old
	}
	return one(op, flags, sub)
}
