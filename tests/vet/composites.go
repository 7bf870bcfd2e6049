package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"image"
	"image/color"
	"net"
	. "net/url"
	"os"
	"testing"
	"time"
	"unicode"
)

type local struct{ a, b int }

type localOf xml.Name

type localAlias = xml.Name

type embed struct{ xml.Name }

func f[P xml.Name]() { _ = P{"a", "b"} }

func g[P local]() { _ = P{1, 2} }

var (
	_ = local{1, 2}
	_ = localOf{"a", "b"}
	_ = localAlias{"a", "b"}
	_ = &xml.Name{"a", "b"}
	_ = xml.Name{Space: "a"}
	_ = xml.Name{}
	_ = []xml.Name{{"a", "b"}, {Local: "a"}}
	_ = []*xml.Name{{"a", "b"}}
	_ = map[xml.Name]xml.Name{{"a", "b"}: {"c", "d"}}
	_ = [2]xml.Name{1: {"a", "b"}}
	_ = embed{xml.Name{"a", "b"}}
	_ = xml.Attr{xml.Name{"a", "b"}, "c"}
	_ = xml.CharData{1, 2}
	_ = image.Point{1, 2}
	_ = image.Rectangle{image.Point{1, 2}, image.Point{1, 2}}
	_ = image.Uniform{nil}
	_ = color.RGBA{1, 2, 3, 4}
	_ = color.NYCbCrA{color.YCbCr{1, 2, 3}, 1}
	_ = net.DNSConfigError{errors.New("a")}
	_ = &net.DNSConfigError{errors.New("a")}
	_ = flag.Flag{"Name", "Usage", nil, "DefValue"}
	_ = time.ParseError{"a", "b", "c", "d", "e"}
	_ = unicode.Range16{1, 2, 3}
	_ = unicode.CaseRange{1, 2, [3]rune{}}
	_ = Error{"a", "b", nil}
	_ = testing.InternalTest{"a", nil}
	_ = os.PathError{"a", "b", nil}
	_ = struct{ xml.Name }{xml.Name{"a", "b"}}
	_ = struct{ A int }{1}
)

func main() {}
