package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/document"
)

// Limits bounds the content of a package, counted while unpacking.
type Limits struct {
	Entries int   // parts, default 10,000
	Total   int64 // bytes of all parts unpacked, default 2 GiB
	Part    int64 // bytes of one part unpacked, default 512 MiB
	Ratio   int64 // unpacked to packed, beyond the first 10 MiB; default 100
	Depth   int   // of elements in an XML part, default 1,000
	// Characters that are set on the pages: a text that stands in many cells counts in each; default 50 million.
	Characters int64
}

const ratioFrom = 10 << 20

func (l Limits) withDefaults() Limits {
	if l.Entries <= 0 {
		l.Entries = 10_000
	}
	if l.Total <= 0 {
		l.Total = 2 << 30
	}
	if l.Part <= 0 {
		l.Part = 512 << 20
	}
	if l.Ratio <= 0 {
		l.Ratio = 100
	}
	if l.Depth <= 0 {
		l.Depth = 1000
	}
	if l.Characters <= 0 {
		l.Characters = 50_000_000
	}
	return l
}

// kinds holds the folders of the main parts, by extension.
var kinds = map[string]string{".docx": "word/", ".xlsx": "xl/", ".pptx": "ppt/"}

// plainKinds are the extensions of files without macros, by those of files in which they are allowed.
var plainKinds = map[string]string{".docm": ".docx", ".xlsm": ".xlsx", ".pptm": ".pptx"}

// extensionOf returns the extension of the kind of a file, which is that without macros.
func extensionOf(name string) string {
	extension := strings.ToLower(path.Ext(name))
	return cmp.Or(plainKinds[extension], extension)
}

// ole is the beginning of the older container format, which wraps protected documents.
var ole = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")

// A pack is a package that is being checked.
type pack struct {
	limits Limits
	kind   string // folder of the main part
	reader *zip.Reader
	packed int64 // bytes of the file
	total  int64 // bytes unpacked so far

	unpacked  map[*zip.File][]byte // parts that were read ahead of the others
	workbook  workbook
	chartData map[string]bool   // files with the data of charts, by the last part of their names
	texts     []string          // that cells share, when they were asked for
	notes     map[string]bool   // of a document, to which it refers
	chunks    map[string]string // parts that are content of the document, by relationship
	accepted  int               // tracked changes of a document

	characters float64 // that are set on the pages, about
	findings   []document.Finding
}

// openPack reads the directory of a package and checks its names.
func openPack(name string, content []byte, l Limits) (*pack, error) {
	if bytes.HasPrefix(content, ole) {
		if bytes.Contains(content, utf16Text("EncryptedPackage")) {
			return nil, ErrPassword
		}
		return nil, ErrBroken
	}
	p := &pack{limits: l.withDefaults(), kind: kinds[extensionOf(name)], packed: int64(len(content)),
		unpacked: map[*zip.File][]byte{}, chartData: map[string]bool{}}
	var err error
	if p.reader, err = zip.NewReader(bytes.NewReader(content), p.packed); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if len(p.reader.File) > p.limits.Entries {
		return nil, ErrTooLarge
	}
	return p, p.checkNames()
}

func utf16Text(s string) (out []byte) {
	for _, c := range utf16.Encode([]rune(s)) {
		out = append(out, byte(c), byte(c>>8))
	}
	return out
}

// checkNames checks the names of the parts: they must be safe and unique, and the main
// part's folder must be among them.
func (p *pack) checkNames() error {
	seen, main, types := map[string]bool{}, false, false
	for _, f := range p.reader.File {
		name := strings.TrimSuffix(f.Name, "/")
		switch {
		case strings.ContainsAny(name, "\\:\x00") || !filepath.IsLocal(filepath.FromSlash(name)):
			return ErrUnsafe
		case !f.Mode().IsRegular() && !f.Mode().IsDir():
			return ErrUnsafe
		case seen[strings.ToLower(f.Name)]:
			return fmt.Errorf("%w: two parts have one name", ErrBroken)
		case f.Flags&1 != 0:
			return ErrPassword
		}
		seen[strings.ToLower(f.Name)] = true
		main = main || strings.HasPrefix(f.Name, p.kind)
		types = types || f.Name == "[Content_Types].xml"
	}
	if p.kind == "" || !main || !types {
		return fmt.Errorf("%w: the main part is missing", ErrBroken)
	}
	return nil
}

// unpackPart unpacks one part within the limits.
func (p *pack) unpackPart(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	defer in.Close()
	most := min(p.limits.Part, p.limits.Total-p.total, max(ratioFrom, p.limits.Ratio*p.packed)-p.total)
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(in, most+1))
	p.total += n
	switch {
	case n > most:
		return nil, ErrTooLarge
	case errors.Is(err, zip.ErrAlgorithm), err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrBroken, f.Name, err)
	}
	return b.Bytes(), nil
}

// asText converts an XML part in UTF-16 to UTF-8. ok is false when the part is no XML.
func asText(b []byte) (text []byte, ok bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("<\x00")):
		return fromUTF16(b, 0, 1), true
	case bytes.HasPrefix(b, []byte("\xfe\xff")), bytes.HasPrefix(b, []byte("\x00<")):
		return fromUTF16(b, 1, 0), true
	}
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n")
	return b, bytes.HasPrefix(b, []byte("<"))
}

func fromUTF16(b []byte, low, high int) []byte {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		units = append(units, uint16(b[i+low])|uint16(b[i+high])<<8)
	}
	return []byte(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"))
}

// checkXML refuses declarations of types and entities, foreign encodings and deep
// nesting, from the markup alone.
func checkXML(text []byte, depth int) error {
	level := 0
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 || i+1 >= len(text) {
			return nil
		}
		text = text[i+1:]
		switch {
		case bytes.HasPrefix(text, []byte("!--")):
			text = textAfter(text, "-->")
		case bytes.HasPrefix(text, []byte("![CDATA[")):
			text = textAfter(text, "]]>")
		case text[0] == '!':
			return ErrEntities
		case text[0] == '?':
			if end := bytes.IndexByte(text, '>'); end > 0 && !knownEncoding(text[:end]) {
				return fmt.Errorf("%w: its encoding is neither UTF-8 nor UTF-16", ErrBroken)
			}
		case text[0] == '/':
			level--
		default:
			end := tagEnd(text)
			if end > 0 && text[end-1] == '/' {
				break
			}
			if level++; level > depth {
				return ErrDeep
			}
		}
	}
}

// textAfter returns the text after the next mark.
func textAfter(text []byte, mark string) []byte {
	_, rest, _ := bytes.Cut(text, []byte(mark))
	return rest
}

// tagEnd returns the index of the > that ends a tag, ignoring quoted ones; -1 without
// any.
func tagEnd(text []byte) int {
	var quote byte
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}

func knownEncoding(declaration []byte) bool {
	_, rest, ok := bytes.Cut(declaration, []byte("encoding"))
	if !ok || !bytes.HasPrefix(declaration, []byte("?xml ")) {
		return true
	}
	name := strings.ToUpper(strings.Trim(string(rest), " \t\r\n=\"'?"))
	for _, known := range []string{"UTF-8", "UTF-16", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "WINDOWS-1252"} {
		if strings.HasPrefix(name, known) {
			return true
		}
	}
	return false
}
