package model

import (
	"slices"
	"testing"
)

// TestAmountsOfTheWorldBesideLabels holds the forms of amounts that stand beside labels, at the end of a line and
// before the signs of currencies.
func TestAmountsOfTheWorldBesideLabels(t *testing.T) {
	page := pageOf(placed{"Grand total 16,60,659.50", 50, 700}, placed{"Net 1,234,567.00", 50, 680},
		placed{"Tax 18 %: 2,98,918.71", 50, 660},
		placed{"DPH 21 %: 210,00 Kč", 50, 640}, placed{"VAT 23 %: 23,00 zł", 50, 620}, placed{"Moms 25 %: 50,00 kr.", 50, 600},
		placed{"Fee 7 %: 80,00 in words", 50, 580}, placed{"Lot 16,60,65", 50, 560})
	for _, c := range []struct {
		label string
		want  []string
	}{
		{"grand total", []string{"16,60,659.50"}},
		{"net", []string{"1,234,567.00"}},
		{"tax", []string{"2,98,918.71"}},
		{"dph", []string{"210,00"}},
		{"vat", []string{"23,00"}},
		{"moms", []string{"50,00"}},
		{"fee", nil},
		{"lot", nil},
	} {
		if got := namesOf(page, valuesBeside(page, []string{c.label}, "money")); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.label, got, c.want)
		}
	}
}

// TestAddressesSetInBelowTheirLabel holds that a label may stand out to the left of its address, as above a window,
// and that a text far to the left is none.
func TestAddressesSetInBelowTheirLabel(t *testing.T) {
	page := pageOf(
		placed{"Customer", 40, 700}, placed{"Kunden AG Mitte", 53, 685}, placed{"Kundenstr. 15", 53, 674},
		placed{"69876 Frankfurt", 53, 663},
		placed{"Customer", 300, 700}, placed{"Le Client", 340, 685}, placed{"58 rue de la mer", 340, 674},
		placed{"06000 NICE, FR", 340, 663},
	)
	if got, want := namesOf(page, namesOfAddresses(page, []string{"customer"}, true)), []string{"Kunden AG Mitte"}; !slices.Equal(got, want) {
		t.Errorf("below a label: got %q, want %q", got, want)
	}
	if got, want := namesOf(page, namesOfAddresses(page, []string{"customer"}, false)),
		[]string{"Kunden AG Mitte", "Le Client"}; !slices.Equal(got, want) {
		t.Errorf("all: got %q, want %q", got, want)
	}
}
