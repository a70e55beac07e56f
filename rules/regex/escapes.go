package regex

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// parseEscape reads an escape sequence outside of a class.
func (p *parser) parseEscape() node {
	start := p.at
	if p.at+1 >= len(p.in) {
		p.fail(start, "a single backslash stands")
	}
	c := p.in[p.at+1]
	if place := p.anchorFor(c); place != nil {
		p.at += 2
		return place
	}
	switch {
	case c == 'R':
		p.at += 2
		return lineBreak{}
	case c == 'k' || c >= '1' && c <= '9':
		return p.parseReference(start)
	case c == 'X' || c == 'N':
		p.fail(start, `\%c is not supported`, c)
	}
	return chars{p.parseSetEscape()}
}

// anchorFor returns the anchor that a letter stands for, or nil when it stands for none.
func (p *parser) anchorFor(c byte) node {
	switch c {
	case 'A':
		p.cautions |= behind
		return beginOfText
	case 'z':
		return endOfText
	case 'Z':
		return p.beforeLastBreak()
	case 'b':
		if strings.HasPrefix(p.in[p.at+2:], "{g") {
			p.fail(p.at, `\b{g} is not supported`)
		}
		p.cautions |= behind | atWord
		return wordBoundary
	case 'B':
		p.cautions |= behind | atWord
		return noWordBoundary
	case 'G':
		p.back = true
		return lastMatch
	}
	return nil
}

// parseReference reads \1 or \k<name>. As in Java, further digits belong to the number as long
// as there are that many groups.
func (p *parser) parseReference(start int) node {
	p.back = true
	p.at += 2
	fold := p.hasFlag(CaseInsensitive)
	if p.in[p.at-1] == 'k' {
		end := strings.IndexByte(p.in[p.at:], '>')
		if !p.accept("<") || end < 0 {
			p.fail(start, `\k names no group`)
		}
		name := p.in[p.at : p.at+end-1]
		if p.names[name] == 0 {
			p.fail(start, "there is no group %q before the reference", name)
		}
		p.at += end
		return reference{p.names[name], fold}
	}
	n := int(p.in[p.at-1] - '0')
	for p.at < len(p.in) && p.in[p.at] >= '0' && p.in[p.at] <= '9' && n*10+int(p.in[p.at]-'0') <= p.groups {
		n = n*10 + int(p.in[p.at]-'0')
		p.at++
	}
	if n > p.groups {
		return chars{nil} // a group that comes later has matched nothing
	}
	return reference{n, fold}
}

// parseSetEscape reads an escape that stands for a set of characters, in and outside of
// classes.
func (p *parser) parseSetEscape() set {
	start := p.at
	c := p.in[p.at+1]
	p.at += 2
	switch c {
	case 'd', 'w', 's', 'h', 'v':
		return p.predefinedClass(c)
	case 'D', 'W', 'S', 'H', 'V':
		return p.predefinedClass(c + 32).complement()
	case 'p', 'P':
		s := p.parsePropertyName(start)
		if c == 'P' {
			return s.complement()
		}
		return s
	}
	return p.withCases(singleSet(p.codePoint(c, start)))
}

func (p *parser) predefinedClass(c byte) set {
	if class, ok := wide[c]; ok && p.hasFlag(UnicodeClasses) {
		return setOf(class)
	}
	return setOf(classes[c])
}

// parsePropertyName reads the name after \p.
func (p *parser) parsePropertyName(start int) set {
	name := ""
	if p.accept("{") {
		end := strings.IndexByte(p.in[p.at:], '}')
		if end < 0 {
			p.fail(start, `\p is not closed, which stands`)
		}
		name = p.in[p.at : p.at+end]
		p.at += end + 1
	} else if p.at < len(p.in) {
		name = string(p.nextRune())
	}
	s, ok := p.propertySet(name)
	if !ok {
		p.fail(start, `unknown property \p{%s}`, name)
	}
	if p.hasFlag(CaseInsensitive) && (name == "Lower" || name == "Upper") {
		s, _ = p.propertySet("Alpha")
	}
	if p.hasFlag(CaseInsensitive) && cases[name] {
		return union(setOf(`\p{Lu}\p{Ll}\p{Lt}`), s)
	}
	return s
}

// cases holds the properties that include all cases when case is ignored.
var cases = map[string]bool{"Lu": true, "Ll": true, "Lt": true, "IsLu": true, "IsLl": true, "IsLt": true, "javaLowerCase": true,
	"javaUpperCase": true, "javaTitleCase": true,
	"IsLowercase": true, "IsUppercase": true, "IsTitlecase": true}

var controls = map[byte]rune{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f', 'a': '\a', 'e': 0x1b}

// codePoint returns the character that an escape stands for.
func (p *parser) codePoint(c byte, start int) rune {
	if r, ok := controls[c]; ok {
		return r
	}
	switch {
	case c == '0':
		return p.parseOctal(start)
	case c == 'c':
		if p.at >= len(p.in) {
			p.fail(start, `\c stands alone`)
		}
		return p.nextRune() ^ 64
	case c == 'x':
		return p.parseHexadecimal(start)
	case c == 'u':
		return p.parseUnit(start)
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		p.fail(start, `unknown escape \%c`, c)
	}
	p.at--
	return p.nextRune()
}

func (p *parser) parseOctal(start int) rune {
	from := p.at
	for p.at < len(p.in) && p.at < from+3 && p.in[p.at] >= '0' && p.in[p.at] <= '7' && (p.at < from+2 || p.in[from] <= '3') {
		p.at++
	}
	n, err := strconv.ParseInt(p.in[from:p.at], 8, 32)
	if err != nil {
		p.fail(start, `\0 has no octal digits`)
	}
	return rune(n)
}

// hexDigits reads n hexadecimal digits.
func (p *parser) hexDigits(n, start int) rune {
	end := min(p.at+n, len(p.in))
	v, err := strconv.ParseUint(p.in[p.at:end], 16, 32)
	if err != nil || end < p.at+n {
		p.fail(start, "the escape needs %d hexadecimal digits", n)
	}
	p.at = end
	return rune(v)
}

func (p *parser) parseHexadecimal(start int) rune {
	if !p.accept("{") {
		return p.hexDigits(2, start)
	}
	end := strings.IndexByte(p.in[p.at:], '}')
	if end < 1 {
		p.fail(start, `\x{…} is not closed, which stands`)
	}
	digits := strings.TrimLeft(p.in[p.at:p.at+end-1], "0") + p.in[p.at+end-1:p.at+end]
	if p.at += end + 1; len(digits) > 6 {
		p.fail(start, "there is no such character")
	}
	r, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil:
		p.fail(start, "the escape needs %d hexadecimal digits", end)
	case r > unicode.MaxRune:
		p.fail(start, "there is no such character")
	}
	return rune(r)
}

// parseUnit reads \uXXXX, and a second one when the two are a pair of surrogates.
func (p *parser) parseUnit(start int) rune {
	r := p.hexDigits(4, start)
	if utf16.IsSurrogate(r) && p.accept(`\u`) {
		low := p.hexDigits(4, start)
		if pair := utf16.DecodeRune(r, low); pair != '\ufffd' {
			return pair
		}
		p.at -= 6
	}
	return r
}
