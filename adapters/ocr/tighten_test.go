package ocr

import "testing"

func TestBoxesAreDrawnCloseAroundTheInk(t *testing.T) {
	letters := []box{{10, 104, 20, 150}, {22, 104, 32, 150}, {34, 104, 44, 150}, {36, 160, 44, 190}, {200, 120, 204, 126}}
	for _, c := range []struct {
		name string
		word word
		want box
	}{
		{"with the gap below", word{text: "ABC", box: box{9, 100, 45, 172}}, box{9, 104, 45, 150}},
		{"close already", word{text: "ABC", box: box{9, 104, 45, 150}}, box{9, 104, 45, 150}},
		{"letters are never cut off", word{text: "ABC", box: box{9, 110, 45, 148}}, box{9, 110, 45, 148}},
		{"too little ink for the word", word{text: "remark", box: box{190, 100, 300, 150}}, box{190, 100, 300, 150}},
		{"no ink", word{text: "x", box: box{400, 100, 420, 150}}, box{400, 100, 420, 150}},
	} {
		if got := tightenWords([]word{c.word}, letters)[0].box; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
