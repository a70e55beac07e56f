package file

import (
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
)

// IsOffice reports whether a file name is that of an office document, which is
// converted before it is read.
func IsOffice(name string) bool {
	f, _ := FormatOf(name)
	return f.MainPart() != ""
}

// IsPicture reports whether a file name is that of a photo or scan, which is put on the pages of a
// PDF before it is read.
func IsPicture(name string) bool {
	switch f, _ := FormatOf(name); f {
	case JPG, PNG, TIFF:
		return true
	}
	return false
}

// IsConverted reports whether a PDF is made of a file of this name before it is read.
func IsConverted(name string) bool { return IsOffice(name) || IsPicture(name) }

// A Plan describes what a run would do with the steps before ANALYSE as things stand. A
// key names engine and settings of a step; together with what the step before
// made it stands for all inputs, so an equal key means an equal result.
type Plan struct {
	Convert  string // "" when office files cannot be converted
	Pictures string // the same of photos and scans
	OCR      string // "" when pages cannot be recognised
	Layout   string // "" to take any stored tree as it is
	// Recognise means that pages without usable text are recognised without being
	// asked for.
	Recognise bool
}

// Made holds what the steps of earlier runs made of the present version, and with
// which keys; and what was asked of the next run.
type Made struct {
	PDF      es.BlobRef // of an office file or a picture
	PDFKey   string
	Findings []document.Finding // of the conversion
	Text     es.BlobRef         // the recognised pages
	TextKey  string
	TreeKey  string
	Pages    Recognition
	Check    bool // steps whose key has changed are to be done again
	Asked    bool // pages are to be recognised
	Later    bool // the same, asked for during a run
}

// firstStep returns the first step that is to be done. When the pages must be read to
// know whether OCR is, it is the status that the file is in.
func (s State) firstStep(p Plan) Processing {
	switch {
	case s.needsPDF(p):
		return Convert
	case s.needsReading(p):
		return s.Processing
	case s.needsTree(p):
		return Layout
	}
	return Analyse
}

// Conversion returns the key of what makes a PDF of a file of this name, "" when nothing does.
func (p Plan) Conversion(name string) string {
	switch {
	case IsOffice(name):
		return p.Convert
	case IsPicture(name):
		return p.Pictures
	}
	return ""
}

func (s State) needsPDF(p Plan) bool {
	if !IsConverted(s.Filename) {
		return false
	}
	key := p.Conversion(s.Filename)
	return s.Made.PDF.ID == uuid.Nil || s.Made.Check && key != "" && key != s.Made.PDFKey
}

// NeedsConversion reports whether a run begins with CONVERT in the present state.
func (s State) NeedsConversion(p Plan) bool { return s.needsPDF(p) }

// needsReading reports whether pages may be due for OCR in this run.
func (s State) needsReading(p Plan) bool {
	switch {
	case p.OCR == "" || s.Processing == Layout || s.Processing == Analyse || s.Processing == Index:
		return false
	case s.Made.Asked:
		return true
	case s.Made.Text.ID != uuid.Nil:
		return s.Made.Check && s.Made.TextKey != p.OCR
	}
	return p.Recognise && (s.Tree.ID == uuid.Nil || s.Made.Check && s.Made.Pages.Due > s.Made.Pages.Done)
}

func (s State) needsTree(p Plan) bool {
	return s.Tree.ID == uuid.Nil || s.Made.Check && p.Layout != "" && p.Layout != s.Made.TreeKey
}

// finishStep stores the result of a step. Results that later steps made from the former
// input become invalid.
func (s State) finishStep(e ProcessingChanged) State {
	switch {
	case e.From == Convert && e.PDF.ID != uuid.Nil:
		s.Made.PDF, s.Made.PDFKey, s.Made.Findings = e.PDF, e.Key, e.Findings.Value
		s.Made.Text, s.Made.TextKey, s.Made.Pages, s.Tree = es.BlobRef{}, "", Recognition{}, es.BlobRef{}
	case e.From == OCR && e.Text.ID != uuid.Nil:
		s.Made.Text, s.Made.TextKey, s.Made.Pages, s.Made.Asked, s.Tree = e.Text, e.Key, e.OCR, false, es.BlobRef{}
	case e.From == Layout && e.Tree.ID != uuid.Nil:
		s.Tree, s.Made.TreeKey, s.Pages, s.Made.Pages, s.Made.Asked = e.Tree, e.Key, e.Pages, e.OCR, false
	}
	return s
}

// A Step is the result of a step of a run. Which fields it fills depends on the step.
type Step struct {
	PDF      es.BlobRef         // CONVERT
	Findings []document.Finding // CONVERT
	Text     es.BlobRef         // OCR
	Tree     es.BlobRef         // LAYOUT
	Pages    int                // LAYOUT
	OCR      Recognition        // OCR, LAYOUT
	Key      string             // of the plan that the step went by
	Millis   int64
}

// FinishConversion ends the step CONVERT of a run: the PDF is stored. due counts the pages
// that are to be recognised now.
func FinishConversion(run int, made Step, due int) es.Decision[State] {
	return leaveStep(run, Convert, afterReading(due, Layout), made)
}

// FinishRecognition ends the step OCR of a run: the recognised pages are stored.
func FinishRecognition(run int, made Step) es.Decision[State] {
	return leaveStep(run, OCR, Layout, made)
}

// FinishReading leads a run whose pages were read to its first step: due counts the pages
// that are to be recognised now.
func FinishReading(run int, p Plan, due int) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireRunning(run); err != nil {
			return nil, err
		}
		next := Analyse
		if s.needsTree(p) {
			next = Layout
		}
		return []es.Event{ProcessingChanged{Run: run, From: s.Processing, To: afterReading(due, next)}}, nil
	}
}

func afterReading(due int, next Processing) Processing {
	if due > 0 {
		return OCR
	}
	return next
}

// FinishLayout ends the step LAYOUT of a run: the tree is stored. A file that is not
// to be analysed automatically is done with it.
func FinishLayout(run int, made Step) es.Decision[State] {
	made.OCR.New = 0 // they were counted when they left OCR
	return func(s State) ([]es.Event, error) {
		to := Analyse
		if s.Manual && !s.Wanted {
			to = Index
		}
		events, err := leaveStep(run, Layout, to, made)(s)
		if err == nil && to == Index {
			events = append(events, s.endRun(run)...)
		}
		return events, err
	}
}

func leaveStep(run int, from, to Processing, made Step) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if err := s.requireRunning(run); err != nil {
			return nil, err
		}
		e := ProcessingChanged{Run: run, From: from, To: to, PDF: made.PDF, Text: made.Text, Tree: made.Tree,
			Pages: made.Pages, OCR: made.OCR, Key: made.Key, Millis: made.Millis}
		if len(made.Findings) > 0 {
			e.Findings = es.Seal(s.keySubject(), document.BoundFindings(made.Findings))
		}
		return []es.Event{e}, nil
	}
}
