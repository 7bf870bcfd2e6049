package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
)

func main() {
	texts := []string{
		"a\tb\tc\naaa\tbbbb\tc\n", "name\tage\ttown\nAnna\t5\tBerlin\nMaximilian\t42\tUlm\n\nx\ty\n", "a\t\n", "\t\tx\n\ty\n", "é\tü\tx\nabc\td\te", "a\vb\vc\n\v\vd\n", "one\fa\tb\n\fccc\td\n", "<b>bold</b>\tx\n&lt;a\ty\n", "a\t\xffb\tc\xff\td\naaaaa\tx\ty\n", "a\tb\tc\t\naa\tbb\tcc\t\nx\n", "no columns\nat all\n", "", "a\tb\nccc\n\td\te\nff\tgg\n", "x\t\xffopen", "1\t2\t3\t4\n11\t22\t33\n111\t222\n1111\n1\t2\t3\t4\n",
	}
	params := []struct {
		min, tab, pad int
		c             byte
		flags         uint
	}{{0, 8, 0, '\t', 0}, {5, 0, 1, ' ', 0}, {8, 8, 1, '.', tabwriter.AlignRight}, {0, 8, 2, ' ', tabwriter.Debug}, {0, 4, 1, '\t', tabwriter.FilterHTML | tabwriter.Debug}, {0, 0, 1, '-', tabwriter.StripEscape | tabwriter.DiscardEmptyColumns}, {8, 8, 0, ' ', tabwriter.TabIndent | tabwriter.AlignRight | tabwriter.Debug}, {0, 8, 1, ' ', tabwriter.DiscardEmptyColumns | tabwriter.TabIndent}}
	for _, t := range texts {
		for _, p := range params {
			var b strings.Builder
			w := tabwriter.NewWriter(&b, p.min, p.tab, p.pad, p.c, p.flags)
			for i := 0; i < len(t); i += 3 {
				w.Write([]byte(t[i:min(i+3, len(t))]))
			}
			err := w.Flush()
			fmt.Printf("%q %v\n", b.String(), err)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i := range 4 {
		fmt.Fprintf(w, "%d\t%d\t%s\t\n", i*i*i, 1<<(i*4), strings.Repeat("x", i))
	}
	w.Flush()
}

// Output:
// "a\tb\tc\naaa\tbbbb\tc\n" <nil>
// "a    b    c\naaa  bbbb c\n" <nil>
// ".......a.......bc\n.....aaa....bbbbc\n" <nil>
// "a    |b     |c\naaa  |bbbb  |c\n" <nil>
// "a\t|b\t\t|c\naaa\t|bbbb\t|c\n" <nil>
// "a---b----c\naaa-bbbb-c\n" <nil>
// "       a|       b|c\n     aaa|    bbbb|c\n" <nil>
// "a   b    c\naaa bbbb c\n" <nil>
// "name\t\tage\ttown\nAnna\t\t5\tBerlin\nMaximilian\t42\tUlm\n\nx\ty\n" <nil>
// "name       age  town\nAnna       5    Berlin\nMaximilian 42   Ulm\n\nx    y\n" <nil>
// ".......name.....agetown\n.......Anna.......5Berlin\n.Maximilian......42Ulm\n\n.......xy\n" <nil>
// "name        |age  |town\nAnna        |5    |Berlin\nMaximilian  |42   |Ulm\n\nx  |y\n" <nil>
// "name\t\t|age\t|town\nAnna\t\t|5\t|Berlin\nMaximilian\t|42\t|Ulm\n\nx\t|y\n" <nil>
// "name-------age-town\nAnna-------5---Berlin\nMaximilian-42--Ulm\n\nx-y\n" <nil>
// "      name|     age|town\n      Anna|       5|Berlin\nMaximilian|      42|Ulm\n\n       x|y\n" <nil>
// "name       age town\nAnna       5   Berlin\nMaximilian 42  Ulm\n\nx y\n" <nil>
// "a\t\n" <nil>
// "a    \n" <nil>
// ".......a\n" <nil>
// "a  |\n" <nil>
// "a\t|\n" <nil>
// "a-\n" <nil>
// "       a|\n" <nil>
// "a \n" <nil>
// "x\ny\n" <nil>
// "          x\n     y\n" <nil>
// "................x\n........y\n" <nil>
// "  |  |x\n  |y\n" <nil>
// "\t|\t|x\n\t|y\n" <nil>
// "--x\n-y\n" <nil>
// "\t|\t|x\n\t|y\n" <nil>
// "\t\tx\n\ty\n" <nil>
// "é\tü\tx\nabc\td\te" <nil>
// "é    ü    x\nabc  d    e" <nil>
// ".......é.......üx\n.....abc.......de" <nil>
// "é    |ü  |x\nabc  |d  |e" <nil>
// "é\t|ü\t|x\nabc\t|d\t|e" <nil>
// "é---ü-x\nabc-d-e" <nil>
// "       é|       ü|x\n     abc|       d|e" <nil>
// "é   ü x\nabc d e" <nil>
// "a\tb\tc\n\t\td\n" <nil>
// "a    b    c\n          d\n" <nil>
// ".......a.......bc\n................d\n" <nil>
// "a  |b  |c\n   |   |d\n" <nil>
// "a\t|b\t|c\n\t|\t|d\n" <nil>
// "a-b-c\n----d\n" <nil>
// "       a|       b|c\n\t|\t|d\n" <nil>
// "a b c\n\t\td\n" <nil>
// "one\na\tb\n\nccc\td\n" <nil>
// "one\na    b\n\nccc  d\n" <nil>
// "one\n.......ab\n\n.....cccd\n" <nil>
// "one\n---\na  |b\n\n---\nccc  |d\n" <nil>
// "one\n---\na\t|b\n\n---\nccc\t|d\n" <nil>
// "one\na-b\n\nccc-d\n" <nil>
// "one\n---\n       a|b\n\n---\n     ccc|d\n" <nil>
// "one\na b\n\nccc d\n" <nil>
// "<b>bold</b>\tx\n&lt;a\t\ty\n" <nil>
// "<b>bold</b> x\n&lt;a       y\n" <nil>
// ".<b>bold</b>x\n.......&lt;ay\n" <nil>
// "<b>bold</b>  |x\n&lt;a        |y\n" <nil>
// "<b>bold</b>\t|x\n&lt;a\t\t|y\n" <nil>
// "<b>bold</b>-x\n&lt;a-------y\n" <nil>
// "<b>bold</b>|x\n      &lt;a|y\n" <nil>
// "<b>bold</b> x\n&lt;a       y\n" <nil>
// "a\t\xffb\tc\xff\td\naaaaa\tx\ty\n" <nil>
// "a     \xffb\tc\xff  d\naaaaa x    y\n" <nil>
// ".......a.....\xffb\tc\xffd\n...aaaaa.......xy\n" <nil>
// "a      |\xffb\tc\xff  |d\naaaaa  |x    |y\n" <nil>
// "a\t\t|\xffb\tc\xff\t|d\naaaaa\t|x\t|y\n" <nil>
// "a-----b\tc-d\naaaaa-x---y\n" <nil>
// "       a|     \xffb\tc\xff|d\n   aaaaa|       x|y\n" <nil>
// "a     \xffb\tc\xff d\naaaaa x   y\n" <nil>
// "a\tb\tc\t\naa\tbb\tcc\t\nx\n" <nil>
// "a    b    c    \naa   bb   cc   \nx\n" <nil>
// ".......a.......b.......c\n......aa......bb......cc\nx\n" <nil>
// "a   |b   |c   |\naa  |bb  |cc  |\nx\n" <nil>
// "a\t|b\t|c\t|\naa\t|bb\t|cc\t|\nx\n" <nil>
// "a--b--c--\naa-bb-cc-\nx\n" <nil>
// "       a|       b|       c|\n      aa|      bb|      cc|\nx\n" <nil>
// "a  b  c  \naa bb cc \nx\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "no columns\nat all\n" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "" <nil>
// "a\tb\nccc\n\td\te\nff\tgg\n" <nil>
// "a    b\nccc\n     d    e\nff   gg\n" <nil>
// ".......ab\nccc\n...............de\n......ffgg\n" <nil>
// "a  |b\nccc\n    |d  |e\nff  |gg\n" <nil>
// "a\t|b\nccc\n\t|d\t|e\nff\t|gg\n" <nil>
// "a-b\nccc\n---d-e\nff-gg\n" <nil>
// "       a|b\nccc\n\t|       d|e\n      ff|gg\n" <nil>
// "a b\nccc\n\td e\nff gg\n" <nil>
// "x\t\xffopen" <nil>
// "x    \xffopen" <nil>
// ".......x\xffopen" <nil>
// "x  |\xffopen" <nil>
// "x\t|\xffopen" <nil>
// "x-open" <nil>
// "       x|\xffopen" <nil>
// "x \xffopen" <nil>
// "1\t2\t3\t4\n11\t22\t33\n111\t222\n1111\n1\t2\t3\t4\n" <nil>
// "1    2    3    4\n11   22   33\n111  222\n1111\n1    2    3    4\n" <nil>
// ".......1.......2.......34\n......11......2233\n.....111222\n1111\n.......1.......2.......34\n" <nil>
// "1    |2   |3  |4\n11   |22  |33\n111  |222\n1111\n1  |2  |3  |4\n" <nil>
// "1\t|2\t|3\t|4\n11\t|22\t|33\n111\t|222\n1111\n1\t|2\t|3\t|4\n" <nil>
// "1---2--3-4\n11--22-33\n111-222\n1111\n1-2-3-4\n" <nil>
// "       1|       2|       3|4\n      11|      22|33\n     111|222\n1111\n       1|       2|       3|4\n" <nil>
// "1   2  3 4\n11  22 33\n111 222\n1111\n1 2 3 4\n" <nil>
//    0     1
//    1    16    x
//    8   256   xx
//   27  4096  xxx
