package suggest

import (
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// A view is a document with its text in the forms that values are looked for in.
type view struct {
	Document
	plain  string // letters and digits of the text, in lower case
	origin []int  // for each byte of plain, the place in the text
}

// makeViews returns the views of documents.
func makeViews(docs []Document) []view {
	out := make([]view, len(docs))
	for i, d := range docs {
		out[i] = view{Document: d}
		out[i].plain, out[i].origin = plainText(d.Tree.Text)
	}
	return out
}

// plainText returns the letters and digits of a text in lower case, and where each byte comes from.
func plainText(text string) (plain string, origin []int) {
	var b strings.Builder
	for at, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		n, _ := b.WriteRune(unicode.ToLower(r))
		for range n {
			origin = append(origin, at)
		}
	}
	return b.String(), origin
}

// findPlain returns the places of a value in the text, where only letters and digits count.
func (v view) findPlain(value string) (out []document.Span) {
	plain, _ := plainText(value)
	if plain == "" {
		return nil
	}
	for from := 0; len(out) < maxPlaces; {
		i := strings.Index(v.plain[from:], plain)
		if i < 0 {
			break
		}
		start, last := v.origin[from+i], v.origin[from+i+len(plain)-1]
		end := last + runeLength(v.Tree.Text[last:])
		if isWordEnd(v.Tree.Text, start, end) {
			out = append(out, document.Span{Start: start, End: end})
		}
		from += i + len(plain)
	}
	return out
}

// maxPlaces is how many places of one value are looked at in a document.
const maxPlaces = 20

func runeLength(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// isWordEnd reports whether a part of a text begins and ends with whole words.
func isWordEnd(text string, start, end int) bool {
	before, after := []rune(text[max(0, start-4):start]), []rune(text[end:min(len(text), end+4)])
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !(len(before) > 0 && isPart(before[len(before)-1])) && !(len(after) > 0 && isPart(after[0]))
}

// lineText returns the text of a line by its index.
func (v view) lineText(i int) string { return v.Tree.TextOf(v.Tree.Lines[i].Span) }

// lineOf returns the index of the line at an offset; ok is false when there is none.
func (v view) lineOf(offset int) (i int, ok bool) {
	i = v.Tree.LineAt(offset)
	return i, i >= 0 && i < len(v.Tree.Lines) && v.Tree.Lines[i].Start <= offset
}
