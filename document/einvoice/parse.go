// Package einvoice reads e-invoices: XML in one of the two syntaxes of EN 16931, as PDFs of
// ZUGFeRD, Factur-X and XRechnung carry it. Where each business term stands is told by the
// syntax bindings of the standard: CEN/TS 16931-3-3 for the Cross Industry Invoice (D16B) of
// UN/CEFACT, CEN/TS 16931-3-2 for UBL 2.1. The Cross Industry Document of ZUGFeRD 1.0, of
// which the first came, has the same terms under older names.
//
// It is pure computation. It takes the work of what it is given and no more: the size of the
// XML, its depth, its elements and the texts that are kept have limits, a document type
// declaration (and with it every entity of its own) is refused, and nothing outside is asked.
package einvoice

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/seed-62a36931/docket/document"
)

// Limits of an e-invoice.
const (
	MaxBytes    = 10 << 20 // of the XML
	maxDepth    = 64       // of elements
	maxElements = 1_000_000
	maxLines    = 10_000
	maxIBANs    = 20
	maxText     = 1000 // bytes of a value; longer ones are cut
	maxPath     = 400  // bytes of the path of an element that may be a term
)

// Errors of Parse.
var (
	ErrTooLarge  = errors.New("einvoice: too large, too deep, or too many elements")
	ErrForbidden = errors.New("einvoice: the XML declares a document type")
	ErrMalformed = errors.New("einvoice: no well-formed XML")
	ErrUnknown   = errors.New("einvoice: no e-invoice in a syntax that is known")
)

// fileNames are the names under which the standards put an e-invoice into a PDF, in small letters.
var fileNames = []string{"factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml"}

// IsFileName reports whether an attachment of this name is an e-invoice: factur-x.xml,
// zugferd-invoice.xml or xrechnung.xml, in letters of any case.
func IsFileName(name string) bool { return slices.Contains(fileNames, strings.ToLower(name)) }

// Parse reads an e-invoice. Terms that it lacks, dates that are none and amounts that are no
// decimals are left empty, so what it returns may have no term at all. The errors are
// ErrTooLarge, ErrForbidden, ErrMalformed and ErrUnknown.
func Parse(data []byte) (*document.EInvoice, error) {
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	in, err := newDecoder(data)
	if err != nil {
		return nil, err
	}
	r := reader{in: in}
	for {
		token, err := r.in.Token()
		switch {
		case errors.Is(err, io.EOF) && r.b != nil:
			return r.b.finish(), nil
		case errors.Is(err, io.EOF):
			return nil, ErrMalformed
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		if err := r.takeToken(token); err != nil {
			return nil, err
		}
	}
}

// IsInvoice reports whether the beginning of a file is that of an e-invoice: its root element has the name of one,
// in whatever version of a syntax.
func IsInvoice(head []byte) bool {
	in, err := newDecoder(head)
	if err != nil {
		return false
	}
	for {
		token, err := in.RawToken()
		if err != nil {
			return false
		}
		if e, ok := token.(xml.StartElement); ok {
			return isRoot(e)
		}
	}
}

// isRoot reports whether an element, as it is written, is the root of an e-invoice. Names that other documents use,
// too, count only in a name space of UBL.
func isRoot(e xml.StartElement) bool {
	switch e.Name.Local {
	case "CrossIndustryInvoice", "CrossIndustryDocument":
		return true
	case "Invoice", "CreditNote":
		for _, a := range e.Attr {
			if (a.Name.Local == e.Name.Space || e.Name.Space == "" && a.Name.Local == "xmlns") && strings.Contains(a.Value, ":ubl:") {
				return true
			}
		}
	}
	return false
}

// newDecoder returns a decoder of XML in any common encoding.
func newDecoder(data []byte) (*xml.Decoder, error) {
	var wide encoding.Encoding
	switch {
	case len(data) >= 4 && data[0] == 0xFF && data[1] == 0xFE, len(data) >= 4 && data[0] == '<' && data[1] == 0:
		wide = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case len(data) >= 4 && data[0] == 0xFE && data[1] == 0xFF, len(data) >= 4 && data[0] == 0 && data[1] == '<':
		wide = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	}
	if wide != nil {
		var err error
		if data, err = wide.NewDecoder().Bytes(data); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
	}
	in := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	in.CharsetReader = func(label string, rest io.Reader) (io.Reader, error) {
		if wide != nil {
			return rest, nil // it is in UTF-8 by now
		}
		named, err := htmlindex.Get(label)
		if err != nil {
			return nil, fmt.Errorf("%w: encoding: %w", ErrMalformed, err)
		}
		return named.NewDecoder().Reader(rest), nil
	}
	return in, nil
}

// A reader goes through the XML of an e-invoice.
type reader struct {
	in       *xml.Decoder
	b        *builder // nil before the root
	path     []byte   // names of the open elements below the root, without their name spaces, each behind a slash
	ends     []int    // of the path, before each of the open elements
	attrs    []xml.Attr
	elements int
	text     []byte // of the innermost element so far
}

// takeToken takes the next token.
func (r *reader) takeToken(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return ErrForbidden
	case xml.StartElement:
		return r.open(token)
	case xml.CharData:
		if len(r.text) < maxText {
			r.text = append(r.text, token[:min(len(token), maxText-len(r.text))]...)
		}
	case xml.EndElement:
		last := len(r.ends) - 1
		if last > 0 && len(r.path) <= maxPath {
			r.b.take(string(r.path), cleanText(r.text), r.attrs)
		}
		r.path, r.ends = r.path[:r.ends[last]], r.ends[:last]
		r.text, r.attrs = r.text[:0], nil
	}
	return nil
}

// open takes the beginning of an element.
func (r *reader) open(e xml.StartElement) error {
	if r.elements++; len(r.ends) >= maxDepth || r.elements > maxElements {
		return ErrTooLarge
	}
	r.text, r.attrs = r.text[:0], e.Attr
	r.ends = append(r.ends, len(r.path))
	if len(r.ends) > 1 {
		r.path = append(append(r.path, '/'), e.Name.Local...)
		if len(r.path) <= maxPath && string(r.path) == r.b.syntax.line {
			return r.b.addLine()
		}
		return nil
	}
	if r.b != nil {
		return fmt.Errorf("%w: a second root", ErrMalformed)
	}
	for _, s := range syntaxes {
		if s.root == e.Name {
			r.b = &builder{syntax: s, out: document.EInvoice{Syntax: s.name}}
			return nil
		}
	}
	return ErrUnknown
}

// cleanText returns a text with single blanks.
func cleanText(b []byte) string {
	for len(b) > 0 && !utf8.Valid(b) { // it was cut inside of a letter
		b = b[:len(b)-1]
	}
	return strings.Join(strings.Fields(string(b)), " ")
}

// attrOf returns the value of an attribute.
func attrOf(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// decimal is the form of amounts and quantities.
var decimal = regexp.MustCompile(`^[+-]?\d{1,20}(?:\.\d{0,10})?$`)

// amountOf returns a decimal, empty for what is none.
func amountOf(text string) string {
	if !decimal.MatchString(text) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, "+"), ".")
}

// dateOf returns a day as yyyy-MM-dd, empty for what is none. CII writes 20240531 (format 102), UBL
// 2024-05-31, perhaps with a time or zone behind it.
func dateOf(text string) string {
	for _, form := range []string{"2006-01-02", "20060102"} {
		if len(text) >= len(form) {
			if t, err := time.Parse(form, text[:len(form)]); err == nil {
				return t.Format(time.DateOnly)
			}
		}
	}
	return ""
}
