package pdf

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// creditTypes are the codes of UNTDID 1001 for documents that give money back.
var creditTypes = []string{"81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "532"}

// Words by which pages call themselves a credit note, or an invoice, in small letters and without blanks.
var (
	creditWords = []string{"creditnote", "creditmemo", "creditinvoice", "gutschrift", "rechnungskorrektur", "stornorechnung", "facturedavoir",
		"facturedʼavoir", "notedecrédit", "notedecredit", "avoir", "notadicredito", "notadecrédito", "notadecredito", "facturarectificativa",
		"creditnota", "creditfactuur", "kreditnota", "kreditnote", "kreditfaktura", "fakturakorygująca", "dobropis"}
	invoiceWords = []string{"invoice", "rechnung", "facture", "factura", "fattura", "fatura", "factuur", "faktura",
		"faktúra", "számla", "lasku"}
)

// maxKindRunes is how many characters of the first page are looked at for what the document calls itself.
const maxKindRunes = 4000

// compareKinds tells when the e-invoice of a document is a credit note and its pages are an invoice, or the other
// way round. Pages are what they call themselves first.
func compareKinds(doc *layout.Document) []document.Finding {
	e := doc.EInvoice
	const corrected = "384" // an invoice or a credit note
	if e == nil || e.Note != "" || e.Type == "" || e.Type == corrected || len(doc.Pages) == 0 {
		return nil
	}
	var text strings.Builder
	for i, g := range doc.Pages[0].Glyphs {
		if i == maxKindRunes {
			break
		}
		if unicode.IsLetter(g.Rune) {
			text.WriteRune(unicode.ToLower(g.Rune))
		}
	}
	credit, invoice := placeOfFirst(text.String(), creditWords), placeOfFirst(text.String(), invoiceWords)
	if credit < 0 && invoice < 0 {
		return nil
	}
	pageIsCredit := credit >= 0 && (invoice < 0 || credit <= invoice)
	if pageIsCredit == slices.Contains(creditTypes, e.Type) {
		return nil
	}
	return []document.Finding{{Kind: document.FindingEInvoiceOtherKind, Place: e.File, Count: 1, Values: true}}
}

// placeOfFirst returns where the first of some words begins in a text, -1 for nowhere.
func placeOfFirst(text string, words []string) int {
	first := -1
	for _, w := range words {
		if at := strings.Index(text, w); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}
