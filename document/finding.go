package document

// A FindingKind names what a finding tells. The kinds are part of the contract: they are not renamed.
type FindingKind string

// The kinds of findings, by the stage that writes them.
const (
	// Conversion of office files.
	FindingRevisionsAccepted  FindingKind = "REVISIONS_ACCEPTED"        // open tracked changes were taken as accepted
	FindingNoStoredResult     FindingKind = "NO_STORED_RESULT"          // a field or formula without a stored result was computed, or is empty
	FindingHiddenPartsLeftOut FindingKind = "HIDDEN_PARTS_LEFT_OUT"     // hidden sheets, rows, columns or slides
	FindingEmbeddedLeftOut    FindingKind = "EMBEDDED_CONTENT_LEFT_OUT" // documents and objects inside of the file
	FindingTextLost           FindingKind = "TEXT_LOST_IN_CONVERSION"   // text of the file that did not come into the pages

	// Reading of pages.
	FindingHiddenTextLeftOut   FindingKind = "HIDDEN_TEXT_LEFT_OUT" // characters that nobody sees
	FindingCoveredTextLeftOut  FindingKind = "COVERED_TEXT_LEFT_OUT"
	FindingWatermarkLeftOut    FindingKind = "WATERMARK_LEFT_OUT"
	FindingStruckTextRead      FindingKind = "STRUCK_TEXT_READ"    // characters that are struck out, or marked to be removed
	FindingUnknownCharacters   FindingKind = "UNKNOWN_CHARACTERS"  // the font does not say which characters they are
	FindingCharactersInDoubt   FindingKind = "CHARACTERS_IN_DOUBT" // what the font says of its characters contradicts itself
	FindingTooManyCharacters   FindingKind = "CHARACTERS_ABOVE_LIMIT"
	FindingPageNotRead         FindingKind = "PAGE_NOT_READ"
	FindingDynamicForm         FindingKind = "DYNAMIC_FORM"           // its pages are drawn by a viewer alone
	FindingAttachmentsLeftOut  FindingKind = "ATTACHMENTS_LEFT_OUT"   // files inside of the PDF
	FindingAnnotationsLeftOut  FindingKind = "ANNOTATIONS_LEFT_OUT"   // notes that stand on no page
	FindingEInvoiceUnreadable  FindingKind = "E_INVOICE_NOT_READ"     // one is there and could not be read
	FindingEInvoiceOtherKind   FindingKind = "E_INVOICE_OTHER_KIND"   // a credit note beside an invoice, or the other way round
	FindingEInvoicesBesides    FindingKind = "MORE_E_INVOICES"        // more than the one that was taken
	FindingPicturesNotRead     FindingKind = "PICTURES_NOT_READ"      // pictures with lines of letters that were not recognised
	FindingPictureTextRead     FindingKind = "PICTURE_TEXT_READ"      // text that was recognised in a picture beside other text
	FindingTextLayerReplaced   FindingKind = "TEXT_LAYER_REPLACED"    // the layer of a scan was worse than its picture
	FindingRecognitionDoubtful FindingKind = "RECOGNITION_IN_DOUBT"   // little of a page was recognised with certainty
	FindingRowsInDoubt         FindingKind = "TABLE_CELLS_IN_DOUBT"   // another reading would part or join them otherwise
	FindingRepeatedTextOnce    FindingKind = "REPEATED_HEADINGS_ONCE" // headings of a table that stand on each page, read once
)

// A Finding tells what reading left out of a file, changed in it or is not sure of. It holds no text of the
// document, but names of its parts.
type Finding struct {
	Kind FindingKind `json:"kind"`
	Page int         `json:"page,omitempty"` // from 1; 0 for the whole file
	Box  *Rect       `json:"box,omitempty"`  // on the page
	// Place names the part of a file of which there is no page: Sheet1!B3, word/footnotes.xml, an attachment.
	Place string `json:"place,omitempty"`
	// Count is how many characters, cells, pictures or parts it is about, by its kind; at least 1.
	Count int `json:"count"`
	// Values says that what rules find may be wrong or missing for it, so that somebody should look.
	Values bool `json:"mayChangeValues,omitempty"`
}

// MaxFindings is how many findings a file keeps one by one; see BoundFindings.
const MaxFindings = 200

// BoundFindings joins findings of one kind, page and place, in the order of their first; of more than
// MaxFindings it joins those of each kind over all pages, so that no count is lost.
func BoundFindings(all []Finding) []Finding {
	out := joinFindings(all, func(f Finding) Finding { return Finding{Kind: f.Kind, Page: f.Page, Place: f.Place} })
	if len(out) > MaxFindings {
		out = joinFindings(out, func(f Finding) Finding { return Finding{Kind: f.Kind} })
	}
	return out
}

// joinFindings joins the findings that have the same key: counts are added, and a box is kept where there is one only.
func joinFindings(all []Finding, keyOf func(Finding) Finding) []Finding {
	var out []Finding
	places := map[Finding]int{}
	for _, f := range all {
		f.Count = max(f.Count, 1)
		key := keyOf(f)
		at, ok := places[key]
		if !ok {
			places[key] = len(out)
			f.Page, f.Place = key.Page, key.Place
			if key.Page == 0 {
				f.Box = nil
			}
			out = append(out, f)
			continue
		}
		out[at].Count += f.Count
		out[at].Values = out[at].Values || f.Values
		out[at].Box = nil
	}
	return out
}
