package rules

import "github.com/seed-62a36931/docket/rules/syntax"

// Format returns a rule file in the layout that all files should have, see
// docs/rules-tools.md. Comments stay, and the result means what the file means; formatting it again
// changes nothing. A file that is not well formed is not formatted: then the problems say why
// and the result is nil. Names, types and the Java of consequences may be wrong.
func Format(src []byte) ([]byte, []Problem) {
	source := syntax.NewSource(string(src))
	text, problems := syntax.Format(source)
	if len(problems) > 0 {
		return nil, placeProblems(source, problems)
	}
	return []byte(text), nil
}
