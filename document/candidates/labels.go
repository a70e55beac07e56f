package candidates

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed labels.txt
var labelTable string

// A phrase is the text of a label, and the concepts that it may name.
type phrase struct {
	text     string
	words    []string
	concepts []int
}

// A lexicon knows labels by their first word, and long ones that may be a part of a compound.
type lexicon struct {
	concepts  []string // by name
	phrases   map[string][]*phrase
	compounds []*phrase // longest first
}

var labels = readLabels(labelTable)

// compoundLetters is how long a label must be, at least, to be found within a longer word.
const compoundLetters = 6

// readLabels reads the table of labels.
func readLabels(table string) *lexicon {
	byText := map[string][]string{}
	var names, texts []string
	for line := range strings.Lines(table) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) != 4 || strings.HasPrefix(line, "#") || columns[2] == "-" {
			continue
		}
		names = append(names, columns[2])
		for text := range strings.SplitSeq(columns[3], "|") {
			if text = labelForm(text); text != "" {
				byText[text] = append(byText[text], columns[2])
				texts = append(texts, text)
			}
		}
	}
	slices.Sort(names)
	x := &lexicon{concepts: slices.Compact(names), phrases: map[string][]*phrase{}}
	slices.Sort(texts)
	for _, text := range slices.Compact(texts) {
		x.add(text, byText[text])
	}
	slices.SortStableFunc(x.compounds, func(a, b *phrase) int { return len(b.text) - len(a.text) })
	return x
}

// add adds a label that names concepts.
func (x *lexicon) add(text string, names []string) {
	p := &phrase{text: text, words: strings.Fields(text)}
	for _, name := range names {
		i, _ := slices.BinarySearch(x.concepts, name)
		if !slices.Contains(p.concepts, i) {
			p.concepts = append(p.concepts, i)
		}
	}
	slices.Sort(p.concepts)
	x.phrases[p.words[0]] = append(x.phrases[p.words[0]], p)
	if len(p.words) == 1 && utf8.RuneCountInString(text) >= compoundLetters {
		x.compounds = append(x.compounds, p)
	}
}

// conceptOf returns the number of a concept.
func (x *lexicon) conceptOf(name string) int {
	i, found := slices.BinarySearch(x.concepts, name)
	if !found {
		panic("candidates: no label names the concept " + name)
	}
	return i
}

// labelForm returns a text as labels are compared: lower case, words of letters and digits, with #, & and %.
func labelForm(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if r == '_' || r == '#' || r == '&' || r == '%' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	return b.String()
}

// A meaning says how far a text is the label of a concept, from 0 to 1.
type meaning struct {
	concept int
	share   float32
}

// maxLabelBytes is how much of a text is searched for labels: what stands next to the value.
const maxLabelBytes = 120

// A reader tells what labels mean, each text once.
type reader struct {
	known map[string][]meaning
	hides func(label string) bool // labels that are treated as unknown, nil for none
}

// meaningsOf returns the concepts that labels in a text name. The text has the form of labels.
func (r *reader) meaningsOf(key string) []meaning {
	if len(key) > maxLabelBytes {
		key = key[len(key)-maxLabelBytes:]
		for !utf8.RuneStart(key[0]) {
			key = key[1:]
		}
	}
	if key == "" {
		return nil
	}
	found, known := r.known[key]
	if !known {
		found = r.search(key)
		r.known[key] = found
	}
	return found
}

// A hit is a label within a text.
type hit struct {
	at int // word
	*phrase
}

// search finds labels, longer ones first; a word belongs to one label.
func (r *reader) search(key string) []meaning {
	words := strings.Fields(key)
	letters := float32(utf8.RuneCountInString(key))
	shares := map[int]float32{}
	used := make([]bool, len(words))
	for _, h := range r.hitsIn(words) {
		end := h.at + len(h.words)
		if slices.Contains(used[h.at:end], true) {
			continue
		}
		for i := h.at; i < end; i++ {
			used[i] = true
		}
		share := 0.7*float32(utf8.RuneCountInString(h.text))/letters + 0.3*float32(end)/float32(len(words))
		for _, c := range h.concepts {
			shares[c] = max(shares[c], share)
		}
	}
	for i, w := range words {
		if used[i] || utf8.RuneCountInString(w) <= compoundLetters {
			continue
		}
		if p := r.compoundIn(w); p != nil {
			for _, c := range p.concepts {
				shares[c] = max(shares[c], 0.6*float32(utf8.RuneCountInString(p.text))/letters)
			}
		}
	}
	out := make([]meaning, 0, len(shares))
	for c, share := range shares {
		out = append(out, meaning{c, share})
	}
	slices.SortFunc(out, func(a, b meaning) int { return a.concept - b.concept })
	return out
}

// hitsIn returns the labels that words hold, the longest first, then the last.
func (r *reader) hitsIn(words []string) (hits []hit) {
	for i, w := range words {
		for _, p := range labels.phrases[w] {
			if i+len(p.words) <= len(words) && slices.Equal(words[i:i+len(p.words)], p.words) && !r.isHidden(p.text) {
				hits = append(hits, hit{i, p})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		if n := len(b.text) - len(a.text); n != 0 {
			return n
		}
		return b.at - a.at
	})
	return hits
}

// compoundIn returns the longest label that a word holds, nil for none.
func (r *reader) compoundIn(w string) *phrase {
	for _, p := range labels.compounds {
		if len(p.text) <= len(w) && strings.Contains(w, p.text) && !r.isHidden(p.text) {
			return p
		}
	}
	return nil
}

func (r *reader) isHidden(label string) bool { return r.hides != nil && r.hides(label) }
