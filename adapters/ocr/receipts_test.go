package ocr

import (
	"bytes"
	"encoding/json"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// photoPage is a page of a JPEG, one pixel a point, as careless programs wrap photos.
func photoPage(tb testing.TB, data []byte) imagePage {
	tb.Helper()
	cfg, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	space := "/DeviceRGB"
	if cfg.ColorModel == color.GrayModel {
		space = "/DeviceGray"
	}
	return imagePage{
		data: data, filter: "/DCTDecode", space: space, bits: 8, w: cfg.Width, h: cfg.Height,
		width: float64(cfg.Width), height: float64(cfg.Height),
	}
}

// bare keeps letters and digits, in capitals.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// TestReceiptsShowTheirFields recognises photos of receipts and counts for how many
// the value of a field stands literally in the text, spaces and punctuation aside.
// No engine of this kind reads all of them: a single wrong letter in an address of a
// hundred counts as a miss. Floors are well below what is usual, for single documents
// weigh much.
func TestReceiptsShowTheirFields(t *testing.T) {
	files := corpus(t, "receipts", "*.jpg")
	pool := drawing(t)
	r := newRecogniser(t, pool)
	step := 18
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		step = 1
	}
	found, read := map[string]int{}, 0
	before := processorTime()
	for i := 0; i < len(files); i += step {
		data, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(strings.TrimSuffix(files[i], ".jpg") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var truth map[string]string
		if err := json.Unmarshal(raw, &truth); err != nil {
			t.Fatal(err)
		}
		doc, _, done := recogniseFile(t, pool, r, pdfOf(photoPage(t, data)))
		if len(done) != 1 {
			t.Errorf("%s was not recognised, want len(done) = 1", filepath.Base(files[i]))
		}
		text, misses := bare(textOf(doc)), []string{}
		for field, value := range truth {
			if strings.Contains(text, bare(value)) {
				found[field]++
			} else {
				misses = append(misses, field)
			}
		}
		read++
		t.Logf("%s: %.2f degrees, missed %v", filepath.Base(files[i]), doc.Pages[0].Skew, misses)
	}
	t.Logf("of %d receipts: total %d, date %d, company %d, address %d; %.1f s of processor time for each",
		read, found["total"], found["date"], found["company"], found["address"], (processorTime()-before).Seconds()/float64(read))
	if found["total"]*10 < read*6 || found["date"]*10 < read*6 {
		t.Error("fewer than six in ten totals or dates are read")
	}
}
