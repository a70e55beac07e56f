package invoice

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/templates"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

func TestSamplesAreTheGeneratorsOutput(t *testing.T) {
	for i, inv := range samples.All[:5] {
		l := samples.Layouts[i]
		name := filepath.Join("../../invoice/samples", fmt.Sprintf("%d-%s.pdf", i+1, l.Name))
		stored, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(stored, l.Draw(inv)) {
			t.Errorf("%s differs; run go generate, want the same bytes", name)
		}
		if len(stored) > 60<<10 {
			t.Errorf("%s has %d bytes, want at most %v", name, len(stored), 60<<10)
		}
	}
}

func TestSamplesOfEInvoicesAreTheGeneratorsOutput(t *testing.T) {
	for file, draw := range samples.EInvoices {
		name := filepath.Join("../../invoice/samples/e-invoices", file)
		if stored, err := os.ReadFile(name); err != nil || !bytes.Equal(stored, draw()) {
			t.Errorf("%s differs (%v); run go generate, want no error and the same bytes", name, err)
		}
	}
}

// TestOtherSamplesAreTheGeneratorsOutput compares the samples of all other templates; pictures by their pixels.
func TestOtherSamplesAreTheGeneratorsOutput(t *testing.T) {
	count := map[string]int{}
	for _, d := range samples.Others {
		template, _, _ := strings.Cut(d.Path, "/")
		count[template]++
		stored, err := os.ReadFile(filepath.Join("../..", d.Path))
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := d.Draw()
		same := bytes.Equal(stored, drawn)
		if filepath.Ext(d.Path) == ".png" && err == nil {
			same = bytes.Equal(pixels(t, stored), pixels(t, drawn))
		}
		if err != nil || !same {
			t.Errorf("%s differs (%v); run go generate, want same and no error", d.Path, err)
		}
		if len(stored) > 30<<10 {
			t.Errorf("%s has %d bytes, want at most %v", d.Path, len(stored), 30<<10)
		}
	}
	for _, name := range templates.Names() {
		if name != "invoice" && count[name] < 2 {
			t.Errorf("%s has %d samples, want two or more", name, count[name])
		}
	}
}

func TestPapersAreTheGeneratorsOutput(t *testing.T) {
	for _, p := range samples.Papers {
		stored, err := os.ReadFile(filepath.Join("../../demo", p.Name))
		if err != nil || !bytes.Equal(stored, p.Draw()) {
			t.Errorf("%s differs (%v); run go generate, want no error and the same bytes", p.Name, err)
		}
	}
}

// TestScanIsTheGeneratorsOutput compares pixels: how small a PNG becomes is for its writer to say.
func TestScanIsTheGeneratorsOutput(t *testing.T) {
	stored, err := os.ReadFile(filepath.Join("../../demo", samples.ScanName))
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := samples.DrawScan()
	if err != nil {
		t.Fatal(err)
	}
	was, is := pixels(t, stored), pixels(t, drawn)
	if !bytes.Equal(was, is) {
		t.Errorf("%s differs; run go generate, want the same bytes", samples.ScanName)
	}
	if len(stored) > 30<<10 {
		t.Errorf("the scan has %d bytes, want at most %v", len(stored), 30<<10)
	}
}

func pixels(t *testing.T, content []byte) []byte {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := picture.(*image.Paletted)
	if !ok {
		t.Fatalf("the scan is a %T", picture)
	}
	return p.Pix
}

// TestLayoutsAreReadInOrder checks what the rules rely on, for every layout in every
// language: label and value stand one behind the other, and addresses stay whole.
func TestLayoutsAreReadInOrder(t *testing.T) {
	pool := reader(t)
	for _, l := range samples.Layouts {
		for i, inv := range samples.All {
			t.Run(fmt.Sprintf("%s/%d", l.Name, i), func(t *testing.T) {
				tree := treeOf(t, pool, l.Draw(inv))
				flat := strings.Join(strings.Fields(strings.ReplaceAll(tree.Text, ":", "")), " ")
				total := strings.TrimSpace(inv.Labels.Total + " " + inv.Currency + " " + inv.Total)
				want := []string{
					total, inv.Labels.Net + " " + inv.Net, strings.Join(inv.Buyer[:2], " "),
					inv.Labels.Number + " " + inv.Number, inv.Labels.Date + " " + inv.Date,
				}
				for _, w := range want {
					if !strings.Contains(flat, w) {
						t.Errorf("%q is not in %q", w, flat)
					}
				}
			})
		}
	}
}
