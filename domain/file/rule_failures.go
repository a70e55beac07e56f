package file

import "github.com/seed-62a36931/docket/document"

// Limits of what the event of an analysis tells of rules that failed.
const (
	maxRuleFailures = 20
	maxFailureText  = 500 // bytes of a name, and of a message
)

// BoundFailures returns what the event of an analysis tells of rules that failed: the first 20, each
// with the first 500 bytes of its names and message. It is nil without any.
func BoundFailures(failures []document.RuleFailure) []document.RuleFailure {
	var out []document.RuleFailure
	for _, f := range failures[:min(len(failures), maxRuleFailures)] {
		f.Rule, f.Message, f.Function = cutText(f.Rule), cutText(f.Message), cutText(f.Function)
		out = append(out, f)
	}
	return out
}

// cutText returns the first bytes of a text, whole characters only.
func cutText(s string) string { return cutBytes(s, maxFailureText) }
