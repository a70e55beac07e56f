package pdf

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/einvoice"
)

// Limits of looking at the files inside of a document.
const (
	maxAttachments = 100_000 // that are counted
	maxLookedInto  = 500     // whose content is looked at
	maxInvoices    = 4       // that are tried; the first that can be read counts
	maxNamesTold   = 400     // bytes of the names of attachments in a finding
	peekedBytes    = 16 << 10
)

// Sentences for people about an e-invoice that is not read.
const (
	noteInvoiceUnreadable = "The e-invoice cannot be read"
	noteInvoiceTooLarge   = "The e-invoice is too large"
	noteInvoiceUnknown    = "The e-invoice is in a form that is not known"
)

// An attachment is a file inside of a document.
type attachment struct {
	name    string
	content any // its stream
}

// attachments lists the files inside of the document: in its tree of names, associated with it or with a page, and
// attached to places of pages. Each is there once.
func (f *pdfFile) attachments() (out []attachment) {
	if !f.lookUp() {
		return nil
	}
	s := f.store
	seen := map[int]bool{}
	add := func(v any) {
		spec := s.Dict(v)
		files := s.Dict(spec.Get("EF"))
		content := syntax.FirstOfKeys(files, "UF", "F", "Unix", "DOS", "Mac")
		if content == nil || len(out) >= maxAttachments {
			return
		}
		if ref, ok := content.(syntax.Ref); ok {
			if seen[int(ref)] {
				return
			}
			seen[int(ref)] = true
		}
		name := s.Text(spec.Get("UF"))
		if name == "" {
			name = s.Text(syntax.FirstOfKeys(spec, "F", "Unix", "DOS", "Mac"))
		}
		out = append(out, attachment{name, content})
	}
	catalog := s.Catalog()
	s.eachName(s.Dict(catalog.Get("Names")).Get("EmbeddedFiles"), map[int]bool{}, 0, add)
	for _, v := range s.List(catalog.Get("AF")) {
		add(v)
	}
	for i := range f.pages {
		page := f.pageDict(i)
		for _, v := range s.List(page.Get("AF")) {
			add(v)
		}
		for _, v := range s.List(page.Get("Annots")) {
			if a := s.Dict(v); s.Name(a.Get("Subtype")) == "FileAttachment" {
				add(a.Get("FS"))
			}
		}
	}
	return out
}

// eachName calls a function for the values of a tree of names.
func (s *objectStore) eachName(node any, seen map[int]bool, depth int, do func(any)) {
	if ref, ok := node.(syntax.Ref); ok {
		if seen[int(ref)] {
			return
		}
		seen[int(ref)] = true
	}
	d := s.Dict(node)
	if d == nil || depth > maxFieldDepth {
		return
	}
	for i, v := range s.List(d.Get("Names")) {
		if i%2 == 1 {
			do(v)
		}
	}
	for _, kid := range s.List(d.Get("Kids")) {
		s.eachName(kid, seen, depth+1, do)
	}
}

// findInvoice reads the e-invoice among the attachments of the document, nil when there is none, and tells what of
// them is not read. It announces that it begins, by nil, and before a file is unpacked its name: should one of them
// crash or take too long, the pages are known to be whole, and whose fault it is.
func (f *pdfFile) findInvoice(announce func(*document.EInvoice) error) (read *document.EInvoice, told []document.Finding, err error) {
	if err := announce(nil); err != nil {
		return nil, nil, err
	}
	var others []string
	found, tried := 0, 0
	for _, a := range f.likelyInvoicesFirst() {
		if !a.invoice {
			others = append(others, a.name)
			continue
		}
		found++
		if read != nil && read.Note == "" || tried == maxInvoices {
			continue
		}
		if read == nil {
			read = &document.EInvoice{File: a.name, Note: noteInvoiceUnreadable}
		}
		if err := announce(read); err != nil {
			return nil, nil, err
		}
		tried++
		next := f.readInvoice(a.attachment)
		if next.Note != "" {
			told = append(told, document.Finding{Kind: document.FindingEInvoiceUnreadable, Place: a.name, Count: 1, Values: true})
		}
		if read.Note != "" {
			read = next
		}
	}
	if more := found - tried; more > 0 && read != nil {
		told = append(told, document.Finding{Kind: document.FindingEInvoicesBesides, Count: more, Values: true})
	}
	return read, append(told, f.findingsOfAttachments(others)...), nil
}

