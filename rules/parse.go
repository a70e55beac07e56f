package rules

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// CheckSyntax reads a rule file by the grammar alone: names, types and the Java of
// consequences are not looked at, and an empty file is one without rules. Bytes
// that are no UTF-8 are told as a warning, since they mostly stand in comments.
func CheckSyntax(src []byte) Report {
	source := syntax.NewSource(string(src))
	file, found := syntax.Parse(source)
	warnings := file.Warnings
	if p, strange := syntax.Encoding(src); strange && !slices.Contains(found, p) {
		warnings = append(warnings, p)
	}
	found = append(found, file.Beyond...)
	subjects := check.SubjectsOf(file)
	return Report{Errors: placed(source, subjects.Named(found)), Warnings: placed(source, subjects.Named(warnings))}
}

// entityFacts and componentFacts are words that only rules of one side use.
var (
	entityFacts    = []string{"entityCreationService", "manualChangesApplicationService", "Document", "Section", "SuperSection", "Headline", "Paragraph", "Table", "TableCell", "Page", "Image", "Header", "Footer", "TextEntity"}
	componentFacts = []string{"componentCreationService", "componentMappingService", "Component", "Entity"}
)

// SideOf tells from what a rule file declares and matches which side it belongs
// to; ok is false when it says neither, or both.
func SideOf(src []byte) (side Side, ok bool) {
	tokens, _ := syntax.Lex(syntax.NewSource(string(src)))
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
