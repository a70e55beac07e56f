package ocr

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/walls"
)

// drawnBy draws every page as one picture.
type drawnBy raster

func (d drawnBy) RenderGray(context.Context, []byte, int, float64) (int, int, []byte, error) {
	return d.w, d.h, d.px, nil
}

// recordRuns returns a program that stands in for Tesseract: it reads a word of no confidence, and the script
// of the letters. runs tells with which segmentation it was started.
func recordRuns(t *testing.T, script string) (path string, runs func() []string) {
	t.Helper()
	folder := t.TempDir()
	log := filepath.Join(folder, "runs")
	path = filepath.Join(folder, "tesseract")
	lines := `#!/bin/sh
case "$1" in
--version) echo tesseract 5; exit;;
--list-langs) printf 'List\neng\nosd\n'; exit;;
esac
cat > /dev/null
echo $6 >> ` + log + `
if [ $6 = 0 ]; then printf 'Rotate: 0\nOrientation confidence: 20\nScript: ` + script + `\nScript confidence: 3\n'; exit; fi
printf '5\t1\t1\t1\t1\t1\t300\t300\t200\t30\t31\tFPF\n'
`
	if err := os.WriteFile(path, []byte(lines), 0o755); err != nil {
		t.Fatal(err)
	}
	return path, func() []string {
		raw, _ := os.ReadFile(log)
		return strings.Fields(string(raw))
	}
}

// landscape returns a picture of hills and fields: waves of all lengths, and specks.
func landscape(w, h int) raster {
	rnd := rand.New(rand.NewPCG(7, 7))
	r := newRaster(w, h)
	for y := range h {
		for x := range w {
			fx, fy := float64(x), float64(y)
			v := 128 + 50*math.Sin(fx/211+math.Sin(fy/97)) + 30*math.Sin(fy/53+fx/171) + 12*rnd.NormFloat64()
			r.px[y*w+x] = byte(min(max(v, 0), 255))
		}
	}
	for range 900 {
		cx, cy, size := rnd.IntN(w-30), rnd.IntN(h-30), 6+rnd.IntN(18)
		for y := range size {
			for x := range size {
				if (x-size/2)*(x-size/2)+(y-size/2)*(y-size/2) < size*size/4 {
					r.px[(cy+y)*w+cx+x] = byte(30 + rnd.IntN(40))
				}
			}
		}
	}
	return r
}

// figure returns a drawing on black: large areas of few shades with dark spots.
func figure(w, h int) raster {
	r := newRaster(w, h)
	disc := func(cx, cy, radius int, shade byte) {
		for y := max(cy-radius, 0); y < min(cy+radius, h); y++ {
			half := int(math.Sqrt(float64(radius*radius - (y-cy)*(y-cy))))
			for x := max(cx-half, 0); x < min(cx+half, w); x++ {
				r.px[y*w+x] = shade
			}
		}
	}
	disc(w/2, h/4, h/6, 235)
	disc(w/2, h*2/3, h/4, 180)
	rnd := rand.New(rand.NewPCG(5, 5))
	for range 70 {
		disc(w/4+rnd.IntN(w/2), h/8+rnd.IntN(h*3/4), 2+rnd.IntN(12), 60)
	}
	return r
}

func TestPicturesWithoutLinesAreReadOnce(t *testing.T) {
	for _, c := range []struct {
		name    string
		picture raster
		script  string
		runs    string
		note    string
	}{
		{"a photo", landscape(2550, 3300), "Latin", "3", noteNothing},
		{"a drawing", figure(1013, 1406), "Latin", "3", noteNothing},
		{"a page of a script that is not read", drawStrokes(1275, 1650), "Han", "3 0", noteOfScript("Han")},
		{"a page", drawStrokes(1275, 1650), "Latin", "3 0 3 11", ""},
	} {
		path, runs := recordRuns(t, c.script)
		doc := layout.Document{Pages: []layout.Page{{Width: 612, Height: 792}}}
		s := Settings{Command: path, Walls: walls.Policy{Write: []string{filepath.Dir(path)}}}
		_, done, err := New(drawnBy(c.picture), s).Recognise(t.Context(), nil, &doc, nil)
		if err != nil || len(done) != 1 {
			t.Errorf("%s: done %v, %v, want no error and len(done) = 1", c.name, done, err)
		}
		if got := strings.Join(runs(), " "); got != c.runs {
			t.Errorf("%s: segmentations %s, want %s", c.name, got, c.runs)
		}
		if got := doc.Pages[0].Note; got != c.note {
			t.Errorf("%s: note %q, want %q", c.name, got, c.note)
		}
	}
}

// TestWorkAtAPageIsBounded holds that a crowded page is read in fewer ways, whatever the machine.
func TestWorkAtAPageIsBounded(t *testing.T) {
	crowded := canvas{picture: raster{w: 5000, h: 6000}, letters: make([]box, 2000)}
	w := &work{}
	for w.hasRoom(crowded) {
		w.countRun()
	}
	if w.runs != 1 {
		t.Errorf("%d processes for a crowded page, want 1", w.runs)
	}
}

func TestScriptsOfLanguages(t *testing.T) {
	for _, c := range []struct {
		langs, script string
		want          bool
	}{
		{"eng", "Han", true}, {"eng+deu", "Arabic", true}, {"eng+chi_sim", "Han", false}, {"jpn", "Han", false},
		{"eng", "Latin", false}, {"eng", "Cyrillic", false}, {"eng", "", false}, {"script/HanS", "Han", false},
	} {
		if got := (reader{langs: c.langs}).isForeign(c.script); got != c.want {
			t.Errorf("%s in %s: foreign %v, want %v", c.script, c.langs, got, c.want)
		}
	}
	o := parseOrientation("Page number: 0\r\nRotate: 90\r\nOrientation confidence: 24.64\r\nScript: Han\r\nScript confidence: 0.23\r\n")
	if want := (orientation{quarters: 1, known: true}); o != want {
		t.Errorf("got %+v, want %+v", o, want)
	}
}
