package office

import (
	"bytes"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// A field shows what a program computes: a date, the name of the file, a reference. A document stores with it what
// its author saw last. That is what a reader wants to know, and it is the same on every day: so the stored result
// takes the place of the field, except for the kinds that belong to the pages or have no result of their own.

// keptFields are the fields that stay: those of pages are counted anew, and the others have no stored result, or
// are known to LibreOffice with all that they hold.
var keptFields = map[string]bool{
	"PAGE": true, "NUMPAGES": true, "SECTIONPAGES": true, "SECTION": true, "HYPERLINK": true, "TOC": true,
	"FORMTEXT": true, "FORMDROPDOWN": true, "SYMBOL": true, "EQ": true, "LISTNUM": true,
	"AUTONUM": true, "AUTONUMLGL": true, "AUTONUMOUT": true, "XE": true, "TC": true, "TA": true, "RD": true,
	"SET": true, "ASK": true, "ADVANCE": true, "PRIVATE": true, "MACROBUTTON": true, "GOTOBUTTON": true,
}

// passingFields are those whose value is another one on another day or machine.
var passingFields = map[string]bool{
	"DATE": true, "TIME": true, "FILENAME": true, "FILESIZE": true, "EDITTIME": true, "USERNAME": true,
	"USERINITIALS": true, "USERADDRESS": true, "PRINTDATE": true, "SAVEDATE": true,
}

// A field is one on the way through a part.
type field struct {
	code     strings.Builder
	edits    []edit // that leave its result alone
	simple   bool   // in one element around its result
	result   bool   // its result has begun
	filled   bool   // something is in its result
	fallback bool   // stands in what other programs show instead
	ticked   bool   // of a check box
}

// name returns the kind of the field.
func (f *field) name() string {
	words := strings.Fields(f.code.String())
	if len(words) == 0 {
		return ""
	}
	name, _, _ := strings.Cut(words[0], `\`)
	return strings.ToUpper(name)
}

// fieldReader finds the fields of a part.
type fieldReader struct {
	text     []byte
	edits    []edit
	open     []*field
	fallback int // elements open around what other programs show
	unstored int // fields without a stored result
}

// keepFieldResults returns a part of a document with stored results in the place of its fields.
func (p *pack) keepFieldResults(name string, text []byte) []byte {
	if !bytes.Contains(text, []byte("w:fldChar")) && !bytes.Contains(text, []byte("w:fldSimple")) {
		return text
	}
	r := fieldReader{text: text}
	for t, ok := nextTag(text, 0); ok; {
		t, ok = nextTag(text, r.readTag(t))
	}
	p.tell(document.FindingNoStoredResult, name, r.unstored, true)
	return applyEdits(text, r.edits)
}

// top returns the innermost open field, nil without one.
func (r *fieldReader) top() *field {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

// readTag takes the next tag of the part and returns the index to go on from.
func (r *fieldReader) readTag(t tag) int {
	switch t.name {
	case "mc:Fallback":
		if t.closing {
			r.fallback--
		} else if !t.empty {
			r.fallback++
		}
	case "w:fldSimple":
		r.readSimple(t)
	case "w:fldChar":
		if !t.closing {
			return r.readMark(t)
		}
	case "w:instrText", "w:t", "w:drawing", "w:pict", "w:object", "w:sym", "w:tab", "w:br", "w:noBreakHyphen", "w:ptab", "w:fldData":
		if !t.closing {
			return r.readContent(t)
		}
	}
	return t.end
}

// readSimple takes a tag of a field in one element.
func (r *fieldReader) readSimple(t tag) {
	if !t.closing {
		f := &field{simple: true, result: true, fallback: r.fallback > 0}
		f.code.WriteString(attributeOf(string(r.text[t.begin:t.end]), "w:instr"))
		f.edits = append(f.edits, edit{from: t.begin, to: t.end})
		r.open = append(r.open, f)
		if !t.empty {
			return
		}
	}
	if f := r.top(); f != nil && f.simple {
		if t.closing {
			f.edits = append(f.edits, edit{from: t.begin, to: t.end})
		}
		r.closeField(f)
	}
}

// readMark takes the begin, the middle or the end of a field, and returns the index after it.
func (r *fieldReader) readMark(t tag) int {
	whole := edit{from: t.begin, to: elementEnd(r.text, t)}
	f := r.top()
	switch kind := attributeOf(string(r.text[t.begin:t.end]), "w:fldCharType"); {
	case kind == "begin":
		ticked := isTicked(r.text[t.end:max(t.end, whole.to)])
		r.open = append(r.open, &field{edits: []edit{whole}, fallback: r.fallback > 0, ticked: ticked})
	case f == nil || f.simple:
	case kind == "separate":
		f.result = true
		f.edits = append(f.edits, whole)
	case kind == "end":
		f.edits = append(f.edits, whole)
		r.closeField(f)
	}
	return whole.to
}

// isTicked reports whether the properties of a field are those of a check box that is ticked.
func isTicked(properties []byte) (ticked bool) {
	for t, ok := nextTag(properties, 0); ok; t, ok = nextTag(properties, t.end) {
		if t.closing || t.name != "w:checked" && t.name != "w:default" {
			continue
		}
		_, _, set := attributeRange(string(properties[t.begin:t.end]), "w:val")
		ticked = !set || isOn(attributeOf(string(properties[t.begin:t.end]), "w:val"))
		if t.name == "w:checked" {
			return ticked
		}
	}
	return ticked
}

// readContent takes something that is printed, or part of the code of a field, and returns the index to go on from.
func (r *fieldReader) readContent(t tag) int {
	for i, f := range r.open {
		switch {
		case !f.result || t.name == "w:fldData": // what is in a code is in no result
			whole := edit{from: t.begin, to: elementEnd(r.text, t)}
			f.edits = append(f.edits, whole)
			if t.name == "w:instrText" && i == len(r.open)-1 {
				f.code.WriteString(plainText(contentOf(r.text, t)))
			}
			return whole.to
		case t.name == "w:t":
			f.filled = f.filled || !t.empty && t.end < len(r.text) && r.text[t.end] != '<'
		case t.name != "w:instrText":
			f.filled = true
		}
	}
	return t.end
}

// closeField ends the innermost field and decides what is left of it.
func (r *fieldReader) closeField(f *field) {
	r.open = r.open[:len(r.open)-1]
	name := f.name()
	if name == "FORMCHECKBOX" && !f.simple { // which a page shows as a picture
		sign := "☐"
		if f.ticked {
			sign = "☒"
		}
		f.edits[0].text = "<w:t>" + sign + "</w:t>"
		r.edits = append(r.edits, f.edits...)
		r.fillParents()
		return
	}
	if keptFields[name] {
		if f.simple && !f.filled && name != "PAGE" && name != "NUMPAGES" {
			return
		}
		r.fillParents()
		return
	}
	unstored := !f.filled && (f.simple || !f.result || passingFields[name])
	if unstored && !f.fallback {
		r.unstored++
	}
	if unstored && !passingFields[name] {
		r.fillParents() // LibreOffice may know it
		return
	}
	r.edits = append(r.edits, f.edits...)
}

// fillParents marks the fields around one that is shown as filled.
func (r *fieldReader) fillParents() {
	for _, f := range r.open {
		f.filled = f.filled || f.result
	}
}

// keepSlideDates returns a part of a presentation with the stored texts of its dates.
func (p *pack) keepSlideDates(name string, text []byte) []byte {
	if !bytes.Contains(text, []byte("<a:fld")) {
		return text
	}
	var edits []edit
	unstored := 0
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if t.name != "a:fld" || t.closing || !strings.HasPrefix(attributeOf(string(text[t.begin:t.end]), "type"), "datetime") {
			continue
		}
		end := elementEnd(text, t)
		if t.empty || !bytes.Contains(text[t.end:end], []byte("<a:t>")) || bytes.Contains(text[t.end:end], []byte("<a:t></a:t>")) {
			unstored++
			edits = append(edits, edit{from: t.begin, to: end})
			continue
		}
		edits = append(edits, edit{t.begin, t.end, "<a:r>"}, edit{end - len("</a:fld>"), end, "</a:r>"})
		for in, ok := nextTag(text, t.end); ok && in.begin < end; in, ok = nextTag(text, in.end) {
			if in.name == "a:pPr" && !in.closing {
				edits = append(edits, edit{from: in.begin, to: elementEnd(text, in)})
			}
		}
	}
	p.tell(document.FindingNoStoredResult, name, unstored, true)
	return applyEdits(text, edits)
}

// tell notes a finding about a part, if there is anything to tell.
func (p *pack) tell(kind document.FindingKind, place string, count int, values bool) {
	if count > 0 {
		p.findings = append(p.findings, document.Finding{Kind: kind, Place: place, Count: count, Values: values})
	}
}
