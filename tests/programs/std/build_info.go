package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
)

func main() {
	for _, s := range []string{
		"", "path\tx/y\n", "path\tx", "go\tgo1.27\n", "mod\ta\tv1\tsum\n", "mod\ta\n", "mod\ta\tb\n", "dep\tp\tv1\n=>\tq\tv2\th1:x\n", "=>\tq\tv2\tz\n", "dep\tp\tv1\n=>\tq\tv2\n",
		"dep\ta\tb\tc\td\n", "build\t-tags=x\nbuild\t\"a b\"=`c d`\n", "build\t\n", "build\tx\n", "build\t=x\n", "build\t\"x\n", "build\t\"x\"\n", "build\t\"x\"y\n", "build\ta b=c\n", "build\ta=b c\n", "build\ta=\"b\n", "build\ta=\n", "unknown\tline\n\nmod\n",
	} {
		bi, err := debug.ParseBuildInfo(s)
		fmt.Printf("%q %v\n", s, err)
		if err == nil {
			js, err := json.Marshal(bi)
			fmt.Printf("%q %s %v\n", bi.String(), js, err)
		}
	}
	bi := debug.BuildInfo{GoVersion: "go1.27", Path: "p", Main: debug.Module{Path: "m", Version: "(devel)"}, Settings: []debug.BuildSetting{{"", "x"}, {"k", "a\tb"}}}
	fmt.Printf("%q\n", bi.String())
}

// Output:
// "" <nil>
// "" {"Main":{}} <nil>
// "path\tx/y\n" <nil>
// "path\tx/y\n" {"Path":"x/y","Main":{}} <nil>
// "path\tx" <nil>
// "" {"Main":{}} <nil>
// "go\tgo1.27\n" <nil>
// "" {"Main":{}} <nil>
// "mod\ta\tv1\tsum\n" <nil>
// "mod\ta\tv1\tsum\n" {"Main":{"Path":"a","Version":"v1","Sum":"sum"}} <nil>
// "mod\ta\n" could not parse Go build info: line 1: expected 2 or 3 columns; got 1
// "mod\ta\tb\n" <nil>
// "mod\ta\tb\t\n" {"Main":{"Path":"a","Version":"b"}} <nil>
// "dep\tp\tv1\n=>\tq\tv2\th1:x\n" <nil>
// "dep\tp\tv1\n=>\tq\tv2\th1:x\n\n" {"Main":{},"Deps":[{"Path":"p","Version":"v1","Replace":{"Path":"q","Version":"v2","Sum":"h1:x"}}]} <nil>
// "=>\tq\tv2\tz\n" could not parse Go build info: line 1: replacement with no module on previous line
// "dep\tp\tv1\n=>\tq\tv2\n" could not parse Go build info: line 2: expected 3 columns for replacement; got 2
// "dep\ta\tb\tc\td\n" could not parse Go build info: line 1: expected 2 or 3 columns; got 4
// "build\t-tags=x\nbuild\t\"a b\"=`c d`\n" <nil>
// "build\t-tags=x\nbuild\t\"a b\"=\"c d\"\n" {"Main":{},"Settings":[{"Key":"-tags","Value":"x"},{"Key":"a b","Value":"c d"}]} <nil>
// "build\t\n" could not parse Go build info: line 1: build line missing '='
// "build\tx\n" could not parse Go build info: line 1: build line missing '=' after key
// "build\t=x\n" could not parse Go build info: line 1: build line with missing key
// "build\t\"x\n" could not parse Go build info: line 1: invalid quoted key in build line
// "build\t\"x\"\n" could not parse Go build info: line 1: build line missing '=' after quoted key
// "build\t\"x\"y\n" could not parse Go build info: line 1: unexpected character after quoted key: 'y'
// "build\ta b=c\n" could not parse Go build info: line 1: unquoted key "a b" must be quoted
// "build\ta=b c\n" could not parse Go build info: line 1: unquoted value "b c" must be quoted
// "build\ta=\"b\n" could not parse Go build info: line 1: invalid quoted value in build line
// "build\ta=\n" <nil>
// "build\ta=\n" {"Main":{},"Settings":[{"Key":"a"}]} <nil>
// "unknown\tline\n\nmod\n" <nil>
// "" {"Main":{}} <nil>
// "go\tgo1.27\npath\tp\nmod\tm\t(devel)\t\nbuild\t\"\"=x\nbuild\tk=\"a\\tb\"\n"
