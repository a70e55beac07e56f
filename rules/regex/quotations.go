package regex

import "fmt"

// unquote returns an expression in which the text between \Q and \E is written in
// escapes, and the place of each byte in the source, with one more for the end; places is
// nil when there is no quotation. Java does the same before anything else, so that
// quotations may stand in classes and before quantifiers.
func unquote(source string) (text string, places []int) {
	var out []byte
	for at := 0; at < len(source); {
		switch {
		case source[at] != '\\' || at+1 == len(source):
			out, places = append(out, source[at]), append(places, at)
			at++
		case source[at+1] != 'Q':
			out, places = append(out, source[at:at+2]...), append(places, at, at+1)
			at += 2
		default:
			at += 2
			for first := true; at < len(source) && !quotationEnds(source, at); first = false {
				piece := quotedByte(source[at], first)
				for range len(piece) {
					places = append(places, at)
				}
				out = append(out, piece...)
				at++
			}
			at = min(at+2, len(source))
		}
	}
	if string(out) == source {
		return source, nil
	}
	return string(out), append(places, len(source))
}

func quotationEnds(source string, at int) bool {
	return source[at] == '\\' && at+1 < len(source) && source[at+1] == 'E'
}

// quotedByte returns a quoted byte as it is written outside of a quotation. A digit that
// comes first must not extend an escape before it.
func quotedByte(c byte, first bool) string {
	switch {
	case c >= '0' && c <= '9' && first:
		return fmt.Sprintf(`\x%02x`, c)
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= 0x80:
		return string([]byte{c})
	}
	return `\` + string([]byte{c})
}
