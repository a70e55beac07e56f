package syntax

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf16"
)

// The parts of the trailer that PDFium writes at the end of a full save.
var (
	trailerRoot = regexp.MustCompile(`/Root (\d+) (\d+) R`)
	trailerSize = regexp.MustCompile(`/Size (\d+)`)
	trailerXref = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`)
)

// SetProperties appends an update with the title and the producer of a document to a PDF that PDFium
// saved; it has no call for them. The update has the form of ISO 32000-1, 7.5.6. Errors: ErrUnreadable.
func SetProperties(pdf []byte, title, producer string) ([]byte, error) {
	at := bytes.LastIndex(pdf, []byte("trailer"))
	if at < 0 {
		return nil, fmt.Errorf("pdf: saved file without trailer: %w", ErrUnreadable)
	}
	tail := pdf[at:]
	root, size, xref := trailerRoot.FindSubmatch(tail), trailerSize.FindSubmatch(tail), trailerXref.FindSubmatch(tail)
	if root == nil || size == nil || xref == nil {
		return nil, fmt.Errorf("pdf: saved file with an unusual trailer: %w", ErrUnreadable)
	}
	info, err := strconv.Atoi(string(size[1]))
	if err != nil {
		return nil, fmt.Errorf("pdf: saved file with an unusual trailer: %w", ErrUnreadable)
	}
	id := sha256.Sum256(pdf)
	var out bytes.Buffer
	out.Grow(len(pdf) + 1024)
	out.Write(bytes.TrimRight(pdf, "\r\n"))
	out.WriteByte('\n')
	object := out.Len()
	fmt.Fprintf(&out, "%d 0 obj\n<</Title %s/Producer %s>>\nendobj\n", info, pdfText(title), pdfText(producer))
	table := out.Len()
	fmt.Fprintf(&out, "xref\n%d 1\n%010d 00000 n \n", info, object)
	fmt.Fprintf(&out, "trailer\n<</Root %s %s R/Info %d 0 R/Size %d/Prev %s/ID[<%x><%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		root[1], root[2], info, info+1, xref[1], id[:16], id[16:], table)
	return out.Bytes(), nil
}

// pdfText returns a text string object: UTF-16 with a byte order mark, in hexadecimal.
func pdfText(s string) string {
	var b bytes.Buffer
	b.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	b.WriteByte('>')
	return b.String()
}
