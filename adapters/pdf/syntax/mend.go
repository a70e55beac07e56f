package syntax

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// Limits of mending.
const (
	maxMended   = 200_000  // objects
	maxUnpacked = 64 << 20 // bytes of object streams
	maxHead     = 4 << 10  // of an object, to see what it is
)

var (
	objectStart = regexp.MustCompile(`(\d{1,9})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj\b`)
	typeCatalog = regexp.MustCompile(`/Type\s*/Catalog\b`)
	typePage    = regexp.MustCompile(`/Type\s*/Page\b`)
	typeObjects = regexp.MustCompile(`/Type\s*/ObjStm\b`)
	firstOf     = regexp.MustCompile(`/First\s+(\d{1,9})\b`)
	countOf     = regexp.MustCompile(`/N\s+(\d{1,9})\b`)
	pagesOf     = regexp.MustCompile(`/Pages\s+(\d{1,9})\s`)
)

// A mender repairs a PDF that PDFium does not open: one that was cut off, or lost its
// cross-reference table or its beginning.
type mender struct {
	out      bytes.Buffer
	seen     map[int]bool
	pages    []int
	catalog  int
	most     int // the highest number of an object
	unpacked int
}

// Mend returns a copy with what a reader needs to find the pages; nil when there are
// none to be found, or when the document is encrypted: then the key is lost.
func Mend(data []byte) []byte {
	if bytes.Contains(data, []byte("/Encrypt")) {
		return nil
	}
	if at := bytes.Index(data, []byte("%PDF-")); at > 0 {
		data = data[at:]
	}
	m := mender{seen: map[int]bool{}}
	if !bytes.HasPrefix(data, []byte("%PDF-")) {
		m.out.WriteString("%PDF-1.7\n")
	}
	m.out.Write(data)
	m.out.WriteByte('\n')
	for _, at := range objectStart.FindAllSubmatchIndex(data, maxMended) {
		number, err := strconv.Atoi(string(data[at[2]:at[3]]))
		if err == nil {
			m.noteObject(number, data[at[1]:])
		}
	}
	return m.writeTrailer()
}

// noteObject records an object that begins here.
func (m *mender) noteObject(number int, body []byte) {
	head := body[:min(len(body), maxHead)]
	for _, end := range []string{"endobj", "stream"} {
		if at := bytes.Index(head, []byte(end)); at >= 0 {
			head = head[:at]
		}
	}
	m.most = max(m.most, number)
	switch {
	case typeCatalog.Match(head):
		m.catalog = number
		if ref := pagesOf.FindSubmatch(head); ref == nil {
			m.catalog = 0
		}
	case typePage.Match(head) && !m.seen[number]:
		m.pages = append(m.pages, number)
	case typeObjects.Match(head):
		m.unpackObjects(head, body[len(head):])
	}
	m.seen[number] = true
}

// unpackObjects writes the objects of an object stream out as objects of their own.
func (m *mender) unpackObjects(head, body []byte) {
	text, ok := bytes.CutPrefix(body, []byte("stream"))
	first, count := firstOf.FindSubmatch(head), countOf.FindSubmatch(head)
	if !ok || first == nil || count == nil {
		return
	}
	text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("\r")), []byte("\n"))
	if bytes.Contains(head, []byte("FlateDecode")) {
		r, err := zlib.NewReader(bytes.NewReader(text))
		if err != nil {
			return
		}
		// Output before an error is still useful.
		text, _ = io.ReadAll(io.LimitReader(r, int64(maxUnpacked-m.unpacked)))
		m.unpacked += len(text)
	}
	begin, _ := strconv.Atoi(string(first[1]))
	n, _ := strconv.Atoi(string(count[1]))
	if begin > len(text) {
		return
	}
	table := bytes.Fields(text[:begin])
	for i := range min(n, len(table)/2, maxMended) {
		number, err1 := strconv.Atoi(string(table[2*i]))
		at, err2 := strconv.Atoi(string(table[2*i+1]))
		if err1 != nil || err2 != nil || number <= 0 || number > 1<<23 || at < 0 || begin+at >= len(text) || m.seen[number] {
			continue
		}
		end := len(text)
		if 2*i+3 < len(table) {
			if next, err := strconv.Atoi(string(table[2*i+3])); err == nil && next > at && begin+next <= len(text) {
				end = begin + next
			}
		}
		body := text[begin+at : end]
		fmt.Fprintf(&m.out, "%d 0 obj\n%s\nendobj\n", number, body)
		m.noteObject(number, body)
	}
}

// writeTrailer writes a catalog where there is none, and a trailer.
func (m *mender) writeTrailer() []byte {
	if m.catalog == 0 && len(m.pages) == 0 {
		return nil
	}
	if m.catalog == 0 || !m.hasPageTree() {
		m.catalog = m.most + 2
		fmt.Fprintf(&m.out, "%d 0 obj\n<</Type/Pages/Count %d/Kids[", m.most+1, len(m.pages))
		for _, p := range m.pages {
			fmt.Fprintf(&m.out, "%d 0 R ", p)
		}
		fmt.Fprintf(&m.out, "]>>\nendobj\n%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n", m.catalog, m.most+1)
	}
	fmt.Fprintf(&m.out, "trailer\n<</Root %d 0 R/Size %d>>\nstartxref\n0\n%%%%EOF\n", m.catalog, m.most+3)
	return m.out.Bytes()
}

// hasPageTree reports whether the page tree of the last catalog is there.
func (m *mender) hasPageTree() bool {
	for _, at := range regexp.MustCompile(fmt.Sprintf(`\b%d\s+\d+\s+obj\b`, m.catalog)).FindAllIndex(m.out.Bytes(), -1) {
		rest := m.out.Bytes()[at[1]:]
		if ref := pagesOf.FindSubmatch(rest[:min(len(rest), maxHead)]); ref != nil {
			number, err := strconv.Atoi(string(ref[1]))
			return err == nil && m.seen[number] || len(m.pages) == 0
		}
	}
	return len(m.pages) == 0
}
