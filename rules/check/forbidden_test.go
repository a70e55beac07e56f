package check

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestNamesBehindADotAreNoClasses: the last word of each text is a member, or a class.
func TestNamesBehindADotAreNoClasses(t *testing.T) {
	for text, want := range map[string]bool{"Thread": false, "a Thread": false, ".Thread": true, "a.Thread": true,
		"java.lang.Thread": false, "lang.Thread": false, "lang.x.Thread": true, "x(lang).Thread": true} {
		tokens, _ := syntax.Lex(syntax.NewSource(text))
		last := len(tokens) - 1
		for tokens[last].Text != "Thread" {
			last--
		}
		if got := isMember(tokens, last); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}
