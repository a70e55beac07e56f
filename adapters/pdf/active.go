package pdf

import (
	"net/url"
	"strings"
)

// A role says what the keys of a dictionary are. A lower one is stricter.
type role int

const (
	rolePlain     role = iota // keys with a meaning
	roleFreeNames             // names that the file gives: fonts, glyphs, colorants, destinations
	roleStates                // entries of an appearance: a stream, or a list of streams by name of the state
)

// roleOf returns the role of what stands behind a key.
func (r role) roleOf(key nameValue) role {
	switch {
	case r == roleStates:
		return roleFreeNames
	case r == roleFreeNames:
		return rolePlain
	case key == "AP":
		return roleStates
	case freeNames[key]:
		return roleFreeNames
	}
	return rolePlain
}

// setOf returns the set of the names in a text.
func setOf(names string) map[nameValue]bool {
	out := map[nameValue]bool{}
	for name := range strings.FieldsSeq(names) {
		out[nameValue(name)] = true
	}
	return out
}

var (
	// freeNames are the keys behind which the file names things itself.
	freeNames = setOf("Font XObject ExtGState ColorSpace Pattern Shading Properties CharProcs RoleMap ClassMap Colorants Dests")

	// activeKeys lead to actions, scripts, other files, media, or to what runs them. None
	// of them is needed for drawing a page.
	activeKeys = setOf(`OpenAction AA PA NA JS JavaScript PresSteps
		EmbeddedFiles EF RF AF FS Collection Ref OPI
		XFA RichMediaContent RichMediaSettings Movie Sound Rendition Renditions 3DD 3DV 3DA 3DU 3DI
		PieceInfo SpiderInfo Templates URLS IDS AlternatePresentations Requirements Legal Perms DSS Threads`)

	// catalogKeys are those of the catalog that stay.
	catalogKeys = setOf(`Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines
		AcroForm Metadata StructTreeRoot MarkInfo Lang OutputIntents OCProperties`)

	// actions are the types of actions (ISO 32000-2, 12.6.4) that do not stay as they are.
	actions = setOf(`GoTo GoToR GoToE GoToDp Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData
		SetOCGState Rendition Trans GoTo3DView JavaScript RichMediaExecute`)

	// activeAnnotations are the types of annotations that open files or play media.
	activeAnnotations = setOf("FileAttachment Sound Movie Screen 3D RichMedia")
	passiveAnnotation = setOf("Type Subtype Rect AP AS F P OC NM M Border BS C Contents StructParent")

	goToKeys = setOf("Type S D SD")
	linkKeys = setOf("Type S URI")
)

// clean returns a value without what is active in it.
func (p *passiveWriter) clean(v any, as role) any {
	switch v := v.(type) {
	case arrayValue:
		for i := range v {
			v[i] = p.clean(v[i], rolePlain)
		}
	case dictValue:
		return p.cleanDict(v, as)
	}
	return v
}

// cleanDict cleans a dictionary. An action becomes one that stays, or empty: wherever an
// action stands, and whatever refers to it.
func (p *passiveWriter) cleanDict(d dictValue, as role) dictValue {
	if as == rolePlain {
		if kind, ok := p.resolve(d.get("S")).(nameValue); ok && actions[kind] {
			return p.cleanAction(d, kind)
		}
		if kind, ok := p.resolve(d.get("Subtype")).(nameValue); ok && activeAnnotations[kind] {
			d = makeStamp(d)
		}
	}
	out := d[:0]
	for _, e := range d {
		if as == rolePlain && (activeKeys[e.key] || e.key == "A" && !p.mayStay(e.value)) {
			continue
		}
		e.value = p.clean(e.value, as.roleOf(e.key))
		out = append(out, e)
	}
	return out
}

// cleanStream cleans the dictionary of a stream; nil for one that holds a file or other
// objects. A stream whose content would be fetched from elsewhere keeps what it has here.
func (p *passiveWriter) cleanStream(d dictValue) dictValue {
	switch kind, _ := p.resolve(d.get("Type")).(nameValue); kind {
	case "EmbeddedFile", "ObjStm", "XRef", "3D":
		return nil
	}
	return pick(p.cleanDict(d, rolePlain), func(key nameValue) bool { return key != "F" && key != "FFilter" && key != "FDecodeParms" })
}

// cleanCatalog keeps the entries of a catalog that are known to be passive, and of its
// names those of destinations.
func (p *passiveWriter) cleanCatalog(d dictValue) dictValue {
	d = pick(d, func(key nameValue) bool { return catalogKeys[key] })
	if names := d.get("Names"); names != nil {
		known, _ := p.resolve(names).(dictValue)
		kept := pick(known, func(key nameValue) bool { return key == "Dests" })
		d = d.set("Names", p.cleanDict(kept, rolePlain))
	}
	return d
}

// cleanAction keeps links: within the file, and to addresses of the web.
func (p *passiveWriter) cleanAction(d dictValue, kind nameValue) dictValue {
	switch {
	case kind == "GoTo":
		d = pick(d, func(key nameValue) bool { return goToKeys[key] })
	case kind == "URI" && p.isWebAddress(d.get("URI")):
		d = pick(d, func(key nameValue) bool { return linkKeys[key] })
	default:
		return dictValue{}
	}
	for i := range d {
		d[i].value = p.clean(d[i].value, rolePlain)
	}
	return d
}

// mayStay reports whether the value of A is a link that stays, or attributes of an element
// of the document's structure, which have the same key.
func (p *passiveWriter) mayStay(v any) bool {
	switch v := p.resolve(v).(type) {
	case dictValue:
		kind, isAction := p.resolve(v.get("S")).(nameValue)
		if !isAction {
			_, isAttributes := p.resolve(v.get("O")).(nameValue)
			return isAttributes
		}
		return kind == "GoTo" || kind == "URI" && p.isWebAddress(v.get("URI"))
	case arrayValue:
		for _, e := range v {
			if _, isDict := p.resolve(e).(dictValue); isDict && !p.mayStay(e) {
				return false
			}
		}
		return true
	}
	return false
}

// isWebAddress reports whether a string is a full address of http or https.
func (p *passiveWriter) isWebAddress(v any) bool {
	text, ok := textOf(p.resolve(v))
	if !ok {
		return false
	}
	u, err := url.Parse(string(text))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// makeStamp turns an annotation that opens or plays something into a picture of itself. One
// without an appearance is hidden.
func makeStamp(d dictValue) dictValue {
	const hidden = "2"
	if d.get("AP") == nil {
		d = d.set("F", plainValue(hidden))
	}
	return pick(d.set("Subtype", nameValue("Stamp")), func(key nameValue) bool { return passiveAnnotation[key] })
}

// pick returns the entries of a dictionary that stay.
func pick(d dictValue, stays func(nameValue) bool) dictValue {
	out := make(dictValue, 0, len(d))
	for _, e := range d {
		if stays(e.key) {
			out = append(out, e)
		}
	}
	return out
}
