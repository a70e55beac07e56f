package file

import (
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
)

// maxModelText is how many bytes of questions and answers the event of an analysis has. The result has all.
const maxModelText = 150_000

// BoundModelCalls returns what the event of an analysis tells of questions to a language model: prompts and
// answers are cut where they are more than an event should hold.
func BoundModelCalls(calls []document.ModelCall) (out []document.ModelCall) {
	for _, c := range calls {
		each := maxModelText / len(calls) / 2
		c.Prompt, c.Answer = cutBytes(c.Prompt, each), cutBytes(c.Answer, each)
		out = append(out, c)
	}
	return out
}

// cutBytes returns the first bytes of a text, whole characters only.
func cutBytes(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}
