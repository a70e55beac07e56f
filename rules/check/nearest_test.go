package check

import (
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestTheNearestNameIsProposed(t *testing.T) {
	names := []string{"containsString", "containsStringIgnoreCase", "getText", "length", "text", "type", "apply", "applied", "is"}
	tests := []struct{ word, want string }{
		{"containsStrin", "containsString"},   // a letter left out
		{"containsStringg", "containsString"}, // one too many
		{"containsStrong", "containsString"},  // another one
		{"cotnainsString", "containsString"},  // two swapped
		{"containsstring", "containsString"},  // case alone
		{"CONTAINSSTRINGIGNORECASE", "containsStringIgnoreCase"},
		{"contansStrnIgnreCase", ""},                          // four changes
		{"contansStringIgnrCase", "containsStringIgnoreCase"}, // three
		{"txet", "text"},
		{"lengh", "length"},
		{"legh", ""},    // two changes of four letters
		{"typ", "type"}, // one change of three
		{"ty", ""},      // of two letters one may differ
		{"it", "is"},
		{"x", ""},
		{"", ""},
		{"appl", "apply"},
		{"entirely", ""},
		{"lengthyyyy", ""}, // four too many
		{"abcdefghijkl", ""},
	}
	for _, tt := range tests {
		if got := NearestName(tt.word, names); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.word, got, tt.want)
		}
	}
	for _, tt := range []struct{ word, name, want string }{
		{"abcdefghijklmnop", "abcdefghijklm", "abcdefghijklm"}, {"abcdefghijklm", "abcdefghijklmnop", "abcdefghijklmnop"},
		{"abcdefghijklmnop", "abcdefghijkl", ""}, {"abcdefghijkl", "abcdefghijklmnop", ""},
		{"abcdefgh", "abcdef", "abcdef"}, {"abcdefg", "abcde", ""}, {"abcdefg", "abcdef", "abcdef"}, {"ab", "abc", "abc"},
		{"ab", "abcd", ""}, {"abc", "ab", "ab"}, {"ab", "a", "a"}, {"a", "ab", ""}, {"ab", "", ""}, {"äb", "Äb", "Äb"},
	} {
		if got := NearestName(tt.word, []string{tt.name}); got != tt.want {
			t.Errorf("%s of %s alone: got %q, want %q", tt.word, tt.name, got, tt.want)
		}
	}
	if got := NearestName("type", []string{"type"}); got != "" {
		t.Errorf("a name is proposed for itself: %q, want nothing", got)
	}
	if got := NearestName("beta", []string{"zeta", "bets", "beta2", "betb"}); got != "beta2" {
		t.Errorf("equally near names: got %q, want %q", got, "beta2")
	}
	if got := NearestName("lists", []string{"Xists", "lista"}); got != "lista" {
		t.Errorf("the first letter counts: got %q, want %q", got, "lista")
	}
}

func TestAHintIsAQuestion(t *testing.T) {
	if got := SuggestName("lngth", []string{"length"}); got != ", did you mean length?" {
		t.Errorf("got %q, want %q", got, ", did you mean length?")
	}
	if got := SuggestName("lngth", nil); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}

func TestDistanceCountsSingleChanges(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "cab", 2}, {"abcd", "badc", 2},
		{"ca", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}}
	for _, tt := range tests {
		if got := syntax.EditDistance([]rune(tt.a), []rune(tt.b)); got != tt.want {
			t.Errorf("%s, %s: got %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
