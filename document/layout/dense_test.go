package layout

import (
	"fmt"
	"math/rand"
	"testing"
	"time"
)

// TestDensePagesAreReadInTime builds pages with far more on them than people write.
func TestDensePagesAreReadInTime(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for name, draw := range map[string]func(*canvas){
		"rows of words": func(c *canvas) {
			for i := range 4000 {
				y := 48000 - 12*float32(i)
				c.text(50, y, "left").text(200+r.Float32()*100, y, "middle").text(400+r.Float32()*100, y, "right")
			}
		},
		"words anywhere": func(c *canvas) {
			for range 8000 {
				c.text(r.Float32()*2000, r.Float32()*8000, "word")
			}
		},
		"a wide row": func(c *canvas) {
			for i := range 4000 {
				c.text(30*float32(i), 700, "ab").text(30*float32(i), 680, "12").text(30*float32(i), 660, "34")
			}
		},
		"rules": func(c *canvas) {
			for i := range 2000 {
				c.rule(50, float32(i)*3, 2000, float32(i)*3).rule(50+float32(i), 0, 50+float32(i), 6000)
			}
			for i := range 500 {
				c.text(60, 12*float32(i), fmt.Sprint(i)).text(160, 12*float32(i), fmt.Sprint(i))
			}
		},
		"images": func(c *canvas) {
			for i := range 300 {
				c.page().text(50, 400, "some text")
				p := &c.doc.Pages[len(c.doc.Pages)-1]
				for k := range 90 {
					p.Images = append(p.Images, Picture{Box: Box{float32(k), float32(i), float32(k) + 5, float32(i) + 5}})
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCanvas()
			c.doc.Pages[0].Width, c.doc.Pages[0].Height = 3000, 50000
			draw(c)
			start := time.Now()
			BuildTree(&c.doc)
			if spent := time.Since(start); spent > 5*time.Minute {
				t.Errorf("took %v, want at most %v", spent, 5*time.Minute)
			} else {
				t.Logf("took %v", spent)
			}
		})
	}
}
