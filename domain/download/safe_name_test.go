package download

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSafeNames(t *testing.T) {
	long := strings.Repeat("ü", 200)
	for _, tt := range []struct{ name, want string }{
		{"Größe 1.pdf", "Größe 1.pdf"},
		{`a<b>c:d"e/f\g|h?i*j.pdf`, "a_b_c_d_e_f_g_h_i_j.pdf"},
		{"a\x00b\x1fc\x7f.pdf", "a_b_c_.pdf"},
		{"CON", "_CON"}, {"con.pdf", "_con.pdf"}, {"Nul.tar.gz", "_Nul.tar.gz"}, {"AUX .pdf", "_AUX .pdf"}, {"prn", "_prn"},
		{"COM1.pdf", "_COM1.pdf"}, {"lpt9", "_lpt9"}, {"COM¹.pdf", "_COM¹.pdf"}, {"conin$", "_conin$"},
		{"CONTRACT.pdf", "CONTRACT.pdf"}, {"COM10.pdf", "COM10.pdf"}, {"COM.pdf", "COM.pdf"}, {"my CON.pdf", "my CON.pdf"},
		{"Inc.", "Inc"}, {"Inc. ", "Inc"}, {"...", "_"}, {"", "_"}, {"CON.", "_CON"},
		{"Inv\u202Efdp.exe", "Inv_fdp.exe"}, {"a\u200Bb", "a_b"},
		{long + ".pdf", strings.Repeat("ü", 146) + ".pdf"},
		{long, strings.Repeat("ü", 150)},
		{"v1." + long, "v1." + strings.Repeat("ü", 147)},
	} {
		got := SafeName(tt.name)
		if got != tt.want {
			t.Errorf("%.30q: got %q, want %q", tt.name, got, tt.want)
		}
		if SafeName(got) != got {
			t.Errorf("%.30q: %q is changed once more, want %v", tt.name, got, got)
		}
	}
}

func FuzzSafeName(f *testing.F) {
	for _, s := range []string{"a.pdf", "CON.", ". .", "COM1 .x", "\u202E"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := SafeName(s)
		if got == "" || utf8.RuneCountInString(got) > maxSafeName+1 || strings.ContainsAny(got, "<>:\"/\\|?*\x00\n") ||
			strings.HasSuffix(got, ".") || strings.HasSuffix(got, " ") || isDevice(got) {
			t.Errorf("%q gives %q, want a name that every system takes", s, got)
		}
	})
}
