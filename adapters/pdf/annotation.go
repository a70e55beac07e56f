package pdf

// An annotation of a page is open in an instance.
type annotation struct {
	in *instance
	id uint64
}

// showsText reports whether the appearance of an annotation has texts, pictures or forms in it.
func (a annotation) showsText() bool {
	if !a.hasAppearance() {
		return false
	}
	const most = 200
	n := a.in.callInt("FPDFAnnot_GetObjectCount", a.id)
	for i := range min(n, most) {
		switch a.in.call("FPDFPageObj_GetType", a.in.call("FPDFAnnot_GetObject", a.id, uint64(i))) {
		case objectText, objectImage, objectForm:
			return true
		}
	}
	return n > most
}

// showsLetters reports whether there are texts among the objects of an appearance or of forms in it.
func showsLetters(in *instance, parent uint64, count, get string, depth int) bool {
	const most = 200
	for i := range min(in.callInt(count, parent), most) {
		o := in.call(get, parent, uint64(i))
		switch in.call("FPDFPageObj_GetType", o) {
		case objectText:
			return true
		case objectForm:
			if depth < maxFormDepth && showsLetters(in, o, "FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", depth+1) {
				return true
			}
		}
	}
	return false
}

// hasAppearance reports whether an annotation brings one that is not empty.
func (a annotation) hasAppearance() bool {
	const ended = 2 // bytes of an empty text
	return a.in.callInt("FPDFAnnot_GetAP", a.id, 0, 0, 0) > ended
}

// saysSomething reports whether an annotation has a text of its own.
func (a annotation) saysSomething() bool {
	const ended = 2 // bytes of an empty text
	k := a.in.put([]byte("Contents\x00"))
	defer a.in.free(k)
	return a.in.callInt("FPDFAnnot_GetStringValue", a.id, uint64(k), 0, 0) > ended
}

// hasKey reports whether the dictionary of an annotation has an entry.
func (a annotation) hasKey(key string) bool {
	k := a.in.put(append([]byte(key), 0))
	defer a.in.free(k)
	return a.in.callInt("FPDFAnnot_HasKey", a.id, uint64(k)) != 0
}
