package author

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// strangers are invoices that browsers, office programs and report libraries have made.
const strangers = "templates/internal/invoice/testdata"

// printed says where a value stands on paper: its page, and the box around its words
// as left, bottom, right and top.
type printed struct {
	Value string
	Page  int
	Box   [4]float64
}

func TestExtractFindsValuesAndTheirPlaces(t *testing.T) {
	var want map[string]map[string]printed
	data, err := os.ReadFile(filepath.Join(strangers, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(strangers, "*.pdf"))
	if err != nil || len(names) < 10 || len(names) != len(want) {
		t.Fatalf("%d invoices, %d expectations: %v, want len(names) at least 10, len(names) = %d and no error", len(names),
			len(want), err, len(want))
	}
	for _, f := range extractAll(t, filepath.Join(strangers, "template"), names...) {
		t.Run(f.Filename, func(t *testing.T) {
			if f.Error != "" {
				t.Fatal(f.Error)
			}
			for component, w := range want[f.Filename] {
				checkPlace(t, f, component, w)
			}
		})
	}
}

// extractAll runs the command line and reads what it prints.
func extractAll(t *testing.T, template string, names ...string) []extracted {
	t.Helper()
	args := append([]string{"extract", "--template", template, "--details", "--cache", pdfCache(t)}, names...)
	out, err := docket(t.Context(), args...).Output()
	if err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	var answer struct{ Files []extracted }
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Files) != len(names) {
		t.Fatalf("%d records for %d files, want one each", len(answer.Files), len(names))
	}
	return answer.Files
}

// checkPlace wants one value of a component, on its page and with a box over its words.
func checkPlace(t *testing.T, f extracted, component string, w printed) {
	t.Helper()
	if got := f.Components[component]; !slices.Equal(got, []string{w.Value}) {
		t.Errorf("%s is %q, want %q", component, got, w.Value)
		return
	}
	for _, d := range f.Details {
		if d.Name != component {
			continue
		}
		ref := d.Values[0].References[0]
		if ref.Page != w.Page {
			t.Errorf("%s is on page %d, want %d", component, ref.Page, w.Page)
		}
		if !slices.ContainsFunc(ref.Positions, func(p document.PageBox) bool { return p.Page == w.Page && over(p.Box, w.Box) }) {
			t.Errorf("%s stands at %v, want a box over %v", component, ref.Positions, w.Box)
		}
		return
	}
	t.Errorf("%s has no details", component)
}

// over reports whether a box covers words from left to right, and most of their height.
func over(b document.Rect, words [4]float64) bool {
	const slack = 1.5
	shared := min(b.Y+b.Height, words[3]) - max(b.Y, words[1])
	return b.X < words[0]+slack && b.X+b.Width > words[2]-slack && shared > 0.7*(words[3]-words[1])
}

// The sample receipt that is a picture is read by text recognition.
func TestExtractReadsThePicturedReceipt(t *testing.T) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("tesseract is not installed")
	}
	found := extractAll(t, "templates/receipt", "templates/receipt/samples/3-pictured.png")[0].Components
	for component, want := range map[string]string{"Merchant_Name": "THREE TERNS CAFE SDN BHD", "Date": "10/03/2024", "Total": "10.80"} {
		if got := found[component]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", component, got, want)
		}
	}
}

func TestExtractReadsTheSamplesOfTheInvoiceTemplate(t *testing.T) {
	names, err := filepath.Glob("templates/invoice/samples/*.pdf")
	if err != nil || len(names) != 5 {
		t.Fatal(names, err)
	}
	want := [][4]string{
		{"NT-2024-0117", "14/03/2024", "519.00", "Northgate Tools Ltd"},
		{"100458", "04/03/2024", "2,127.30", "Copper Kettle Catering Inc."},
		{"RE-2024/0815", "05/02/2024", "1.256,64", "Tannberg Papierwerk GmbH"},
		{"F24-00392", "21/06/2024", "1 728,00", "Atelier des Tilleuls SARL"},
		{"2024-A-77", "09/09/2024", "1.297,12", "Cerámicas Olivar S.L."},
	}
	for i, f := range extractAll(t, "templates/invoice", names...) {
		for j, component := range []string{"Invoice_Number", "Invoice_Date", "Invoice_Total", "Supplier_Name"} {
			if got := f.Components[component]; !slices.Equal(got, []string{want[i][j]}) {
				t.Errorf("%s: %s is %q, want %q", f.Filename, component, got, want[i][j])
			}
		}
	}
}
