package template

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The three lists of terms of an entity.
const (
	ListEntries              = "entries"
	ListFalsePositives       = "false-positives"
	ListFalseRecommendations = "false-recommendations"
)

// The stock limits of a list of terms.
const (
	MaxDictionaryBytes = 16 << 20
	MaxTerms           = 500_000
	MaxTermLength      = 255 // characters
)

// DictionaryLimits bound a list of terms.
type DictionaryLimits struct {
	Bytes  int64
	Terms  int
	Length int // of a term, in characters
}

// DefaultDictionaryLimits returns the stock limits.
func DefaultDictionaryLimits() DictionaryLimits {
	return DictionaryLimits{MaxDictionaryBytes, MaxTerms, MaxTermLength}
}

// ParseTerms reads one term per line, UTF-8: trimmed, blank lines and
// repeats dropped, sorted. Errors are faults of kind Invalid or
// TooLarge; those about a line are a *TextError.
func ParseTerms(content []byte, limits DictionaryLimits) ([]string, error) {
	if int64(len(content)) > limits.Bytes {
		return nil, domain.Refuse(domain.FileTooLarge, "The dictionary is larger than %d bytes", limits.Bytes).At("file")
	}
	text, err := DecodeText(content, UTF8)
	if err != nil {
		return nil, err
	}
	var terms []string
	line := 0
	for term := range strings.Lines(string(text)) {
		line++
		if term = strings.TrimSpace(term); term == "" {
			continue
		}
		if utf8.RuneCountInString(term) > limits.Length {
			return nil, textError(line, "A term must not be longer than %d", limits.Length)
		}
		terms = append(terms, term)
	}
	slices.Sort(terms)
	terms = slices.Compact(terms)
	if len(terms) > limits.Terms {
		return nil, domain.Faultf(domain.Invalid, "The dictionary has more than %d terms", limits.Terms).At("file")
	}
	return terms, nil
}

// SplitTerms takes a stored list of terms apart.
func SplitTerms(stored []byte) []string {
	text := strings.TrimSuffix(string(stored), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
