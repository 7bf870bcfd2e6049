package main

import (
	"fmt"
	"html"
	"strings"
)

func main() {
	for _, s := range []string{"", "a", "&", "&&", "&amp", "&amp;", "&amp;amp;", "&ampx", "&notit;", "&notin;", "&notin", "&nota;", "&copy&copy;", "&#", "&#;", "&#x;", "&#x", "&#1", "&#65", "&#65;", "&#x41;", "&#X41", "&#x41g", "&#0;", "&#128;", "&#159;", "&#x80;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#4294967361;", "&#x100000041;",
		"&NotEqualTilde;", "&acE;", "&zwnj;", "&zzzz;", "a&lt;b&gt;c &quot &QUOT; &Aacute &aacutex; é&eacute;", "&;", "&a", "&a;", "&l", "&lt", "&ltx", "&g=1", "&lt=1", "&CounterClockwiseContourIntegral;x", "&frac12", "&frac123;", "&sup1;&sup1", "&there4;", "&there4", "&#xA0;&nbsp;", "&#9", "&#9;x&#10", "&ThickSpace;|", "&fjlig;"} {
		fmt.Printf("%q %q %q\n", s, html.UnescapeString(s), html.EscapeString(s))
	}
	fmt.Println(html.EscapeString(strings.Repeat("<a href=\"x\">'&'</a>", 3)))
}

// Output:
// "" "" ""
// "a" "a" "a"
// "&" "&" "&amp;"
// "&&" "&&" "&amp;&amp;"
// "&amp" "&" "&amp;amp"
// "&amp;" "&" "&amp;amp;"
// "&amp;amp;" "&amp;" "&amp;amp;amp;"
// "&ampx" "&x" "&amp;ampx"
// "&notit;" "¬it;" "&amp;notit;"
// "&notin;" "∉" "&amp;notin;"
// "&notin" "¬in" "&amp;notin"
// "&nota;" "¬a;" "&amp;nota;"
// "&copy&copy;" "©©" "&amp;copy&amp;copy;"
// "&#" "&#" "&amp;#"
// "&#;" "&#;" "&amp;#;"
// "&#x;" "�" "&amp;#x;"
// "&#x" "&#x" "&amp;#x"
// "&#1" "&#1" "&amp;#1"
// "&#65" "A" "&amp;#65"
// "&#65;" "A" "&amp;#65;"
// "&#x41;" "A" "&amp;#x41;"
// "&#X41" "A" "&amp;#X41"
// "&#x41g" "Ag" "&amp;#x41g"
// "&#0;" "�" "&amp;#0;"
// "&#128;" "€" "&amp;#128;"
// "&#159;" "Ÿ" "&amp;#159;"
// "&#x80;" "€" "&amp;#x80;"
// "&#xD800;" "�" "&amp;#xD800;"
// "&#x110000;" "�" "&amp;#x110000;"
// "&#99999999999;" "�" "&amp;#99999999999;"
// "&#4294967361;" "A" "&amp;#4294967361;"
// "&#x100000041;" "A" "&amp;#x100000041;"
// "&NotEqualTilde;" "≂̸" "&amp;NotEqualTilde;"
// "&acE;" "∾̳" "&amp;acE;"
// "&zwnj;" "\u200c" "&amp;zwnj;"
// "&zzzz;" "&zzzz;" "&amp;zzzz;"
// "a&lt;b&gt;c &quot &QUOT; &Aacute &aacutex; é&eacute;" "a<b>c \" \" Á áx; éé" "a&amp;lt;b&amp;gt;c &amp;quot &amp;QUOT; &amp;Aacute &amp;aacutex; é&amp;eacute;"
// "&;" "&;" "&amp;;"
// "&a" "&a" "&amp;a"
// "&a;" "&a;" "&amp;a;"
// "&l" "&l" "&amp;l"
// "&lt" "<" "&amp;lt"
// "&ltx" "<x" "&amp;ltx"
// "&g=1" "&g=1" "&amp;g=1"
// "&lt=1" "<=1" "&amp;lt=1"
// "&CounterClockwiseContourIntegral;x" "∳x" "&amp;CounterClockwiseContourIntegral;x"
// "&frac12" "½" "&amp;frac12"
// "&frac123;" "½3;" "&amp;frac123;"
// "&sup1;&sup1" "¹¹" "&amp;sup1;&amp;sup1"
// "&there4;" "∴" "&amp;there4;"
// "&there4" "&there4" "&amp;there4"
// "&#xA0;&nbsp;" "\u00a0\u00a0" "&amp;#xA0;&amp;nbsp;"
// "&#9" "&#9" "&amp;#9"
// "&#9;x&#10" "\tx\n" "&amp;#9;x&amp;#10"
// "&ThickSpace;|" "\u205f\u200a|" "&amp;ThickSpace;|"
// "&fjlig;" "fj" "&amp;fjlig;"
// &lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/a&gt;&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/a&gt;&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/a&gt;
