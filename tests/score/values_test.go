package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
)

// scoreDir is a directory with two of the sample invoices as one.pdf and two.pdf.
func scoreDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, sample := range map[string]string{"one.pdf": "1-classic.pdf", "two.pdf": "2-boxed.pdf"} {
		content, err := os.ReadFile(filepath.Join("templates/invoice/samples", sample))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(content))
	}
	return dir
}

// runScore runs a measure and reads its JSON.
func runScore(t *testing.T, code int, out any, args ...string) (errs string) {
	t.Helper()
	cmd := startScore(t.Context(), append([]string{args[0], "--json", "--template", "templates/invoice", "--cache",
		pdfCache(t)}, args[1:]...)...)
	var e bytes.Buffer
	cmd.Stderr = &e
	data, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != code || json.Unmarshal(data, out) != nil {
		t.Fatalf("%v, %s%s, want cmd.ProcessState.ExitCode() = %v and json.Unmarshal(data, out) = nil", err, data, e.String(), code)
	}
	return e.String()
}

// TestScoreAdBuys measures fields whose sums are known by hand.
func TestScoreAdBuys(t *testing.T) {
	dir := scoreDir(t)
	write(t, filepath.Join(dir, "truth.csv"), "\ufefffile,contract_num,advertiser,gross_amount,flight_from,flight_to\n"+
		"one.pdf,nt-2024-0117,Northgate  tools Ltd ,$519.00,3/14/2024,\n"+
		"two.pdf,100458-1,Copper Kettle Catering Inc.,\"$2,127.3\",03/04/24,3/5/2024\n"+
		"three.pdf,1,A,$1,1/1/20,1/2/20\n")
	var got scoredRecords
	errs := runScore(t, 1, &got, "ad-buys", dir, "--as", "contract_num=Invoice_Number", "--as", "gross_amount=invoice total",
		"--as", "advertiser=Supplier_Name", "--as", "flight_from=Invoice_Date", "--as", "flight_to=Due_Date", "--workers", "2")
	// The first document has no flight_to. In the second, the contract number is another,
	// and 04/03/2024 is April 3, as the month comes first.
	for i, want := range []scoredRecord{{Name: "one.pdf", Right: 4, Expected: 4}, {Name: "two.pdf", Right: 2, Expected: 5},
		{Name: "three.pdf", Right: 0, Expected: 5}} {
		if d := got.Documents[i]; d.Name != want.Name || d.Right != want.Right || d.Expected != want.Expected ||
			(d.Error != "") != (i == 2) {
			t.Errorf("got %+v, want %+v", d, want)
		}
	}
	for i, want := range []scoredAccuracy{{"contract_num", 1, 3, 1. / 3}, {"advertiser", 2, 3, 2. / 3},
		{"gross_amount", 2, 3, 2. / 3}, {"flight_from", 1, 3, 1. / 3}, {"flight_to", 0, 2, 0}} {
		if got.Fields[i] != want {
			t.Errorf("got %+v, want %+v", got.Fields[i], want)
		}
	}
	if got.Summed != (scoredAccuracy{"", 6, 14, 6. / 14}) {
		t.Errorf("summed %+v, want 6 of 14", got.Summed)
	}
	if !strings.Contains(errs, "3/3 ") {
		t.Errorf("progress: %q, want %q in it", errs, "3/3 ")
	}
}

// TestScoreNDA measures pairs whose sums are known by hand.
func TestScoreNDA(t *testing.T) {
	dir := scoreDir(t)
	write(t, filepath.Join(dir, "truth.tsv"), "one.pdf\tparty=NORTHGATE_TOOLS_LTD jurisdiction=England effective_date=14/03/2024\n"+
		"two.pdf\tparty=Copper_Kettle party=Copper_Kettle_Catering_Inc. term=5_years\n\n")
	var got scoredAgreements
	runScore(t, 0, &got, "nda", dir, "--as", "party=Supplier_Name", "--as", "effective_date=Invoice_Date", "--as", "jurisdiction=Currency")
	// Of each document three pairs are found: party, currency and date. Of the first, all
	// but the currency are right; of the second, one of two parties is.
	for i, want := range [][3]int{{2, 3, 3}, {1, 3, 3}} {
		if d := got.Documents[i]; [3]int{d.Right, d.Found, d.Expected} != want {
			t.Errorf("got %+v, want %v", d, want)
		}
	}
	if s := got.Summed; s.Right != 3 || s.Found != 6 || s.Expected != 6 || s.F1 != .5 {
		t.Errorf("summed %+v, want s.Right = 3, s.Found = 6, s.Expected = 6 and s.F1 = .5", s)
	}
	for _, k := range got.Keys {
		if want := map[string][3]int{"party": {2, 2, 3}, "effective_date": {1, 2, 1}, "jurisdiction": {0, 2, 1},
			"term": {0, 0, 1}}[k.Name]; want != [3]int{k.Right, k.Found, k.Expected} {
			t.Errorf("key %+v, want %v", k, want)
		}
	}
	if w := got.Documents[0].Wrong; len(w) != 1 || w[0].Value != "GBP" {
		t.Errorf("wrong %v, want len(w) = 1 and w[0].Value = %q", w, "GBP")
	}
	write(t, filepath.Join(dir, "truth.tsv"), "one.pdf\tparty\n")
	cmd := startScore(t.Context(), "nda", dir, "--template", "templates/invoice")
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 ||
		!strings.Contains(string(out), `truth.tsv:1: "party" is not key=value`) {
		t.Errorf(`got %s, want cmd.ProcessState.ExitCode() = 2 and string(out) with truth.tsv:1: "party" is not key=value`, out)
	}
}

