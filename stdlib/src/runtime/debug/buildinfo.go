package debug

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// mustQuoteKey reports whether a setting's key must be quoted.
func mustQuoteKey(key string) bool { return key == "" || strings.ContainsAny(key, "= \t\r\n\"`") }

// mustQuoteValue reports whether a setting's value must be quoted.
func mustQuoteValue(value string) bool { return strings.ContainsAny(value, " \t\r\n\"`") }

// String returns the text that ParseBuildInfo reads.
func (bi *BuildInfo) String() string {
	var b strings.Builder
	if bi.GoVersion != "" {
		b.WriteString("go\t" + bi.GoVersion + "\n")
	}
	if bi.Path != "" {
		b.WriteString("path\t" + bi.Path + "\n")
	}
	if bi.Main != (Module{}) {
		writeModule(&b, "mod", &bi.Main)
	}
	for _, dep := range bi.Deps {
		writeModule(&b, "dep", dep)
	}
	for _, s := range bi.Settings {
		if mustQuoteKey(s.Key) {
			s.Key = strconv.Quote(s.Key)
		}
		if mustQuoteValue(s.Value) {
			s.Value = strconv.Quote(s.Value)
		}
		b.WriteString("build\t" + s.Key + "=" + s.Value + "\n")
	}
	return b.String()
}

func writeModule(b *strings.Builder, word string, m *Module) {
	b.WriteString(word + "\t" + m.Path + "\t" + m.Version)
	if m.Replace == nil {
		b.WriteString("\t" + m.Sum)
	} else {
		b.WriteByte('\n')
		writeModule(b, "=>", m.Replace)
	}
	b.WriteByte('\n')
}

// ParseBuildInfo parses the output of BuildInfo.String. It ignores unknown lines.
func ParseBuildInfo(data string) (bi *BuildInfo, err error) {
	bi = &BuildInfo{}
	var last *Module // the module to which a replacement in the next line belongs
	for number := 1; ; number++ {
		line, rest, whole := strings.Cut(data, "\n")
		if !whole {
			return bi, nil
		}
		data = rest
		word, text, tab := strings.Cut(line, "\t")
		if !tab {
			continue
		}
		switch word {
		case "path":
			bi.Path = text
		case "mod":
			last = &bi.Main
			err = last.parse(text)
		case "dep":
			last = &Module{}
			bi.Deps = append(bi.Deps, last)
			err = last.parse(text)
		case "=>":
			err = last.parseReplace(text)
			last = nil
		case "build":
			err = bi.parseSetting(text)
		}
		if err != nil {
			return nil, fmt.Errorf("could not parse Go build info: line %d: %w", number, err)
		}
	}
}

func (m *Module) parse(text string) error {
	columns := strings.Split(text, "\t")
	switch len(columns) {
	case 2:
		*m = Module{Path: columns[0], Version: columns[1]}
	case 3:
		*m = Module{Path: columns[0], Version: columns[1], Sum: columns[2]}
	default:
		return fmt.Errorf("expected 2 or 3 columns; got %d", len(columns))
	}
	return nil
}

func (m *Module) parseReplace(text string) error {
	columns := strings.Split(text, "\t")
	if len(columns) != 3 {
		return fmt.Errorf("expected 3 columns for replacement; got %d", len(columns))
	}
	if m == nil {
		return errors.New("replacement with no module on previous line")
	}
	m.Replace = &Module{Path: columns[0], Version: columns[1], Sum: columns[2]}
	return nil
}

func isQuoted(text string) bool { return text != "" && (text[0] == '`' || text[0] == '"') }

func (bi *BuildInfo) parseSetting(text string) error {
	key, value, found := strings.Cut(text, "=")
	switch {
	case text == "":
		return errors.New("build line missing '='")
	case isQuoted(text):
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return errors.New("invalid quoted key in build line")
		}
		value = text[len(quoted):]
		if value == "" {
			return errors.New("build line missing '=' after quoted key")
		}
		if value[0] != '=' {
			return fmt.Errorf("unexpected character after quoted key: %q", value[0])
		}
		key, _ = strconv.Unquote(quoted)
		value = value[1:]
	case !found:
		return errors.New("build line missing '=' after key")
	case key == "":
		return errors.New("build line with missing key")
	case mustQuoteKey(key):
		return fmt.Errorf("unquoted key %q must be quoted", key)
	}
	if isQuoted(value) {
		unquoted, err := strconv.Unquote(value)
		if err != nil {
			return errors.New("invalid quoted value in build line")
		}
		value = unquoted
	} else if mustQuoteValue(value) {
		return fmt.Errorf("unquoted value %q must be quoted", value)
	}
	bi.Settings = append(bi.Settings, BuildSetting{key, value})
	return nil
}
