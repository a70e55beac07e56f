package regex

import "testing"

func TestBytesOutsideOfQuotations(t *testing.T) {
	for _, tt := range []struct {
		c           byte
		first, then string
	}{
		{'0', `\x30`, "0"}, {'9', `\x39`, "9"}, {'a', "a", "a"}, {'z', "z", "z"}, {'A', "A", "A"}, {'Z', "Z", "Z"},
		{0x80, "\x80", "\x80"}, {0xff, "\xff", "\xff"},
		{'/', `\/`, `\/`}, {':', `\:`, `\:`}, {'@', `\@`, `\@`}, {'[', `\[`, `\[`}, {'`', "\\`", "\\`"}, {'{', `\{`, `\{`},
		{'.', `\.`, `\.`}, {'\\', `\\`, `\\`}, {0x7f, "\\\x7f", "\\\x7f"},
	} {
		if first, then := quotedByte(tt.c, true), quotedByte(tt.c, false); first != tt.first || then != tt.then {
			t.Errorf("%q: got %q and %q, want %q and %q", tt.c, first, then, tt.first, tt.then)
		}
	}
}
