// Formats of data: yaml, toml, maps to structs; comparison, UUIDs, sizes, languages.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/dustin/go-humanize"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/mitchellh/mapstructure"
	"github.com/stretchr/testify/assert"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

type server struct {
	Name  string            `yaml:"name" toml:"name"`
	Ports []int             `yaml:"ports,flow" toml:"ports"`
	Tags  map[string]string `yaml:"tags,omitempty" toml:"tags"`
	Next  *server           `yaml:"next,omitempty" toml:"next"`
}

type report struct{ lines []string }

func (r *report) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func main() {
	one := server{Name: "a", Ports: []int{80, 443}, Tags: map[string]string{"x": "1", "b": "two: 2"}}
	one.Next = &server{Name: "b"}
	text, err := yaml.Marshal(one)
	fmt.Printf("%s%v\n", text, err)
	var back server
	fmt.Println(yaml.Unmarshal(text, &back), cmp.Equal(one, back))
	fmt.Println(yaml.Unmarshal([]byte("name: [1"), &back))
	fmt.Println(yaml.Unmarshal([]byte("ports: {a: b}"), &back))
	fmt.Println(toml.NewEncoder(os.Stdout).Encode(one))
	var config map[string]any
	_, err = toml.Decode("title = \"x\"\n[owner]\nborn = 1979-05-27T07:32:00Z\nlist = [1, 2]\n", &config)
	fmt.Println(config, err)
	var decoded struct {
		Name string
		Size int `mapstructure:"size"`
	}
	err = mapstructure.WeakDecode(map[string]any{"name": "n", "size": "12"}, &decoded)
	fmt.Printf("%+v %v\n", decoded, err)
	other := one
	other.Ports = []int{80, 8080}
	// go-cmp chooses among two forms of blanks at random.
	fmt.Println(strings.ReplaceAll(cmp.Diff(one, other), "\u00a0", " "))
	fmt.Println(uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://go.dev")))
	_, err = uuid.Parse("no uuid")
	fmt.Println(err, humanize.Bytes(82854982), humanize.Comma(1234567), humanize.Ordinal(193))
	r := &report{}
	fmt.Println(assert.Equal(r, []int{1, 2}, []int{1, 3}), assert.ElementsMatch(r, []int{1, 2}, []int{2, 1}))
	for _, line := range r.lines {
		fmt.Println(line[strings.Index(line, "Error:"):])
	}
	fmt.Println(cases.Title(language.Dutch).String("ijsland"), norm.NFD.String("é") == "e\u0301")
	message.NewPrinter(language.German).Printf("%d %.2f\n", 1234567, 3.5)
}
