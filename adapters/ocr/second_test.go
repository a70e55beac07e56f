package ocr

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// withSecond gives a recogniser that has both programs, or skips the test.
func withSecond(tb testing.TB, pool *pdf.Pool) *Recogniser {
	tb.Helper()
	newRecogniser(tb, pool)
	r := New(pool, Settings{Models: FindModels("")})
	if able, err := r.Capability(tb.Context()); err != nil || !able.Lines {
		tb.Skip("the models of the second recogniser are not installed (scripts/setup)")
	}
	return r
}

// sold are the lines of a receipt: what stands on the left, and on the right.
var sold = [][2]string{
	{"LARKSPUR BOOKS & PAPER", ""}, {"12 Harbour Street", ""}, {"Baltimore 21230", ""}, {"Tel 410 555 0187", ""},
	{"RECEIPT 004417", "14/03/2018"}, {"Notebook ruled A5", "3.50"}, {"Pencil HB dozen", "4.80"}, {"Envelopes C6 white", "2.25"},
	{"Fountain pen medium", "24.90"}, {"Ink cartridge blue", "3.15"}, {"Subtotal", "38.60"}, {"Sales tax 6%", "2.32"},
	{"TOTAL", "40.92"}, {"CASH", "50.00"}, {"CHANGE", "9.08"}, {"Thank you for your visit", ""},
}

// receipt is a page of a receipt, and its text.
func receipt() (file []byte, text string) {
	var b strings.Builder
	for i, line := range sold {
		y := 380 - 20*i
		fmt.Fprintf(&b, "BT /F 10 Tf %d %d Td (%s) Tj ET BT /F 10 Tf %d %d Td (%s) Tj ET ", 20, y, line[0], 180, y, line[1])
		text += line[0] + " " + line[1] + " "
	}
	return pdfOf(imagePage{width: 240, height: 400, over: b.String(), space: "/DeviceGray", bits: 8}), text
}

// poor is a receipt that was photographed from afar.
var poor = wear{zoom: 0.34, noise: 12, blur: true, quality: 60, skew: 1, shade: true}

// TestReceiptsAreReadTwice reads a poor picture of a receipt with and without the second recogniser. With
// it nearly all words are right, and stand where they are printed.
func TestReceiptsAreReadTwice(t *testing.T) {
	pool := drawing(t)
	both, one := withSecond(t, pool), newRecogniser(t, pool)
	file, want := receipt()
	scan := scanOf(t, drawnPage(t, pool, file, 1), poor)
	alone, _, _ := recogniseFile(t, pool, one, scan, "eng")
	doc, due, done := recogniseFile(t, pool, both, scan, "eng")
	if len(due) != 1 || len(done) != 1 {
		t.Fatalf("due %v, done %v, want len(due) = 1 and len(done) = 1", due, done)
	}
	first, second := recall(want, textOf(alone)), recall(want, textOf(doc))
	t.Logf("of the words Tesseract reads %.3f, both %.3f", first, second)
	if second < 0.9 || second < first {
		t.Errorf("both read %.3f of the words, want 0.9 and no less than Tesseract, %.3f:\n%s", second, first, textOf(doc))
	}
	where := map[string]document.Rect{}
	for _, line := range layout.BuildTree(&doc).PageLines(1) {
		for _, w := range line.Words {
			where[w.Text] = w.Box
			if w.Confidence < 1 || w.Confidence > 100 {
				t.Errorf("%q has a confidence of %d, want w.Confidence at least 1 and w.Confidence at most 100",
					w.Text, w.Confidence)
			}
		}
	}
	for i, line := range sold {
		b, found := where[line[1]]
		if !found || line[1] == "" {
			continue
		}
		if y := 384 - 20*float64(i); b.Y > y || b.Y+b.Height < y-4 || b.X < 165 || b.X+b.Width > 240 {
			t.Errorf("%s stands at %v, want near 180, %v", line[1], b, y)
		}
	}
	again, _, _ := recogniseFile(t, pool, both, scan, "eng")
	if textOf(again) != textOf(doc) {
		t.Error("the same picture has another text the second time")
	}
}

