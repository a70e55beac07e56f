package office

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"html"
	"slices"
	"strings"
)

// The parts of a package are changed by edits of their text: whatever a pass does not name stays as its author
// wrote it, byte by byte.

// A tag is an opening, closing or empty tag in a text.
type tag struct {
	begin, end     int // of its < and after its >
	name           string
	closing, empty bool
}

// nextTag returns the first tag from an index on; comments, declarations and character data are passed over.
func nextTag(text []byte, from int) (t tag, ok bool) {
	for from < len(text) {
		i := bytes.IndexByte(text[from:], '<')
		if i < 0 {
			return tag{}, false
		}
		begin := from + i
		n := markupEnd(text[begin:])
		if n < 0 {
			return tag{}, false
		}
		from = begin + n
		switch text[begin+1] {
		case '!', '?':
		case '/':
			return tag{begin: begin, end: from, name: tagName(text[begin+2 : from]), closing: true}, true
		default:
			return tag{begin: begin, end: from, name: tagName(text[begin+1 : from]), empty: text[from-2] == '/'}, true
		}
	}
	return tag{}, false
}

// elementEnd returns the index after the element that a tag opens; the end of the text when it is not closed.
func elementEnd(text []byte, t tag) int {
	if t.empty || t.closing {
		return t.end
	}
	depth := 1
	for at := t; ; {
		next, ok := nextTag(text, at.end)
		if !ok {
			return len(text)
		}
		at = next
		if at.name != t.name || at.empty {
			continue
		}
		if !at.closing {
			depth++
		} else if depth--; depth == 0 {
			return at.end
		}
	}
}

// contentOf returns what stands between the tags of an element.
func contentOf(text []byte, t tag) []byte {
	end := elementEnd(text, t)
	if t.empty || end == len(text) {
		return nil
	}
	if i := bytes.LastIndexByte(text[t.end:end], '<'); i >= 0 {
		return text[t.end : t.end+i]
	}
	return nil
}

// plainText returns the characters of a text without markup.
func plainText(text []byte) string {
	s := string(text)
	if inner, ok := strings.CutPrefix(s, "<![CDATA["); ok {
		return strings.TrimSuffix(inner, "]]>")
	}
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return html.UnescapeString(s)
}

// escapeText returns a text as markup.
func escapeText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}

// attributeRange returns the indexes of the value of an attribute in a tag; ok is false without it.
func attributeRange(tag, name string) (from, to int, ok bool) {
	for at := 0; ; {
		i := strings.Index(tag[at:], name)
		if i <= 0 {
			return 0, 0, false
		}
		i += at
		at = i + len(name)
		if i == 0 || strings.IndexByte(" \t\r\n", tag[i-1]) < 0 {
			continue
		}
		rest := strings.TrimLeft(tag[at:], " \t\r\n")
		rest, found := strings.CutPrefix(rest, "=")
		if !found {
			continue
		}
		rest = strings.TrimLeft(rest, " \t\r\n")
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		from = len(tag) - len(rest) + 1
		if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
			return from, from + end, true
		}
	}
}

// attributeOf returns the value of an attribute of a tag, "" without it.
func attributeOf(tag, name string) string {
	from, to, ok := attributeRange(tag, name)
	if !ok {
		return ""
	}
	return plainText([]byte(tag[from:to]))
}

// isOn reports whether a property that an element switches on is so: it is unless its value says otherwise.
func isOn(value string) bool {
	switch strings.ToLower(value) {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// An edit puts another text in the place of a part of a text.
type edit struct {
	from, to int
	text     string
}

// applyEdits returns a text with its edits made; one that begins inside of another one is left out.
func applyEdits(text []byte, edits []edit) []byte {
	if len(edits) == 0 {
		return text
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	out := make([]byte, 0, len(text))
	at := 0
	for _, e := range edits {
		if e.from < at {
			continue
		}
		out = append(append(out, text[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, text[at:]...)
}

// sheetNamespaces are those of SpreadsheetML, as most programs write it and strict.
var sheetNamespaces = map[string]bool{
	"http://schemas.openxmlformats.org/spreadsheetml/2006/main": true, "http://purl.oclc.org/ooxml/spreadsheetml/main": true,
}

// usePrefix returns a part whose elements and attributes of a vocabulary have the prefix that the passes of this
// package look for, "" for none. A part that binds that prefix to something else stays as it is.
func usePrefix(text []byte, vocabulary map[string]bool, want string) []byte {
	root, ok := nextTag(text, 0)
	if !ok || root.closing {
		return text
	}
	bound := map[string]string{} // by prefix
	for _, m := range declaration.FindAllSubmatch(text[root.begin:root.end], -1) {
		bound[string(m[1])] = string(m[2]) + string(m[3])
	}
	before, _, found := strings.Cut(root.name, ":")
	if found && before == want || !found && want == "" {
		return text
	}
	if space, taken := bound[want]; found && (taken && !vocabulary[space] || !vocabulary[bound[before]]) {
		return text
	}
	var others []string
	space := ""
	for name, s := range bound {
		if vocabulary[s] {
			others, space = append(others, name), s
		}
	}
	if space == "" || bytes.Count(text, []byte("xmlns=")) > bytes.Count(text[root.begin:root.end], []byte("xmlns=")) {
		return text
	}
	return renamePrefixes(text, root, others, want, space)
}

// renamePrefixes gives tags and attributes with one of the prefixes another one, which the root element declares.
func renamePrefixes(text []byte, root tag, others []string, want, space string) []byte {
	var edits []edit
	put := func(s string) string {
		if want == "" {
			return s
		}
		return want + ":" + s
	}
	declared := "xmlns:" + want
	if want == "" {
		declared = "xmlns"
	}
	if !strings.Contains(string(text[root.begin:root.end]), declared+"=") {
		at := root.begin + 1 + len(root.name)
		edits = append(edits, edit{at, at, " " + declared + `="` + space + `"`})
	}
	for t, ok := root, true; ok; t, ok = nextTag(text, t.end) {
		from := t.begin + 1
		if t.closing {
			from++
		}
		before, local, found := strings.Cut(t.name, ":")
		if !found {
			before, local = "", t.name
		}
		if slices.Contains(others, before) {
			edits = append(edits, edit{from, from + len(t.name), put(local)})
		}
		if t.closing || want == "" {
			continue
		}
		for _, o := range others {
			if o == "" || o == want {
				continue
			}
			for at := from + len(t.name); ; {
				i := bytes.Index(text[at:t.end], []byte(" "+o+":"))
				if i < 0 {
					break
				}
				at += i + 1
				edits = append(edits, edit{at, at + len(o) + 1, want + ":"})
			}
		}
	}
	return applyEdits(text, edits)
}
