package syntax

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
)

// Limits of reading objects from the bytes of a file.
const (
	maxTables   = 200       // cross-reference tables of a file, one before the other
	maxObjectNo = 1 << 23   // as in PDFium
	maxStored   = 128 << 20 // bytes that streams of a file are unpacked to
	maxFollowed = 32        // references, one after the other
	maxRecent   = 1000      // objects that are kept
)

// Errors of reading objects.
var (
	errStore   = errors.New("pdf: no objects are found")
	ErrTooLong = errors.New("pdf: a stream is longer than what is read of it")
)

// A Store gives objects of a file by number, for what PDFium's interface does not tell. An object
// is read when it is asked for.
type Store struct {
	b        []byte
	at       map[int]objectPlace
	trailer  Dict
	packed   map[int]map[int]any // what object streams hold, once they were read
	unpacked int
	recent   map[int]storedObject // that were asked for
}

// A storedObject is an object that was read.
type storedObject struct {
	value any
	body  []byte
}

// An objectPlace tells where an object is: at an offset, or in an object stream.
type objectPlace struct{ offset, stream int }

// OpenStore finds the objects of a file by its cross-reference tables. It returns an error for files that are
// encrypted or damaged.
func OpenStore(b []byte) (*Store, error) {
	s := &Store{b: b, at: map[int]objectPlace{}, packed: map[int]map[int]any{}}
	tail := b[max(0, len(b)-2048):]
	from := bytes.LastIndex(tail, []byte("startxref"))
	if from < 0 {
		return nil, errStore
	}
	r := ValueReader{b: tail[from+len("startxref"):]}
	v, _ := r.ReadValue()
	next, ok := IntOf(v)
	seen := map[int]bool{}
	for ok && next > 0 && next < len(b) && !seen[next] && len(seen) < maxTables {
		seen[next] = true
		trailer, err := s.readTable(next)
		if err != nil {
			return nil, err
		}
		if s.trailer == nil {
			s.trailer = trailer
		}
		if hybrid, has := IntOf(trailer.Get("XRefStm")); has && hybrid > 0 && hybrid < len(b) {
			if _, err := s.readTable(hybrid); err != nil {
				return nil, err
			}
		}
		next, ok = IntOf(trailer.Get("Prev"))
	}
	if s.trailer == nil || s.trailer.Get("Encrypt") != nil || s.Catalog() == nil {
		return nil, errStore
	}
	return s, nil
}

// Catalog returns the catalog of the file, nil when it is not found.
func (s *Store) Catalog() Dict { return s.Dict(s.trailer.Get("Root")) }

// readTable reads the cross-reference table or stream at an offset and returns its trailer.
func (s *Store) readTable(offset int) (Dict, error) {
	r := ValueReader{b: s.b[offset:]}
	if !r.readKeyword("xref") {
		return s.readTableStream(offset)
	}
	for {
		r.skipBlanks()
		if bytes.HasPrefix(r.b, []byte("trailer")) {
			r.take(len("trailer"))
			v, err := r.ReadValue()
			d, ok := v.(Dict)
			if err != nil || !ok {
				return nil, errStore
			}
			return d, nil
		}
		first, ok1 := r.readWhole()
		count, ok2 := r.readWhole()
		if !ok1 || !ok2 || count > len(r.b)/18 {
			return nil, errStore
		}
		for i := range count {
			at, ok1 := r.readWhole()
			_, ok2 := r.readWhole()
			if !ok1 || !ok2 {
				return nil, errStore
			}
			if r.readKeyword("n") {
				s.place(first+i, objectPlace{offset: at})
			} else {
				s.place(first+i, objectPlace{})
			}
		}
	}
}

// readWhole reads a number without sign, and reports whether there is one.
func (r *ValueReader) readWhole() (int, bool) {
	r.skipBlanks()
	n := wordEnd(r.b)
	v, err := strconv.ParseUint(string(r.b[:n]), 10, 31)
	r.b = r.b[n:]
	return int(v), err == nil
}

// place notes where an object is, unless a newer table tells.
func (s *Store) place(number int, p objectPlace) {
	if _, known := s.at[number]; !known && number > 0 && number < maxObjectNo {
		s.at[number] = p
	}
}

