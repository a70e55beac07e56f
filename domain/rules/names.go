package rules

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/domain/rules/dates"
)

// SnakeCase is the technical form of a name: marks dropped, broken at other
// characters than letters and digits and before a capital behind a small letter or
// a digit, in lower case, joined by underscores. It may be empty.
func SnakeCase(s string) string {
	s = strings.NewReplacer("ß", "ss", "ẞ", "SS").Replace(s)
	var out strings.Builder
	var last rune
	pending := false
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.M, r) {
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			pending, last = true, 0
			continue
		}
		if unicode.IsUpper(r) && (unicode.IsLower(last) || unicode.IsDigit(last)) {
			pending = true
		}
		if pending && out.Len() > 0 {
			out.WriteByte('_')
		}
		pending, last = false, r
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// A DateFormatProblem is a defect of a date formats file. Line is 1-based, Pattern
// is as written.
type DateFormatProblem struct {
	Line    int    `json:"line"`
	Pattern string `json:"pattern"`
	Message string `json:"message"`
}

// ParseDateFormats reads a date formats file: one pattern of Java's
// DateTimeFormatter on each line; blank lines and those that begin with # are
// skipped. With problems the patterns are those that are sound.
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
