package syntax

import (
	"slices"
	"testing"
)

// TestBracketsFindTheirPartners has the places of the closing brackets of each bracket
// by token; one that stays open ends with the text.
func TestBracketsFindTheirPartners(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []int32 // of "(", "[" and "{" by their order
	}{
		{"", nil}, {"( )", []int32{1}}, {"( [ ] { } )", []int32{5, 2, 4}}, {"( ( ) )", []int32{3, 2}},
		{"( ) ) ( )", []int32{1, 4}}, {") ] }", nil},
		{"( [ ) ]", []int32{2, 4}}, {"( { ) } }", []int32{2, 5}}, {"( ] )", []int32{2}}, {"[ ( ( ] ) )", []int32{3, 6, 6}},
		{"( ", []int32{1}}, {"( [ { ) { }", []int32{3, 6, 6, 5}}, {"a ( b ) c", []int32{3}}, {"{ ( } ) ( )", []int32{2, 6, 5}},
	} {
		tokens, problems := Lex(NewSource(tt.text))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		p := &parser{tokens: tokens}
		p.pairBrackets()
		var got []int32
		for i, token := range tokens {
			if token.Text == "(" || token.Text == "[" || token.Text == "{" {
				got = append(got, p.closing[i])
			} else if end := int32(len(tokens) - 1); p.closing[i] != end {
				t.Errorf("%q: the token %d is closed by %d, want %v", tt.text, i, p.closing[i], end)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %v, want %v", tt.text, got, tt.want)
		}
	}
}