// readTableStream reads a cross-reference stream.
func (s *Store) readTableStream(offset int) (Dict, error) {
	v, body := s.readAt(offset, false)
	d, ok := v.(Dict)
	if !ok || body == nil || d.Get("Type") != Name("XRef") {
		return nil, errStore
	}
	data, err := s.decode(d, body, maxStored)
	w, isList := d.Get("W").(Array)
	if err != nil || !isList || len(w) < 3 {
		return nil, errStore
	}
	var width [3]int
	for i := range width {
		if width[i], ok = IntOf(w[i]); !ok || width[i] < 0 || width[i] > 8 {
			return nil, errStore
		}
	}
	sections, _ := d.Get("Index").(Array)
	if sections == nil {
		sections = Array{Plain("0"), d.Get("Size")}
	}
	field := func(n, empty int) (out int) {
		if n == 0 {
			return empty
		}
		for _, c := range data[:n] {
			out = out<<8 | int(c)
		}
		data = data[n:]
		return out
	}
	line := width[0] + width[1] + width[2]
	for i := 0; i+1 < len(sections) && line > 0; i += 2 {
		first, ok1 := IntOf(sections[i])
		count, ok2 := IntOf(sections[i+1])
		if !ok1 || !ok2 {
			return nil, errStore
		}
		for n := 0; n < count && len(data) >= line; n++ {
			kind, second, third := field(width[0], 1), field(width[1], 0), field(width[2], 0)
			_ = third // the index in an object stream, or the generation
			switch kind {
			case 1:
				s.place(first+n, objectPlace{offset: second})
			case 2:
				s.place(first+n, objectPlace{stream: second})
			default:
				s.place(first+n, objectPlace{})
			}
		}
	}
	return d, nil
}

// object returns an object: its value or, of a stream, its dictionary and its content, which is not nil then.
func (s *Store) object(number int) (v any, body []byte) {
	p := s.at[number]
	switch {
	case p.stream > 0:
		if s.packed[p.stream] == nil {
			s.packed[p.stream] = s.unpackObjects(p.stream)
		}
		if v = s.packed[p.stream][number]; v == nil {
			v = null
		}
		return v, nil
	case p.offset > 0 && p.offset < len(s.b):
		if o, ok := s.recent[number]; ok {
			return o.value, o.body
		}
		v, body = s.readAt(p.offset, true)
		if s.recent == nil || len(s.recent) >= maxRecent {
			s.recent = map[int]storedObject{}
		}
		s.recent[number] = storedObject{v, body}
		return v, body
	}
	return null, nil
}

// readAt reads the object that begins at an offset. The length of a stream may be another object only when
// those can be looked up.
func (s *Store) readAt(offset int, lookUp bool) (v any, body []byte) {
	head := objectHead.Find(s.b[offset:min(len(s.b), offset+64)])
	if head == nil {
		return null, nil
	}
	r := ValueReader{b: s.b[offset+len(head):]}
	v, err := r.ReadValue()
	if err != nil {
		return null, nil
	}
	d, isDict := v.(Dict)
	begin := streamBegin.Find(r.b[:min(len(r.b), 64)])
	if begin == nil || !isDict {
		return v, nil
	}
	body = r.b[len(begin):]
	length := d.Get("Length")
	if lookUp {
		length = s.Resolve(length)
	}
	if size, ok := IntOf(length); ok && size >= 0 && size <= len(body) && streamEnd.Find(body[size:min(len(body), size+32)]) != nil {
		return d, body[:size:size]
	}
	end := bytes.Index(body, []byte("endstream"))
	if end < 0 {
		return d, []byte{}
	}
	return d, body[:end:end]
}

// unpackObjects reads the objects of an object stream.
func (s *Store) unpackObjects(number int) map[int]any {
	out := map[int]any{}
	if s.at[number].offset <= 0 || s.at[number].offset >= len(s.b) {
		return out
	}
	v, body := s.readAt(s.at[number].offset, true)
	d, ok := v.(Dict)
	first, ok1 := IntOf(s.Resolve(d.Get("First")))
	count, ok2 := IntOf(s.Resolve(d.Get("N")))
	if !ok || body == nil || !ok1 || !ok2 {
		return out
	}
	data, err := s.decode(d, body, maxStored)
	if err != nil && len(data) == 0 || first < 0 || first > len(data) {
		return out
	}
	table, left := ValueReader{b: data[:first]}, 4*len(data)+4096 // objects may overlap, within reason
	for range min(count, maxObjectNo) {
		object, ok1 := table.readWhole()
		at, ok2 := table.readWhole()
		if !ok1 || !ok2 {
			break
		}
		if first+at >= len(data) {
			continue
		}
		r := ValueReader{b: data[first+at:]}
		v, err := r.ReadValue()
		if left -= len(data) - first - at - len(r.b); left < 0 {
			break
		}
		if err == nil {
			out[object] = v
		}
	}
	return out
}

