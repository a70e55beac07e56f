package syntax

import (
	"strings"
	"unicode/utf8"
)

// A layout writes pieces as lines.
type layout struct {
	pieces  []piece
	eol     string
	lines   []formattedLine
	frames  []frame
	indent  int   // of the line that is written
	depth   int   // frames that were open where it began
	last    piece // before the one that is written, comments apart
	begins  bool  // nothing has been written since the last restart
	label   bool  // the last piece was the colon of a case
	opened  bool  // the last piece opens what follows
	spacing spacing
}

// A formattedLine is a line of the result. The comment at its end is aligned with those of the
// lines around it.
type formattedLine struct{ text, comment string }

// A frame is a bracket that is open, or the part of the file around all brackets.
type frame struct {
	bracket         string // "" for the part of the file
	closer, content int    // columns of the closing bracket, and of what is inside
	statement       int    // column at which the last statement in it began
	labelled        bool   // it is the body of a switch, and a case with a colon has begun
	waits           bool   // for the colon of that case
}

// write returns the text of all pieces.
func (l *layout) write() string {
	l.frames, l.begins, l.opened = []frame{{}}, true, true
	for i, p := range l.pieces {
		if p.mark.restart {
			l.frames, l.begins = []frame{{content: p.mark.base}}, true
		}
		l.writePiece(i, p)
		if !p.isComment() {
			l.noteBrackets(i, p)
			l.opened = p.mark.opens || p.is("{") || p.is("(") || p.is("[")
			l.begins, l.last = p.mark.restart && p.mark.opens, p
		}
	}
	return l.join()
}

func (l *layout) writePiece(i int, p piece) {
	if p.kind == lineComment {
		p.text = strings.TrimRight(p.text, " \t\f")
	}
	afterComment := i > 0 && l.pieces[i-1].kind == lineComment
	switch {
	case i == 0 || p.mark.line || afterComment || p.breaks > 0:
		if (p.breaks > 1 || p.mark.blank) && i > 0 && !p.mark.closes && !l.opened && !isCloser(p) {
			l.lines = append(l.lines, formattedLine{})
		}
		l.indent, l.depth = l.indentOf(i, p), len(l.frames)
		l.lines = append(l.lines, formattedLine{text: strings.Repeat(" ", l.indent) + l.reindented(p)})
		l.spacing.lineBegins(p, len(l.frames))
	case p.kind == lineComment:
		l.lines[len(l.lines)-1].comment = p.text
	default:
		space := ""
		if l.spacing.hasSpace(l.pieces, i, len(l.frames)) {
			space = " "
		}
		l.lines[len(l.lines)-1].text += space + l.reindented(p)
	}
}

// reindented returns the text of a piece: the lines of a comment with an asterisk before each
// follow its first.
func (l *layout) reindented(p piece) string {
	if p.kind != blockComment || !strings.Contains(p.text, "\n") {
		return p.text
	}
	lines := strings.Split(p.text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r\f")
	}
	for _, line := range lines[1:] {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "*") {
			return strings.Join(lines, l.eol)
		}
	}
	for i := range lines[1:] {
		lines[i+1] = strings.Repeat(" ", l.indent+1) + strings.TrimLeft(lines[i+1], " \t")
	}
	return strings.Join(lines, l.eol)
}

func isCloser(p piece) bool { return p.is(")") || p.is("]") || p.is("}") }

// indentOf returns the column of a piece that begins a line.
func (l *layout) indentOf(i int, p piece) int {
	if p.isComment() {
		return l.indentOfComment(i)
	}
	top := l.frames[len(l.frames)-1]
	switch {
	case p.mark.placed && !(p.mark.restart && !p.mark.line):
		l.frames[len(l.frames)-1].statement = p.mark.indent
		return p.mark.indent
	case isCloser(p):
		if f := l.frameOf(p); f >= 0 {
			return l.frames[f].closer
		}
	}
	indent := top.content
	if top.labelled && !isCaseLabel(p) {
		indent += indentStep
	}
	if l.continues(p, top) {
		return indent + indentStep
	}
	l.frames[len(l.frames)-1].statement = indent
	return indent
}

