package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// A TextLine is one line of text on a page, word by word.
type TextLine struct {
	Node  string // of the leaf that the line belongs to, see NodeID; "" for none
	Words []Word
}

// A Word is a run of characters without white space on one line. Half a word that was divided at
// the end of its line is a word of its own.
type Word struct {
	Text string
	Box  Rect
	// Confidence is how sure text recognition is of the word, from 1 to 100; 0 when nothing is
	// known of that.
	Confidence int
}

// PageLines returns the lines of a page, counted from 1, in reading order: those of headers and
// footers stand behind the main body. Lines without a letter are left out.
func (t *Tree) PageLines(page int) []TextLine {
	var out []TextLine
	leaves := t.leaves()
	for i := range t.Lines {
		l := &t.Lines[i]
		if l.Page != page {
			continue
		}
		if words := t.wordsOf(l); len(words) > 0 {
			out = append(out, TextLine{leafAt(leaves, l.Start), words})
		}
	}
	return out
}

// wordsOf cuts a line at its white space.
func (t *Tree) wordsOf(l *Line) []Word {
	var out []Word
	at, n := l.Start, 0
	for text := range strings.FieldsFuncSeq(t.TextOf(l.Span), unicode.IsSpace) {
		at += strings.Index(t.Text[at:l.End], text)
		span := Span{at, at + len(text)}
		if box, ok := t.boxIn(l, span); ok {
			w := Word{Text: text, Box: box}
			if n < len(l.Confidences) {
				w.Confidence = l.Confidences[n]
			}
			out = append(out, w)
		}
		at, n = span.End, n+1
	}
	return out
}

// A leaf is a node with text of its own.
type leaf struct {
	Span
	node int
}

// leaves returns the nodes that have text of their own, by the beginning of their text.
func (t *Tree) leaves() []leaf {
	var out []leaf
	for i, n := range t.Nodes {
		if len(n.Children) == 0 && n.Len() > 0 {
			out = append(out, leaf{n.Span, i})
		}
	}
	slices.SortFunc(out, func(a, b leaf) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// leafAt returns the name of the leaf whose text holds an offset, "" when there is none.
func leafAt(leaves []leaf, offset int) string {
	i, found := slices.BinarySearchFunc(leaves, offset, func(l leaf, at int) int { return cmp.Compare(l.Start, at) })
	if !found {
		i--
	}
	if i < 0 || offset >= leaves[i].End {
		return ""
	}
	return NodeID(leaves[i].node)
}

// IsRecognised reports whether the text of a page, counted from 1, lies over the image of a scan:
// it was recognised from that image, here or before.
func (t *Tree) IsRecognised(page int) bool {
	return slices.ContainsFunc(t.Nodes, func(n Node) bool {
		return n.Image != nil && n.Image.Type == ImageOCR && slices.ContainsFunc(n.Boxes, func(b PageBox) bool { return b.Page == page })
	})
}

// RecognitionOf returns how sure text recognition is of the least sure word that shares a letter with a
// span, from 1 to 100; 0 when nothing is known of any of them.
func (t *Tree) RecognitionOf(s Span) int {
	least := 0
	for i := t.LineAt(s.Start); i < len(t.Lines) && t.Lines[i].Start < s.End; i++ {
		l := &t.Lines[i]
		at, n := l.Start, 0
		for text := range strings.FieldsFuncSeq(t.TextOf(l.Span), unicode.IsSpace) {
			at += strings.Index(t.Text[at:l.End], text)
			if n >= len(l.Confidences) {
				break
			}
			if sure := l.Confidences[n]; sure > 0 && s.Intersects(Span{at, at + len(text)}) && (least == 0 || sure < least) {
				least = sure
			}
			at, n = at+len(text), n+1
		}
	}
	return least
}
