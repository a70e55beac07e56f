package javalib

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

func toUpper(v string) string { return cases.Upper(language.Und).String(v) }
func toLower(v string) string { return cases.Lower(language.Und).String(v) }

// isASCII reports whether a string is ASCII only, so that UTF-16 indexes and byte indexes
// agree.
func isASCII(v string) bool { return countASCII(v) == len(v) }

// countASCII returns how many characters of ASCII a text begins with.
func countASCII(v string) (n int) {
	for ; n+8 <= len(v); n += 8 {
		s := v[n : n+8]
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7])&0x80 != 0 {
			break
		}
	}
	for n < len(v) && v[n] < 0x80 {
		n++
	}
	return n
}

func lengthOf(v string) int32 {
	if !utf8.ValidString(v) {
		return int32(len(host.ToUnits(v))) // it has unpaired surrogates
	}
	units := 0
	for i := 0; i < len(v); i++ {
		if n := countASCII(v[i:]); n > 0 {
			if units, i = units+n, i+n; i == len(v) {
				break
			}
		}
		switch {
		case v[i] >= 0xF0:
			units += 2
		case v[i] < 0x80 || v[i] > 0xBF:
			units++
		}
	}
	return int32(units)
}

func substring(v string, from, to int32) string {
	n := lengthOf(v)
	if from < 0 || to > n || from > to {
		host.Throw("StringIndexOutOfBoundsException", "begin %d, end %d, length %d", from, to, n)
	}
	if int(n) == len(v) && isASCII(v) {
		return v[from:to]
	}
	if utf8.ValidString(v) {
		begin, whole := byteOffset(v, from)
		length, wholeToo := byteOffset(v[begin:], to-from)
		if whole && wholeToo {
			return v[begin : begin+length]
		}
	}
	return host.FromUnits(host.ToUnits(v)[from:to])
}

// byteOffset returns the byte at which a UTF-16 unit of a valid string begins; whole is false
// for the second unit of a character.
func byteOffset(v string, unit int32) (at int, whole bool) {
	for left := unit; left > 0; {
		if n := min(countASCII(v[at:]), int(left)); n > 0 {
			at, left = at+n, left-int32(n)
			continue
		}
		r, size := utf8.DecodeRuneInString(v[at:])
		if left -= int32(utf16.RuneLen(r)); left < 0 {
			return at, false
		}
		at += size
	}
	return at, true
}

func charAt(v string, i int32) host.Char {
	if i < 0 || i >= lengthOf(v) {
		host.Throw("StringIndexOutOfBoundsException", "String index out of range: %d", i)
	}
	if isASCII(v) {
		return host.Char(v[i])
	}
	return host.Char(host.ToUnits(v)[i])
}

// searchText returns the text of an argument of indexOf: a String, a char, or an int that is a
// code point.
func searchText(v any) string {
	if c, ok := v.(int32); ok {
		return string(c)
	}
	return toText(v)
}

func indexOf(v string, what any, from int32) int32 {
	rest := v
	if from = max(from, 0); from > 0 {
		from = min(from, lengthOf(v))
		rest = substring(v, from, lengthOf(v))
	}
	at := strings.Index(rest, searchText(what))
	if at < 0 {
		return -1
	}
	return from + lengthOf(rest[:at])
}

// lastIndexOf returns the last place at or before from, in UTF-16 units.
func lastIndexOf(v string, what any, from int32) int32 {
	n := lengthOf(v)
	if from < 0 {
		return -1
	}
	needle := searchText(what)
	head := substring(v, 0, int32(min(int64(n), int64(from)+int64(lengthOf(needle)))))
	at := strings.LastIndex(head, needle)
	if at < 0 {
		return -1
	}
	return lengthOf(head[:at])
}

func isBlank(v string) bool { return strings.TrimFunc(v, isWhitespace) == "" }

func trimSpace(v string) string {
	return strings.TrimFunc(v, func(r rune) bool { return r <= ' ' })
}

// splitText implements String.split: empty pieces at the end are dropped when the limit is 0.
func splitText(v string, p *regex.Pattern, limit int32) any {
	out, last, hits := []any{}, 0, 0
	for _, hit := range findAll(p, v) {
		from, to := hit.Groups[0][0], hit.Groups[0][1]
		if limit > 0 && len(out) == int(limit)-1 {
			break
		}
		if to == 0 {
			continue // there is nothing before an empty match at the beginning
		}
		out, last, hits = append(out, v[last:from]), to, hits+1
	}
	if hits == 0 {
		return []any{v}
	}
	out = append(out, v[last:])
	for limit == 0 && len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// equalFold implements equalsIgnoreCase: characters are equal when their upper or lower
// cases are.
func equalFold(v string, o any) bool {
	other, ok := o.(string)
	return ok && compareFold(v, other) == 0
}

// foldUnit returns the form in which compareToIgnoreCase compares characters.
func foldUnit(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

func compareFold(v, other string) int32 {
	return host.Compare(strings.Map(foldUnit, v), strings.Map(foldUnit, other))
}

// regionMatches reports whether n UTF-16 units of two strings are equal.
func regionMatches(v string, at int32, other string, from, n int32, fold bool) bool {
	if at < 0 || from < 0 || int64(at)+int64(n) > int64(lengthOf(v)) || int64(from)+int64(n) > int64(lengthOf(other)) {
		return false
	}
	if n <= 0 {
		return true
	}
	x, y := substring(v, at, at+n), substring(other, from, from+n)
	return x == y || fold && equalFold(x, y)
}

func joinItems(delimiter string, values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = host.ToString(v)
	}
	return strings.Join(parts, delimiter)
}

func joinStrings(_ any, a []any) any {
	rest := a[1].([]any)
	if len(rest) == 1 {
		if list, ok := host.ItemsOf(rest[0]); ok {
			rest = list
		}
	}
	return joinItems(toText(a[0]), rest)
}

func charStream(v string) any {
	var out []any
	for _, u := range host.ToUnits(v) {
		out = append(out, int32(u))
	}
	return host.StreamOf(out).SetKind("IntStream")
}

// linesOf returns the lines of a text; a line break at its end begins no further line.
func linesOf(v string) []any {
	v = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(v)
	if v == "" {
		return nil
	}
	return host.ListOf(strings.Split(strings.TrimSuffix(v, "\n"), "\n")).Items
}

func toChars(v string) []any {
	var out []any
	for _, u := range host.ToUnits(v) {
		out = append(out, host.Char(u))
	}
	return out
}

func codePointAt(v string, i int32) any {
	charAt(v, i)
	units := host.ToUnits(v)[i:]
	if len(units) > 1 && utf16.DecodeRune(rune(units[0]), rune(units[1])) != unicode.ReplacementChar {
		units = units[:2]
	} else {
		return int32(units[0])
	}
	return []rune(host.FromUnits(units))[0]
}

// charsToString returns the string of a char[].
func charsToString(v any) string {
	var units []uint16
	for _, c := range v.([]any) {
		units = append(units, uint16(c.(host.Char)))
	}
	return host.FromUnits(units)
}
