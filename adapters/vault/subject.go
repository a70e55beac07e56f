package vault

import (
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
)

// Limits of a subject's name.
const (
	MaxSubject = 512 // bytes
	MaxDepth   = 16  // keys from the workspace down
)

// checkSubject refuses names that are not a path of identifiers. Other beginnings are
// reserved for the vault's own records.
func checkSubject(s es.Subject) error {
	if s == "" || len(s) > MaxSubject {
		return fmt.Errorf("vault: a subject's name has 1 to %d bytes, not %d", MaxSubject, len(s))
	}
	if n := strings.Count(string(s), "/") + 1; n > MaxDepth {
		return fmt.Errorf("vault: %q is %d levels deep, at most %d", s, n, MaxDepth)
	}
	part := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '/' && part > 0:
			part = 0
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '.', c == '-', c == '_':
			part++
		default:
			return fmt.Errorf("vault: %q is no path of identifiers", s)
		}
	}
	if part == 0 {
		return fmt.Errorf("vault: %q is no path of identifiers", s)
	}
	return nil
}

// isBelow reports whether a subject lies under another, at any depth.
func isBelow(s, above es.Subject) bool {
	return len(s) > len(above) && s[len(above)] == '/' && s[:len(above)] == above
}