// indentOfComment returns the column of a comment on a line of its own: that of what follows,
// unless that closes what the comment stands in.
func (l *layout) indentOfComment(i int) int {
	n := i + 1
	for n < len(l.pieces) && l.pieces[n].isComment() {
		n++
	}
	if n == len(l.pieces) {
		return 0
	}
	top := l.frames[len(l.frames)-1]
	next := l.pieces[n]
	switch {
	case !next.mark.closes && !isCloser(next):
		return l.indentOf(n, next)
	case top.labelled:
		return top.content + indentStep
	}
	return top.content
}

// isCaseLabel reports whether a piece that begins a statement is a label of a switch.
func isCaseLabel(p piece) bool { return p.is("case") || p.is("default") }

var (
	joiners     = words("&& || == != <= >= < > + - * / % & | ^ ? : . !. :: -> = , ; @ ++ --")
	joinerWords = words("and or from over")
	openEnds    = words("and or not exists from over")
)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// continues reports whether a piece that begins a line goes on with what the line before began.
func (l *layout) continues(p piece, top frame) bool {
	if top.bracket != "" && top.bracket != "{" {
		return false
	}
	switch p.region {
	case codeRegion:
		switch {
		case l.begins || l.label || l.last.is(";") || l.last.is("{") || p.is("{"):
			return false
		case l.last.is("}") || l.last.is(","):
			return p.isAny(joiners)
		}
		return true
	case conditionsRegion:
		if l.begins || top.bracket == "{" {
			return false
		}
		return p.isAny(joiners) || p.isAny(joinerWords) || l.last.isAny(openEnds) || l.last.isAny(joiners) && !l.last.is(";") ||
			p.kind == verbatim && p.text[0] == '@'
	case fieldRegion:
		return p.kind == verbatim || p.is("@") || p.is("=") || p.is(":") || l.last.is(":") || l.last.is("=")
	}
	return false
}

// noteBrackets opens and closes frames.
func (l *layout) noteBrackets(i int, p piece) {
	l.label = false
	top := &l.frames[len(l.frames)-1]
	switch {
	case p.is("(") || p.is("[") || p.is("{"):
		indent := l.indent
		if l.depth > len(l.frames) { // the line began inside of brackets that are closed now
			indent = top.statement
		}
		l.frames = append(l.frames, frame{bracket: p.text, closer: indent, content: indent + indentStep, statement: indent + indentStep})
	case isCloser(p):
		if f := l.frameOf(p); f >= 0 {
			l.frames = l.frames[:f]
		}
	case top.bracket == "{" && p.region == codeRegion && isCaseLabel(p) &&
		(l.last.is("{") || l.last.is(";") || l.last.is("}") || p.breaks > 0):
		top.labelled, top.waits = endsWithColon(l.pieces[i:]), true
	case p.is(":") && top.labelled && top.waits:
		top.waits, l.label = false, true
	}
}

// frameOf returns the index of the frame that a bracket closes, or -1.
func (l *layout) frameOf(p piece) int {
	for f := len(l.frames) - 1; f > 0; f-- {
		if l.frames[f].bracket == closers[p.text] {
			return f
		}
	}
	return -1
}

// endsWithColon reports whether the label of a switch that pieces begin with ends with a colon,
// and not with an arrow.
func endsWithColon(list []piece) bool {
	for _, p := range list {
		switch {
		case p.is(":"):
			return true
		case p.is("->"), p.is(";"), p.is("}"), p.is("{"):
			return false
		}
	}
	return false
}

// join returns the lines as a text. Comments at the ends of lines that follow each other begin
// in the same column.
func (l *layout) join() string {
	var b strings.Builder
	for i := 0; i < len(l.lines); {
		end, width := i, 0
		for end < len(l.lines) && l.lines[end].comment != "" {
			width = max(width, lastLineWidth(l.lines[end].text))
			end++
		}
		for ; i < end; i++ {
			line := l.lines[i]
			b.WriteString(line.text + strings.Repeat(" ", width-lastLineWidth(line.text)+1) + line.comment + l.eol)
		}
		if i < len(l.lines) {
			b.WriteString(l.lines[i].text + l.eol)
			i++
		}
	}
	return b.String()
}

// lastLineWidth returns the number of characters of the last line of a text.
func lastLineWidth(text string) int {
	return utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
}
