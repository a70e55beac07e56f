package rules

import (
	"slices"
	"testing"
)

func TestDateFormatsAreRead(t *testing.T) {
	for _, tt := range []struct {
		file     string
		patterns []string
		problems []DateFormatProblem
	}{
		{"", nil, nil},
		{"# comment\n\n  dd.MM.yyyy \r\nd MMMM yyyy", []string{"dd.MM.yyyy", "d MMMM yyyy"}, nil},
		{"\ufeffyyyy\n\ufeffMM", []string{"yyyy", "\ufeffMM"}, nil},
		{"dd\n\n #yy\n bb \nMM\n]", []string{"dd", "MM"},
			[]DateFormatProblem{{4, "bb", "Unknown pattern letter: b"}, {6, "]", "Pattern invalid as it contains ] without previous ["}}},
		{"dd\xff", nil, []DateFormatProblem{{1, "", "the file is not UTF-8"}}},
	} {
		patterns, problems := ParseDateFormats([]byte(tt.file))
		if !slices.Equal(patterns, tt.patterns) || !slices.Equal(problems, tt.problems) {
			t.Errorf("%q: got %q %v, want %q %v", tt.file, patterns, problems, tt.patterns, tt.problems)
		}
	}
}
