package console

import (
	"fmt"
	"slices"
	"testing"
)

// boxesAndInk returns, for each box of a value that is drawn, the word under its middle, and the share
// of dark pixels of the image of the page in it.
const boxesAndInk = `[...document.querySelectorAll(".mark rect")].map((rect) => {
	const box = rect.getBoundingClientRect();
	const sheet = rect.closest(".page");
	const image = sheet.querySelector("img");
	const on = image.getBoundingClientRect();
	const canvas = Object.assign(document.createElement("canvas"), {width: image.naturalWidth, height: image.naturalHeight});
	const drawn = canvas.getContext("2d");
	drawn.drawImage(image, 0, 0);
	const scale = image.naturalWidth / on.width;
	const pixels = drawn.getImageData((box.left - on.left) * scale, (box.top - on.top) * scale, Math.max(1, box.width * scale), Math.max(1, box.height * scale)).data;
	let dark = 0;
	for (let i = 0; i < pixels.length; i += 4) dark += pixels[i] < 128;
	const under = [...sheet.querySelectorAll("text")].find((text) => { const b = text.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
		return x > b.left && x < b.right && y > b.top && y < b.bottom; });
	return {Word: under?.textContent.trim() ?? "", Ink: 4 * dark / pixels.length, Upright: box.width > box.height};
})`

// TestBoxesHitTheirWordsOnTurnedPages looks at pages of every rotation, at their words and at what is
// drawn of them.
func TestBoxesHitTheirWordsOnTurnedPages(t *testing.T) {
	s := openSite(t)
	s.useFields(t)
	p := openPage(t, s, "en")
	for n, rotation := range []int{0, 90, 180, 270} {
		want := []string{fmt.Sprintf("V0%d001", n), fmt.Sprintf("V0%d002", n)}
		file := s.store(t, fmt.Sprintf("turned-%d.pdf", rotation), writePDF(sheet{rotation: rotation,
			lines: []string{"The first is " + want[0] + " here", "and another line says " + want[1] + " in its midst"}}))
		p.open(reviewPath(file))
		if n == 0 {
			p.signIn("ada")
		}
		p.await(`document.querySelectorAll(".mark rect").length === 2 && document.querySelector("dk-pages text") && ` +
			`document.querySelector("dk-pages img")?.naturalWidth`)
		var words []string
		for _, box := range evaluate[[]struct {
			Word    string
			Ink     float64
			Upright bool
		}](p, boxesAndInk) {
			words = append(words, box.Word)
			if box.Ink < 0.05 || !box.Upright {
				t.Errorf("turned by %d, the box of %s holds %.3f ink; upright: %t, want box.Ink at least 0.05 and box.Upright",
					rotation, box.Word, box.Ink, box.Upright)
			}
		}
		slices.Sort(words)
		if !slices.Equal(words, want) {
			t.Errorf("turned by %d, the boxes hit %q, want %q", rotation, words, want)
		}
		p.shoot(fmt.Sprintf("turned-%d", rotation))
	}
}
