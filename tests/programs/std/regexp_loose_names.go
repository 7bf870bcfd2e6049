// Sets of Unicode by long names, and by names in any case and with underscores, dashes and blanks.
package main

import (
	"fmt"
	"regexp"
)

func main() {
	for _, p := range []string{
		`\p{Uppercase_Letter}`, `\p{upper case-let ter}`, `\p{lu}`, `\P{LU}`, `\p{ascii}`, `(?i)\p{ascii}`, `\p{^Assigned}`, `\p{any}`,
		`\p{greek}`, `\p{old italic}`, `[\p{decimal-number}\p{sm}]`, `\p{LC}`, `\p{cased_letter}`, `\p{White_Space}`, `\p{}`, `\pl`, `\p{nosuch}`,
	} {
		re, err := regexp.Compile("^" + p + "$")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Print(p)
		for _, s := range []string{"A", "k", "\u212a", "5", "+", "Γ", "𐌀", " ", "\u0378"} {
			fmt.Print(" ", re.MatchString(s))
		}
		fmt.Println()
	}
}

// Output:
// \p{Uppercase_Letter} true false true false false true false false false
// \p{upper case-let ter} true false true false false true false false false
// \p{lu} true false true false false true false false false
// \P{LU} false true false true true false true true true
// \p{ascii} true true false true true false false true false
// (?i)\p{ascii} true true true true true false false true false
// \p{^Assigned} false false false false false false false false true
// \p{any} true true true true true true true true true
// \p{greek} false false false false false true false false false
// \p{old italic} false false false false false false true false false
// [\p{decimal-number}\p{sm}] false false false true true false false false false
// \p{LC} true true true false false true false false false
// \p{cased_letter} true true true false false true false false false
// error parsing regexp: invalid character class range: `\p{White_Space}`
// error parsing regexp: invalid character class range: `\p{}`
// \pl true true true false false true true false false
// error parsing regexp: invalid character class range: `\p{nosuch}`
