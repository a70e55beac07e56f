package syntax

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// RemoveActiveContent writes a file that PDFium saved anew, with the objects alone that can
// be reached from its catalog, and of these without everything that a viewer could run,
// start, open, fetch or send: active.go has the rules. What is drawn stays as it is. Equal
// files give equal bytes. Bytes that are no object become null and never pass unread.
func RemoveActiveContent(saved []byte) ([]byte, error) {
	s, ok := openSaved(saved)
	root := trailerRoot.FindSubmatch(saved[max(0, bytes.LastIndex(saved, []byte("trailer"))):])
	if !ok || root == nil {
		return nil, fmt.Errorf("pdf: saved file of an unusual form: %w", ErrUnreadable)
	}
	catalog, err := strconv.Atoi(string(root[1]))
	if err != nil {
		return nil, fmt.Errorf("pdf: saved file of an unusual form: %w", ErrUnreadable)
	}
	p := &passiveWriter{file: s, catalog: catalog, roles: map[int]role{}}
	p.reach(catalog, rolePlain)
	for len(p.queue) > 0 {
		number := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		v, body := p.cleanObject(number)
		if body != nil {
			p.reachAll(v, rolePlain)
		} else {
			p.reachAll(v, p.roles[number])
		}
	}
	return p.write(saved), nil
}

// A passiveWriter walks the objects of a saved file from its catalog on. Objects are read
// again when they are written, so that a large file is in memory once.
type passiveWriter struct {
	file    savedFile
	catalog int
	roles   map[int]role // of the objects that were reached
	queue   []int        // reached, and not walked yet
}

// reach notes that an object is needed. One that is reached as a list of free names and as
// something else too is something else.
func (p *passiveWriter) reach(number int, as role) {
	if _, there := p.file.at[number]; !there {
		return
	}
	if now, known := p.roles[number]; known && now <= as {
		return
	}
	p.roles[number] = as
	p.queue = append(p.queue, number)
}

// reachAll reaches what a clean value refers to.
func (p *passiveWriter) reachAll(v any, as role) {
	switch v := v.(type) {
	case Ref:
		p.reach(int(v), as)
	case Array:
		for _, e := range v {
			p.reachAll(e, rolePlain)
		}
	case Dict:
		for _, e := range v {
			p.reachAll(e.Value, as.roleOf(e.Key))
		}
	}
}

// readObject reads an object: its value or, of a stream, its dictionary and its content,
// which is not nil then. What cannot be read is null.
func (p *passiveWriter) readObject(number int) (v any, body []byte) {
	at, there := p.file.at[number]
	if !there {
		return null, nil
	}
	r := ValueReader{b: p.file.b[at+len(objectHead.Find(p.file.b[at:])):]}
	v, err := r.ReadValue()
	if err != nil {
		return null, nil
	}
	begin := streamBegin.Find(r.b)
	if begin == nil {
		return v, nil
	}
	dict, ok := v.(Dict)
	if !ok {
		return null, nil
	}
	body = r.b[len(begin):]
	size, err := p.readSize(dict.Get("Length"))
	if err != nil || size < 0 || size > len(body) || streamEnd.Find(body[size:]) == nil {
		return null, nil
	}
	return dict, body[:size:size]
}

// readSize reads the length of a stream, which may be an object of its own.
func (p *passiveWriter) readSize(v any) (int, error) {
	if ref, ok := v.(Ref); ok {
		return p.file.readNumber(int(ref))
	}
	number, _ := v.(Plain)
	return strconv.Atoi(string(number))
}

// cleanObject reads an object and removes what is active in it.
func (p *passiveWriter) cleanObject(number int) (v any, body []byte) {
	v, body = p.readObject(number)
	if body != nil {
		dict := p.cleanStream(v.(Dict))
		if dict == nil {
			return null, nil
		}
		return dict.set("Length", Plain(strconv.Itoa(len(body)))), body
	}
	v = p.clean(v, p.roles[number])
	if dict, ok := v.(Dict); ok && number == p.catalog {
		v = p.cleanCatalog(dict)
	}
	return v, nil
}

// resolve follows references. A chain of them that does not end is null.
func (p *passiveWriter) resolve(v any) any {
	const longest = 16
	for range longest {
		ref, ok := v.(Ref)
		if !ok {
			return v
		}
		v, _ = p.readObject(int(ref))
	}
	return null
}

// write writes the objects that were reached, with a table of them.
func (p *passiveWriter) write(saved []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(saved))
	head, _, _ := bytes.Cut(saved[:min(len(saved), 16)], []byte("\n"))
	if head = bytes.TrimRight(head, "\r"); !bytes.HasPrefix(head, []byte("%PDF-")) || len(head) != len("%PDF-1.7") {
		head = []byte("%PDF-1.7")
	}
	out.Write(head)
	out.WriteString("\n%\xE2\xE3\xCF\xD3\n")
	numbers := slices.Sorted(maps.Keys(p.roles))
	places := map[int]int{}
	for _, number := range numbers {
		places[number] = out.Len()
		v, body := p.cleanObject(number)
		fmt.Fprintf(&out, "%d 0 obj\n", number)
		out.Write(appendValue(nil, v))
		if body != nil {
			out.WriteString("\nstream\n")
			out.Write(body)
			out.WriteString("\nendstream")
		}
		out.WriteString("\nendobj\n")
	}
	table := out.Len()
	out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for from := 0; from < len(numbers); {
		to := from + 1
		for to < len(numbers) && numbers[to] == numbers[to-1]+1 {
			to++
		}
		fmt.Fprintf(&out, "%d %d\n", numbers[from], to-from)
		for _, number := range numbers[from:to] {
			fmt.Fprintf(&out, "%010d 00000 n \n", places[number])
		}
		from = to
	}
	size := 1
	if len(numbers) > 0 {
		size = numbers[len(numbers)-1] + 1
	}
	fmt.Fprintf(&out, "trailer\n<</Root %d 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", p.catalog, size, table)
	return out.Bytes()
}
