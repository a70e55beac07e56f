package bulks

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
)

// errUnfit means that content does not have the format that its name promises.
var errUnfit = errors.New("the content does not fit the name")

// An unfitError is errUnfit with what the content is, as far as that is known.
type unfitError struct {
	promised file.Format
	title    string      // of what it is, "" when that is not known
	format   file.Format // of what it is, "" when that is not taken in
}

// Error implements error.
func (e *unfitError) Error() string { return errUnfit.Error() + ": " + e.sentence() }

// Is reports whether the target is errUnfit.
func (e *unfitError) Is(target error) bool { return target == errUnfit }

// sentence says what the content is, and what to do about it.
func (e *unfitError) sentence() string {
	switch {
	case e.title == "" || e.format == e.promised:
		return "its content is not that of " + e.promised.Title()
	case e.format != "":
		return "by its content it is " + e.title + ": let its name end in ." + string(e.format)
	}
	return "by its content it is " + e.title + ", not " + e.promised.Title()
}

// unsupportedName refuses a file whose extension is that of no format. Its first bytes may show
// that it only lacks the right one.
func unsupportedName(up core.Upload) error {
	head := make([]byte, file.HeadSize)
	n, _ := io.ReadFull(up.Content, head) // what cannot be read is refused all the same
	said := "supported are " + listWords(file.Extensions())
	if title, format := file.DescribeContent(head[:n]); format != "" {
		said = "by its content it is " + title + ": let its name end in ." + string(format)
	}
	return domain.Faultf(domain.Unsupported, "Unsupported file type: %s; %s", up.Name, said).At("file")
}

// listWords joins words as a sentence does: "a, b and c".
func listWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// A formatCheck checks content while it is read: whether it begins and ends as its format
// does. It holds only the beginning and the end.
type formatCheck struct {
	io.Reader
	format file.Format
	end    *tailBuffer
}

// startFormatCheck begins to look. Content without a byte is ErrEmpty; what begins otherwise
// than the format does is errUnfit, after the content was read to its end: that it
// is too large, or not the only file, weighs more.
func startFormatCheck(f file.Format, content io.Reader) (*formatCheck, error) {
	in := bufio.NewReaderSize(content, 4096)
	head, err := in.Peek(file.HeadSize)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case len(head) == 0:
		return nil, core.ErrEmpty
	case !hasSignature(f, head):
		known := bytes.Clone(head)
		if _, err := io.Copy(io.Discard, in); err != nil {
			return nil, err
		}
		title, format := file.DescribeContent(known)
		return nil, &unfitError{f, title, format}
	}
	if f.MainPart() == "" {
		return &formatCheck{in, f, nil}, nil
	}
	end := &tailBuffer{}
	return &formatCheck{io.TeeReader(in, end), f, end}, nil
}

// hasSignature reports whether a file of a format may begin with these bytes.
func hasSignature(f file.Format, head []byte) bool {
	switch f {
	case file.PDF:
		return bytes.Contains(head, []byte("%PDF-"))
	case file.CSV:
		return true
	}
	signatures := []string{"PK\x03\x04", "PK\x05\x06", "PK\x07\x08"}
	switch f {
	case file.JPG:
		signatures = []string{"\xff\xd8\xff"}
	case file.PNG:
		signatures = []string{"\x89PNG\r\n\x1a\n"}
	case file.TIFF:
		signatures = []string{"II*\x00", "MM\x00*"}
	}
	return slices.ContainsFunc(signatures, func(s string) bool { return bytes.HasPrefix(head, []byte(s)) })
}

// checkEnd returns errUnfit when the content that was read is not of its format: an office
// document is a zip with a list of content types and a main part.
func (f *formatCheck) checkEnd() error {
	if f.end == nil {
		return nil
	}
	z, err := zip.NewReader(f.end, f.end.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return &unfitError{promised: f.format}
	}
	switch format := packageFormat(z, f.format); {
	case format == f.format:
		return nil
	case len(z.File) > 0 && z.File[0].Name == "mimetype":
		return &unfitError{promised: f.format, title: "an OpenDocument file (odt, ods, odp) or an e-book (epub)"}
	default:
		return &unfitError{f.format, format.Title(), format}
	}
}

// packageFormat returns of which office format a zip is, the wanted one if it may be that; ""
// when it is of another office format, and ZIP when it is of none.
func packageFormat(z *zip.Reader, wanted file.Format) file.Format {
	var types bool
	found := map[file.Format]bool{}
	for _, part := range z.File {
		name := strings.ToLower(part.Name)
		types = types || name == "[content_types].xml"
		for _, format := range []file.Format{file.DOCX, file.XLSX, file.PPTX} {
			if rest, ok := strings.CutPrefix(name, format.MainPart()); ok && strings.HasSuffix(rest, ".xml") {
				found[format] = found[format] || strings.Trim(rest[:len(rest)-len(".xml")], "0123456789") == ""
			}
		}
	}
	for _, format := range []file.Format{wanted, file.DOCX, file.XLSX, file.PPTX} {
		if types && found[format] {
			return format
		}
	}
	if types {
		return ""
	}
	return file.ZIP
}

// endSize is how much of the end of an office document is held: the list of its
// parts stands there, a hundred bytes for each.
const endSize = 1 << 20

var errBeforeEnd = errors.New("no longer held")

// An tailBuffer holds the end of what is written to it, to be read by offset.
type tailBuffer struct {
	held []byte // at most twice endSize
	size int64  // of all that was written
}

// Write implements io.Writer.
func (e *tailBuffer) Write(p []byte) (int, error) {
	e.size += int64(len(p))
	if len(p) > endSize {
		e.held = append(e.held[:0], p[len(p)-endSize:]...)
		return len(p), nil
	}
	if len(e.held)+len(p) > 2*endSize {
		e.held = e.held[:copy(e.held, e.held[len(e.held)-endSize:])]
	}
	e.held = append(e.held, p...)
	return len(p), nil
}

// ReadAt implements io.ReaderAt.
func (e *tailBuffer) ReadAt(p []byte, at int64) (int, error) {
	first := e.size - int64(len(e.held))
	switch {
	case at < first:
		return 0, errBeforeEnd
	case at >= e.size:
		return 0, io.EOF
	}
	n := copy(p, e.held[at-first:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// formatError returns the fault for the caller when content does not fit its name, and
// other errors as they are.
func formatError(up core.Upload, err error) error {
	if unfit := (*unfitError)(nil); errors.As(err, &unfit) {
		return domain.Faultf(domain.Unsupported, "Unsupported file type: %s; %s", up.Name, unfit.sentence()).At("file")
	}
	return err
}
