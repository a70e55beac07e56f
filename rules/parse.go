package rules

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// CheckSyntax checks a rule file against the grammar only: names, types and the Java of
// consequences are not checked, and an empty file is a file without rules. Bytes that
// are not UTF-8 are a warning, because most of them are in comments.
func CheckSyntax(src []byte) (report Report) {
	defer recoverReport(&report)
	source := syntax.NewSource(string(src))
	file, found := syntax.Parse(source)
	warnings := file.Warnings
	if p, strange := syntax.CheckEncoding(src); strange && !slices.Contains(found, p) {
		warnings = append(warnings, p)
	}
	found = append(found, file.Beyond...)
	tokens, _ := syntax.Lex(source)
	subjects := check.SubjectsOf(file, tokens)
	return Report{Errors: placeProblems(source, subjects.WithSubjects(found)),
		Warnings: placeProblems(source, subjects.WithSubjects(warnings))}
}

// entityFacts and componentFacts are words that only rules of one side use.
var (
	entityFacts = []string{"entityCreationService", "manualChangesApplicationService", "Document", "Section", "SuperSection", "Headline",
		"Paragraph", "Table", "TableCell", "Page", "Image", "Header", "Footer", "TextEntity"}
	componentFacts = []string{"componentCreationService", "componentMappingService", "Component", "Entity"}
)

// DetectSide returns the side that a rule file belongs to, judged by the classes that
// it matches and the services that it uses; ok is false when they do not decide it.
func DetectSide(src []byte) (side Side, ok bool) {
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
		return ComponentRules, true
	}
	return EntityRules, entity > component
}
