package component

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// billing are definitions of an invoice with sums, days and rows.
var billing = []template.Component{
	expecting("net", "Net amount", template.Expectation{Format: "AMOUNT"}),
	expecting("tax", "Tax", template.Expectation{Format: "AMOUNT"}),
	expecting("total", "Total", template.Expectation{Format: "AMOUNT", Checks: []string{"net + tax = total"}}),
	expecting("issued", "Date", template.Expectation{Format: "DATE"}),
	expecting("due", "Due date", template.Expectation{Format: "DATE", Checks: []string{"issued <= due"}}),
	expecting("party", "Party", template.Expectation{Checks: []string{"count(party) <= 2"}}),
	expecting("lines", "Lines", template.Expectation{
		Columns: []template.Column{{TechnicalName: "what", DisplayName: "Description", Required: true},
			{TechnicalName: "quantity", DisplayName: "Quantity", Format: "NUMBER"},
			{TechnicalName: "price", DisplayName: "Price", Format: "AMOUNT"}, {TechnicalName: "discount", DisplayName: "Discount"},
			{TechnicalName: "amount", DisplayName: "Amount", Format: "AMOUNT", Required: true}},
		Checks: []string{"quantity * price = amount unless discount", "sum(amount) = net or total"}}),
}

func expecting(name, display string, e template.Expectation) template.Component {
	return template.Component{TechnicalName: name, DisplayName: display, Expectation: e}
}

// detailOf returns a component with values.
func detailOf(name string, values ...string) Detail {
	out := Detail{Name: name}
	for _, v := range values {
		out.Values = append(out.Values, Value{Value: v})
	}
	return out
}

// detailOfRows returns a component whose rows have cells, as "column=value, column=value".
func detailOfRows(name string, rows ...string) Detail {
	out := Detail{Name: name}
	for _, row := range rows {
		v := Value{}
		var texts []string
		for _, cell := range strings.Split(row, ", ") {
			if column, text, ok := strings.Cut(cell, "="); ok {
				v.Cells = append(v.Cells, Cell{Column: column, Value: text})
				texts = append(texts, text)
			} else {
				texts = append(texts, cell)
			}
		}
		v.Value = strings.Join(texts, document.CellSeparator)
		out.Values = append(out.Values, v)
	}
	return out
}

func showUnmet(list []Unmet) string {
	var out []string
	for _, u := range list {
		for _, a := range u.Attention {
			out = append(out, fmt.Sprintf("%s %s: %s", u.Name, a.Code, a.Detail))
		}
	}
	return strings.Join(out, "\n")
}

