package syntax

import "testing"

// TestHalvesOfSurrogatePairs are three bytes each, of which none is valid text alone.
func TestHalvesOfSurrogatePairs(t *testing.T) {
	for text, want := range map[string]uint16{"\xed\xa0\x80": 0xd800, "\xed\xa0\xbd": 0xd83d, "\xed\xaf\xbf": 0xdbff,
		"\xed\xb0\x80": 0xdc00, "\xed\xbf\xbf": 0xdfff, "\xed\xa0\x80x": 0xd800,
		"\xed\x9f\xbf": 0, "\xed\xc0\x80": 0, "\xed\xa0\xc0": 0, "\xed\xa0": 0, "\xed": 0, "": 0, "abc": 0, "\xee\xa0\x80": 0,
		"\xec\xa0\x80": 0, "ä€": 0} {
		if got := LoneUnit(text); got != want {
			t.Errorf("%x: got %x, want %x", text, got, want)
		}
		if want != 0 && string(AppendUnit(nil, want)) != text[:3] {
			t.Errorf("%x is written as %x", want, AppendUnit(nil, want))
		}
	}
	const high, low = "\xed\xa0\xbd", "\xed\xb8\x80" // of 😀
	for text, want := range map[string][2]string{"": {"", ""}, "ab": {"ab", "ab"}, high + low: {"😀", "😀"},
		"a" + high + low + "b": {"a😀b", "a😀b"}, high: {high, "\ufffd"}, low + high: {low + high, "\ufffd\ufffd"},
		high + low + high + low: {"😀😀", "😀😀"}, high + "x" + low: {high + "x" + low, "\ufffdx\ufffd"},
		high + high + low + "y": {high + "😀y", "\ufffd😀y"}, "é" + low + "é": {"é" + low + "é", "é\ufffdé"}} {
		if got := [2]string{JoinHalves(text), ReplaceHalves(JoinHalves(text))}; got != want {
			t.Errorf("%x: got %x, want %x", text, got, want)
		}
	}
}
