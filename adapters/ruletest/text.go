package ruletest

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// A block is a layout element of a document that is being built.
type block struct {
	kind   document.Kind // "" for a page break
	level  int           // of a headline
	lines  []string
	rows   [][]string // of a table
	heads  int        // rows of the table's header
	image  string     // type of an image
	broken bool       // the lines of the block are complete
}

// maxLevel is the deepest level of headlines.
const maxLevel = 6

// blocksOf reads a document in light text: # headlines, paragraphs between blank lines,
// | tables |, --- for a new page, [header], [footer] and [image] lines. A backslash at
// the beginning makes the rest of a line plain text.
func blocksOf(text string) (out []block, problems []Problem) {
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		b, err := blockOf(line)
		if err != "" {
			problems = append(problems, Problem{i + 1, 1, err})
			continue
		}
		out = addBlock(out, b)
	}
	var kept []block
	for _, b := range out {
		blank := b.kind == document.KindParagraph && len(b.lines) == 0 || b.kind == document.KindTable && len(b.rows) == 0
		if !blank {
			kept = append(kept, b)
		}
	}
	return kept, problems
}

// blockOf reads one line; an empty paragraph is a blank line.
func blockOf(line string) (b block, problem string) {
	trimmed := strings.TrimSpace(line)
	head := strings.TrimLeft(trimmed, "#")
	level := len(trimmed) - len(head)
	word, rest, _ := strings.Cut(trimmed, "]")
	switch {
	case trimmed == "":
		return block{kind: document.KindParagraph, broken: true}, ""
	case strings.HasPrefix(trimmed, `\`):
		return block{kind: document.KindParagraph, lines: []string{trimmed[1:]}}, ""
	case level > 0 && strings.HasPrefix(head, " ") && strings.TrimSpace(head) != "":
		if level > maxLevel {
			return b, fmt.Sprintf("a headline has at most %d #", maxLevel)
		}
		return block{kind: document.KindHeadline, level: level, lines: []string{strings.TrimSpace(head)}, broken: true}, ""
	case len(trimmed) >= 3 && strings.Trim(trimmed, "-") == "":
		return block{}, ""
	case strings.HasPrefix(trimmed, "|"):
		return rowOf(trimmed), ""
	case word == "[header":
		return block{kind: document.KindHeader, lines: []string{strings.TrimSpace(rest)}}, ""
	case word == "[footer":
		return block{kind: document.KindFooter, lines: []string{strings.TrimSpace(rest)}}, ""
	case word == "[image":
		return imageOf(strings.TrimSpace(rest))
	}
	return block{kind: document.KindParagraph, lines: []string{trimmed}}, ""
}

// imageTypes are the possible classifications of an image.
var imageTypes = []string{"LOGO", "FORMULA", "SIGNATURE", "OTHER", "OCR", "GRAPHIC"}

func imageOf(kind string) (block, string) {
	for _, t := range imageTypes {
		if t == kind {
			return block{kind: document.KindImage, image: t}, ""
		}
	}
	return block{}, "an image is one of " + strings.Join(imageTypes, ", ")
}

// rowOf reads a row of a table, or the rule under its header, which has no cells.
func rowOf(line string) block {
	b := block{kind: document.KindTable}
	if strings.Trim(line, "|-: ") == "" && strings.Contains(line, "-") {
		b.heads = 1
		return b
	}
	var cells []string
	var cell strings.Builder
	escaped := false
	for _, r := range line[1:] {
		switch {
		case r == '\\' && !escaped:
			escaped = true
			continue
		case r == '|' && !escaped:
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			if escaped && r != '|' && r != '\\' {
				cell.WriteByte('\\')
			}
			cell.WriteRune(r)
		}
		escaped = false
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" { // no bar at the end
		cells = append(cells, rest)
	}
	b.rows = [][]string{cells}
	return b
}

// addBlock appends a line's block to the others, or merges it into the last one of its
// kind.
func addBlock(list []block, b block) []block {
	if len(list) == 0 || b.kind == document.KindTable && list[len(list)-1].kind != b.kind {
		b.heads = 0 // a rule above the first row
		return append(list, b)
	}
	last := &list[len(list)-1]
	if last.kind != b.kind || last.broken || b.kind == "" || b.kind == document.KindImage {
		return append(list, b)
	}
	switch {
	case b.broken: // a blank line
		last.broken = true
	case b.kind == document.KindTable && b.heads > 0:
		last.heads = len(last.rows)
	case b.kind == document.KindTable:
		last.rows = append(last.rows, b.rows...)
	default:
		last.lines = append(last.lines, b.lines...)
	}
	return list
}

// plainText removes control characters from a line of text.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
