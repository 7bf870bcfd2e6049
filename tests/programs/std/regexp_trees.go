package main

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"regexp/syntax"
	"strings"
)

func dump(re *syntax.Regexp) string {
	var b strings.Builder
	fmt.Fprint(&b, re.Op, re.Flags, re.Rune, re.Min, re.Max, re.Cap, re.Name, "(")
	for _, sub := range re.Sub {
		b.WriteString(dump(sub))
	}
	return b.String() + ")"
}

// said is all that the package says of an expression.
func said(text string, flags syntax.Flags) (short, long string) {
	re, err := syntax.Parse(text, flags)
	if err != nil {
		e := err.(*syntax.Error)
		return fmt.Sprintf("%q %d: %q", text, flags, e), string(e.Code)
	}
	simple := re.Simplify()
	p, err := syntax.Compile(simple)
	prefix, all := p.Prefix()
	var matches []bool
	for i := range p.Inst {
		if in := &p.Inst[i]; in.Op == syntax.InstRune {
			for _, r := range "aAkKbz\n\u212a\u017f-" {
				matches = append(matches, in.MatchRune(r))
			}
		}
	}
	again, err2 := syntax.Parse(re.String(), flags)
	long = fmt.Sprint(dump(re), simple, dump(simple), p, err, prefix, all, p.StartCond(), p.NumCap, re.CapNames(), matches, err2, err2 == nil && again.Equal(re))
	return fmt.Sprintf("%q %d: %v %v", text, flags, re, simple), long
}

var parts = strings.Split(`a b c k K A ab abc é ſ . ^ $ | | | | ( ( ) ) ) (?: (?i) (?-i: (?s) (?m: (?-s) (?U) (?P<n> (?<m> (?im-s: * + ? *? +? ?? {2} {2,} {0,3} {1,2}? {0} {1001} {3,2} { } ] [ [a] [aA] [kK] [^a] [a-c] [^\n] [[:alpha:]] [[:^digit:]x] [\d-] [\pL] [^\PL\d] [a-\x{10ffff}] [\x00-\x{10ffff}] [^\x00-\x{10ffff}] [z-a] [[:foo:]] \d \D \w \W \s \pN \p{Greek} \P{^Lu} \p{foo} \pZ \A \z \b \B \Qa.b\E \n \x41 \x{1F600} \07 \101 \. \- \_ \q \8 \C - (?i:k) (?i:a)b x* (a|b) (ab|ac) a|b a|ab (?:) () a{2}b|a{2}c \Q\E \xff (?P<x (?z) (?i-) [a`, " ")

