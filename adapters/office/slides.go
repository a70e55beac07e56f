package office

import (
	"bytes"
	"fmt"
	"strings"
)

// placeShapes returns a slide whose shapes with text all have a place: one without any, that takes none of a layout,
// would be drawn as wide as a letter. They stand below each other at the foot of the slide.
func placeShapes(text []byte) []byte {
	const left, bottom, width, height = 457200, 6400800, 8229600, 457200 // a slide is 6,858,000 units high
	var edits []edit
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if t.name != "p:sp" || t.closing || t.empty {
			continue
		}
		end := elementEnd(text, t)
		shape := text[t.end:end]
		if !bytes.Contains(shape, []byte("<a:t>")) || bytes.Contains(shape, []byte("<a:xfrm")) || bytes.Contains(shape, []byte("<p:ph")) {
			continue
		}
		for in, ok := nextTag(text, t.end); ok && in.begin < end; in, ok = nextTag(text, in.end) {
			if in.name != "p:spPr" || in.closing {
				continue
			}
			place := fmt.Sprintf(`<a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm>`, left, bottom-height*len(edits), width, height)
			if in.empty {
				place = strings.TrimSuffix(string(text[in.begin:in.end]), "/>") + ">" + place +
					`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`
				edits = append(edits, edit{in.begin, in.end, place})
			} else {
				edits = append(edits, edit{in.end, in.end, place})
			}
			break
		}
		t.end = end
	}
	return applyEdits(text, edits)
}
