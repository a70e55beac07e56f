package rules

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/rules/check"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// CheckSyntax reads a rule file by the grammar alone: names, types and the Java of
// consequences are not looked at, and an empty file is one without rules. Bytes
// that are no UTF-8 are told as a warning, since they mostly stand in comments.
func CheckSyntax(src []byte) Report {
	if strange := encodingOf(src); strange != "" {
		return Report{Errors: []Problem{{1, 1, "the file is " + strange + "; save it as UTF-8"}}, Warnings: []Problem{}}
	}
	text, strange := readable(src)
	source := syntax.NewSource(text)
	file, found := syntax.Parse(source)
	found = append(found, file.Beyond...)
	warnings := file.Warnings
	if strange >= 0 {
		warnings = append(warnings, syntax.Problem{Offset: strange, Message: "this is not UTF-8; a template with such a file is refused"})
	}
	subjects := check.SubjectsOf(file)
	return Report{Errors: placed(source, subjects.Named(found)), Warnings: placed(source, subjects.Named(warnings))}
}

// encodingOf names an encoding of which nothing can be read, or is "".
func encodingOf(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(src, []byte{0, 0, 0xfe, 0xff}):
		return "UTF-32"
	case bytes.HasPrefix(src, []byte{0xff, 0xfe}), bytes.HasPrefix(src, []byte{0xfe, 0xff}):
		return "UTF-16"
	}
	return ""
}

// readable is the text of a file without its byte order mark, each byte that is no
// UTF-8 replaced; strange is the offset of the first one, -1 when there is none.
func readable(src []byte) (text string, strange int) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if utf8.Valid(src) {
		return string(src), -1
	}
	at := 0
	for at < len(src) {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return strings.ToValidUTF8(string(src), "\ufffd"), at
}

// entityFacts and componentFacts are words that only rules of one side use.
var (
	entityFacts    = []string{"entityCreationService", "manualChangesApplicationService", "Document", "Section", "SuperSection", "Headline", "Paragraph", "Table", "TableCell", "Page", "Image", "Header", "Footer", "TextEntity"}
	componentFacts = []string{"componentCreationService", "componentMappingService", "Component", "Entity"}
)

// SideOf tells from what a rule file declares and matches which side it belongs
// to; ok is false when it says neither, or both.
func SideOf(src []byte) (side Side, ok bool) {
	text, _ := readable(src)
	tokens, _ := syntax.Lex(syntax.NewSource(text))
	entity, component := 0, 0
	for i, t := range tokens {
		named := t.Kind == syntax.Ident && i+1 < len(tokens)
		switch {
		case !named:
		case tokens[i+1].Text != "(" && tokens[i+1].Text != "." && tokens[i+1].Text != ";":
		case slices.Contains(entityFacts, t.Text):
			entity++
		case slices.Contains(componentFacts, t.Text):
			component++
		}
	}
	if component > entity {
		return Component, true
	}
	return Entity, entity > component
}
