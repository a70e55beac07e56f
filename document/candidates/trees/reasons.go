package trees

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A Reason is a part of a score that people understand.
type Reason struct {
	Text string
	// Weight is by how much it raised the score, negative when it lowered it.
	Weight float64
}

// placeWords say where a label stands, by the position that features name.
var placeWords = map[string]string{
	"inside": "before it", "left": "left of it", "above": "above it", "second": "two lines above it",
	"column": "at the head of its column", "below": "below it", "section": "in the heading above it",
	"row": "at the beginning of its line", "behind": "behind it", "party": "in the heading of its party",
}

// conceptWords name the concepts of labels; others are called by their name in the table.
var conceptWords = map[string]string{
	"no": "invoice number", "date": "date", "due": "due date", "cust": "customer number", "po": "order number", "ordate": "order date",
	"deldate": "delivery date", "delno": "delivery note", "ref": "reference", "vat": "VAT id", "cvat": "VAT id of the customer",
	"taxno": "tax or company number", "supno": "supplier number", "net": "net amount", "tax": "tax", "taxsum": "sum of taxes",
	"total": "total", "paid": "amount paid", "payable": "amount payable", "cur": "currency", "seller": "seller", "buyer": "buyer",
	"deliv": "delivery address", "holder": "account holder", "bank": "bank", "iban": "IBAN", "bic": "BIC", "title": "title of the document",
	"name": "name", "street": "street", "zip": "postcode", "city": "city", "c_desc": "description", "c_qty": "quantity",
	"c_price": "price", "c_amt": "amount", "c_pos": "position", "c_code": "article", "c_unit": "unit", "c_rate": "tax rate",
}

// groupWords say what other features are about.
var groupWords = map[string]string{
	"page": "page", "pages": "page", "lastPage": "page", "x0": "place on the page", "x1": "place on the page", "y0": "place on the page",
	"width": "place on the page", "inMargin": "place on the page", "sizeOfUsual": "size of the letters",
	"sizeOfLargest": "size of the letters", "heading": "headline", "inTable": "table", "inTableHead": "table",
	"lineSegments": "what stands on its line", "lineAt": "what stands on its line", "times": "how often it stands there",
	"order": "order among others of its kind", "orderShare": "order among others of its kind", "ofKind": "order among others of its kind",
	"length": "how it is written", "digits": "how it is written", "letters": "how it is written", "words": "how it is written",
	"ownLabel": "it is a label itself", "ownDescription": "it is a label itself", "partyDown": "place below the heading of its party",
	"partyRight": "place below the heading of its party", "partyLines": "place below the heading of its party",
}

// Explain returns the reasons of a score, those that count most first, at most so many.
func (m *Model) Explain(field *Field, features []float32, most int) (out []Reason) {
	contributions := make([]float64, len(features))
	field.Contributions(features, contributions)
	weights, strongest := map[string]float64{}, map[string]int{}
	for i, w := range contributions {
		if w == 0 {
			continue
		}
		group := m.groupOf(i)
		weights[group] += w
		if at, seen := strongest[group]; !seen || math.Abs(w) > math.Abs(contributions[at]) {
			strongest[group] = i
		}
	}
	for group, w := range weights {
		out = append(out, Reason{m.wordReason(field, group, strongest[group], features), w})
	}
	slices.SortFunc(out, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)), cmp.Compare(a.Text, b.Text))
	})
	return out[:min(len(out), most)]
}

// groupOf returns what reasons are summed by: the position of a label, or what a feature is about.
func (m *Model) groupOf(feature int) string {
	name := m.features[feature]
	if place, _, label := strings.Cut(name, ":"); label {
		return "label " + placeWords[place]
	}
	if strings.HasPrefix(name, "form.") {
		return "form"
	}
	return cmp.Or(groupWords[name], "its neighbours")
}

// wordReason says a reason in words. The strongest feature of a group of labels gives their concept; a label
// that counts by its absence is said to be missing.
func (m *Model) wordReason(field *Field, group string, feature int, features []float32) string {
	if group == "form" {
		return formWord(field)
	}
	place, concept, label := strings.Cut(m.features[feature], ":")
	if !label {
		return group
	}
	word := cmp.Or(conceptWords[concept], concept)
	if features[feature] == 0 {
		return "no label of " + word + " " + placeWords[place]
	}
	return "label of " + word + " " + placeWords[place]
}

// formWord says what the features of the form are about, for the kind of a field.
func formWord(field *Field) string {
	switch field.Kind {
	case "date":
		return "order among the days of the document"
	case "amount":
		return "size, and what adds up"
	case "name":
		return "form of a name, and the address below"
	case "currency":
		return "how often it stands there"
	}
	return "how it is written"
}
