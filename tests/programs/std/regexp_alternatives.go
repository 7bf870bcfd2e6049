package main

// Alternatives with a common beginning that can match in several ways.

import (
	"fmt"
	"regexp"
)

func main() {
	find := func(expr, text string) {
		fmt.Printf("%-24s %q\n", expr, regexp.MustCompile(expr).FindAllString(text, -1))
	}
	find(`<.+?>x|<.+?>`, "<a><b>x")
	find(`/.*\.go|/.*`, "/a/b.go.orig")
	find(`\w+ing|\w+`, "boxings")
	find(`(?:a|ab)c|(?:a|ab)`, "abc")
	find(`xy?yz|xy?y?`, "xyyz xyy")
	find(`ab.*1|ab.*2|ab`, "ab12 ab21")
	find(`a{1,3}a|a{1,3}b`, "aaab")
	find(`(?:a+?b|a+?c)d|a+?e`, "aabd aace aae")
	find(`a{2}b|a{2}c|a{2}`, "aac aab aa")
}

// Output:
// <.+?>x|<.+?>             ["<a><b>x"]
// /.*\.go|/.*              ["/a/b.go"]
// \w+ing|\w+               ["boxing" "s"]
// (?:a|ab)c|(?:a|ab)       ["abc"]
// xy?yz|xy?y?              ["xyyz" "xyy"]
// ab.*1|ab.*2|ab           ["ab12 ab21"]
// a{1,3}a|a{1,3}b          ["aaa"]
// (?:a+?b|a+?c)d|a+?e      ["aabd" "aae"]
// a{2}b|a{2}c|a{2}         ["aac" "aab" "aa"]