func main() {
	flags := []syntax.Flags{syntax.Perl, syntax.POSIX, syntax.Perl | syntax.FoldCase, syntax.Perl | syntax.NonGreedy | syntax.DotNL, syntax.Literal, syntax.MatchNL | syntax.UnicodeGroups, syntax.PerlX, syntax.Perl &^ syntax.OneLine}
	rnd := rand.New(rand.NewSource(5))
	all := fnv.New64a()
	errors := map[string]int{}
	for n := range 600 {
		var b strings.Builder
		for range 1 + rnd.Intn(7) {
			b.WriteString(parts[rnd.Intn(len(parts))])
		}
		short, long := said(b.String(), flags[max(rnd.Intn(14)-6, 0)])
		fmt.Fprintln(all, short, long)
		if n%6 == 0 {
			fmt.Println(short)
		}
		if len(long) < 50 {
			errors[long]++
		}
	}
	fmt.Printf("%v %x\n", errors, all.Sum64())
	for _, text := range []string{
		"(((a{100}){100}){100})", "((a{100}){10}){2}", "a{,2}", "a{1000}", "a\xff", "[a\xff]", `\x{fffffff}`, `\`, `[\`, `(?i)\x{2126}`, "(?P<é>a)", "(?P<>a)", "a**", "a*?*", "(|a)*", "(?:|a)+",
		strings.Repeat("(", 1000) + strings.Repeat(")", 1000), strings.Repeat("(?:", 5000) + strings.Repeat(")*", 5000), strings.Repeat("(xx?)", 100) + "{1000}", strings.Repeat(`\pL`, 30),
		strings.Repeat("(", 999) + "a" + strings.Repeat(")", 999), "abc|abd|aef|bcx|bcy", "a(?:b|c)d|a(?:b|c)e", "(?i)abc|ABD|(?-i)abd", ".|\\n", "(?s).|a", "[^a]|a", "x|(?:)|(?:)|y", "(?m)^a$|(?-m)^a$",
	} {
		short, long := said(text, syntax.Perl)
		h := fnv.New64a()
		fmt.Fprint(h, short, long)
		fmt.Printf("%.100s %x\n", short, h.Sum64())
	}
	for op := range syntax.Op(21) {
		fmt.Print(op, " ", syntax.InstOp(op), " ")
	}
	for _, r := range []rune{-1, '\n', 'a', '_', 'é', ' '} {
		fmt.Print(syntax.EmptyOpContext(r, 'a'), syntax.EmptyOpContext('-', r), syntax.IsWordChar(r), " ")
		for op := range 6 {
			in := syntax.Inst{Op: syntax.InstEmptyWidth, Arg: 1 << op}
			fmt.Print(in.MatchEmptyWidth(r, '\n'), in.MatchEmptyWidth('a', r), &in, " ")
		}
	}
	fmt.Println(".")
}

// Output:
// "|(?s)(?U)" 196: (?:) (?:)
// "\\s" 212: [\t\n\f\r ] [\t\n\f\r ]
// "\\p{foo}[a-c]" 213: "error parsing regexp: invalid character class range: `\\p{foo}`"
// "\\q" 212: "error parsing regexp: invalid escape sequence: `\\q`"
// "k[\\x00-\\x{10ffff}]" 140: k[\x00-\x{10ffff}] k[\x00-\x{10ffff}]
// "[[:alpha:]])\\pN[^\\x00-\\x{10ffff}]\\n" 212: "error parsing regexp: unexpected ): `[[:alpha:]])\\pN[^\\x00-\\x{10ffff}]\\n`"
// "\\C{1,2}?c(?z)(?s)\\xff" 212: "error parsing regexp: invalid escape sequence: `\\C`"
// "[[:alpha:]]\\b\\P{^Lu}\\8" 2: \[\[:alpha:\]\]\\b\\P\{\^Lu\}\\8 \[\[:alpha:\]\]\\b\\P\{\^Lu\}\\8
// "\\.??\\C(?s)\\B" 212: "error parsing regexp: invalid escape sequence: `\\C`"
// "[z-a](?i)(?P<n>\\D[a-c]\\p{foo}" 212: "error parsing regexp: invalid character class range: `z-a`"
// "\\P{^Lu}(\\b" 64: "error parsing regexp: invalid escape sequence: `\\P`"
// "-abc\\n(abc(?<m>a|b" 64: "error parsing regexp: missing closing ): `-abc\\n(abc(?<m>a|b`"
// "\\pZ)(?i-)ſ(?im-s:" 140: "error parsing regexp: unexpected ): `\\pZ)(?i-)ſ(?im-s:`"
// "(?<m>{2,}" 212: "error parsing regexp: missing argument to repetition operator: `{2,}`"
// ".\\q\\z(?im-s:(?-s)\\s(a|b)" 64: "error parsing regexp: invalid escape sequence: `\\q`"
// "a(?s){2,}[a-\\x{10ffff}]\\D\\x41" 0: "error parsing regexp: missing argument to repetition operator: `?`"
// ")(?im-s:[[:alpha:]](?P<n>" 212: "error parsing regexp: unexpected ): `)(?im-s:[[:alpha:]](?P<n>`"
// "k(?i-)é(?i:a)bk" 0: "error parsing regexp: missing argument to repetition operator: `?`"
// "(?i:a)b[aA]x*abc(?m:" 212: "error parsing regexp: missing closing ): `(?i:a)b[aA]x*abc(?m:`"
// "{0}" 212: "error parsing regexp: missing argument to repetition operator: `{0}`"
// "a|b" 252: [ab] [ab]
// "+?(?<m>" 212: "error parsing regexp: missing argument to repetition operator: `+?`"
// "[a-c]\\pN(|\\b$\\Q\\E" 212: "error parsing regexp: missing closing ): `[a-c]\\pN(|\\b$\\Q\\E`"
// "+A.\\8{2,}{2}" 212: "error parsing regexp: missing argument to repetition operator: `+`"
// "[^\\PL\\d][[:alpha:]]\\z+?(?:[a-c][z-a]" 212: "error parsing regexp: invalid character class range: `z-a`"
// "ab[a-\\x{10ffff}]*(?-i:\\8\\Qa.b\\E{0}" 212: "error parsing regexp: invalid escape sequence: `\\8`"
// "\\Bc" 213: (?i:\BC) (?i:\BC)
// "{1,2}?" 212: "error parsing regexp: missing argument to repetition operator: `{1,2}?`"
// "(?U)a\\B[\\x00-\\x{10ffff}]" 0: "error parsing regexp: missing argument to repetition operator: `?`"
// "\\w" 212: [0-9A-Z_a-z] [0-9A-Z_a-z]
// "(?P<x$(?:)\\.(a|b)(?s))" 2: \(\?P<x\$\(\?:\)\\\.\(a\|b\)\(\?s\)\) \(\?P<x\$\(\?:\)\\\.\(a\|b\)\(\?s\)\)
// "{1,2}?{0}[[:alpha:]]\\D" 212: "error parsing regexp: missing argument to repetition operator: `{1,2}?`"
// ")\\D|](?U)" 212: "error parsing regexp: unexpected ): `)\\D|](?U)`"
// "a{2}b|a{2}c(" 196: "error parsing regexp: missing closing ): `a{2}b|a{2}c(`"
// "[abca{2}b|a{2}c\\-" 212: "error parsing regexp: missing closing ]: `[abca{2}b|a{2}c\\-`"
// "?\\Q\\E\\B[[:alpha:]][a](?U)\\x41" 2: \?\\Q\\E\\B\[\[:alpha:\]\]\[a\]\(\?U\)\\x41 \?\\Q\\E\\B\[\[:alpha:\]\]\[a\]\(\?U\)\\x41
// "{2,}\\d\\D{1001}" 140: "error parsing regexp: missing argument to repetition operator: `{2,}`"
// "\\xff(?P<x(?:)(" 2: \\xff\(\?P<x\(\?:\)\( \\xff\(\?P<x\(\?:\)\(
// "]x*" 212: \]x* \]x*
// "{0,3}[\\d-]\\8" 2: \{0,3\}\[\\d-\]\\8 \{0,3\}\[\\d-\]\\8
// "\\w" 212: [0-9A-Z_a-z] [0-9A-Z_a-z]
// "(?P<n>?" 140: "error parsing regexp: missing argument to repetition operator: `?`"
// "]\\x41*?-" 0: \](?:A*)?- \](?:A*)?-
// "[\\x00-\\x{10ffff}][z-a]??\\p{Greek})" 2: \[\\x00-\\x\{10ffff\}\]\[z-a\]\?\?\\p\{Greek\}\) \[\\x00-\\x\{10ffff\}\]\[z-a\]\?\?\\p\{Greek\}\)
// "\\xff[z-a]\\n[^a](?U)" 252: "error parsing regexp: invalid character class range: `z-a`"
// "kab|{{" 212: kab|\{\{ kab|\{\{
// "(?-s)Kx*[a-\\x{10ffff}]b" 64: Kx*[a-\x{10ffff}]b Kx*[a-\x{10ffff}]b
// "\\p{Greek}(a|b)*?.\\xff[^a])" 212: "error parsing regexp: unexpected ): `\\p{Greek}(a|b)*?.\\xff[^a])`"
// "\\x{1F600}\\s(?:)+)[\\pL](?s)" 213: "error parsing regexp: unexpected ): `\\x{1F600}\\s(?:)+)[\\pL](?s)`"
// "(?:\\z(?<m>[a]" 140: "error parsing regexp: missing argument to repetition operator: `?`"
// "a{2}b|a{2}ca|ab\\xff" 0: a{2}(?:b|ca)|abÿ aa(?:b|ca)|abÿ
// "{0}(?i-)b" 212: "error parsing regexp: missing argument to repetition operator: `{0}`"
// "ab{3,2}|[[:alpha:]]+|[a]" 64: "error parsing regexp: invalid repeat count: `{3,2}`"
// "K||(?i:a)b" 2: K\|\|\(\?i:a\)b K\|\|\(\?i:a\)b
// "??\\8a|ab\\z[^a]\\q" 212: "error parsing regexp: missing argument to repetition operator: `??`"
// "(?i)(?:\\P{^Lu}A(a|b)" 212: "error parsing regexp: missing closing ): `(?i)(?:\\P{^Lu}A(a|b)`"
// "[\\x00-\\x{10ffff}][[:foo:]]a{2}b|a{2}c(a|b)" 212: "error parsing regexp: invalid character class range: `[:foo:]`"
// "\\pNab\\B|([a-\\x{10ffff}]" 252: "error parsing regexp: missing closing ): `\\pNab\\B|([a-\\x{10ffff}]`"
// "{3,2}" 212: "error parsing regexp: invalid repeat count: `{3,2}`"
// "(?-s)()" 212: () ()
// "(?:\\d^$-{2,}\\x{1F600}" 2: \(\?:\\d\^\$-\{2,\}\\x\{1F600\} \(\?:\\d\^\$-\{2,\}\\x\{1F600\}
// "b\\x41\\B\\pN\\101|(?:" 64: "error parsing regexp: invalid escape sequence: `\\p`"
// "\\p{Greek}[^\\PL\\d]" 140: "error parsing regexp: invalid escape sequence: `\\d`"
// "A\\w(?<m>\\07(?-s){\\A" 212: "error parsing regexp: missing closing ): `A\\w(?<m>\\07(?-s){\\A`"
// "[^\\x00-\\x{10ffff}]\\P{^Lu}[\\d-]\\b\\pN" 252: [^\x00-\x{10FFFF}][A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉ-ƋƎ-ƑƓƔƖ-ƘƜƝƟƠƢƤƦƧƩƬƮƯƱ-ƳƵƷƸƼǄǇǊǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǴǶ-ǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃ-ɆɈɊɌɎͰͲͶͿΆΈ-ΊΌΎΏΑ-ΡΣ-ΫϏϒ-ϔϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽ-ЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱ-ՖႠ-ჅჇჍᎠ-ᏵᲉᲐ-ᲺᲽ-ᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈ-ἏἘ-ἝἨ-ἯἸ-ἿὈ-ὍὙὛὝὟὨ-ὯᾸ-ΆῈ-ΉῘ-ΊῨ-ῬῸ-Ώℂℇℋ-ℍℐ-ℒℕℙ-ℝℤΩℨK-ℭℰ-ℳℾℿⅅↃⰀ-ⰯⱠⱢ-ⱤⱧⱩⱫⱭ-ⱰⱲⱵⱾ-ⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪ-ꞮꞰ-ꞴꞶꞸꞺꞼꞾꟀꟂꟄ-ꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵＡ-Ｚ𐐀-𐐧𐒰-𐓓𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐲀-𐲲𐵐-𐵥𑢠-𑢿𖹀-𖹟𖺠-𖺸𝐀-𝐙𝐴-𝑍𝑨-𝒁𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒵𝓐-𝓩𝔄𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔸𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕬-𝖅𝖠-𝖹𝗔-𝗭𝘈-𝘡𝘼-𝙕𝙰-𝚉𝚨-𝛀𝛢-𝛺𝜜-𝜴𝝖-𝝮𝞐-𝞨𝟊𞤀-𞤡][\-0-9]\b[0-9²³¹¼-¾٠-٩۰-۹߀-߉०-९০-৯৴-৹੦-੯૦-૯୦-୯୲-୷௦-௲౦-౯౸-౾೦-೯൘-൞൦-൸෦-෯๐-๙໐-໙༠-༳၀-၉႐-႙፩-፼ᛮ-ᛰ០-៩៰-៹᠐-᠙᥆-᥏᧐-᧚᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓⳽〇〡-〩〸-〺㆒-㆕㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿꘠-꘩ꛦ-ꛯ꠰-꠵꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹０-９𐄇-𐄳𐅀-𐅸𐆊𐆋𐋡-𐋻𐌠-𐌣𐍁𐍊𐏑-𐏕𐒠-𐒩𐡘-𐡟𐡹-𐡿𐢧-𐢯𐣻-𐣿𐤖-𐤛𐦼𐦽𐧀-𐧏𐧒-𐧿𐩀-𐩈𐩽𐩾𐪝-𐪟𐫫-𐫯𐭘-𐭟𐭸-𐭿𐮩-𐮯𐳺-𐳿𐴰-𐴹𐵀-𐵉𐹠-𐹾𐼝-𐼦𐽑-𐽔𐿅-𐿋𑁒-𑁯𑃰-𑃹𑄶-𑄿𑇐-𑇙𑇡-𑇴𑋰-𑋹𑑐-𑑙𑓐-𑓙𑙐-𑙙𑛀-𑛉𑛐-𑛣𑜰-𑜻𑣠-𑣲𑥐-𑥙𑯰-𑯹𑱐-𑱬𑵐-𑵙𑶠-𑶩𑷠-𑷩𑽐-𑽙𑿀-𑿔𒐀-𒑮𖄰-𖄹𖩠-𖩩𖫀-𖫉𖭐-𖭙𖭛-𖭡𖵰-𖵹𖺀-𖺖𖿴-𖿶𜳰-𜳹𝋀-𝋓𝋠-𝋳𝍠-𝍸𝟎-𝟿𞅀-𞅉𞋰-𞋹𞓰-𞓹𞗱-𞗺𞣇-𞣏𞥐-𞥙𞱱-𞲫𞲭-𞲯𞲱-𞲴𞴁-𞴭𞴯-𞴽🄀-🄌🯰-🯹] [^\x00-\x{10FFFF}][A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉ-ƋƎ-ƑƓƔƖ-ƘƜƝƟƠƢƤƦƧƩƬƮƯƱ-ƳƵƷƸƼǄǇǊǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǴǶ-ǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃ-ɆɈɊɌɎͰͲͶͿΆΈ-ΊΌΎΏΑ-ΡΣ-ΫϏϒ-ϔϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽ-ЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱ-ՖႠ-ჅჇჍᎠ-ᏵᲉᲐ-ᲺᲽ-ᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈ-ἏἘ-ἝἨ-ἯἸ-ἿὈ-ὍὙὛὝὟὨ-ὯᾸ-ΆῈ-ΉῘ-ΊῨ-ῬῸ-Ώℂℇℋ-ℍℐ-ℒℕℙ-ℝℤΩℨK-ℭℰ-ℳℾℿⅅↃⰀ-ⰯⱠⱢ-ⱤⱧⱩⱫⱭ-ⱰⱲⱵⱾ-ⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪ-ꞮꞰ-ꞴꞶꞸꞺꞼꞾꟀꟂꟄ-ꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵＡ-Ｚ𐐀-𐐧𐒰-𐓓𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐲀-𐲲𐵐-𐵥𑢠-𑢿𖹀-𖹟𖺠-𖺸𝐀-𝐙𝐴-𝑍𝑨-𝒁𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒵𝓐-𝓩𝔄𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔸𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕬-𝖅𝖠-𝖹𝗔-𝗭𝘈-𝘡𝘼-𝙕𝙰-𝚉𝚨-𝛀𝛢-𝛺𝜜-𝜴𝝖-𝝮𝞐-𝞨𝟊𞤀-𞤡][\-0-9]\b[0-9²³¹¼-¾٠-٩۰-۹߀-߉०-९০-৯৴-৹੦-੯૦-૯୦-୯୲-୷௦-௲౦-౯౸-౾೦-೯൘-൞൦-൸෦-෯๐-๙໐-໙༠-༳၀-၉႐-႙፩-፼ᛮ-ᛰ០-៩៰-៹᠐-᠙᥆-᥏᧐-᧚᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓⳽〇〡-〩〸-〺㆒-㆕㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿꘠-꘩ꛦ-ꛯ꠰-꠵꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹０-９𐄇-𐄳𐅀-𐅸𐆊𐆋𐋡-𐋻𐌠-𐌣𐍁𐍊𐏑-𐏕𐒠-𐒩𐡘-𐡟𐡹-𐡿𐢧-𐢯𐣻-𐣿𐤖-𐤛𐦼𐦽𐧀-𐧏𐧒-𐧿𐩀-𐩈𐩽𐩾𐪝-𐪟𐫫-𐫯𐭘-𐭟𐭸-𐭿𐮩-𐮯𐳺-𐳿𐴰-𐴹𐵀-𐵉𐹠-𐹾𐼝-𐼦𐽑-𐽔𐿅-𐿋𑁒-𑁯𑃰-𑃹𑄶-𑄿𑇐-𑇙𑇡-𑇴𑋰-𑋹𑑐-𑑙𑓐-𑓙𑙐-𑙙𑛀-𑛉𑛐-𑛣𑜰-𑜻𑣠-𑣲𑥐-𑥙𑯰-𑯹𑱐-𑱬𑵐-𑵙𑶠-𑶩𑷠-𑷩𑽐-𑽙𑿀-𑿔𒐀-𒑮𖄰-𖄹𖩠-𖩩𖫀-𖫉𖭐-𖭙𖭛-𖭡𖵰-𖵹𖺀-𖺖𖿴-𖿶𜳰-𜳹𝋀-𝋓𝋠-𝋳𝍠-𝍸𝟎-𝟿𞅀-𞅉𞋰-𞋹𞓰-𞓹𞗱-𞗺𞣇-𞣏𞥐-𞥙𞱱-𞲫𞲭-𞲯𞲱-𞲴𞴁-𞴭𞴯-𞴽🄀-🄌🯰-🯹]
// "()c$(?i-){2}" 212: "error parsing regexp: invalid or unsupported Perl syntax: `(?i-)`"
// "|(?P<x(?b\\pN|" 2: \|\(\?P<x\(\?b\\pN\| \|\(\?P<x\(\?b\\pN\|
// "A\\A(?P<x$" 212: "error parsing regexp: invalid named capture: `(?P<x$`"
// "a|ab*{1,2}?A\\Aé" 212: "error parsing regexp: invalid nested repetition operator: `*{1,2}?`"
// "\\_\\qſ" 252: "error parsing regexp: invalid escape sequence: `\\q`"
// "}(ab|ac)" 196: \}(a[bc]) \}(a[bc])
// "\\x41[[:alpha:]](?im-s:\\8+[a]" 212: "error parsing regexp: invalid escape sequence: `\\8`"
// "\\B(?s)\\Q\\E{3,2}[kK]" 212: "error parsing regexp: invalid repeat count: `{3,2}`"
// "{3,2}{3,2}{0}\\x{1F600}" 212: "error parsing regexp: invalid repeat count: `{3,2}`"
// "\\P{^Lu}[a-\\x{10ffff}]\\n\\W(?P<n>[a" 213: "error parsing regexp: missing closing ]: `[a`"
// "[kK]\\b{3,2}{0,3}a{2}b|a{2}c(?z)" 140: "error parsing regexp: invalid escape sequence: `\\b`"
// "a(?:)\\z" 212: a(?:)\z a(?:)\z
// "a|ab()-(?i-)a{1,2}?" 212: "error parsing regexp: invalid or unsupported Perl syntax: `(?i-)`"
// "]\\.ſ\\.\\Ca|ab\\B" 212: "error parsing regexp: invalid escape sequence: `\\C`"
// "(?i:a)b\\P{^Lu}a|b(?s)" 213: (?i:AB[A-Za-zµÀ-ÖØ-öø-İĲ-ķĹ-ňŊ-ƌƎ-ƩƬ-ƹƼƽƿǄ-ǯǱ-ȠȢ-ȳȺ-ɔɖɗəɛɜɠɡɣ-ɦɨ-ɬɯɱɲɵɽʀʂʃʇ-ʌʒʝʞͅͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎΏΑ-ΡΣ-ία-ϵϷ-ϻϽ-ҁҊ-ԯԱ-Ֆա-ֆႠ-ჅჇჍა-ჺჽ-ჿᎠ-Ᏽᏸ-ᏽᲀ-ᲊᲐ-ᲺᲽ-ᲿᵹᵽᶎḀ-ẕẛẞẠ-ἕἘ-Ἕἠ-ὅὈ-ὍὑὓὕὗὙὛὝὟ-ώᾰᾱᾸ-ΆιῈ-ΉῐῑῘ-ΊῠῡῥῨ-ῬῸ-Ώℂℇℋ-ℍℐ-ℒℕℙ-ℝℤΩℨK-ℭℰ-ℳℾℿⅅⅎↃↄⰀ-ⱰⱲⱳⱵⱶⱾ-ⳣⳫ-ⳮⳲⳳⴀ-ⴥⴧⴭꙀ-ꙭꚀ-ꚛꜢ-ꜯꜲ-ꝯꝹ-ꞇꞋ-ꞍꞐ-ꞔꞖ-ꞮꞰ-ꟜꟵꟶꭓꭰ-ꮿＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐖗-𐖡𐖣-𐖱𐖳-𐖹𐖻𐖼𐲀-𐲲𐳀-𐳲𐵐-𐵥𐵰-𐶅𑢠-𑣟𖹀-𖹿𖺠-𖺸𖺻-𖻓𝐀-𝐙𝐴-𝑍𝑨-𝒁𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒵𝓐-𝓩𝔄𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔸𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕬-𝖅𝖠-𝖹𝗔-𝗭𝘈-𝘡𝘼-𝙕𝙰-𝚉𝚨-𝛀𝛢-𝛺𝜜-𝜴𝝖-𝝮𝞐-𝞨𝟊𞤀-𞥃]A|B) (?i:AB[A-Za-zµÀ-ÖØ-öø-İĲ-ķĹ-ňŊ-ƌƎ-ƩƬ-ƹƼƽƿǄ-ǯǱ-ȠȢ-ȳȺ-ɔɖɗəɛɜɠɡɣ-ɦɨ-ɬɯɱɲɵɽʀʂʃʇ-ʌʒʝʞͅͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎΏΑ-ΡΣ-ία-ϵϷ-ϻϽ-ҁҊ-ԯԱ-Ֆա-ֆႠ-ჅჇჍა-ჺჽ-ჿᎠ-Ᏽᏸ-ᏽᲀ-ᲊᲐ-ᲺᲽ-ᲿᵹᵽᶎḀ-ẕẛẞẠ-ἕἘ-Ἕἠ-ὅὈ-ὍὑὓὕὗὙὛὝὟ-ώᾰᾱᾸ-ΆιῈ-ΉῐῑῘ-ΊῠῡῥῨ-ῬῸ-Ώℂℇℋ-ℍℐ-ℒℕℙ-ℝℤΩℨK-ℭℰ-ℳℾℿⅅⅎↃↄⰀ-ⱰⱲⱳⱵⱶⱾ-ⳣⳫ-ⳮⳲⳳⴀ-ⴥⴧⴭꙀ-ꙭꚀ-ꚛꜢ-ꜯꜲ-ꝯꝹ-ꞇꞋ-ꞍꞐ-ꞔꞖ-ꞮꞰ-ꟜꟵꟶꭓꭰ-ꮿＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐕰-𐕺𐕼-𐖊𐖌-𐖒𐖔𐖕𐖗-𐖡𐖣-𐖱𐖳-𐖹𐖻𐖼𐲀-𐲲𐳀-𐳲𐵐-𐵥𐵰-𐶅𑢠-𑣟𖹀-𖹿𖺠-𖺸𖺻-𖻓𝐀-𝐙𝐴-𝑍𝑨-𝒁𝒜𝒞𝒟𝒢𝒥𝒦𝒩-𝒬𝒮-𝒵𝓐-𝓩𝔄𝔅𝔇-𝔊𝔍-𝔔𝔖-𝔜𝔸𝔹𝔻-𝔾𝕀-𝕄𝕆𝕊-𝕐𝕬-𝖅𝖠-𝖹𝗔-𝗭𝘈-𝘡𝘼-𝙕𝙰-𝚉𝚨-𝛀𝛢-𝛺𝜜-𝜴𝝖-𝝮𝞐-𝞨𝟊𞤀-𞥃]A|B)
// "\\A{1001}[a-c]?[^\\PL\\d]\\p{foo}\\q" 212: "error parsing regexp: invalid repeat count: `{1001}`"
// "[z-a][^\\PL\\d]{1,2}?" 212: "error parsing regexp: invalid character class range: `z-a`"
// "(?i:a)b]\\pN" 212: (?i:A)b\][0-9²³¹¼-¾٠-٩۰-۹߀-߉०-९০-৯৴-৹੦-੯૦-૯୦-୯୲-୷௦-௲౦-౯౸-౾೦-೯൘-൞൦-൸෦-෯๐-๙໐-໙༠-༳၀-၉႐-႙፩-፼ᛮ-ᛰ០-៩៰-៹᠐-᠙᥆-᥏᧐-᧚᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓⳽〇〡-〩〸-〺㆒-㆕㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿꘠-꘩ꛦ-ꛯ꠰-꠵꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹０-９𐄇-𐄳𐅀-𐅸𐆊𐆋𐋡-𐋻𐌠-𐌣𐍁𐍊𐏑-𐏕𐒠-𐒩𐡘-𐡟𐡹-𐡿𐢧-𐢯𐣻-𐣿𐤖-𐤛𐦼𐦽𐧀-𐧏𐧒-𐧿𐩀-𐩈𐩽𐩾𐪝-𐪟𐫫-𐫯𐭘-𐭟𐭸-𐭿𐮩-𐮯𐳺-𐳿𐴰-𐴹𐵀-𐵉𐹠-𐹾𐼝-𐼦𐽑-𐽔𐿅-𐿋𑁒-𑁯𑃰-𑃹𑄶-𑄿𑇐-𑇙𑇡-𑇴𑋰-𑋹𑑐-𑑙𑓐-𑓙𑙐-𑙙𑛀-𑛉𑛐-𑛣𑜰-𑜻𑣠-𑣲𑥐-𑥙𑯰-𑯹𑱐-𑱬𑵐-𑵙𑶠-𑶩𑷠-𑷩𑽐-𑽙𑿀-𑿔𒐀-𒑮𖄰-𖄹𖩠-𖩩𖫀-𖫉𖭐-𖭙𖭛-𖭡𖵰-𖵹𖺀-𖺖𖿴-𖿶𜳰-𜳹𝋀-𝋓𝋠-𝋳𝍠-𝍸𝟎-𝟿𞅀-𞅉𞋰-𞋹𞓰-𞓹𞗱-𞗺𞣇-𞣏𞥐-𞥙𞱱-𞲫𞲭-𞲯𞲱-𞲴𞴁-𞴭𞴯-𞴽🄀-🄌🯰-🯹] (?i:A)b\][0-9²³¹¼-¾٠-٩۰-۹߀-߉०-९০-৯৴-৹੦-੯૦-૯୦-୯୲-୷௦-௲౦-౯౸-౾೦-೯൘-൞൦-൸෦-෯๐-๙໐-໙༠-༳၀-၉႐-႙፩-፼ᛮ-ᛰ០-៩៰-៹᠐-᠙᥆-᥏᧐-᧚᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓⳽〇〡-〩〸-〺㆒-㆕㈠-㈩㉈-㉏㉑-㉟㊀-㊉㊱-㊿꘠-꘩ꛦ-ꛯ꠰-꠵꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹０-９𐄇-𐄳𐅀-𐅸𐆊𐆋𐋡-𐋻𐌠-𐌣𐍁𐍊𐏑-𐏕𐒠-𐒩𐡘-𐡟𐡹-𐡿𐢧-𐢯𐣻-𐣿𐤖-𐤛𐦼𐦽𐧀-𐧏𐧒-𐧿𐩀-𐩈𐩽𐩾𐪝-𐪟𐫫-𐫯𐭘-𐭟𐭸-𐭿𐮩-𐮯𐳺-𐳿𐴰-𐴹𐵀-𐵉𐹠-𐹾𐼝-𐼦𐽑-𐽔𐿅-𐿋𑁒-𑁯𑃰-𑃹𑄶-𑄿𑇐-𑇙𑇡-𑇴𑋰-𑋹𑑐-𑑙𑓐-𑓙𑙐-𑙙𑛀-𑛉𑛐-𑛣𑜰-𑜻𑣠-𑣲𑥐-𑥙𑯰-𑯹𑱐-𑱬𑵐-𑵙𑶠-𑶩𑷠-𑷩𑽐-𑽙𑿀-𑿔𒐀-𒑮𖄰-𖄹𖩠-𖩩𖫀-𖫉𖭐-𖭙𖭛-𖭡𖵰-𖵹𖺀-𖺖𖿴-𖿶𜳰-𜳹𝋀-𝋓𝋠-𝋳𝍠-𝍸𝟎-𝟿𞅀-𞅉𞋰-𞋹𞓰-𞓹𞗱-𞗺𞣇-𞣏𞥐-𞥙𞱱-𞲫𞲭-𞲯𞲱-𞲴𞴁-𞴭𞴯-𞴽🄀-🄌🯰-🯹]
// "(?U)" 196: (?:) (?:)
// "[a](?:\\s" 212: "error parsing regexp: missing closing ): `[a](?:\\s`"
// "??(?i:a)b" 212: "error parsing regexp: missing argument to repetition operator: `??`"
// "K\\101(?U)" 212: KA KA
// "\\.x*{3,2}" 212: "error parsing regexp: invalid repeat count: `{3,2}`"
// "[\\x00-\\x{10ffff}]" 212: (?s:.) (?s:.)
// "K{1,2}?(?s)\\C??" 0: "error parsing regexp: missing argument to repetition operator: `?`"
// "(?im-s:a{2}b|a{2}c[a*[(?-i:{0,3}" 212: "error parsing regexp: missing closing ]: `[a*[(?-i:{0,3}`"
// "[^a][a-c]" 212: [^a][a-c] [^a][a-c]
// "[^a]{.abc\\s+?" 196: (?-s:[^a]\{.abc[\t\n\f\r ]+?) (?-s:[^a]\{.abc[\t\n\f\r ]+?)
// "{1,2}?{3,2}" 252: "error parsing regexp: missing argument to repetition operator: `{1,2}?`"
// "{3,2}\\q{0}{2}(" 212: "error parsing regexp: invalid repeat count: `{3,2}`"
// "{1001}" 196: "error parsing regexp: invalid repeat count: `{1001}`"
// "{0,3}(?<m>|[a\\pZ\\d(ab|ac)" 212: "error parsing regexp: missing argument to repetition operator: `{0,3}`"
// "-" 212: - -
// "$" 212: (?-m:$) (?-m:$)
// "(?P<n>{3,2}\\101+?{\\x{1F600}\\z" 196: "error parsing regexp: invalid repeat count: `{3,2}`"
// map[invalid character class range:33 invalid escape sequence:84 invalid named capture:11 invalid nested repetition operator:2 invalid or unsupported Perl syntax:15 invalid repeat count:28 missing argument to repetition operator:108 missing closing ):53 missing closing ]:12 unexpected ):27] 3928e214a5dc960e
// "(((a{100}){100}){100})" 212: "error parsing regexp: invalid repeat count: `{100}`" f8974e18f1c32c5f
// "((a{100}){10}){2}" 212: "error parsing regexp: invalid repeat count: `{2}`" 24b879d075f356cc
// "a{,2}" 212: a\{,2\} a\{,2\} f9687c7d4b1645b
// "a{1000}" 212: a{1000} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b0da48ef53b4c89b
// "a\xff" 212: "error parsing regexp: invalid UTF-8: `\xff`" 6ea97abc74a5b5c0
// "[a\xff]" 212: "error parsing regexp: invalid UTF-8: `\xff]`" 4f77a58ce61f52cb
// "\\x{fffffff}" 212: "error parsing regexp: invalid escape sequence: `\\x{ffffff`" 8fe72f961489c51c
// "\\" 212: "error parsing regexp: trailing backslash at end of expression: ``" 3441ab7659ab8f23
// "[\\" 212: "error parsing regexp: trailing backslash at end of expression: ``" ac85c02be7dfc382
// "(?i)\\x{2126}" 212: (?i:Ω) (?i:Ω) 1d1ea2c39220d347
// "(?P<é>a)" 212: "error parsing regexp: invalid named capture: `(?P<é>`" 9ab8e1983e609e07
// "(?P<>a)" 212: "error parsing regexp: invalid named capture: `(?P<>`" 439bd96f90fdc98f
// "a**" 212: "error parsing regexp: invalid nested repetition operator: `**`" 6008043ac399806e
// "a*?*" 212: "error parsing regexp: invalid nested repetition operator: `*?*`" 44843f701434f004
// "(|a)*" 212: ((?:)|a)* ((?:)|a)* da835456a23d32f6
// "(?:|a)+" 212: (?:(?:)|a)+ (?:(?:)|a)+ bffe722a23f12131
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((( 5ea6a810f214950f
// "(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?:(?: b0cb1d7b990e9e4f
// "(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx?)(xx? e22d6041c83cc391
// "\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\pL\\p 4fcb71a054a3ae15
// "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((( 9e1477eece92da2
// "abc|abd|aef|bcx|bcy" 212: a(?:b[cd]|ef)|bc[xy] a(?:b[cd]|ef)|bc[xy] 223ef0fa54ddf063
// "a(?:b|c)d|a(?:b|c)e" 212: a[bc][de] a[bc][de] 26cdab34bc0b2194
// "(?i)abc|ABD|(?-i)abd" 212: (?i:AB[CDcd])|abd (?i:AB[CDcd])|abd e2f5b4d3741c152e
// ".|\\n" 212: (?s:.) (?s:.) cb0ccedb96113776
// "(?s).|a" 212: (?s:.) (?s:.) a607952623e5dbe0
// "[^a]|a" 212: (?s:.) (?s:.) fb6d96331b388974
// "x|(?:)|(?:)|y" 212: x|(?:)|y x|(?:)|y 8e0532dd4d942733
// "(?m)^a$|(?-m)^a$" 212: (?-m:(?m:^a$)|\Aa$) (?-m:(?m:^a$)|\Aa$) 60ec4046c52dfa9c
// Op(0) InstAlt NoMatch InstAltMatch EmptyMatch InstCapture Literal InstEmptyWidth CharClass InstMatch AnyCharNotNL InstFail AnyChar InstNop BeginLine InstRune EndLine InstRune1 BeginText InstRuneAny EndText InstRuneAnyNotNL WordBoundary  NoWordBoundary  Capture  Star  Plus  Quest  Repeat  Concat  Alternate  Op(20)  21 42 false true false empty 1 -> 0 true true empty 2 -> 0 true false empty 4 -> 0 false true empty 8 -> 0 false true empty 16 -> 0 true false empty 32 -> 0 17 34 false true false empty 1 -> 0 true true empty 2 -> 0 false false empty 4 -> 0 false false empty 8 -> 0 false true empty 16 -> 0 true false empty 32 -> 0 32 16 true false false empty 1 -> 0 true false empty 2 -> 0 false false empty 4 -> 0 false false empty 8 -> 0 true false empty 16 -> 0 false true empty 32 -> 0 32 16 true false false empty 1 -> 0 true false empty 2 -> 0 false false empty 4 -> 0 false false empty 8 -> 0 true false empty 16 -> 0 false true empty 32 -> 0 16 32 false false false empty 1 -> 0 true false empty 2 -> 0 false false empty 4 -> 0 false false empty 8 -> 0 false true empty 16 -> 0 true false empty 32 -> 0 16 32 false false false empty 1 -> 0 true false empty 2 -> 0 false false empty 4 -> 0 false false empty 8 -> 0 false true empty 16 -> 0 true false empty 32 -> 0 .
