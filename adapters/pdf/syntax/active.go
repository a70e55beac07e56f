package syntax

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
func (r role) roleOf(key Name) role {
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
func setOf(names string) map[Name]bool {
	out := map[Name]bool{}
	for name := range strings.FieldsSeq(names) {
		out[Name(name)] = true
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
	case Array:
		for i := range v {
			v[i] = p.clean(v[i], rolePlain)
		}
	case Dict:
		return p.cleanDict(v, as)
	}
	return v
}

// cleanDict cleans a dictionary. An action becomes one that stays, or empty: wherever an
// action stands, and whatever refers to it.
func (p *passiveWriter) cleanDict(d Dict, as role) Dict {
	if as == rolePlain {
		if kind, ok := p.resolve(d.Get("S")).(Name); ok && actions[kind] {
			return p.cleanAction(d, kind)
		}
		if kind, ok := p.resolve(d.Get("Subtype")).(Name); ok && activeAnnotations[kind] {
			d = makeStamp(d)
		}
	}
	out := d[:0]
	for _, e := range d {
		if as == rolePlain && (activeKeys[e.Key] || e.Key == "A" && !p.mayStay(e.Value)) {
			continue
		}
		e.Value = p.clean(e.Value, as.roleOf(e.Key))
		out = append(out, e)
	}
	return out
}

// cleanStream cleans the dictionary of a stream; nil for one that holds a file or other
// objects. A stream whose content would be fetched from elsewhere keeps what it has here.
func (p *passiveWriter) cleanStream(d Dict) Dict {
	switch kind, _ := p.resolve(d.Get("Type")).(Name); kind {
	case "EmbeddedFile", "ObjStm", "XRef", "3D":
		return nil
	}
	return pick(p.cleanDict(d, rolePlain), func(key Name) bool { return key != "F" && key != "FFilter" && key != "FDecodeParms" })
}

// cleanCatalog keeps the entries of a catalog that are known to be passive, and of its
// names those of destinations.
func (p *passiveWriter) cleanCatalog(d Dict) Dict {
	d = pick(d, func(key Name) bool { return catalogKeys[key] })
	if names := d.Get("Names"); names != nil {
		known, _ := p.resolve(names).(Dict)
		kept := pick(known, func(key Name) bool { return key == "Dests" })
		d = d.set("Names", p.cleanDict(kept, rolePlain))
	}
	return d
}

// cleanAction keeps links: within the file, and to addresses of the web.
func (p *passiveWriter) cleanAction(d Dict, kind Name) Dict {
	switch {
	case kind == "GoTo":
		d = pick(d, func(key Name) bool { return goToKeys[key] })
	case kind == "URI" && p.isWebAddress(d.Get("URI")):
		d = pick(d, func(key Name) bool { return linkKeys[key] })
	default:
		return Dict{}
	}
	for i := range d {
		d[i].Value = p.clean(d[i].Value, rolePlain)
	}
	return d
}

// mayStay reports whether the value of A is a link that stays, or attributes of an element
// of the document's structure, which have the same key.
func (p *passiveWriter) mayStay(v any) bool {
	switch v := p.resolve(v).(type) {
	case Dict:
		kind, isAction := p.resolve(v.Get("S")).(Name)
		if !isAction {
			_, isAttributes := p.resolve(v.Get("O")).(Name)
			return isAttributes
		}
		return kind == "GoTo" || kind == "URI" && p.isWebAddress(v.Get("URI"))
	case Array:
		for _, e := range v {
			if _, isDict := p.resolve(e).(Dict); isDict && !p.mayStay(e) {
				return false
			}
		}
		return true
	}
	return false
}

// isWebAddress reports whether a string is a full address of http or https.
func (p *passiveWriter) isWebAddress(v any) bool {
	text, ok := TextOf(p.resolve(v))
	if !ok {
		return false
	}
	u, err := url.Parse(string(text))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// makeStamp turns an annotation that opens or plays something into a picture of itself. One
// without an appearance is hidden.
func makeStamp(d Dict) Dict {
	const hidden = "2"
	if d.Get("AP") == nil {
		d = d.set("F", Plain(hidden))
	}
	return pick(d.set("Subtype", Name("Stamp")), func(key Name) bool { return passiveAnnotation[key] })
}

// pick returns the entries of a dictionary that stay.
func pick(d Dict, stays func(Name) bool) Dict {
	out := make(Dict, 0, len(d))
	for _, e := range d {
		if stays(e.Key) {
			out = append(out, e)
		}
	}
	return out
}
