package trees

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// A Reason is a part of a score that people understand.
type Reason struct {
	// Code says what the reason is about: LABEL_ and NO_LABEL_ with the position of a label, or one of ReasonCodes.
	Code string
	// Concept is what the label names, as the table of labels has it; empty for reasons about no label.
	Concept string
	Text    string // in English
	// Weight is by how much it raised the score, negative when it lowered it.
	Weight float64
}

// placeWords say where a label stands, by the position that features name.
var placeWords = map[string]string{
	"inside": "before it", "left": "left of it", "above": "above it", "second": "two lines above it",
	"column": "at the head of its column", "below": "below it", "section": "in the heading above it",
	"row": "at the beginning of its line", "behind": "behind it", "party": "in the heading of its party",
}

// conceptWords name the concepts of labels.
var conceptWords = map[string]string{
	"no": "invoice number", "date": "date", "due": "due date", "cust": "customer number", "po": "order number", "ordate": "order date",
	"deldate": "delivery date", "delno": "delivery note", "ref": "reference", "vat": "VAT id", "cvat": "VAT id of the customer",
	"taxno": "tax or company number", "supno": "supplier number", "net": "net amount", "tax": "tax", "taxsum": "sum of taxes",
	"total": "total", "paid": "amount paid", "payable": "amount payable", "cur": "currency", "seller": "seller", "buyer": "buyer",
	"deliv": "delivery address", "holder": "account holder", "bank": "bank", "iban": "IBAN", "bic": "BIC", "title": "title of the document",
	"name": "name", "street": "street", "zip": "postcode", "city": "city", "c_desc": "description", "c_qty": "quantity",
	"c_price": "price", "c_amt": "amount", "c_pos": "position", "c_code": "article", "c_unit": "unit", "c_rate": "tax rate",
	"page": "page", "contact": "contact", "country": "country", "email": "e-mail", "gln": "GLN", "mgr": "managing director",
	"paydesc": "purpose of the payment", "phone": "telephone", "project": "project", "skonto": "early payment", "terms": "terms of payment",
}

// groupCodes say what other features are about; those that are missing are about the neighbours.
var groupCodes = map[string]string{
	"page": "PAGE", "pages": "PAGE", "lastPage": "PAGE", "x0": "PLACE", "x1": "PLACE", "y0": "PLACE",
	"width": "PLACE", "inMargin": "PLACE", "sizeOfUsual": "SIZE",
	"sizeOfLargest": "SIZE", "heading": "HEADLINE", "inTable": "TABLE", "inTableHead": "TABLE",
	"lineSegments": "LINE", "lineAt": "LINE", "times": "TIMES",
	"order": "ORDER", "orderShare": "ORDER", "ofKind": "ORDER",
	"length": "FORM", "digits": "FORM", "letters": "FORM", "words": "FORM",
	"ownLabel": "IS_LABEL", "ownDescription": "IS_LABEL", "partyDown": "PARTY",
	"partyRight": "PARTY", "partyLines": "PARTY",
}

// codeWords say reasons about no label in English, by their codes. FORM is about the form of a field's kind.
var codeWords = map[string]string{
	"PAGE": "page", "PLACE": "place on the page", "SIZE": "size of the letters", "HEADLINE": "headline", "TABLE": "table",
	"LINE": "what stands on its line", "TIMES": "how often it stands there", "ORDER": "order among others of its kind",
	"FORM": "how it is written", "IS_LABEL": "it is a label itself", "PARTY": "place below the heading of its party",
	"NEIGHBOURS": "its neighbours", "DAYS": "order among the days of the document", "SUMS": "size, and what adds up",
	"NAME": "form of a name, and the address below",
}

// ReasonCodes returns the codes that reasons may have, sorted.
func ReasonCodes() []string {
	out := slices.Collect(maps.Keys(codeWords))
	for place := range placeWords {
		out = append(out, "LABEL_"+strings.ToUpper(place), "NO_LABEL_"+strings.ToUpper(place))
	}
	slices.Sort(out)
	return out
}

// ReasonConcepts returns the concepts that reasons may name, sorted.
func ReasonConcepts() []string { return slices.Sorted(maps.Keys(conceptWords)) }

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
		r := m.wordReason(field, group, strongest[group], features)
		r.Weight = w
		out = append(out, r)
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
		return "LABEL_" + strings.ToUpper(place)
	}
	if strings.HasPrefix(name, "form.") {
		return "form"
	}
	return cmp.Or(groupCodes[name], "NEIGHBOURS")
}

// wordReason says a reason in words. The strongest feature of a group of labels gives their concept; a label
// that counts by its absence is said to be missing.
func (m *Model) wordReason(field *Field, group string, feature int, features []float32) Reason {
	if group == "form" {
		group = formCode(field)
	}
	place, concept, label := strings.Cut(m.features[feature], ":")
	if !label {
		return Reason{Code: group, Text: codeWords[group]}
	}
	word := cmp.Or(conceptWords[concept], concept)
	if features[feature] == 0 {
		return Reason{Code: "NO_" + group, Concept: concept, Text: "no label of " + word + " " + placeWords[place]}
	}
	return Reason{Code: group, Concept: concept, Text: "label of " + word + " " + placeWords[place]}
}

// formCode says what the features of the form are about, for the kind of a field.
func formCode(field *Field) string {
	switch field.Kind {
	case "date":
		return "DAYS"
	case "amount":
		return "SUMS"
	case "name":
		return "NAME"
	case "currency":
		return "TIMES"
	}
	return "FORM"
}
