package main

import (
	"encoding/xml"
	"flag"
	"fmt"
	"net/http"
	"os"
)

type Local xml.Name
type S struct{ xml.Name }

func main() {
	_ = xml.Name{"a", "b"}
	_ = xml.Name{
		"a",
		"b",
	}
	_ = []xml.Name{{"a", "b"}}
	_ = []*xml.Name{{"a", "b"}, &xml.Name{"c", "d"}}
	_ = map[xml.Name]xml.Attr{{"a", "b"}: {xml.Name{"c", "d"}, "e"}}
	_ = os.PathError{"a", "b", nil}
	_ = flag.Flag{"a", "b", nil, "d"}
	_ = http.Cookie{}
	_ = Local{"a", "b"}
	_ = S{xml.Name{"a", "b"}}
	_ = struct{ xml.Name }{xml.Name{"a", "b"}}
	fmt.Println(xml.Name{ /* c */ "a", "b" /* d */ })
	_ = http.MaxBytesError{3}
	_ = xml.ProcInst{"a", nil}
}
