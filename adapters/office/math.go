package office

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// A formula of a document is drawn by a program of its own, which is not everywhere, and what it draws has no
// reading order. So formulas are written in one line, as people type them: (a+b)/2, x^2, √(x).

// A mathNode is an element of a formula.
type mathNode struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []mathNode `xml:",any"`
}

// writeFormulas returns a part of a document with its formulas as text.
func writeFormulas(text []byte) []byte {
	if !bytes.Contains(text, []byte("<m:oMath")) {
		return text
	}
	var edits []edit
	paragraphs := 0
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		switch {
		case t.name == "w:p" && t.closing:
			paragraphs--
		case t.name == "w:p" && !t.empty:
			paragraphs++
		case t.name == "m:oMathPara":
			edits = append(edits, edit{from: t.begin, to: t.end})
		case t.name == "m:oMathParaPr" && !t.closing:
			end := elementEnd(text, t)
			edits = append(edits, edit{from: t.begin, to: end})
			t.end = end
		case t.name == "m:oMath" && !t.closing:
			end := elementEnd(text, t)
			if line, ok := lineOf(text[t.begin:end]); ok {
				run := `<w:r><w:t xml:space="preserve">` + escapeText(line) + `</w:t></w:r>`
				if paragraphs <= 0 {
					run = "<w:p>" + run + "</w:p>"
				}
				edits = append(edits, edit{t.begin, end, run})
			}
			t.end = end
		}
	}
	return applyEdits(text, edits)
}

// lineOf returns a formula in one line.
func lineOf(formula []byte) (string, bool) {
	d := xml.NewDecoder(bytes.NewReader(formula))
	d.Strict = false // prefixes are declared further out
	var n mathNode
	if d.Decode(&n) != nil {
		return "", false
	}
	return n.line(), true
}

// child returns the line of the first child of a name, "" without it.
func (n mathNode) child(name string) string {
	for _, c := range n.Children {
		if c.XMLName.Local == name {
			return c.line()
		}
	}
	return ""
}

// property returns a value of the properties of an element, and whether it is there.
func (n mathNode) property(name string) (string, bool) {
	for _, p := range n.Children {
		if !strings.HasSuffix(p.XMLName.Local, "Pr") {
			continue
		}
		for _, c := range p.Children {
			if c.XMLName.Local != name {
				continue
			}
			for _, a := range c.Attrs {
				if a.Name.Local == "val" {
					return a.Value, true
				}
			}
			return "", true
		}
	}
	return "", false
}

// lines returns the lines of the children of a name.
func (n mathNode) lines(name string) []string {
	var out []string
	for _, c := range n.Children {
		if c.XMLName.Local == name {
			out = append(out, c.line())
		}
	}
	return out
}

// addParentheses returns a term in parentheses where it is more than one sign or number.
func addParentheses(s string) string {
	if utf8.RuneCountInString(s) < 2 || isFenced(s) || strings.Trim(s, "0123456789.,") == "" || isWord(s) {
		return s
	}
	return "(" + s + ")"
}

// isFenced reports whether one pair of parentheses stands around all of a term.
func isFenced(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth <= 0 {
			return r == ')' && i == len(s)-1
		}
	}
	return false
}

func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0xc0 || r > 0x2000
	})
}

// placeMark returns a mark above or below a term, "" without it.
func placeMark(sign, s string) string {
	if s == "" {
		return ""
	}
	return sign + addParentheses(s)
}

// line returns an element in one line.
func (n mathNode) line() string {
	switch n.XMLName.Local {
	case "t", "delText":
		return n.Text
	case "tab", "br", "cr":
		return " "
	case "f":
		return addParentheses(n.child("num")) + "/" + addParentheses(n.child("den"))
	case "sSup":
		return addParentheses(n.child("e")) + placeMark("^", n.child("sup"))
	case "sSub":
		return addParentheses(n.child("e")) + placeMark("_", n.child("sub"))
	case "sSubSup":
		return addParentheses(n.child("e")) + placeMark("_", n.child("sub")) + placeMark("^", n.child("sup"))
	case "sPre":
		return placeMark("_", n.child("sub")) + placeMark("^", n.child("sup")) + " " + n.child("e")
	case "rad":
		return n.child("deg") + "√(" + n.child("e") + ")"
	case "nary":
		sign, ok := n.property("chr")
		if !ok {
			sign = "∫"
		}
		return sign + placeMark("_", n.child("sub")) + placeMark("^", n.child("sup")) + " " + n.child("e")
	case "func":
		return n.child("fName") + " " + n.child("e")
	case "limLow":
		return n.child("e") + placeMark("_", n.child("lim"))
	case "limUpp":
		return n.child("e") + placeMark("^", n.child("lim"))
	case "d":
		return n.joinFenced()
	case "m":
		return "[" + strings.Join(n.lines("mr"), "; ") + "]"
	case "mr":
		return strings.Join(n.lines("e"), ", ")
	case "eqArr":
		return strings.Join(n.lines("e"), "; ")
	}
	if strings.HasSuffix(n.XMLName.Local, "Pr") {
		return ""
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(c.line())
	}
	return b.String()
}

// joinFenced returns terms between the signs around them.
func (n mathNode) joinFenced() string {
	begin, end, between := "(", ")", "|"
	for name, sign := range map[string]*string{"begChr": &begin, "endChr": &end, "sepChr": &between} {
		if s, ok := n.property(name); ok {
			*sign = s
		}
	}
	return begin + strings.Join(n.lines("e"), between) + end
}
