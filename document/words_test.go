package document

import (
	"reflect"
	"strings"
	"testing"
)

func TestWordsOfAPageWithTheirPlaces(t *testing.T) {
	b := NewBuilder()
	section := b.AddSection(0, "1 Größe")
	b.AddParagraph(section, "of  the", "goods")
	b.AddPage()
	b.AddTable(section, []string{"Article", "No"})
	tree := b.Tree()
	word := func(text string, x, y, letters float64) Word {
		return Word{Text: text, Box: Rect{X: x, Y: y, Width: 5 * letters, Height: 12}}
	}
	top := tree.Lines[0].Box.Y
	want := map[int][]TextLine{
		1: {
			{"n2", []Word{word("1", 50, top, 1), word("Größe", 60, top, 5)}},
			{"n3", []Word{word("of", 50, tree.Lines[1].Box.Y, 2), word("the", 70, tree.Lines[1].Box.Y, 3)}},
			{"n3", []Word{word("goods", 50, tree.Lines[2].Box.Y, 5)}},
		},
		2: {
			{"n5", []Word{word("Article", 50, tree.Lines[3].Box.Y, 7)}},
			{"n6", []Word{word("No", 297.5, tree.Lines[4].Box.Y, 2)}},
		},
		3: nil,
	}
	for page, lines := range want {
		got := tree.PageLines(page)
		for i := range got {
			for j := range got[i].Words {
				got[i].Words[j].Box.Height = 12
			}
		}
		if !reflect.DeepEqual(got, lines) {
			t.Errorf("page %d: got %+v, want %+v", page, got, lines)
		}
	}
}

// Lines that run upwards have their words one above the other.
func TestWordsOfATurnedLine(t *testing.T) {
	tree := &Tree{Text: "ab cd", Lines: []Line{{Span: Span{0, 5}, Page: 1, Angle: 90,
		Box: Rect{X: 7, Y: 0, Width: 10, Height: 50}, Edges: []float32{0, 10, 20, 30, 40, 50}, Confidences: []int{0, 71}}}}
	want := []TextLine{{"", []Word{{"ab", Rect{7, 0, 10, 20}, 0}, {"cd", Rect{7, 30, 10, 20}, 71}}}}
	if got := tree.PageLines(1); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The least sure word of a span counts; a word of which nothing is known does not.
func TestRecognitionOfASpan(t *testing.T) {
	tree := &Tree{Text: "Total 12 RM\nby card\nprinted", Lines: []Line{
		{Span: Span{0, 11}, Confidences: []int{96, 0, 71}}, {Span: Span{12, 19}, Confidences: []int{88, 54}}, {Span: Span{20, 27}}}}
	for _, c := range []struct {
		text string
		want int
	}{{"Total", 96}, {"12", 0}, {"Total 12", 96}, {"12 RM", 71}, {"R", 71}, {"M\nby", 71}, {"RM\nby card", 54}, {"printed", 0},
		{"card\nprinted", 54}, {" ", 0}} {
		at := strings.Index(tree.Text, c.text)
		if got := tree.RecognitionOf(Span{at, at + len(c.text)}); got != c.want {
			t.Errorf("%q: got %d, want %d", c.text, got, c.want)
		}
	}
}

func TestPagesOfScansAreRecognised(t *testing.T) {
	scan := Node{Kind: KindImage, Image: &Image{Type: ImageOCR}, Boxes: []PageBox{{Page: 2}}}
	logo := Node{Kind: KindImage, Image: &Image{Type: "LOGO"}, Boxes: []PageBox{{Page: 1}}}
	tree := &Tree{Nodes: []Node{{Kind: KindDocument, Parent: -1}, logo, scan}}
	if tree.IsRecognised(1) || !tree.IsRecognised(2) {
		t.Errorf("page 1 %v, page 2 %v; want the second alone", tree.IsRecognised(1), tree.IsRecognised(2))
	}
}
