package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPositionsCountCharacters(t *testing.T) {
	s := NewSource("aé\n\nx😀y\n")
	for offset, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 1: {1, 2}, 3: {1, 3}, 4: {2, 1}, 5: {3, 1}, 6: {3, 2},
		10: {3, 3}, 11: {3, 4}, 12: {4, 1}, 99: {4, 1}} {
		line, column := s.Position(offset)
		if line != want[0] || column != want[1] || s.Line(offset) != want[0] {
			t.Errorf("offset %d: %d:%d, want %d:%d", offset, line, column, want[0], want[1])
		}
	}
	if line, column := NewSource("").Position(0); line != 1 || column != 1 {
		t.Errorf("an empty text: %d:%d, want line = 1 and column = 1", line, column)
	}
}

func TestPositionsOnLongLines(t *testing.T) {
	text := strings.Repeat("é", stride) + "\n" + strings.Repeat("ab€", stride) + "\nc"
	s := NewSource(text)
	for _, offset := range []int{0, stride - 2, stride, stride + 2, 2*stride - 2, 2 * stride, 2*stride + 1, 3 * stride,
		3*stride + 1, 5 * stride, 7*stride - 2, len(text) - 1, len(text)} {
		line := 1 + strings.Count(text[:offset], "\n")
		column := utf8.RuneCountInString(text[strings.LastIndexByte(text[:offset], '\n')+1:offset]) + 1
		for !utf8.RuneStart((text + " ")[offset]) {
			t.Fatalf("offset %d is none of a character", offset)
		}
		if l, c := s.Position(offset); l != line || c != column {
			t.Errorf("offset %d: %d:%d, want %d:%d", offset, l, c, line, column)
		}
	}
	if len(s.runes) != len(text)/stride+2 || s.runes[1] != stride/2 {
		t.Errorf("%d counts, the second %d", len(s.runes), s.runes[1])
	}
}

func TestTextThatIsNoUTF8(t *testing.T) {
	for _, tt := range []struct {
		text string
		at   int
		want string
	}{
		{"", 0, ""}, {"é", 0, ""}, {"a\ufffdb", 0, ""}, {"é\xe9", 2, "not UTF-8"}, {"\xff", 0, "not UTF-8"},
		{"a\xc3", 1, "not UTF-8"}, {"\ufffd\xff", 3, "not UTF-8"},
		{"\xff\xfea\x00", 0, "UTF-16"}, {"\xfe\xff\x00a", 0, "UTF-16"}, {"\xff\xfe\x00\x00", 0, "UTF-32"},
		{"\x00\x00\xfe\xff", 0, "UTF-32"},
		{"a\x00b\x00", 0, "UTF-16"}, {"\x00a\x00b\x00c", 0, "UTF-16"}, {"a\x00b", 0, ""}, {"ab\x00cd\x00", 0, ""},
		{"ab\x00cd\x00e", 0, ""}, {"ab\x00c\x00", 0, "UTF-16"}, {"\x00", 0, ""}, {"a\x00", 0, ""}, {"ab\x00\x00\xff", 0, "UTF-16"},
	} {
		p, wrong := CheckEncoding([]byte(tt.text))
		if wrong != (tt.want != "") || wrong && (p.Offset != tt.at || !strings.Contains(p.Message, tt.want)) {
			t.Errorf("%q: %v %v, want %q at %d", tt.text, wrong, p, tt.want, tt.at)
		}
	}
}
