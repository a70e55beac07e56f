package processes

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
)

// A PDFReader finds what stands on the pages of a PDF. A file that it cannot
// read at all is a domain.Fault of kind Unprocessable with a sentence for people.
type PDFReader interface {
	Read(ctx context.Context, pdf []byte, s layout.ReadSettings) (layout.Document, error)
}

// A Recogniser reads pages from their picture.
type Recogniser interface {
	// ExaminePictures notes on pages with text of their own which pictures hold lines of letters; doc
	// holds the pages of the PDF. It needs no engine.
	ExaminePictures(ctx context.Context, pdf []byte, doc *layout.Document) error
	// Recognise replaces or completes what stands on the pages that lack usable text;
	// doc holds the pages of the PDF. Languages are those of Tesseract, such as eng.
	// Due are the pages, from 1, that needed it, done those of them that were read.
	// Styles are added to the document and none is changed.
	Recognise(ctx context.Context, pdf []byte, doc *layout.Document, languages []string) (due, done []int, err error)
	// Version names the engine and everything else that can change results; "" when
	// it is not installed, which may change at any time.
	Version() string
}

// A Converter makes PDFs of office files, or of pictures. A file that it cannot convert is a
// domain.Fault of kind Unprocessable with a sentence for people.
type Converter interface {
	// Convert makes the PDF of a file; the name tells its format. Findings tell what of the file did not come
	// into the PDF, or otherwise than a reader might think.
	Convert(ctx context.Context, name string, content []byte) (pdf []byte, findings []document.Finding, err error)
	// Version names the engine and everything else that can change results; "" when
	// it is not installed, which may change at any time.
	Version() string
}

// Failures of tools that are not there.
var (
	ErrNoConversion = domain.Faultf(domain.Unprocessable, "Office conversion is not installed")
	ErrNoOCR        = domain.Faultf(domain.Unprocessable, "OCR is not installed")
)

// Documents turns files into document trees. The service and the command line read
// by it alike: the file, from an office file a PDF, its pages, what is recognised
// on those without usable text, the tree.
type Documents struct {
	PDF    PDFReader
	OCR    Recogniser // may be nil
	Office Converter  // may be nil
	// Pictures makes PDFs of photos and scans; nil where they are not taken in.
	Pictures Converter
	// SkipOCR leaves pages without usable text as they are, whatever is installed.
	SkipOCR bool
}

// TreeSettings are the settings of a template that the document tree depends on.
type TreeSettings struct {
	layout.ReadSettings
	Recognise bool // pages without usable text
	Languages []string
}

// BuildTree returns the document tree of a file.
func (d Documents) BuildTree(ctx context.Context, name string, content []byte, s TreeSettings) (*document.Tree, error) {
	pdf, converted, err := d.ToPDF(ctx, name, content)
	if err != nil {
		return nil, err
	}
	doc, err := d.readPages(ctx, pdf, s.ReadSettings)
	if err != nil {
		return nil, err
	}
	if s.Recognise {
		err = d.recogniseText(ctx, pdf, &doc, s.Languages)
	}
	if err != nil {
		return nil, err
	}
	doc.Findings = append(converted, doc.Findings...)
	doc.TrustTags, doc.Workbook = isOf(name, file.DOCX), isOf(name, file.XLSX)
	tree := layout.BuildTree(&doc)
	return tree, d.compareTexts(ctx, name, content, tree)
}

// isOf reports whether a file is of a format, by its name.
func isOf(name string, format file.Format) bool {
	of, _ := file.FormatOf(name)
	return of == format
}

// A TextReader reads the texts of files that are converted, from the files themselves.
type TextReader interface {
	ReadTexts(ctx context.Context, name string, content []byte) ([]document.PlacedText, error)
}

// compareTexts adds to a tree what of the texts of an office file is not in it.
func (d Documents) compareTexts(ctx context.Context, name string, content []byte, tree *document.Tree) error {
	reader, ok := d.Office.(TextReader)
	if !ok || !file.IsOffice(name) {
		return nil
	}
	texts, err := reader.ReadTexts(ctx, name, content)
	if err != nil {
		return fmt.Errorf("read texts: %w", err)
	}
	tree.Findings = document.BoundFindings(append(tree.Findings, document.FindLostText(tree, texts)...))
	return nil
}

// readPages returns what stands on the pages of a PDF, and which of their pictures hold text.
func (d Documents) readPages(ctx context.Context, pdf []byte, s layout.ReadSettings) (layout.Document, error) {
	doc, err := d.PDF.Read(ctx, pdf, s)
	if err == nil && d.OCR != nil {
		err = d.OCR.ExaminePictures(ctx, pdf, &doc)
	}
	return doc, err
}

// DescribeReading returns a text that names everything beside the bytes of a file that its tree
// depends on: version of the layout, settings, and the engines that may be needed.
func (d Documents) DescribeReading(s TreeSettings) string {
	p := d.planSteps(s)
	return fmt.Sprintf("layout %s; recognise %t %s; office %s; pictures %s", p.Layout, p.Recognise, p.OCR, p.Convert, p.Pictures)
}

// ToPDF returns the PDF that pages and boxes of a file refer to: the file itself, or
// the PDF of an office file or of a picture, with the findings of the conversion.
func (d Documents) ToPDF(ctx context.Context, name string, content []byte) ([]byte, []document.Finding, error) {
	switch {
	case file.IsOffice(name):
		return d.convertOffice(ctx, name, content)
	case file.IsPicture(name) && d.Pictures != nil:
		return d.Pictures.Convert(ctx, name, content)
	}
	return content, nil, nil
}

func (d Documents) recogniseText(ctx context.Context, content []byte, doc *layout.Document, languages []string) error {
	if !d.canRecognise() {
		if pages, text := layout.CountPagesToRecognise(doc); pages > 0 && !text && !d.SkipOCR {
			return ErrNoOCR
		}
		return nil
	}
	if _, _, err := d.OCR.Recognise(ctx, content, doc, languages); err != nil {
		return fmt.Errorf("recognise text: %w", err)
	}
	return nil
}

func (d Documents) convertOffice(ctx context.Context, name string, content []byte) ([]byte, []document.Finding, error) {
	if !d.canConvert() {
		return nil, nil, ErrNoConversion
	}
	return d.Office.Convert(ctx, name, content)
}

func (d Documents) canConvert() bool { return d.Office != nil && d.Office.Version() != "" }

func (d Documents) canRecognise() bool { return !d.SkipOCR && d.OCR != nil && d.OCR.Version() != "" }

// planSteps returns the engines and settings as they are now.
func (d Documents) planSteps(s TreeSettings) file.Plan {
	key := fmt.Sprintf("%d %t %t %t", layout.Version, s.KeepHiddenText, s.KeepOverlappingObjects, s.RemoveWatermark)
	p := file.Plan{Layout: key, Recognise: s.Recognise}
	if d.Office != nil {
		p.Convert = d.Office.Version()
	}
	if d.Pictures != nil {
		p.Pictures = d.Pictures.Version()
	}
	if d.canRecognise() {
		p.OCR = fmt.Sprintf("%s %q", d.OCR.Version(), s.Languages)
	}
	return p
}
