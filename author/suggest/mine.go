package suggest

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// A candidate is a way of finding values that may serve as a rule.
type candidate struct {
	about  string // what it looks for, in words
	search string // Java expression that finds entities; typeMark stands for their type
	needs  string // letters and digits that a document must have, in lower case; "" for all documents
	block  bool   // values go over several lines
}

// typeMark stands for the type of entities in the search of a candidate.
const typeMark = "$TYPE$"

// How many candidates of each kind a field has at most.
const (
	maxLabels      = 50
	maxWholeLabels = 20
	maxPhrases     = 40
	maxWords       = 12 // that lines are known by
	maxLine        = 6  // lines from the beginning of the document that are known by their number
)

// A hintKind says where a text stands that may tell a value.
type hintKind int

const (
	hintLabel      hintKind = iota // a label to the left of the value, or above it
	hintFirstDay                   // a label of a period that begins with the value
	hintSecondDay                  // a label of a period that ends with the value
	hintWholeLabel                 // a label with no other word in front of it
	hintPhrase                     // words in front of the value in running text
	hintWord                       // a word in the line of the value
	hintBlockEnd                   // the first word of the line below the value
	hintLineNumber                 // the number of its line
	hintLineCount                  // how many lines the value has
	hintLineBefore                 // the last word of the line above the value
	hintBlockStart                 // the first word of a value of several lines; digits stand for any number
)

// A hint is a text that may tell a value by its place.
type hint struct {
	kind hintKind
	text string // in lower case
}

// collectHints returns the hints around all labelled places of each document.
func (s *study) collectHints() []map[hint]bool {
	out := make([]map[hint]bool, len(s.docs))
	for i := range s.docs {
		out[i] = map[hint]bool{}
		for _, at := range s.places[i] {
			s.addLineHints(out[i], s.docs[i], at)
			if s.shape == shapeText {
				s.addBlockHints(out[i], s.docs[i], at)
			}
			for _, words := range lastWords(textBefore(s.docs[i].Tree, at)) {
				out[i][hint{hintPhrase, words}] = true
			}
		}
	}
	return out
}

// textBefore returns the text in front of a span in its paragraph, 80 bytes at most.
func textBefore(t *document.Tree, at document.Span) string {
	before := strings.ToValidUTF8(t.Text[max(0, at.Start-80):at.Start], "")
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	return before
}

var (
	periodBefore = regexp.MustCompile(datesInText.String() + `(?i)\s*(?:[-–—~]|to|thru|through|until)\s*$`)
	periodAfter  = regexp.MustCompile(`(?i)^\s*(?:[-–—~]|to|thru|through|until)\s*(?:` + datesInText.String() + `)`)
)

// addLineHints adds the labels on the line of a value, to its left and above it.
func (s *study) addLineHints(out map[hint]bool, d view, at document.Span) {
	i, ok := d.lineOf(at.Start)
	if !ok {
		return
	}
	line := d.Tree.Lines[i]
	before, kind := d.Tree.Text[line.Start:at.Start], hintLabel
	if s.shape == shapeDate {
		if m := periodBefore.FindStringIndex(before); m != nil {
			before, kind = before[:m[0]], hintSecondDay
		} else if periodAfter.MatchString(d.Tree.Text[at.End:min(len(d.Tree.Text), at.End+40)]) {
			kind = hintFirstDay
		}
	}
	labels := lastWords(before)
	if len(labels) == 0 {
		start := document.Span{Start: line.Start + len(before), End: at.End}
		for _, neighbour := range d.neighboursOf(i, start) {
			labels = append(labels, lastWords(d.lineText(neighbour))...)
		}
	}
	for _, l := range labels {
		out[hint{kind, l}] = true
	}
	if n := len(labels); kind == hintLabel && n > 0 && len(labels[n-1]) == len(firstLetterOn(before)) {
		out[hint{hintWholeLabel, labels[n-1]}] = true
	}
}

// anyNumber is the text of a hint for a word with digits.
const anyNumber = "a number"

// firstLetterOn returns a text from its first letter or digit to its last one.
func firstLetterOn(text string) string {
	return strings.TrimFunc(strings.Join(strings.Fields(text), " "), isNoLetterOrDigit)
}

