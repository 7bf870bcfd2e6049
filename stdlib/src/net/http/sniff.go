package http

import "strings"

// sniffed is how much of a body tells its type.
const sniffed = 512

// A signature is how content of a type begins; in text a dot of the mask leaves the byte open.
type signature struct {
	text, open string
	kind       string
}

// htmlTags are tags that begin HTML, in capitals; a blank or > has to follow.
var htmlTags = []string{
	"<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE", "<A", "<STYLE", "<TITLE",
	"<B", "<BODY", "<BR", "<P", "<!--",
}

var signatures = []signature{
	{"%PDF-", "", "application/pdf"},
	{"%!PS-Adobe-", "", "application/postscript"},
	{"\xfe\xff??", "  ..", "text/plain; charset=utf-16be"},
	{"\xff\xfe??", "  ..", "text/plain; charset=utf-16le"},
	{"\xef\xbb\xbf?", "   .", "text/plain; charset=utf-8"},
	{"\x00\x00\x01\x00", "", "image/x-icon"},
	{"\x00\x00\x02\x00", "", "image/x-icon"},
	{"BM", "", "image/bmp"},
	{"GIF87a", "", "image/gif"},
	{"GIF89a", "", "image/gif"},
	{"RIFF????WEBPVP", "    ....      ", "image/webp"},
	{"\x89PNG\r\n\x1a\n", "", "image/png"},
	{"\xff\xd8\xff", "", "image/jpeg"},
	{"FORM????AIFF", "    ....    ", "audio/aiff"},
	{"ID3", "", "audio/mpeg"},
	{"OggS\x00", "", "application/ogg"},
	{"MThd\x00\x00\x00\x06", "", "audio/midi"},
	{"RIFF????AVI ", "    ....    ", "video/avi"},
	{"RIFF????WAVE", "    ....    ", "audio/wave"},
	{"", "", "video/mp4"},
	{"\x1a\x45\xdf\xa3", "", "video/webm"},
	{strings.Repeat("?", 34) + "LP", strings.Repeat(".", 34) + "  ", "application/vnd.ms-fontobject"},
	{"\x00\x01\x00\x00", "", "font/ttf"},
	{"OTTO", "", "font/otf"},
	{"ttcf", "", "font/collection"},
	{"wOFF", "", "font/woff"},
	{"wOF2", "", "font/woff2"},
	{"\x1f\x8b\x08", "", "application/x-gzip"},
	{"PK\x03\x04", "", "application/zip"},
	{"Rar!\x1a\x07\x00", "", "application/x-rar-compressed"},
	{"Rar!\x1a\x07\x01\x00", "", "application/x-rar-compressed"},
	{"\x00asm", "", "application/wasm"},
}

func (s *signature) matches(data []byte) bool {
	if s.text == "" {
		return isMP4(data)
	}
	if len(data) < len(s.text) {
		return false
	}
	for i := 0; i < len(s.text); i++ {
		if s.open != "" && s.open[i] == '.' {
			continue
		}
		if data[i] != s.text[i] {
			return false
		}
	}
	return true
}

// isMP4 looks for the box of the type, and a brand in it.
func isMP4(data []byte) bool {
	if len(data) < 12 {
		return false
	}
	size := int(data[0])<<24 | int(data[1])<<16 | int(data[2])<<8 | int(data[3])
	if size > len(data) || size%4 != 0 || string(data[4:8]) != "ftyp" {
		return false
	}
	for at := 8; at < size; at += 4 {
		if at != 12 && string(data[at:at+3]) == "mp4" {
			return true
		}
	}
	return false
}

// DetectContentType tells the type of content by how it begins, as browsers do.
func DetectContentType(data []byte) string {
	if len(data) > sniffed {
		data = data[:sniffed]
	}
	start := 0
	for start < len(data) && strings.IndexByte("\t\n\x0c\r ", data[start]) >= 0 {
		start++
	}
	if text := data[start:]; len(text) > 0 && text[0] == '<' {
		for _, tag := range htmlTags {
			if len(text) > len(tag) && (text[len(tag)] == ' ' || text[len(tag)] == '>') && strings.EqualFold(string(text[:len(tag)]), tag) {
				return "text/html; charset=utf-8"
			}
		}
		if strings.HasPrefix(string(text), "<?xml") {
			return "text/xml; charset=utf-8"
		}
	}
	for i := range signatures {
		if signatures[i].matches(data) {
			return signatures[i].kind
		}
	}
	for _, b := range data[start:] {
		if b <= 0x08 || b == 0x0b || 0x0e <= b && b <= 0x1a || 0x1c <= b && b <= 0x1f {
			return "application/octet-stream"
		}
	}
	return "text/plain; charset=utf-8"
}