// A likelyInvoice is an attachment, and whether it is an e-invoice by its name or its content.
type likelyInvoice struct {
	attachment
	invoice bool
}

// likelyInvoicesFirst returns the attachments: those with the name of an e-invoice first, then those whose content
// is one, then all others.
func (f *pdfFile) likelyInvoicesFirst() []likelyInvoice {
	var named, others, rest []likelyInvoice
	for _, a := range f.attachments() {
		switch {
		case einvoice.IsFileName(a.name):
			named = append(named, likelyInvoice{a, true})
		case len(others)+len(rest) < maxLookedInto && f.isInvoice(a):
			others = append(others, likelyInvoice{a, true})
		default:
			rest = append(rest, likelyInvoice{a, false})
		}
	}
	return slices.Concat(named, others, rest)
}

// isInvoice reports whether the content of an attachment begins as that of an e-invoice.
func (f *pdfFile) isInvoice(a attachment) bool {
	head, _ := f.store.Peek(a.content, peekedBytes)
	return einvoice.IsInvoice(head)
}

// findingsOfAttachments tells of attachments that are not read. Those of a portfolio are what it is about.
func (f *pdfFile) findingsOfAttachments(names []string) []document.Finding {
	if len(names) == 0 {
		return nil
	}
	place := ""
	for i, name := range names {
		if len(place)+len(name) > maxNamesTold {
			place += ", …"
			break
		}
		if i > 0 {
			place += ", "
		}
		place += name
	}
	portfolio := f.store.Dict(f.store.Catalog().Get("Collection")) != nil
	return []document.Finding{{Kind: document.FindingAttachmentsLeftOut,
		Place: strings.ToValidUTF8(place, "\uFFFD"), Count: len(names), Values: portfolio}}
}

// readInvoice reads an attachment that is an e-invoice by its name or its content.
func (f *pdfFile) readInvoice(a attachment) *document.EInvoice {
	data, err := f.store.Decode(a.content, einvoice.MaxBytes)
	switch {
	case errors.Is(err, syntax.ErrTooLong):
		return &document.EInvoice{File: a.name, Note: noteInvoiceTooLarge}
	case err != nil:
		return &document.EInvoice{File: a.name, Note: noteInvoiceUnreadable}
	}
	out, err := einvoice.Parse(data)
	if err != nil {
		return &document.EInvoice{File: a.name, Note: noteOfInvoice(err)}
	}
	out.File = a.name
	return out
}

// noteOfInvoice returns the sentence for an error of the parser.
func noteOfInvoice(err error) string {
	switch {
	case errors.Is(err, einvoice.ErrTooLarge):
		return noteInvoiceTooLarge
	case errors.Is(err, einvoice.ErrUnknown):
		return noteInvoiceUnknown
	}
	return noteInvoiceUnreadable
}

// sendInvoice sends the e-invoice of the document, if it has one, and what is not read of its attachments.
func (w *worker) sendInvoice(f openFile) error {
	send := func(e *document.EInvoice) error {
		return errors.Join(writeJSON(w.out, frameInvoice, e), w.out.Flush())
	}
	found, told, err := f.findInvoice(send)
	if err == nil && found != nil {
		err = send(found)
	}
	if err != nil || len(told) == 0 {
		return err
	}
	return w.sendFindings(told)
}

// sendFindings sends findings that are those of no page.
func (w *worker) sendFindings(told []document.Finding) error {
	e := encoder{}
	e.putFindings(told)
	return writeFrame(w.out, frameFindings, e.b)
}

// decodeInvoice reads what sendInvoice wrote; null is none.
func decodeInvoice(data []byte) (*document.EInvoice, error) {
	var e *document.EInvoice
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, errFrame
	}
	return e, nil
}