// TestProseIsReadTwice reads poor scans of prose with both recognisers: blanks stay, and lines in their order.
func TestProseIsReadTwice(t *testing.T) {
	pool := drawing(t)
	r := withSecond(t, pool)
	by, err := r.models.open()
	if err != nil {
		t.Fatal(err)
	}
	page := drawnPage(t, pool, contract(), 1)
	words, err := by.readLines(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, w := range words {
		text = append(text, w.text)
	}
	found := recall(strings.Join(clauses, " "), strings.Join(text, " "))
	t.Logf("%.3f of the words", found)
	if found < 0.93 {
		t.Errorf("%.3f of the words are read:\n%s, want at least 0.93", found, strings.Join(text, " "))
	}
}

// TestOtherModelsAreNotUsed checks what happens with models that are missing, cut short or exchanged.
func TestOtherModelsAreNotUsed(t *testing.T) {
	pool := drawing(t)
	if one := newRecogniser(t, pool); one.Version() != New(pool, Settings{Models: t.TempDir()}).Version() {
		t.Error("an empty folder changes the version of results")
	}
	file, _ := receipt()
	scan := scanOf(t, drawnPage(t, pool, file, 1), poor)
	alone, _, _ := recogniseFile(t, pool, newRecogniser(t, pool), scan, "eng")
	for _, c := range []struct {
		name, want string
		size       int64
	}{
		{"missing", "no such file", -1},
		{"cut short", finderFile.sum, 1000},
		{"exchanged", finderFile.sum, finderFile.size},
	} {
		dir := t.TempDir()
		for _, f := range []modelFile{finderFile, spellerFile} {
			size := f.size
			if f == finderFile {
				size = c.size
			}
			if size < 0 {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, f.name), make([]byte, size), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		r := New(pool, Settings{Models: dir, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		doc, _, done := recogniseFile(t, pool, r, scan, "eng")
		if len(done) != 1 || textOf(doc) != textOf(alone) {
			t.Errorf("%s: the page is not read as Tesseract alone reads it, want one page of the same text", c.name)
		}
		said := log.String()
		if !strings.Contains(said, "second recogniser is not used") || !strings.Contains(said, c.want) && !strings.Contains(said, "AVX2") {
			t.Errorf("%s: the log says %q, want %q in it", c.name, said, c.want)
		}
	}
}

// TestLettersBecomeWords joins letters to words at their places.
func TestLettersBecomeWords(t *testing.T) {
	l := &lineReader{letters: []string{"", "a", "b", " "}}
	shares := make([]float32, 12*4)
	for column, letter := range []int{0, 1, 1, 0, 1, 3, 2, 0, 2, 0, 0, 0} {
		shares[column*4+letter] = 0.8
	}
	words := wordsOf(l.lettersOf(shares, 12), box{100, 10, 220, 30}, 10)
	if len(words) != 2 || words[0].text != "aa" || words[1].text != "bb" {
		t.Fatalf("got %+v, want len(words) = 2, words[0].text = aa and words[1].text = bb", words)
	}
	if w := words[0]; w.conf < 79 || w.conf > 81 || w.box.x0 < 100 || w.box.x0 > 115 || w.box.x1 < 145 || w.box.x1 > 160 || w.box.y1 != 30 {
		t.Errorf("got %+v, want a word near 100 to 160 of 30, with confidence 80", w)
	}
	if words[1].box.x0 < words[0].box.x1 {
		t.Errorf("the second word begins at %v, inside the first, want at least %v", words[1].box.x0, words[0].box.x1)
	}
}

// TestLanguagesOfTheSecondRecogniser tells which languages are Tesseract's alone.
func TestLanguagesOfTheSecondRecogniser(t *testing.T) {
	if !readsLatin([]string{"eng", "deu"}) || readsLatin([]string{"eng", "rus"}) || readsLatin([]string{"script/Latin"}) {
		t.Error("other languages than those in Latin script")
	}
	for _, letter := range []string{"a", "Z", "7", " ", "ß", "ő", "€", "’"} {
		if !isLatin(letter) {
			t.Errorf("%q is no letter, want isLatin(letter)", letter)
		}
	}
	for _, letter := range []string{"д", "中", "", "ab", "α"} {
		if isLatin(letter) {
			t.Errorf("%q is a letter, want none of its kind", letter)
		}
	}
}
