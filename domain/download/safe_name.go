package download

import (
	"path"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// maxSafeName is the longest safe name, in characters: paths of Windows have room for 260.
const maxSafeName = 150

// SafeName returns a name that any file system takes, Windows included: separators, wildcards,
// control characters and those that nobody sees become "_", a dot or blank at the end goes, what
// stands for a device begins with "_", and of a long name the beginning and the extension are
// kept.
func SafeName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || strings.ContainsRune(`/\:*?"<>|`, r) || domain.IsHidden(r) {
			return '_'
		}
		return r
	}, s)
	s = strings.TrimRight(shorten(s), ". ")
	if s == "" || isDevice(s) {
		return "_" + s
	}
	return s
}

// shorten cuts a name to maxSafeName characters, in front of its extension.
func shorten(s string) string {
	runes := []rune(s)
	if len(runes) <= maxSafeName {
		return s
	}
	extension := []rune(path.Ext(s))
	if len(extension) > len(".jpeg") {
		extension = nil
	}
	return string(runes[:maxSafeName-len(extension)]) + string(extension)
}

// isDevice reports whether Windows takes a name for that of a device, whatever stands behind
// the first dot (learn.microsoft.com, Naming Files, Paths, and Namespaces).
func isDevice(s string) bool {
	stem, _, _ := strings.Cut(s, ".")
	switch stem = strings.ToUpper(strings.TrimRight(stem, " ")); stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	port, isPort := strings.CutPrefix(stem, "COM")
	if !isPort {
		port, isPort = strings.CutPrefix(stem, "LPT")
	}
	return isPort && len([]rune(port)) == 1 && strings.Contains("0123456789¹²³", port)
}
