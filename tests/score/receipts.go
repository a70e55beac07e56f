package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // reads the sizes of photos
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/internal/cli/author"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/measure"
)

// receiptsCommand measures what is extracted from scanned receipts.
type receiptsCommand struct{ scoring }

// Help shows how it is used.
func (receiptsCommand) Help() string {
	return `Ground truth is DIR/NAME.json beside DIR/NAME.jpg or NAME.pdf, with company, date, address and
total. A picture is put on the page of a PDF, in the size that it says it has, before it is
read; its text must be recognised, so OCR has to be installed. A value that is empty in the
ground truth is not measured.

The measure is that of SROIE: the part of the values that are right, by field and in all,
where right is equal but for white space at the ends. The first value of a component counts.

` + nameHelp + `

Examples:
  go run ./tests/score receipts scans --template my-template
  go run ./tests/score receipts scans --template my-template --json | jq .summed.accuracy`
}

var receiptFields = []fieldRule{{"company", measure.Exact}, {"date", measure.Exact}, {"address", measure.Exact}, {"total", measure.Exact}}

// Run measures all receipts of the directory.
func (s receiptsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	work, err := os.MkdirTemp("", "docket-receipts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	truths, err := receiptTruths(s.Dir, work)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	return s.scoreFields(ctx, streams, truths, receiptFields)
}

// receiptTruths reads the receipts of a directory; PDFs of pictures are made in work.
func receiptTruths(dir, work string) (out []truth, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var values map[string]string
		if err := json.Unmarshal(content, &values); err != nil {
			return nil, fmt.Errorf("%s: %w", author.ShortenPath(name), err)
		}
		stem := strings.TrimSuffix(filepath.Base(name), ".json")
		t := truth{name: stem, pdf: func() (string, error) { return receiptPDF(dir, stem, work) }}
		for _, f := range receiptFields {
			t.expected = append(t.expected, measure.Pair{Key: f.key, Value: values[f.key]})
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no NAME.json in %s", dir)
	}
	return out, nil
}

// receiptPDF finds the PDF of a receipt, or makes it of its picture.
func receiptPDF(dir, stem, work string) (string, error) {
	if path, err := inDir(dir, stem+".pdf")(); err == nil {
		return path, nil
	}
	picture, err := os.ReadFile(filepath.Join(dir, stem+".jpg"))
	if os.IsNotExist(err) {
		picture, err = os.ReadFile(filepath.Join(dir, stem+".jpeg"))
	}
	if err != nil {
		return "", fmt.Errorf("there is neither %s.jpg nor %s.pdf in %s", stem, stem, dir)
	}
	pdf, err := pictureOnPage(picture)
	if err != nil {
		return "", fmt.Errorf("the picture cannot be read: %w", err)
	}
	path := filepath.Join(work, stem+".pdf")
	return path, os.WriteFile(path, pdf, 0o600)
}

// pictureOnPage is a PDF with one page that a JPEG fills.
func pictureOnPage(jpeg []byte) ([]byte, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(jpeg))
	if err != nil {
		return nil, err
	}
	space := "/DeviceRGB"
	switch size.ColorModel {
	case color.GrayModel:
		space = "/DeviceGray"
	case color.CMYKModel: // programs that write it mean the inverse
		space = "/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]"
	}
	points := 72 / dotsPerInch(jpeg)
	w, h := float64(size.Width)*points, float64(size.Height)*points
	content := fmt.Sprintf("%.3f 0 0 %.3f 0 0 cm /I Do", w, h)
	var b bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(at)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Count 1/Kids[3 0 R]>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.3f %.3f]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>", w, h)
	object("<</Length %d>>stream\n%s\nendstream", len(content), content)
	object("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s"+
		"/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream",
		size.Width, size.Height, space, len(jpeg), jpeg)
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return b.Bytes(), nil
}

// dotsPerInch is the resolution that a JPEG says it has, else that of a usual scan.
func dotsPerInch(jpeg []byte) float64 {
	const usual, least, most = 200, 50, 1200
	at := bytes.Index(jpeg[:min(len(jpeg), 64)], []byte("JFIF\x00"))
	if at < 0 || len(jpeg) < at+10 {
		return usual
	}
	dots := float64(binary.BigEndian.Uint16(jpeg[at+8:]))
	switch jpeg[at+7] {
	case 1: // per inch
	case 2: // per centimetre
		dots *= 2.54
	default:
		return usual
	}
	if dots < least || dots > most {
		return usual
	}
	return dots
}
