package invoice

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/templates"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

// A looker says why documents of a ready template need a look.
type looker struct {
	t     *testing.T
	pages *pdf.Pool
	rules *analysis.RuleSet
}

func newLooker(t *testing.T, pages *pdf.Pool, name string) looker {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, templates.Ready(name)); err != nil {
		t.Fatal(err)
	}
	b, problems, err := bundle.ReadDir(dir)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	rules, problems := analysis.NewRuleSet(b, analysis.DefaultRuleLimits())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return looker{t, pages, rules}
}

// analyse returns what the rules find in a PDF.
func (l looker) analyse(data []byte) document.Result {
	l.t.Helper()
	r, err := l.rules.Run(context.Background(), treeOf(l.t, l.pages, data))
	if err != nil || len(r.Failures) > 0 {
		l.t.Fatal(err, r.Failures)
	}
	return r
}

// afterwards returns the file as lists have it after an analysis and corrections.
func (l looker) afterwards(r document.Result, overrides ...file.Override) file.Record {
	l.t.Helper()
	findings := component.FindingsOf(r, nil, l.rules.Components())
	if findings == nil {
		l.t.Fatal("nothing is told")
	}
	out := file.Record{Review: &file.Review{Components: len(findings.Names), Attention: findings.Attention,
		Unmet: component.UnmetAfter(component.GroupByComponent(r), es.BlobRef{}, overrides, nil, l.rules.Components())}}
	for _, o := range overrides {
		out.Overrides = append(out.Overrides, file.Applied{Override: o})
	}
	return out
}

// reasons returns why a file needs a look, as "component: code".
func reasons(f file.Record) (out []string) {
	for _, a := range slices.Concat(f.Review.Attention, f.Review.Unmet) {
		for _, code := range a.Codes {
			out = append(out, a.Name+": "+code)
		}
	}
	return out
}

func newOverride(name string, values ...string) file.Override {
	o := file.Override{Name: name}
	for _, v := range values {
		o.Values = append(o.Values, file.Value{Value: v})
	}
	return o
}

// TestRightDocumentsNeedNoLook reads the samples of all ready templates that are PDFs.
func TestRightDocumentsNeedNoLook(t *testing.T) {
	pages := reader(t)
	for _, name := range templates.Names() {
		l := newLooker(t, pages, name)
		err := fs.WalkDir(templates.Ready(name), "samples", func(p string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path.Ext(p) != ".pdf" || strings.Contains(p, "e-invoices/") {
				return err
			}
			data, err := fs.ReadFile(templates.Ready(name), p)
			if err != nil {
				return err
			}
			if f := l.afterwards(l.analyse(data)); f.NeedsAttention() {
				t.Errorf("%s/%s: %v", name, p, reasons(f))
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestInvoicesThatLackSomethingNeedALook draws the sample invoices without one of their values, or
// with rows of nonsense, and corrects them.
func TestInvoicesThatLackSomethingNeedALook(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	plain := func(text string) string { return strings.Trim(text, "€$£ EURSDGBP") }
	for _, c := range []struct {
		name    string
		spoil   func(*samples.Invoice)
		correct func(samples.Invoice) []file.Override // of the invoice as it was; nil: nothing
	}{
		{"no date", func(i *samples.Invoice) { i.Date, i.Due = "", "" },
			func(samples.Invoice) []file.Override {
				return []file.Override{newOverride("Invoice_Date", "14/03/2024")}
			}},
		{"no sums", func(i *samples.Invoice) { i.Total, i.Net, i.Tax = "", "", "" }, func(i samples.Invoice) []file.Override {
			return []file.Override{newOverride("invoice total", plain(i.Total)), newOverride("net amount", plain(i.Net)),
				newOverride("tax amount", plain(i.Tax)), newOverride("currency", "EUR")}
		}},
		{"no currency", func(i *samples.Invoice) { i.Currency, i.Total = "", plain(i.Total) },
			func(samples.Invoice) []file.Override { return []file.Override{newOverride("Currency", "EUR")} }},
		{"rows of nonsense", func(i *samples.Invoice) { i.Items = []samples.Item{{Description: "NY"}, {Description: "WOW"}} }, nil},
	} {
		for i, whole := range samples.All[:len(samples.Layouts)] {
			inv := whole
			c.spoil(&inv)
			name := fmt.Sprintf("%s, %s", c.name, samples.Layouts[i].Name)
			r := l.analyse(samples.Layouts[i].Draw(inv))
			if f := l.afterwards(r); !f.NeedsAttention() {
				t.Errorf("%s: it needs no look, and has the components %+v, want f.NeedsAttention()", name, r.Components)
			}
			if c.correct == nil {
				continue
			}
			if f := l.afterwards(r, c.correct(whole)...); f.NeedsAttention() {
				t.Errorf("%s: corrected, it needs a look: %v", name, reasons(f))
			}
		}
	}
}

// TestSumsOfInvoicesFollowCorrections breaks the sums and rows of a right invoice, and mends them.
func TestSumsOfInvoicesFollowCorrections(t *testing.T) {
	l := newLooker(t, reader(t), "invoice")
	data, err := os.ReadFile(filepath.Join("../../invoice/samples", "1-classic.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	r := l.analyse(data)
	rows := []string{}
	for _, c := range r.Components {
		if c.Name == "Line_Items" {
			rows = append(rows, c.Value)
		}
	}
	if len(rows) < 2 {
		t.Fatalf("the sample has the rows %q, want at least 2", rows)
	}
	nonsense := newOverride("Line_Items", "NY", "WOW")
	for _, c := range []struct {
		name      string
		overrides []file.Override
		want      []string
	}{
		{"as it is", nil, nil},
		{"a tax that breaks the sum", []file.Override{newOverride("Tax_Amount", "86.60")}, []string{"Invoice_Total: SUM_MISMATCH"}},
		{"and a total that mends it", []file.Override{newOverride("Tax_Amount", "86.60"), newOverride("Invoice_Total", "519.10")}, nil},
		{"a due date before the date", []file.Override{newOverride("Due_Date", "01/01/2024")}, []string{"Due_Date: LIMIT_EXCEEDED"}},
		{"rows of nonsense", []file.Override{nonsense}, []string{"Line_Items: ROW_INCOMPLETE"}},
		{"rows as they are", []file.Override{newOverride("Line_Items", rows...)}, nil},
		{"a row too few", []file.Override{newOverride("Line_Items", rows[1:]...)}, []string{"Line_Items: SUM_MISMATCH"}},
	} {
		f := l.afterwards(r, c.overrides...)
		if got := reasons(f); !slices.Equal(got, c.want) || f.NeedsAttention() != (c.want != nil) {
			t.Errorf("%s: told %v, want %v", c.name, got, c.want)
		}
	}
}
