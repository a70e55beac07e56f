package download

import "strings"

// SafeName makes a name usable in any file system: separators, wildcards and
// control characters become "_", and 150 characters are kept.
func SafeName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > 150 {
		s = string(runes[:150])
	}
	return s
}
