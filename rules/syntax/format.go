package syntax

import "strings"

// Format writes a rule file in the one layout that all files should have: the words of
// rules on lines of their own, blocks indented by four spaces, one blank line at most, one
// space around operators. Line breaks inside of conditions and code stay where they are, and
// so does every comment. Formatting the result again changes nothing, and it means what the
// file meant: its words and signs are the same, in the same order. A file that is not well
// formed is not formatted; the problems say why.
func Format(src *Source) (string, []Problem) {
	file, tokens, problems := parseWithTokens(src)
	if len(problems) > 0 {
		return "", problems
	}
	pieces := splitPieces(file, tokens)
	(&marker{pieces: pieces, file: file}).markPieces()
	out := (&layout{pieces: pieces, eol: lineEnding(src.Text)}).write()
	again, tokens, problems := parseWithTokens(NewSource(out))
	if len(problems) > 0 || !samePieces(pieces, splitPieces(again, tokens)) {
		return "", []Problem{{0, "the file cannot be formatted without a change of its meaning"}}
	}
	return out, nil
}

// lineEnding returns what ends the first line of a text.
func lineEnding(text string) string {
	if before, _, found := strings.Cut(text, "\n"); found && strings.HasSuffix(before, "\r") {
		return "\r\n"
	}
	return "\n"
}

// samePieces reports whether two lists have the same tokens and comments.
func samePieces(a, b []piece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].kind != b[i].kind || a[i].normalText() != b[i].normalText() {
			return false
		}
	}
	return true
}

// A piece is a token or a comment, or several tokens that stay as they are written.
type piece struct {
	kind       TokenKind
	text       string // as written
	start, end int
	breaks     int  // line ends before it
	spaced     bool // white space stands before it
	region     region
	mark       mark
}

// The kinds of pieces beside those of tokens.
const (
	lineComment TokenKind = -1 - iota
	blockComment
	verbatim
)

func (p piece) is(text string) bool { return p.kind >= 0 && p.kind != Str && p.text == text }

func (p piece) isAny(texts map[string]bool) bool {
	return p.kind >= 0 && p.kind != Str && texts[p.text]
}

func (p piece) isComment() bool { return p.kind == lineComment || p.kind == blockComment }

// normalText returns the text without what formatting may change in it: the indentation and
// the ends of the lines of a comment.
func (p piece) normalText() string {
	if p.kind == lineComment {
		return strings.TrimRight(p.text, " \t\f")
	}
	if p.kind != blockComment {
		return p.text
	}
	lines := strings.Split(p.text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// A region is a part of a file with its own grammar.
type region int

const (
	headRegion  region = iota // between and at the beginning of statements
	fieldRegion               // of declared types
	conditionsRegion
	codeRegion // Java
)

// A mark tells what begins at a piece.
type mark struct {
	line    bool // it always begins a line
	placed  bool // as the first of a line it stands at indent
	indent  int
	blank   bool // a blank line stands before it
	closes  bool // it ends what stands above it
	opens   bool // what follows is its content
	content bool // it begins the content of a part
	restart bool // brackets and lines before it do not count any more
	base    int  // with restart, the indentation of what follows
}

// splitPieces returns the tokens of a file with the comments between them. The code of rules
// and functions is read as Java.
func splitPieces(file *File, tokens []Token) []piece {
	s := &splitter{text: file.Source.Text}
	if strings.HasPrefix(s.text, "\ufeff") {
		s.at = len("\ufeff")
	}
	codes := codesOf(file)
	for i := 0; i < len(tokens) && tokens[i].Kind != EOF; i++ {
		t := tokens[i]
		for len(codes) > 0 && codes[0].End <= t.Start {
			codes = codes[1:]
		}
		if len(codes) > 0 && codes[0].Pos() <= t.Start {
			java, _ := lexJava(file.Source, codes[0].Pos(), codes[0].End)
			for _, t := range java[:len(java)-1] {
				s.add(t.Kind, t.Start, t.End)
			}
			for i+1 < len(tokens) && tokens[i+1].Start < codes[0].End {
				i++
			}
			continue
		}
		if end := rawTextEnd(tokens, i); end > i {
			s.add(verbatim, t.Start, tokens[end].End)
			i = end
			continue
		}
		s.add(t.Kind, t.Start, t.End)
	}
	s.comments(len(s.text))
	return s.pieces
}

// codesOf returns the places of the Java code of a file, in their order.
func codesOf(file *File) []Code {
	var codes []Code
	for _, f := range file.Functions {
		codes = append(codes, f.Code)
	}
	for _, r := range file.Rules {
		codes = append(codes, r.Code)
		for _, c := range r.Named {
			codes = append(codes, c.Code)
		}
	}
	return sortCodes(codes)
}

// rawTextEnd returns the index of the token that closes the text in parentheses behind an
// annotation or a timer that begins at the token with index i, or i when there is none: the
// language takes such text as it stands.
func rawTextEnd(tokens []Token, i int) int {
	end := i
	switch {
	case tokens[i].is("@"):
		for end++; tokens[end].Kind == Ident && tokens[end+1].is(".") && tokens[end+2].Kind == Ident; {
			end += 2
		}
	case !tokens[i].is("timer") && !tokens[i].is("duration"):
		return i
	}
	if !tokens[min(end+1, len(tokens)-1)].is("(") {
		return i
	}
	depth := 0
	for j := end + 1; j < len(tokens); j++ {
		switch {
		case tokens[j].is("("):
			depth++
		case tokens[j].is(")"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return i
}

// A splitter collects the pieces of a text.
type splitter struct {
	text   string
	at     int // end of the last piece
	pieces []piece
}

// add adds a piece, after the comments before it.
func (s *splitter) add(kind TokenKind, start, end int) {
	s.comments(start)
	s.addPiece(kind, start, end)
}

func (s *splitter) addPiece(kind TokenKind, start, end int) {
	gap := s.text[s.at:start]
	breaks := strings.Count(gap, "\n")
	if breaks == 0 {
		breaks = strings.Count(gap, "\r")
	}
	s.pieces = append(s.pieces, piece{kind: kind, text: s.text[start:end], start: start, end: end, breaks: breaks, spaced: gap != ""})
	s.at = end
}

// comments adds the comments before an offset.
func (s *splitter) comments(until int) {
	for at := s.at; at < until; {
		rest := s.text[at:until]
		switch {
		case strings.HasPrefix(rest, "//"):
			end := at + len(rest) - len(strings.TrimLeftFunc(rest, isInRow))
			s.addPiece(lineComment, at, end)
			at = end
		case strings.HasPrefix(rest, "/*"):
			end := until
			if n := strings.Index(rest[2:], "*/"); n >= 0 {
				end = at + n + 4
			}
			s.addPiece(blockComment, at, end)
			at = end
		default:
			at++
		}
	}
}