// Resolve follows references. A chain of them that does not end is null.
func (s *Store) Resolve(v any) any {
	for range maxFollowed {
		ref, ok := v.(Ref)
		if !ok {
			return v
		}
		v, _ = s.object(int(ref))
	}
	return null
}

// Dict returns a dictionary, that of a stream too, nil for anything else.
func (s *Store) Dict(v any) Dict {
	d, _ := s.Resolve(v).(Dict)
	return d
}

// List returns an array, nil for anything else.
func (s *Store) List(v any) Array {
	a, _ := s.Resolve(v).(Array)
	return a
}

// Name returns a name, empty for anything else.
func (s *Store) Name(v any) Name {
	n, _ := s.Resolve(v).(Name)
	return n
}

// Text returns a string as people read it, empty for anything else.
func (s *Store) Text(v any) string {
	raw, ok := TextOf(s.Resolve(v))
	if !ok {
		return ""
	}
	return DecodeText(raw)
}

// Number returns a number, or the default for anything else.
func (s *Store) Number(v any, byDefault float64) float64 {
	p, ok := s.Resolve(v).(Plain)
	if !ok {
		return byDefault
	}
	f, err := strconv.ParseFloat(string(p), 64)
	if err != nil {
		return byDefault
	}
	return f
}

// IsTrue reports whether a value is the boolean true.
func (s *Store) IsTrue(v any) bool {
	p, ok := s.Resolve(v).(Plain)
	return ok && string(p) == "true"
}

// Peek returns the first bytes of the decoded content of a stream.
func (s *Store) Peek(v any, limit int) ([]byte, error) {
	data, err := s.Decode(v, limit)
	if errors.Is(err, ErrTooLong) {
		err = nil
	}
	return data[:min(len(data), limit)], err
}

// Decode returns the decoded content of a stream. Of one that has more than limit bytes it returns as many with
// ErrTooLong.
func (s *Store) Decode(v any, limit int) ([]byte, error) {
	for range maxFollowed {
		ref, ok := v.(Ref)
		if !ok {
			break
		}
		next, body := s.object(int(ref))
		if body != nil {
			return s.decode(next.(Dict), body, limit)
		}
		v = next
	}
	return nil, errStore
}

// IntOf returns a whole number.
func IntOf(v any) (int, bool) {
	p, ok := v.(Plain)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(string(p))
	return n, err == nil
}

// DecodeText decodes a text string: UTF-16 or UTF-8 by its mark, else Latin.
func DecodeText(raw []byte) string {
	switch {
	case len(raw) >= 2 && (raw[0] == 0xFE && raw[1] == 0xFF || raw[0] == 0xFF && raw[1] == 0xFE):
		big := raw[0] == 0xFE
		var units []uint16
		for i := 2; i+1 < len(raw); i += 2 {
			u := uint16(raw[i])<<8 | uint16(raw[i+1])
			if !big {
				u = u>>8 | u<<8
			}
			units = append(units, u)
		}
		return string(utf16.Decode(units))
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		return string(bytes.ToValidUTF8(raw[3:], []byte("\uFFFD")))
	}
	out := make([]rune, len(raw))
	for i, c := range raw {
		out[i] = pdfDocRune(c)
	}
	return string(out)
}

// pdfDocRune returns the character of a byte in PDFDocEncoding (ISO 32000-1, annex D).
func pdfDocRune(c byte) rune {
	const special = "˘ˇˆ˙˝˛˚˜" // from 0x18 on
	const upper = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\uFFFD€"
	switch {
	case c >= 0x18 && c < 0x20:
		return []rune(special)[c-0x18]
	case c >= 0x80 && c <= 0xA0:
		return []rune(upper)[c-0x80]
	}
	return rune(c)
}

