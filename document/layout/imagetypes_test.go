package layout

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func TestTypesOfImages(t *testing.T) {
	tests := []struct {
		name string
		draw func(*canvas)
		box  Box
		want string
	}{
		{"a letterhead", func(c *canvas) {}, Box{400, 760, 540, 800}, "LOGO"},
		{"the same on each page", func(c *canvas) {
			c.doc.Pages = append([]Page{{Width: 595, Height: 842, Images: []Picture{{Box: Box{50, 20, 90, 40}}}}}, c.doc.Pages...)
		}, Box{50, 20, 90, 40}, "LOGO"},
		{"over a line to sign", func(c *canvas) { c.text(50, 190, "Signature of the tenant") }, Box{60, 205, 200, 240}, "SIGNATURE"},
		{"with a number", func(c *canvas) { c.text(500, 400, "(12)") }, Box{200, 390, 330, 420}, "FORMULA"},
		{"with a caption", func(c *canvas) { c.text(100, 380, "Figure 3: what was seen") }, Box{100, 400, 400, 600}, "GRAPHIC"},
		{"a scan", func(c *canvas) { c.doc.Pages[0].Recognised = true }, Box{0, 0, 595, 842}, "OCR"},
		{"a scan without its text", func(c *canvas) {}, Box{0, 0, 595, 842}, "OTHER"},
		{"any other", func(c *canvas) {}, Box{100, 300, 400, 600}, "OTHER"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas().text(50, 700, "Some text above the image")
			tt.draw(c)
			last := &c.doc.Pages[len(c.doc.Pages)-1]
			last.Images = append(last.Images, Picture{Box: tt.box, Transparent: true})
			var got *document.Image
			for _, n := range c.tree(t).Nodes {
				if n.Kind == document.KindImage {
					got = n.Image
				}
			}
			if got == nil || got.Type != tt.want || !got.Transparent {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
}

func TestImagesStandWhereTheyAre(t *testing.T) {
	c := newCanvas().text(50, 700, "Above the image.").text(50, 300, "Below the image.")
	c.doc.Pages[0].Images = []Picture{{Box: Box{50, 400, 300, 600}}}
	var kinds []document.Kind
	for _, n := range c.tree(t).Nodes[2:] {
		kinds = append(kinds, n.Kind)
	}
	if len(kinds) != 3 || kinds[1] != document.KindImage {
		t.Errorf("kinds %v, want len(kinds) = 3 and kinds[1] = %v", kinds, document.KindImage)
	}
}