// TestScoreReceipts measures a receipt that is a PDF and one that is a picture.
func TestScoreReceipts(t *testing.T) {
	dir := scoreDir(t)
	write(t, filepath.Join(dir, "one.json"), `{"company": " Northgate Tools Ltd ", "date": "14/03/2024", "address": "", "total": "519.0"}`)
	write(t, filepath.Join(dir, "photo.json"), `{"company": "A", "date": "1", "address": "B", "total": "2"}`)
	write(t, filepath.Join(dir, "photo.jpg"), string(photo(t, 300, 150)))
	code, cause := 0, ""
	if _, err := exec.LookPath("tesseract"); err != nil {
		code, cause = 1, "OCR is not installed"
	}
	var got scoredRecords
	runScore(t, code, &got, "receipts", dir, "--as", "company=Supplier_Name", "--as", "date=Invoice_Date", "--as", "total=Invoice_Total")
	if d := got.Documents[0]; d.Name != "one" || d.Right != 2 || d.Expected != 3 || d.Fields[2].Found != "519.00" {
		t.Errorf("got %+v, want d.Name = one, d.Right = 2, d.Expected = 3 and d.Fields[2].Found = 519.00", d)
	}
	if d := got.Documents[1]; d.Name != "photo" || d.Right != 0 || d.Expected != 4 || d.Error != cause {
		t.Errorf("got %+v, want d.Name = photo, d.Right = 0, d.Expected = 4 and d.Error = %v", d, cause)
	}
	if got.Summed.Right != 2 || got.Summed.Expected != 7 {
		t.Errorf("summed %+v, want got.Summed.Right = 2 and got.Summed.Expected = 7", got.Summed)
	}
}

// photo is a grey JPEG.
func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	img.SetGray(3, 3, color.Gray{})
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPicturesFillTheirPages reads pictures with and without a resolution.
func TestPicturesFillTheirPages(t *testing.T) {
	in := author.Reading{Timeout: time.Minute, MaxPages: 1, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	bare := photo(t, 300, 150)
	with := func(unit byte, dots byte) []byte {
		jfif := append([]byte{0xff, 0xe0, 0, 16}, append([]byte("JFIF\x00\x01\x02"), unit, 0, dots, 0, dots, 0, 0)...)
		return append(append([]byte{0xff, 0xd8}, jfif...), bare[2:]...)
	}
	for name, c := range map[string]struct {
		picture []byte
		width   float64
	}{"none": {bare, 108}, "150 an inch": {with(1, 150), 144}, "100 a centimetre": {with(2, 100), 300 * 72 / 254.},
		"odd": {with(1, 1), 108}, "no unit": {with(0, 150), 108}} {
		file := filepath.Join(t.TempDir(), "page.jpg")
		write(t, file, string(c.picture))
		tree, err := in.ReadTree(t.Context(), file)
		if err != nil || len(tree.Pages) != 1 {
			t.Fatalf("%s: %v %v, want no error and len(tree.Pages) = 1", name, err, tree)
		}
		if p := tree.Pages[0]; p.Width < c.width-.01 || p.Width > c.width+.01 || p.Height < c.width/2-.01 || p.Height > c.width/2+.01 {
			t.Errorf("%s: a page of %g x %g, want %g", name, p.Width, p.Height, c.width)
		}
		if !slices.ContainsFunc(tree.Nodes, func(n document.Node) bool { return n.Kind == document.KindImage }) {
			t.Errorf("%s: there is no picture on the page: %v", name, tree.Nodes)
		}
	}
	none := filepath.Join(t.TempDir(), "page.jpg")
	write(t, none, "no picture")
	if _, err := in.ReadTree(t.Context(), none); err == nil {
		t.Error("what is no picture was read")
	}
}

func TestTextOfReceiptsIsPutAtItsPlaces(t *testing.T) {
	for _, wrong := range []string{"1,2,3,TOTAL", "a,2,3,4,5,6,7,8,TOTAL"} {
		if got, err := parseBoxes(wrong); err == nil {
			t.Errorf("%q: got %v, want an error", wrong, got)
		}
	}
	boxes, err := parseBoxes("10,20,210,20,210,40,10,40,TOTAL (RM), net\r\n\n300,20,360,20,360,40,300,40,12.70\n")
	if err != nil || len(boxes) != 2 || boxes[0].text != "TOTAL (RM), net" {
		t.Fatal(boxes, err)
	}
	name := filepath.Join(t.TempDir(), "r.pdf")
	if err := os.WriteFile(name, boxesOnPage(boxes), 0o600); err != nil {
		t.Fatal(err)
	}
	in := author.Reading{Timeout: time.Minute, MaxPages: 1, Cache: pdfCache(t)}.NewReader(template.Settings{})
	defer in.Close()
	tree, err := in.ReadTree(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TOTAL (RM), net", "12.70"} {
		if !strings.Contains(tree.Text, want) {
			t.Errorf("read %q, want %q in it", tree.Text, want)
		}
	}
}