// decode unpacks the content of a stream, to at most limit bytes. What stands before an error is returned with it.
func (s *Store) decode(d Dict, body []byte, limit int) ([]byte, error) {
	filters, params := s.asList(FirstOfKeys(d, "Filter", "F")), s.asList(FirstOfKeys(d, "DecodeParms", "DP"))
	limit = max(0, min(limit, maxStored-s.unpacked))
	for i, f := range filters {
		var p Dict
		if i < len(params) {
			p = s.Dict(params[i])
		}
		var err error
		switch s.Name(f) {
		case "FlateDecode", "Fl":
			if body, err = inflate(body, limit); err == nil {
				body, err = s.undoPredictor(p, body)
			}
			s.unpacked += len(body)
		case "ASCIIHexDecode", "AHx":
			if end := bytes.IndexByte(body, '>'); end >= 0 {
				body = body[:end]
			}
			body = hexText(body)
		case "ASCII85Decode", "A85":
			if end := bytes.Index(body, []byte("~>")); end >= 0 {
				body = body[:end]
			}
			body, err = io.ReadAll(io.LimitReader(ascii85.NewDecoder(bytes.NewReader(body)), int64(limit)))
		default:
			return nil, errStore
		}
		if err != nil {
			return body, err
		}
	}
	if len(body) > limit {
		return body[:limit], ErrTooLong
	}
	return body, nil
}

// FirstOfKeys returns the value of the first key that is there.
func FirstOfKeys(d Dict, keys ...Name) any {
	for _, key := range keys {
		if v := d.Get(key); v != nil {
			return v
		}
	}
	return nil
}

// asList returns an array, a single value as one of one element, and nothing for null.
func (s *Store) asList(v any) Array {
	switch v := s.Resolve(v).(type) {
	case Array:
		return v
	case Name, Dict:
		return Array{v}
	}
	return nil
}

// inflate unpacks bytes of zlib, to at most limit; when there are more, the error is ErrTooLong.
func inflate(b []byte, limit int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(max(limit, 0))+1))
	if len(out) > limit {
		return out[:limit], ErrTooLong
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zlib.ErrChecksum) {
		err = nil // viewers take what is there
	}
	return out, err
}

// undoPredictor undoes the differences between rows that a filter of PNG made.
func (s *Store) undoPredictor(p Dict, b []byte) ([]byte, error) {
	kind := int(s.Number(p.Get("Predictor"), 1))
	if kind < 10 {
		if kind == 2 {
			return nil, errStore
		}
		return b, nil
	}
	colors, bits := int(s.Number(p.Get("Colors"), 1)), int(s.Number(p.Get("BitsPerComponent"), 8))
	columns := int(s.Number(p.Get("Columns"), 1))
	if colors < 1 || colors > 32 || bits < 1 || bits > 16 || columns < 1 || columns > 1<<20 {
		return nil, errStore
	}
	width, row := max(1, colors*bits/8), (colors*bits*columns+7)/8
	out := make([]byte, 0, len(b))
	before := make([]byte, row)
	for len(b) > 0 {
		filter := b[0]
		line := append([]byte(nil), b[1:min(len(b), 1+row)]...)
		b = b[min(len(b), 1+row):]
		for i := range line {
			var left, corner byte
			if i >= width {
				left, corner = line[i-width], before[i-width]
			}
			switch up := before[i]; filter {
			case 1:
				line[i] += left
			case 2:
				line[i] += up
			case 3:
				line[i] += byte((int(left) + int(up)) / 2)
			case 4:
				line[i] += paeth(left, up, corner)
			}
		}
		out = append(out, line...)
		copy(before, line)
	}
	return out, nil
}

// paeth is the predictor of that name (RFC 2083, 6.6).
func paeth(a, b, c byte) byte {
	p := int(a) + int(b) - int(c)
	da, db, dc := max(p-int(a), int(a)-p), max(p-int(b), int(b)-p), max(p-int(c), int(c)-p)
	switch {
	case da <= db && da <= dc:
		return a
	case db <= dc:
		return b
	}
	return c
}

// Pages returns the numbers of the objects of the pages, at most limit of them.
func (s *Store) Pages(limit int) []Dict {
	var out []Dict
	seen := map[int]bool{}
	var walk func(v any, above Dict, depth int)
	walk = func(v any, above Dict, depth int) {
		if ref, ok := v.(Ref); ok {
			if seen[int(ref)] {
				return
			}
			seen[int(ref)] = true
		}
		d := s.Dict(v)
		if d == nil || depth > 64 || len(out) >= limit {
			return
		}
		resources := d.Get("Resources")
		if resources == nil {
			resources = above.Get("Resources")
		}
		kids := s.List(d.Get("Kids"))
		if kids == nil {
			page := append(Dict(nil), d...)
			if resources != nil {
				page = page.set("Resources", resources)
			}
			out = append(out, page)
			return
		}
		for _, k := range kids {
			walk(k, Dict{{"Resources", resources}}, depth+1)
		}
	}
	walk(s.Catalog().Get("Pages"), nil, 0)
	return out
}
