package document

import "testing"

// TestBoxesAreCutToTheRunesOfASpan cuts pieces out of one line, in a text of bytes
// and in one with longer runes.
func TestBoxesAreCutToTheRunesOfASpan(t *testing.T) {
	for text, edges := range map[string]int{"xabcdef": 6, "xaäcßef": 6} {
		tree := &Tree{Text: text, Lines: []Line{{Span: Span{Start: 1, End: len(text)}, Page: 1,
			Box: Rect{X: 0, Y: 5, Width: 60, Height: 10}}}}
		for i := range edges + 1 {
			tree.Lines[0].Edges = append(tree.Lines[0].Edges, float32(10*i))
		}
		offsets := []int{} // of the runes of the line, and its end
		for i := range text {
			if i > 0 {
				offsets = append(offsets, i)
			}
		}
		offsets = append(offsets, len(text))
		for from := range edges {
			for to := from + 1; to <= edges; to++ {
				boxes := tree.BoxesOf(Span{Start: offsets[from], End: offsets[to]})
				want := Rect{X: float64(10 * from), Y: 5, Width: float64(10 * (to - from)), Height: 10}
				if len(boxes) != 1 || boxes[0].Box != want {
					t.Errorf("%q[%d:%d]: got %+v, want %+v", text, from, to, boxes, want)
				}
			}
		}
		if boxes := tree.BoxesOf(Span{Start: 0, End: 1}); len(boxes) != 0 {
			t.Errorf("%q: a box outside of the line: %+v, want 0", text, boxes)
		}
	}
}
