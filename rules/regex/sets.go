package regex

import (
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A set is a set of characters: pairs of first and last ones, sorted, apart.
type set []rune

func singleSet(r rune) set { return set{r, r} }

// everything is all characters.
var everything = set{0, unicode.MaxRune}

var parsedSets sync.Map // sets by their notation

// setOf returns the characters of a class in the notation of Go, such as a-z\p{L}.
func setOf(class string) set {
	if s, ok := parsedSets.Load(class); ok {
		return s.(set)
	}
	s := parseSet(class)
	parsedSets.Store(class, s)
	return s
}

func parseSet(class string) set {
	re, err := syntax.Parse("["+class+"]", syntax.Perl)
	if err != nil {
		panic(err)
	}
	switch re.Op {
	case syntax.OpCharClass:
		return set(re.Rune)
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 { // [Aa] is written as a letter of both cases
			return foldSet(singleSet(re.Rune[0]), false)
		}
		return singleSet(re.Rune[0])
	}
	return everything // the class of all characters is neither of the two
}

// tableSet returns the characters of a table of Unicode.
func tableSet(t *unicode.RangeTable) set {
	var out set
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			out = append(out, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			out = append(out, r, r)
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return union(out)
}

// union returns the characters of any of the sets. It may be one of them.
func union(sets ...set) set {
	switch {
	case len(sets) == 2 && len(sets[0]) == 0:
		return sets[1]
	case len(sets) == 2 && len(sets[1]) == 0:
		return sets[0]
	case len(sets) == 2:
		return mergeSets(sets[0], sets[1])
	}
	type pair struct{ lo, hi rune }
	var all []pair
	for _, s := range sets {
		for i := 0; i < len(s); i += 2 {
			all = append(all, pair{s[i], s[i+1]})
		}
	}
	slices.SortFunc(all, func(a, b pair) int { return int(a.lo) - int(b.lo) })
	var out set
	for _, p := range all {
		out = out.withRange(p.lo, p.hi)
	}
	return out
}

// mergeSets returns the characters of either set.
func mergeSets(a, b set) set {
	out := make(set, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			out, a = out.withRange(a[0], a[1]), a[2:]
			continue
		}
		out, b = out.withRange(b[0], b[1]), b[2:]
	}
	return out
}

// withRange appends a range that begins behind the beginning of the last one, to which it is joined where
// they touch.
func (s set) withRange(lo, hi rune) set {
	if n := len(s); n > 0 && lo <= s[n-1]+1 {
		s[n-1] = max(s[n-1], hi)
		return s
	}
	return append(s, lo, hi)
}

// complement returns the characters that are not in the set.
func (s set) complement() set {
	out := make(set, 0, len(s)+2)
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

// intersect returns the characters that are in both sets.
func intersect(a, b set) (out set) {
	for len(a) > 0 && len(b) > 0 {
		if lo, hi := max(a[0], b[0]), min(a[1], b[1]); lo <= hi {
			out = append(out, lo, hi)
		}
		if a[1] < b[1] {
			a = a[2:]
		} else {
			b = b[2:]
		}
	}
	return out
}

func (s set) has(r rune) bool {
	i, found := slices.BinarySearch(s, r)
	return found || i%2 == 1
}

// foldable returns the characters that have another case.
var foldable = sync.OnceValue(func() []rune {
	var out []rune
	for r := range rune(0x1F000) {
		if unicode.SimpleFold(r) != r {
			out = append(out, r)
		}
	}
	return out
})

// foldSet returns the set with the other cases of its characters: of those of ASCII, or of
// all when wide.
func foldSet(s set, wide bool) set {
	more := []set{s}
	if !wide {
		for r := 'a'; r <= 'z'; r++ {
			if s.has(r) != s.has(r-32) {
				more = append(more, singleSet(r), singleSet(r-32))
			}
		}
		return union(more...)
	}
	candidates := foldable()
	if r, ok := s.singleRune(); ok {
		candidates = []rune{r}
	}
	for _, r := range candidates {
		if s.has(r) {
			for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
				more = append(more, singleSet(other))
			}
		}
	}
	return union(more...)
}

// singleRune returns the only character of the set, and whether there is exactly one.
func (s set) singleRune() (rune, bool) {
	if len(s) == 2 && s[0] == s[1] {
		return s[0], true
	}
	return 0, false
}

// writeClass writes the set in the notation of one of the two matchers.
func (s set) writeClass(b *strings.Builder, back bool) {
	if r, ok := s.singleRune(); ok {
		writeRune(b, r, back)
		return
	}
	if len(s) == 0 {
		b.WriteString(map[bool]string{true: `(?!)`, false: `[^\x00-\x{10FFFF}]`}[back])
		return
	}
	b.WriteByte('[')
	if rest, categories := s.splitCategories(); back && categories != "" {
		b.WriteString(categories)
		s = rest
	}
	for i := 0; i < len(s); i += 2 {
		writeRune(b, s[i], back)
		if s[i+1] > s[i] {
			b.WriteByte('-')
			writeRune(b, s[i+1], back)
		}
	}
	b.WriteByte(']')
}

// manyRanges is the number of ranges from which on the backtracking matcher, which compares a character
// with one after the other, is quicker with categories of Unicode.
const manyRanges = 16

// A category is a category of Unicode by its name.
type category struct {
	name string
	set  set
}

// categories are those with many ranges that expressions name often, larger ones first.
var categories = sync.OnceValue(func() (out []category) {
	for _, name := range []string{"L", "Lu", "Ll", "Nd", "Mn", "P", "S"} {
		out = append(out, category{name, tableSet(unicode.Categories[name])})
	}
	return out
})

// splitCategories returns the categories that a set of many ranges has as a whole, in the notation of
// classes, and its other characters, to which those of ASCII always belong. There are no categories
// where many ranges would be left.
func (s set) splitCategories() (rest set, names string) {
	if len(s) < 2*manyRanges {
		return s, ""
	}
	missing, rest := s.complement(), s
	for _, c := range categories() {
		if overlaps(c.set, missing) || !overlaps(c.set, rest) {
			continue
		}
		names += `\p{` + c.name + `}`
		rest = intersect(rest, c.set.complement())
	}
	if len(rest) >= 2*manyRanges {
		return s, ""
	}
	return union(rest, intersect(s, set{0, unicode.MaxASCII})), names
}

// overlaps reports whether two sets have a character in common.
func overlaps(a, b set) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[1] < b[0]:
			a = a[2:]
		case b[1] < a[0]:
			b = b[2:]
		default:
			return true
		}
	}
	return false
}

// writeRune writes a character as itself or in hexadecimal digits. Large classes have
// more than a thousand.
func writeRune(b *strings.Builder, r rune, back bool) {
	const digits = "0123456789abcdef"
	switch {
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		b.WriteByte(byte(r))
	case back && r > 0xffff:
		b.WriteRune(r)
	case back:
		b.Write([]byte{'\\', 'u', digits[r>>12], digits[r>>8&15], digits[r>>4&15], digits[r&15]})
	default:
		var room [16]byte
		out := append(room[:0], `\x{`...)
		b.Write(append(strconv.AppendInt(out, int64(r), 16), '}'))
	}
}
