package pdf

import (
	"encoding/json"
	"errors"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/einvoice"
)

// Limits of looking for an e-invoice.
const (
	maxAttachments = 500 // that are looked at; a further one is not found
	maxInvoices    = 4   // that are tried; the first that can be read counts
)

// Sentences for people about an e-invoice that is not read.
const (
	noteInvoiceUnreadable = "The e-invoice cannot be read"
	noteInvoiceTooLarge   = "The e-invoice is too large"
	noteInvoiceUnknown    = "The e-invoice is in a form that is not known"
)

// findInvoice reads the e-invoice among the attachments of the document, nil when there is none. It announces
// that it begins, by nil, and before a file is unpacked its name: should one of them crash or take too long,
// the pages are known to be whole, and whose fault it is.
func (f *pdfFile) findInvoice(announce func(*document.EInvoice) error) (found *document.EInvoice, err error) {
	if err := announce(nil); err != nil {
		return nil, err
	}
	tried := 0
	for i := range min(f.in.callInt("FPDFDoc_GetAttachmentCount", f.doc), maxAttachments) {
		a := f.in.call("FPDFDoc_GetAttachment", f.doc, uint64(i))
		if a == 0 {
			continue
		}
		name := f.in.textOf("FPDFAttachment_GetName", a)
		if !einvoice.IsFileName(name) {
			continue
		}
		if found == nil {
			found = &document.EInvoice{File: name, Note: noteInvoiceUnreadable}
		}
		if err := announce(found); err != nil {
			return nil, err
		}
		read := f.readInvoice(a, name)
		if tried++; read.Note == "" || tried == maxInvoices {
			return read, nil
		}
		found = read
	}
	return found, nil
}

// readInvoice reads an attachment that is an e-invoice by its name.
func (f *pdfFile) readInvoice(attachment uint64, name string) *document.EInvoice {
	data, note := f.unpackAttachment(attachment)
	if note != "" {
		return &document.EInvoice{File: name, Note: note}
	}
	out, err := einvoice.Parse(data)
	if err != nil {
		return &document.EInvoice{File: name, Note: noteOfInvoice(err)}
	}
	out.File = name
	return out
}

// unpackAttachment returns the bytes of an attachment, or a note of why not.
func (f *pdfFile) unpackAttachment(attachment uint64) (data []byte, note string) {
	in := f.in
	size := func(buffer, room uint64) (n int, ok bool) {
		ok = in.call("FPDFAttachment_GetFile", attachment, buffer, room, uint64(in.scratch)) != 0
		return int(u32(in.viewMemory(in.scratch, 4))), ok
	}
	n, ok := size(0, 0)
	switch {
	case !ok:
		return nil, noteInvoiceUnreadable
	case n > einvoice.MaxBytes:
		return nil, noteInvoiceTooLarge
	}
	buffer := in.alloc(max(n, 1))
	defer in.free(buffer)
	if got, ok := size(uint64(buffer), uint64(n)); !ok || got != n {
		return nil, noteInvoiceUnreadable
	}
	return append([]byte(nil), in.viewMemory(buffer, n)...), ""
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

// sendInvoice sends the e-invoice of the document, if it has one.
func (w *worker) sendInvoice(f openFile) error {
	send := func(e *document.EInvoice) error {
		return errors.Join(writeJSON(w.out, frameInvoice, e), w.out.Flush())
	}
	found, err := f.findInvoice(send)
	if err != nil || found == nil {
		return err
	}
	return send(found)
}

// decodeInvoice reads what sendInvoice wrote; null is none.
func decodeInvoice(data []byte) (*document.EInvoice, error) {
	var e *document.EInvoice
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, errFrame
	}
	return e, nil
}