func isNoLetterOrDigit(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// addBlockHints adds the words of a line that is the value, its number, and what is below.
func (s *study) addBlockHints(out map[hint]bool, d view, at document.Span) {
	first, ok := d.lineOf(at.Start)
	last, okLast := d.lineOf(max(at.Start, at.End-1))
	if !ok || !okLast {
		return
	}
	if first < maxLine && strings.TrimSpace(d.Tree.Text[d.Tree.Lines[first].Start:at.Start]) == "" {
		out[hint{hintLineNumber, fmt.Sprint(first)}] = true
	}
	for _, w := range strings.FieldsFunc(d.Tree.TextOf(at), isNoLetter) {
		if len(w) > 2 {
			out[hint{hintWord, strings.ToLower(w)}] = true
		}
	}
	if last == first {
		return
	}
	out[hint{hintLineCount, fmt.Sprint(last - first + 1)}] = true
	if words := strings.FieldsFunc(d.Tree.TextOf(at), isNoLetterOrDigit); len(words) > 0 {
		word := strings.ToLower(words[0])
		if strings.ContainsFunc(word, unicode.IsDigit) {
			word = anyNumber
		}
		out[hint{hintBlockStart, word}] = true
	}
	if first > 0 {
		words := strings.FieldsFunc(d.lineText(first-1), isNoLetter)
		if len(words) > 0 && len(words[len(words)-1]) > 1 {
			out[hint{hintLineBefore, strings.ToLower(words[len(words)-1])}] = true
		}
	}
	if last+1 < len(d.Tree.Lines) {
		words := strings.FieldsFunc(d.lineText(last+1), isNoLetter)
		if len(words) > 0 && len(words[0]) > 1 {
			out[hint{hintBlockEnd, strings.ToLower(words[0])}] = true
		}
	}
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// neighboursOf returns the lines to the left of a span at the beginning of a line, and above it:
// the nearest of each, by their indexes.
func (v view) neighboursOf(line int, at document.Span) (out []int) {
	own := v.Tree.Lines[line]
	boxes := v.Tree.BoxesOf(at)
	if own.Angle != 0 || len(boxes) == 0 {
		return nil
	}
	box, left, above := boxes[0].Box, -1, -1
	nearLeft, nearAbove := 60*box.Height, 3.2*box.Height
	for i, l := range v.Tree.Lines {
		if l.Page != own.Page || l.Angle != 0 || i == line {
			continue
		}
		middle := box.Y + box.Height/2
		gap := box.X - (l.Box.X + l.Box.Width)
		if l.Box.Y <= middle && middle <= l.Box.Y+l.Box.Height && gap > -box.Height && gap < nearLeft {
			left, nearLeft = i, gap
		}
		gap = l.Box.Y - (box.Y + box.Height)
		if l.Box.X <= box.X+box.Width && box.X <= l.Box.X+l.Box.Width && gap > -box.Height/2 && l.Box.Y > box.Y && gap < nearAbove {
			above, nearAbove = i, gap
		}
	}
	for _, i := range []int{left, above} {
		if i >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// lastWords returns the last words of a text, from one to four of them, in lower case and
// without what follows the last letter. Words with digits end them.
func lastWords(text string) (out []string) {
	text = strings.TrimRightFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ')' })
	words := strings.Fields(text)
	for n := 1; n <= min(4, len(words)); n++ {
		label := strings.TrimLeftFunc(strings.Join(words[len(words)-n:], " "), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		isNew := label != "" && (len(out) == 0 || out[len(out)-1] != label)
		if strings.ContainsFunc(label, unicode.IsDigit) { // numbers are values of one document
			break
		}
		if isNew && len(label) <= 60 && strings.ContainsFunc(label, unicode.IsLetter) {
			out = append(out, label)
		}
	}
	return out
}

// mineCandidates returns the candidates that the labelled documents of a training set suggest,
// the most promising of each kind first. Lists of known values come last: where others find as much,
// they find values that nobody has listed, too.
func (s *study) mineCandidates(train []int, least int) (out []candidate) {
	support := s.countHints(train, least)
	beside := s.besideForms(train)
	for _, h := range s.bestHints(support, maxLabels, hintLabel, hintFirstDay, hintSecondDay) {
		forms := beside
		switch h.kind {
		case hintFirstDay:
			forms = []form{firstDay, oneDay}
		case hintSecondDay:
			forms = []form{secondDay}
		}
		for _, f := range forms {
			out = append(out, besideLabel(h.text, f, false))
		}
	}
	for _, h := range s.bestHints(support, maxWholeLabels, hintWholeLabel) {
		for _, f := range beside {
			out = append(out, besideLabel(h.text, f, true))
		}
	}
	free := s.freeForms(train)
	phraseForms := free
	if s.shape == shapeText {
		phraseForms = append([]form{capitals}, free...)
	}
	for _, h := range s.bestHints(support, maxPhrases, hintPhrase) {
		for _, f := range phraseForms {
			out = append(out, behindPhrase(h.text, f))
		}
	}
	if s.shape == shapeText {
		out = append(out, s.lineCandidates(support)...)
	}
	for _, f := range free {
		out = append(out, candidate{about: f.about,
			search: fmt.Sprintf("entityCreationService.byRegex(%s, %s, EntityType.ENTITY, 1, $document)", f.java, typeMark)})
	}
	return out
}

// countHints returns in how many documents of a training set each hint stands beside a value;
// those of fewer than least are left out.
func (s *study) countHints(train []int, least int) map[hint]int {
	out := map[hint]int{}
	for _, doc := range train {
		for h := range s.hints[doc] {
			out[h]++
		}
	}
	for h, n := range out {
		if n < least {
			delete(out, h)
		}
	}
	return out
}

// bestHints returns the hints of some kinds that tell the most: those that stand beside values
// in many documents and in few without. Of equal ones the longer, which say more, come first.
func (s *study) bestHints(support map[hint]int, most int, kinds ...hintKind) []hint {
	var out []hint
	worth := map[hint]float64{}
	for h, n := range support {
		if slices.Contains(kinds, h.kind) {
			out = append(out, h)
			all := len(s.docs)
			if h.kind != hintLineNumber && h.kind != hintLineCount && h.text != anyNumber {
				all = s.countDocuments(h.text)
			}
			worth[h] = (float64(n) + 0.6) / float64(all+2) * math.Sqrt(float64(n))
		}
	}
	slices.SortFunc(out, func(a, b hint) int {
		return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text),
			cmp.Compare(a.kind, b.kind))
	})
	return out[:min(len(out), most)]
}

// countDocuments returns how many documents have a text.
func (s *study) countDocuments(text string) int {
	if n, ok := s.frequency[text]; ok {
		return n
	}
	plain, _ := plainText(text)
	n := 0
	for _, d := range s.docs {
		if strings.Contains(d.plain, plain) {
			n++
		}
	}
	s.frequency[text] = n
	return n
}

// besideLabel returns the candidate for a form beside a label; a whole label has no other word in
// front of it.
func besideLabel(label string, f form, whole bool) candidate {
	plain, _ := plainText(label)
	about, expression := "beside", labelExpression(label)
	if whole {
		about, expression = "beside the whole label", `(?<![\p{L}\d][\s.-]{0,2})`+expression
	}
	return candidate{about: fmt.Sprintf("%s %s “%s”", f.about, about, label), needs: plain,
		search: fmt.Sprintf("entityCreationService.valueOf(List.of(%s), %s, %s, EntityType.ENTITY, $document)",
			quoteJava(expression), f.java, typeMark)}
}

// behindPhrase returns the candidate for a form behind words.
func behindPhrase(words string, f form) candidate {
	plain, _ := plainText(words)
	return candidate{about: fmt.Sprintf("%s behind “%s”", f.about, words), needs: plain,
		search: fmt.Sprintf("entityCreationService.byRegex(%s + %s, %s, EntityType.ENTITY, 1, $document)",
			quoteJava(`(?<![\p{L}\d])(?i:`+labelExpression(words)+`)[\s:.,#$€£]*`), f.java, typeMark)}
}

// lineCandidates returns the candidates for values that are lines, or several of them.
func (s *study) lineCandidates(support map[hint]int) (out []candidate) {
	for _, h := range s.bestHints(support, maxLine, hintLineNumber) {
		out = append(out, lineCandidate("line "+h.countFromOne(), "", h.skipLines()+`\s*([^\n]+)`))
	}
	for _, h := range s.bestHints(support, maxWords, hintWord) {
		out = append(out, lineCandidate(fmt.Sprintf("a line with “%s”", h.text), h.text,
			`(?:^|\n)\s*([^\n]*(?<!\p{L})(?i:`+regexp.QuoteMeta(h.text)+`)(?!\p{L})[^\n]*)`))
	}
	return append(out, s.blockCandidates(support)...)
}

// blockCandidates returns the candidates for values that go over several lines.
func (s *study) blockCandidates(support map[hint]int) (out []candidate) {
	counts := s.bestHints(support, 3, hintLineCount)
	if len(counts) == 0 {
		return nil
	}
	ends := s.bestHints(support, 6, hintBlockEnd)
	var starts []candidate
	for _, h := range s.bestHints(support, 4, hintLineNumber) {
		starts = append(starts, candidate{about: "from line " + h.countFromOne(), search: h.skipLines()})
	}
	var above []string
	for _, h := range s.bestHints(support, 8, hintLineBefore) {
		above = append(above, regexp.QuoteMeta(h.text))
	}
	if len(above) > 0 {
		starts = append(starts, candidate{about: "below a line that ends with “" + strings.Join(above, "” or “") + "”",
			search: `(?<!\p{L})(?i:` + strings.Join(above, "|") + `)\P{L}*\n`})
	}
	if begins := s.bestHints(support, 8, hintBlockStart); len(begins) > 0 {
		starts = append(starts, blockStart(begins))
	}
	for _, start := range starts {
		for _, h := range counts {
			lines, _ := strconv.Atoi(h.text)
			out = append(out, blockCandidate(fmt.Sprintf("%d lines %s", lines, start.about),
				fmt.Sprintf(`%s((?:[^\n]*\n){%d}[^\n]*)`, start.search, lines-1)))
		}
		if len(ends) > 1 {
			out = append(out, blockUpTo(start, ends...))
		}
		for _, end := range ends {
			out = append(out, blockUpTo(start, end))
		}
	}
	return out
}

// blockStart returns where values of several lines begin that begin with one of some words.
func blockStart(begins []hint) candidate {
	words, expressions := make([]string, len(begins)), make([]string, len(begins))
	for i, h := range begins {
		words[i], expressions[i] = "“"+h.text+"”", regexp.QuoteMeta(h.text)+`(?!\p{L})`
		if h.text == anyNumber {
			words[i], expressions[i] = h.text, `\p{L}?\d`
		}
	}
	return candidate{about: "from one that begins with " + strings.Join(words, " or "),
		search: `(?:^|\n)(?=[^\p{L}\d\n]*(?i:` + strings.Join(expressions, "|") + `))`}
}

// blockUpTo returns the candidate for lines up to one that begins with one of some words.
func blockUpTo(start candidate, ends ...hint) candidate {
	words, expressions := make([]string, len(ends)), make([]string, len(ends))
	for i, h := range ends {
		words[i], expressions[i] = "“"+h.text+"”", regexp.QuoteMeta(h.text)
	}
	return blockCandidate("lines "+start.about+" up to one that begins with "+strings.Join(words, " or "),
		fmt.Sprintf(`%s([^\n]+(?:\n[^\n]+){0,6}?)\n\P{L}*(?i:%s)(?!\p{L})`, start.search, strings.Join(expressions, "|")))
}

// countFromOne returns the number of a line as people count.
func (h hint) countFromOne() string {
	n, _ := strconv.Atoi(h.text)
	return strconv.Itoa(n + 1)
}

// skipLines returns the expression of the lines in front of a line number.
func (h hint) skipLines() string {
	if h.text == "0" {
		return "^"
	}
	return `^(?:[^\n]*\n){` + h.text + `}`
}

// lineCandidate returns the candidate for an expression that sees the line breaks of the page.
func lineCandidate(about, needs, expression string) candidate {
	return candidate{about: about, needs: needs, search: fmt.Sprintf(
		"entityCreationService.byRegexWithLineBreaks(%s, %s, EntityType.ENTITY, 1, $document)", quoteJava(expression), typeMark)}
}

// blockCandidate returns the candidate for an expression whose values go over several lines.
func blockCandidate(about, expression string) candidate {
	c := lineCandidate(about, "", expression)
	c.block = true
	return c
}
