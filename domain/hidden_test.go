package domain

import (
	"strings"
	"testing"
)

func TestNamesThatDeceiveAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"override of direction", "invoice\u202Efdp.exe", "U+202E"},
		{"embedding", "a\u202Ab", "U+202A"},
		{"end of an embedding", "a\u202C", "U+202C"},
		{"isolate", "\u2066a", "U+2066"},
		{"end of an isolate", "a\u2069", "U+2069"},
		{"mark of direction", "a\u200Fb", "U+200F"},
		{"zero width space", "Al\u200Bpha", "U+200B"},
		{"word joiner", "Al\u2060pha", "U+2060"},
		{"byte order mark", "\uFEFFAlpha", "U+FEFF"},
		{"soft hyphen", "Al\u00ADpha", "U+00AD"},
		{"filler", "\u3164", "U+3164"},
		{"tag", "Alpha\U000E0041", "U+E0041"},
		{"joiner in Latin", "Al\u200Dpha", "U+200D"},
		{"joiner at the beginning", "\u200CAlpha", "U+200C"},
		{"two joiners", "می\u200C\u200Cخواهم", "U+200C"},
		{"accents", "Müller & Söhne", ""},
		{"decomposed", "Mu\u0308ller", ""},
		{"Persian", "می\u200Cخواهم", ""},
		{"Hebrew", "חשבונית 12", ""},
		{"Hindi", "क्\u200Dष", ""},
		{"emoji", "👩\u200D👩🏽\u200D👧 ❤\uFE0F\u200D🔥", ""},
		{"no-break space", "a\u00A0b", ""},
		{"Japanese", "請求書", ""},
	} {
		err := CheckVisible("name", tt.text)
		if tt.want == "" && err != nil {
			t.Errorf("%s: got %v, want no refusal", tt.name, err)
		}
		if tt.want != "" && (KindOf(err) != Invalid || !strings.Contains(err.Error(), "name must not contain") ||
			!strings.HasSuffix(err.Error(), ": "+tt.want)) {
			t.Errorf("%s: got %v, want a refusal that names %s", tt.name, err, tt.want)
		}
		if err := CheckVisibleChange("name", tt.text, tt.text); err != nil {
			t.Errorf("%s: a name that stays is refused: %v, want no error", tt.name, err)
		}
	}
}
