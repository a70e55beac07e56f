package document

import (
	"fmt"
	"strings"
)

// findingSentences say in English what findings tell, of one and of more.
var findingSentences = map[FindingKind][2]string{
	FindingRevisionsAccepted:  {"A tracked change was taken as accepted", "%d tracked changes were taken as accepted"},
	FindingNoStoredResult:     {"A field or formula has no stored result", "%d fields or formulas have no stored result"},
	FindingHiddenPartsLeftOut: {"A hidden part was left out", "%d hidden parts were left out"},
	FindingEmbeddedLeftOut:    {"A document or object inside of the file was left out", "%d documents or objects inside of the file were left out"},
	FindingTextLost:           {"A text of the file was not found on its pages", "%d texts of the file were not found on its pages"},
	FindingHiddenTextLeftOut:  {"A character that nobody sees was left out", "%d characters that nobody sees were left out"},
	FindingCoveredTextLeftOut: {"A character that is covered was left out", "%d characters that are covered were left out"},
	FindingWatermarkLeftOut:   {"A watermark was left out", "A watermark of %d characters was left out"},
	FindingStruckTextRead:     {"A character that is struck out was read", "%d characters that are struck out were read"},
	FindingUnknownCharacters:  {"The font does not say which character one is", "The fonts do not say which characters %d are"},
	FindingCharactersInDoubt:  {"What the font says of a character contradicts itself", "What the fonts say of %d characters contradicts itself"},
	FindingTooManyCharacters:  {"A character above the limit was left out", "%d characters above the limit were left out"},
	FindingPageNotRead:        {"The page could not be read", "%d pages could not be read"},
	FindingDynamicForm:        {"A dynamic XFA form, which only its own viewer draws", "A dynamic XFA form of %d parts, which only its own viewer draws"},
	FindingAttachmentsLeftOut: {"A file inside of the document was not read", "%d files inside of the document were not read"},
	FindingAnnotationsLeftOut: {"A note beside the text was left out", "%d notes beside the text were left out"},
	FindingEInvoiceUnreadable: {"The e-invoice in the file could not be read", "%d e-invoices in the file could not be read"},
	FindingEInvoiceOtherKind:  {"The e-invoice is of another kind than the page", "%d e-invoices are of another kind than the page"},
	FindingEInvoicesBesides:   {"The file carries one more e-invoice", "The file carries %d more e-invoices"},
	FindingPicturesNotRead:    {"A picture that may hold text was not read", "%d pictures that may hold text were not read"},
	FindingPictureTextRead:    {"A word was recognised in a picture", "%d words were recognised in pictures"},
	FindingTextLayerReplaced: {"A word of the text that the scan brought along was replaced by recognition",
		"%d words of the text that the scan brought along were replaced by recognition"},
	FindingRecognitionDoubtful: {"A word was recognised with little certainty", "%d words were recognised with little certainty"},
	FindingRowsInDoubt:         {"A table cell may be cut wrongly", "%d table cells may be cut wrongly"},
	FindingRepeatedTextOnce:    {"A heading that is repeated was read once", "%d headings that are repeated were read once"},
}

// A ToldFinding is a finding with its sentence for people.
type ToldFinding struct {
	Finding
	Message string `json:"message"`
}

// TellFindings returns findings with their sentences; nil for none.
func TellFindings(all []Finding) []ToldFinding {
	var out []ToldFinding
	for _, f := range all {
		out = append(out, ToldFinding{f, f.Sentence()})
	}
	return out
}

// Sentence says in English what the finding tells and where: "2 texts of the file were not found on its pages
// (Data!C4, page 3)". Of a kind that is not known, such as one of a later version, it tells the kind.
func (f Finding) Sentence() string {
	said := string(f.Kind)
	if s, ok := findingSentences[f.Kind]; ok {
		if said = s[0]; f.Count > 1 {
			said = s[1]
			if strings.Contains(said, "%d") {
				said = fmt.Sprintf(said, f.Count)
			}
		}
	}
	var where []string
	if f.Place != "" {
		where = append(where, f.Place)
	}
	if f.Page > 0 {
		where = append(where, fmt.Sprintf("page %d", f.Page))
	}
	if len(where) > 0 {
		said += " (" + strings.Join(where, ", ") + ")"
	}
	return said
}
