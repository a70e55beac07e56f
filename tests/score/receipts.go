package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/adapters/picture"
	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// receiptsCommand measures what is extracted from scanned receipts.
type receiptsCommand struct {
	scoring
	Keep string `type:"existingdir" placeholder:"DIR" help:"Leave the PDFs in this folder, for docket score fields."`
	Text bool   `help:"Take the text of NAME.csv, a line for each box: x1,y1,...,x4,y4,text, instead of recognising it."`
}

// Help shows how it is used.
func (receiptsCommand) Help() string {
	return `Ground truth is DIR/NAME.json beside DIR/NAME.jpg or NAME.pdf, with company, date, address and
total. A picture is put on the page of a PDF, in the size that it says it has, before it is
read; its text must be recognised, so OCR has to be installed. A value that is empty in the
ground truth is not measured. With --text the text is that of NAME.csv, at its places.

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
	work := s.Keep
	if work == "" {
		var err error
		if work, err = os.MkdirTemp("", "docket-receipts-"); err != nil {
			return err
		}
		defer os.RemoveAll(work)
	}
	truths, err := receiptTruths(s.Dir, work, s.Text)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	return s.scoreFields(ctx, streams, truths, receiptFields)
}

// receiptTruths reads the receipts of a directory; PDFs of pictures are made in work.
func receiptTruths(dir, work string, text bool) (out []truth, err error) {
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
		if text {
			t.pdf = func() (string, error) { return receiptTextPDF(dir, stem, work) }
		}
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
	photo, err := os.ReadFile(filepath.Join(dir, stem+".jpg"))
	if os.IsNotExist(err) {
		photo, err = os.ReadFile(filepath.Join(dir, stem+".jpeg"))
	}
	if err != nil {
		return "", fmt.Errorf("there is neither %s.jpg nor %s.pdf in %s", stem, stem, dir)
	}
	pdf, _, err := picture.Converter{}.Convert(context.Background(), stem+".jpg", photo)
	if err != nil {
		return "", fmt.Errorf("the picture cannot be read: %w", err)
	}
	path := filepath.Join(work, stem+".pdf")
	return path, os.WriteFile(path, pdf, 0o600)
}

// receiptTextPDF makes a PDF of the text boxes of a receipt, each with its text.
func receiptTextPDF(dir, stem, work string) (string, error) {
	content, err := os.ReadFile(filepath.Join(dir, stem+".csv"))
	if err != nil {
		return "", err
	}
	boxes, err := parseBoxes(string(content))
	if err != nil {
		return "", fmt.Errorf("%s.csv: %w", stem, err)
	}
	path := filepath.Join(work, stem+".pdf")
	return path, os.WriteFile(path, boxesOnPage(boxes), 0o600)
}

// A textBox is a line of text in a picture: its upright box in pixels from the upper left corner.
type textBox struct {
	left, top, right, bottom float64
	text                     string
}

// parseBoxes reads a line for each box: eight coordinates and the text, parted by commas.
func parseBoxes(content string) (out []textBox, err error) {
	for _, line := range strings.Split(content, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		parts := strings.SplitN(strings.TrimRight(line, "\r"), ",", 9)
		if len(parts) < 9 {
			return nil, fmt.Errorf("%q has no eight coordinates and a text", line)
		}
		var at [8]float64
		for i := range at {
			if at[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64); err != nil {
				return nil, err
			}
		}
		out = append(out, textBox{min(at[0], at[6]), min(at[1], at[3]), max(at[2], at[4]), max(at[5], at[7]), parts[8]})
	}
	return out, nil
}

// boxesOnPage is a PDF with one page on which the texts fill their boxes, at 150 dots per inch.
func boxesOnPage(boxes []textBox) []byte {
	const points, widthOfRune = 72.0 / 150, 0.56
	width, height := 100.0, 100.0
	for _, b := range boxes {
		width, height = max(width, b.right+50), max(height, b.bottom+50)
	}
	var text strings.Builder
	escape := strings.NewReplacer("\\", "\\\\", "(", "\\(", ")", "\\)")
	for _, b := range boxes {
		size := max((b.bottom-b.top)*points*0.75, 1)
		scale := 100 * (b.right - b.left) * points / (float64(utf8.RuneCountInString(b.text)) * widthOfRune * size)
		fmt.Fprintf(&text, "BT /F %.2f Tf %.2f Tz 1 0 0 1 %.2f %.2f Tm (%s) Tj ET\n", size, scale, b.left*points,
			(height-b.bottom+(b.bottom-b.top)*0.2)*points, escape.Replace(latinText(b.text)))
	}
	return onePage(width*points, height*points, text.String(),
		"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>")
}

// latinText returns a text in the encoding of the page's font; what that lacks becomes a question mark.
func latinText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > 255 {
			r = '?'
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}

// onePage is a PDF with one page of that size in points.
func onePage(width, height float64, content, resources string) []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Count 1/Kids[3 0 R]>>",
		fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.3f %.3f]/Contents 4 0 R/Resources<<%s>>>>", width, height, resources),
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
	}
	var b bytes.Buffer
	var at []int
	b.WriteString("%PDF-1.4\n")
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return b.Bytes()
}
