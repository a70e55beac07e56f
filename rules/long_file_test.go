package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestAFileOfTooManyTokensIsRefused with a message, whatever it consists of: the work of a check
// is bounded by their number, not by the bytes alone.
func TestAFileOfTooManyTokensIsRefused(t *testing.T) {
	want := fmt.Sprintf("the file has more than %d words and signs", syntax.MaxTokens)
	for name, src := range map[string]string{
		"brackets":   strings.Repeat("(", 5<<20),
		"statements": "rule \"a\" when then " + strings.Repeat("f();", 5<<18) + "end",
		"words":      strings.Repeat("a ", 5<<19),
	} {
		report := Check(ComponentRules, []byte(src))
		found := false
		for _, p := range report.Errors {
			found = found || strings.Contains(p.Message, want)
		}
		if !found {
			t.Errorf("%s: got %d errors, want one that says %q", name, len(report.Errors), want)
		}
		tokens, _ := syntax.Lex(syntax.NewSource(src))
		if len(tokens) > syntax.MaxTokens+1 {
			t.Errorf("%s: %d tokens were read, want at most %v", name, len(tokens), syntax.MaxTokens+1)
		}
	}
}
