package rules

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/dates"
)

// A DateFormatProblem is a defect of a date formats file. Line is 1-based, Pattern
// is as written.
type DateFormatProblem struct {
	Line    int    `json:"line"`
	Pattern string `json:"pattern"`
	Message string `json:"message"`
}

// ParseDateFormats reads a date formats file: one pattern of Java's DateTimeFormatter on
// each line; blank lines and those that begin with # are skipped. Patterns with a problem
// are left out of the result.
func ParseDateFormats(src []byte) ([]string, []DateFormatProblem) {
	text := strings.TrimPrefix(string(src), "\ufeff")
	if strings.ToValidUTF8(text, "") != text {
		return nil, []DateFormatProblem{{1, "", "the file is not UTF-8"}}
	}
	patterns, problems := []string{}, []DateFormatProblem{}
	for i, line := range strings.Split(text, "\n") {
		pattern := strings.TrimSpace(line)
		if pattern == "" || strings.HasPrefix(pattern, "#") {
			continue
		}
		if _, err := dates.Compile(pattern); err != nil {
			problems = append(problems, DateFormatProblem{i + 1, pattern, err.Error()})
			continue
		}
		patterns = append(patterns, pattern)
	}
	return patterns, problems
}
