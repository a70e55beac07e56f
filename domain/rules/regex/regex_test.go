package regex

import "testing"

func TestJavaSyntaxMatchesAsInJava(t *testing.T) {
	tests := []struct {
		pattern, text, want string // want "" = not found
		group               int
	}{
		{`(?:invoice\s+date)\s*:?\s*(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})`, "invoice date: 03.04.2024", "03.04.2024", 1},
		{`(?<=No\. )\w+`, "No. A17", "A17", 0},
		{`\b(Dr|Prof)\.?\s*$`, "by Dr. ", "Dr. ", 0},
		{`\Qa.b\E+`, "aab a.bb", "a.bb", 0},
		{`[a-z&&[^b]]+`, "bbcab", "ca", 0},
		{`a++b`, "aaab", "aaab", 0},
		{`a++ab`, "aaab", "", 0},
		{`(\w)\1`, "abccd", "cc", 0},
		{`\p{IsAlphabetic}+`, "12äß3", "äß", 0},
		{`\h+\R`, "x \t\r\ny", " \t\r\n", 0},
		{`(?i)TOTAL`, "total", "total", 0},
		{`\u20ac\s?\d+`, "€ 5", "€ 5", 0},
		{`(?<y>\d{4})-x(?!y)`, "2024-x", "2024", 1},
		{`[^\s]+`, "  ab", "ab", 0},
	}
	for _, tt := range tests {
		p, err := Compile(tt.pattern, 0)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		all, err := p.FindAll(tt.text)
		got := ""
		if err == nil && len(all) > 0 {
			got = tt.text[all[0].Groups[tt.group][0]:all[0].Groups[tt.group][1]]
		}
		if got != tt.want {
			t.Errorf("%s on %q: got %q (%v), want %q", tt.pattern, tt.text, got, err, tt.want)
		}
	}
}

func TestWholeMatchIsNotAPrefix(t *testing.T) {
	p, _ := Compile(`[A-Z]{3}|A`, 0)
	for text, want := range map[string]bool{"EUR": true, "EURO": false, "A": true, "eur": false} {
		if m, _ := p.Matches(text); (m != nil) != want {
			t.Errorf("%q: %v, want %v", text, m != nil, want)
		}
	}
}

func FuzzTranslate(f *testing.F) {
	f.Add(`(?<=a)[b&&[^c]]\p{L}++\Qx\E`, "abc")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 60 || len(text) > 60 {
			return
		}
		p, err := Compile(pattern, 0)
		if err != nil || p.linear == nil {
			return
		}
		all, _ := p.FindAll(text)
		for _, m := range all {
			if m.Groups[0][0] < 0 || m.Groups[0][1] > len(text) {
				t.Fatalf("match outside of the text: %v", m)
			}
		}
	})
}