func TestWhatIsUnmetIsTold(t *testing.T) {
	for _, c := range []struct {
		name       string
		components []Detail
		want       string
	}{
		{"sums agree", []Detail{detailOf("Net", "100.00"), detailOf("Tax", "19.00"), detailOf("Total", "119.00")}, ""},
		{"sums do not agree", []Detail{detailOf("Net", "100.00"), detailOf("Tax", "19.00"), detailOf("Total", "120.00")},
			"Total SUM_MISMATCH: Net amount 100.00 + Tax 19.00 = 119.00 ≠ Total 120.00"},
		{"written as in Germany", []Detail{detailOf("Net", "1.000,00 €"), detailOf("Tax", "190,00 €"), detailOf("Total", "1.191,00 €")},
			"Total SUM_MISMATCH: Net amount 1000.00 + Tax 190.00 = 1190.00 ≠ Total 1191.00"},
		{"a cent of rounding", []Detail{detailOf("Net", "100.01"), detailOf("Tax", "19.00"), detailOf("Total", "119.00")}, ""},
		{"two cents", []Detail{detailOf("Net", "100.02"), detailOf("Tax", "19.00"), detailOf("Total", "119.00")},
			"Total SUM_MISMATCH: Net amount 100.02 + Tax 19.00 = 119.02 ≠ Total 119.00"},
		{"one is missing", []Detail{detailOf("Net", "100.00"), detailOf("Total", "119.00")}, ""},
		{"one is no number", []Detail{detailOf("Net", "100.00"), detailOf("Tax", "none"), detailOf("Total", "119.00")}, ""},
		{"one is blank", []Detail{detailOf("Net", "100.00"), detailOf("Tax", " "), detailOf("Total", "119.00")}, ""},
		{"the same twice", []Detail{detailOf("Net", "100.00", "100,00"), detailOf("Tax", "19.00"), detailOf("Total", "120.00")},
			"Total SUM_MISMATCH: Net amount 100.00 + Tax 19.00 = 119.00 ≠ Total 120.00"},
		{"several", []Detail{detailOf("Net", "100.00", "50.00"), detailOf("Tax", "19.00"), detailOf("Total", "120.00")}, ""},
		{"days in order", []Detail{detailOf("Issued", "31.01.2024"), detailOf("Due", "2024-02-01")}, ""},
		{"days out of order", []Detail{detailOf("Issued", "31.01.2024"), detailOf("Due", "2024-01-30")},
			"Due LIMIT_EXCEEDED: Date 2024-01-31 > Due date 2024-01-30"},
		{"two", []Detail{detailOf("Party", "A", "B", " ")}, ""},
		{"three", []Detail{detailOf("Party", "A", "B", "C")}, "Party LIMIT_EXCEEDED: # Party 3 > 2"},
		{"rows", []Detail{detailOf("Net", "27.50"),
			detailOfRows("Lines", "what=Pump, quantity=2, price=5.00, amount=10.00",
				"what=Pipe, quantity=3, price=5.83, amount=17.50")}, ""},
		{"rows that sum up to the total", []Detail{detailOf("Net", "10.00"), detailOf("Total", "12.00"),
			detailOfRows("Lines", "what=Pump, amount=12.00")}, ""},
		{"a row that is wrong", []Detail{detailOfRows("Lines", "what=Pump, quantity=2, price=5.00, amount=10.00",
			"what=Pipe, quantity=3, price=5.00, amount=17.00")},
			"Lines SUM_MISMATCH: 2: Quantity 3 × Price 5.00 = 15.00 ≠ Amount 17.00"},
		{"a row with a discount", []Detail{detailOfRows("Lines", "what=Pipe, quantity=3, price=5.00, discount=10 %, amount=13.50")}, ""},
		{"rows that sum up to nothing", []Detail{detailOf("Net", "20.00"), detailOf("Total", "23.80"),
			detailOfRows("Lines", "what=Pump, amount=12.00", "what=Pipe, amount=7.00")},
			"Lines SUM_MISMATCH: Σ Amount 19.00 ≠ Net amount 20.00"},
		{"rows that lack something", []Detail{detailOfRows("Lines", "what=Pump, amount=12.00", "what=Pipe, quantity=2",
			"amount=3.00", "what=Tax, amount=free")},
			"Lines ROW_INCOMPLETE: 2: Amount; 3: Description; 4: Amount"},
		{"rows of nonsense", []Detail{detailOfRows("Lines", "NY", "WOW")},
			"Lines ROW_INCOMPLETE: 1: Description, Amount; 2: Description, Amount"},
		{"a number that is too long", []Detail{detailOf("Net", strings.Repeat("9", 5000)), detailOf("Tax", "1"),
			detailOf("Total", "1")}, ""},
	} {
		if got := showUnmet(FindUnmet(c.components, billing)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Values that somebody corrected count as they are then: one mends a sum, another breaks it.
func TestWhatIsUnmetFollowsCorrections(t *testing.T) {
	r := document.Result{Components: []document.Component{component("Net", "100.00"), component("Tax", "19.00"),
		component("Total", "120.00")}}
	mismatch := []file.Attention{{Name: "Total", Codes: []string{file.AttentionSumMismatch}}}
	if got := FindingsOf(r, nil, billing).Unmet; !reflect.DeepEqual(got, mismatch) {
		t.Errorf("findings: %+v, want %v", got, mismatch)
	}
	override := func(name, value string) file.Override {
		return file.Override{Name: name, Values: []file.Value{{Value: value}}}
	}
	for _, c := range []struct {
		name      string
		overrides []file.Override
		want      []file.Attention
	}{
		{"nothing", nil, mismatch},
		{"a part is mended", []file.Override{override("tax", "20.00")}, nil},
		{"the total is mended", []file.Override{override("Total", "119.00")}, nil},
		{"and a part is broken", []file.Override{override("Total", "119.00"), override("Net", "90.00")}, mismatch},
		{"a part is taken away", []file.Override{{Name: "Tax"}}, nil},
	} {
		if got := UnmetAfter(GroupByComponent(r), es.BlobRef{}, c.overrides, nil, billing); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// What a file is known to give is told with what it means by now, and without where the template
// expects nothing of it any more.
func TestWhatIsUnmetIsShown(t *testing.T) {
	details := []Detail{detailOf("Net", "100.00"), detailOf("Tax", "19.00"), detailOf("Total", "120.00")}
	f := file.Record{Review: &file.Review{Unmet: []file.Attention{{Name: "total", Codes: []string{file.AttentionSumMismatch}}}}}
	for _, c := range []struct {
		definitions []template.Component
		want        []Attention
	}{
		{billing, []Attention{{file.AttentionSumMismatch, "Net amount 100.00 + Tax 19.00 = 119.00 ≠ Total 120.00"}}},
		{billing[:2], []Attention{{Code: file.AttentionSumMismatch}}},
	} {
		if got := ApplyReview(details, f, c.definitions)[2].Attention; !reflect.DeepEqual(got, c.want) {
			t.Errorf("got %+v, want %+v", got, c.want)
		}
	}
	if got := ApplyReview(details, file.Record{Review: &file.Review{}}, billing)[2].Attention; len(got) != 0 {
		t.Errorf("what the analysis did not tell is shown: %+v, want 0", got)
	}
}

// Any two sums are told if they differ by more than rounding leaves open, whatever way amounts are written.
func TestSumsOfAnyAmounts(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	styles := []func(int64) string{
		func(n int64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) },
		func(n int64) string { return fmt.Sprintf("%d,%02d €", n/100, n%100) },
		func(n int64) string { return fmt.Sprintf("%s,%02d", groupDigits(n/100, "."), n%100) },
		func(n int64) string { return fmt.Sprintf("USD %s.%02d", groupDigits(n/100, ","), n%100) },
		func(n int64) string { return fmt.Sprintf("%s.%02d", groupDigits(n/100, "’"), n%100) },
	}
	for range 5000 {
		style := styles[random.IntN(len(styles))]
		net, tax, off := random.Int64N(1e9), random.Int64N(1e8), random.Int64N(9)-4
		total := max(net+tax+off, 0)
		components := []Detail{detailOf("Net", style(net)), detailOf("Tax", style(tax)), detailOf("Total", style(total))}
		told := showUnmet(FindUnmet(components, billing))
		if wanted := total-net-tax > 1 || total-net-tax < -1; wanted != (told != "") {
			t.Fatalf("%q: told %q, want it told: %t",
				valueTexts(Detail{Values: append(append(components[0].Values, components[1].Values...),
					components[2].Values...)}), told, wanted)
		}
	}
}

// groupDigits writes a number with a sign between groups of three digits.
func groupDigits(n int64, sign string) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return groupDigits(n/1000, sign) + sign + fmt.Sprintf("%03d", n%1000)
}

// FuzzUnmet checks any values against any check: what is told is short, and the same each time.
func FuzzUnmet(f *testing.F) {
	f.Add("net + tax = total", "100.00", "19,00", "1.119")
	f.Add("sum(amount) * 2 <= total within 0.5", "-1", "(3.00)", "7")
	f.Add("count(net) = 1", "x", "", "٣")
	f.Fuzz(func(t *testing.T, check, net, tax, total string) {
		if _, err := template.ParseCheck(check); err != nil {
			return
		}
		definitions := append(billing[:2:2], expecting("total", "Total", template.Expectation{Format: "AMOUNT", Checks: []string{check},
			Columns: []template.Column{{TechnicalName: "amount", DisplayName: "Amount", Format: "AMOUNT", Required: true}}}))
		totals := Detail{Name: "Total", Values: []Value{{Value: total, Cells: []Cell{{Column: "amount", Value: net}}},
			{Value: total, Cells: []Cell{{Column: "amount", Value: tax}}}}}
		components := []Detail{detailOf("Net", net), detailOf("Tax", tax), totals}
		first := FindUnmet(components, definitions)
		if again := FindUnmet(components, definitions); !reflect.DeepEqual(first, again) {
			t.Fatalf("first %+v, then %+v, want %v", first, again, again)
		}
		for _, u := range first {
			for _, a := range u.Attention {
				if len(a.Detail) > maxBefore+len("…") || a.Detail == "" {
					t.Fatalf("%d bytes are told of %q, want 1 to %d", len(a.Detail), check, maxBefore+len("…"))
				}
			}
		}
	})
}
