package processes

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// A job is one run over one file, with what its steps hand to each other in memory.
type job struct {
	stream   es.StreamID
	file     es.FoldedStream[file.State] // as the last decision has left it
	run      int
	cause    es.Position
	begun    time.Time
	template string // with its workspace
	settings TreeSettings
	plan     file.Plan

	pdf    []byte
	doc    *layout.Document // as read; nil until then
	merged bool             // the recognised pages are in doc

	release func() // of the slot that the run has; nil without one
}

// holdSlot waits for a slot, unless the run has one. A run keeps it from reading the
// document until the layout is made, so that few documents are in memory at once.
func (j *job) holdSlot(ctx context.Context, s *Slots, large bool) (err error) {
	if j.release == nil {
		j.release, err = s.takeSlot(ctx, Load{Large: large, Template: j.template})
	}
	return err
}

// freeSlot releases the slot of the run, if it has one.
func (j *job) freeSlot() {
	if j.release != nil {
		j.release()
		j.release = nil
	}
}

// dropDocument forgets the document. The memory of a large one is given back at once: the heap might grow by as much
// before it is collected next.
func (j *job) dropDocument() {
	large := len(j.pdf) > largeBytes
	j.doc, j.pdf = nil, nil
	if large {
		debug.FreeOSMemory()
	}
}

// newJob returns a run of a file with the settings that apply now.
func (p *Processor) newJob(ctx context.Context, stream es.StreamID, found es.FoldedStream[file.State]) (*job, error) {
	_, ws, _ := stream.Parts()
	s := found.State
	templates := p.Templates
	if templates == nil {
		templates = &cache.States[template.State]{}
	}
	t, _, err := templates.Load(ctx, p.Log, template.Decider, template.StreamOf(ws, s.Template))
	if err != nil {
		return nil, err
	}
	settings := TreeSettingsOf(t.Settings)
	return &job{stream: stream, file: found, template: ws + "/" + s.Template, settings: settings,
		plan: p.Documents.planSteps(settings)}, nil
}

// TreeSettingsOf returns the settings of a template that the document tree depends on.
func TreeSettingsOf(t template.Settings) TreeSettings {
	read := layout.ReadSettings{KeepHiddenText: t.KeepHiddenText, KeepOverlappingObjects: t.KeepOverlapping,
		RemoveWatermark: t.RemoveWatermark}
	return TreeSettings{ReadSettings: read, Recognise: t.OCRByDefault, Languages: t.OCRLanguages}
}

// runSteps takes a file through the steps that are not done yet.
func (p *Processor) runSteps(ctx context.Context, j *job) (err error) {
	for j.file.State.Open && j.file.State.Run == j.run {
		if err := p.runStep(ctx, j, j.file.State); err != nil {
			return err
		}
		if j.file, err = j.file.CatchUp(ctx, p.Log, file.Decider, j.stream); err != nil {
			return err
		}
	}
	return nil
}

// runStep carries out the next step of a run.
func (p *Processor) runStep(ctx context.Context, j *job, s file.State) error {
	switch s.Processing {
	case file.Convert:
		return p.runLimited(ctx, "conversion", func(ctx context.Context) error { return p.convertFile(ctx, j, s) })
	case file.OCR:
		return p.runLimited(ctx, "ocr", func(ctx context.Context) error { return p.recognisePages(ctx, j, s) })
	case file.Layout:
		return p.runLimited(ctx, "layout", func(ctx context.Context) error { return p.layOutFile(ctx, j, s) })
	case file.Analyse:
		if err := p.analyseFile(ctx, j, s); err != nil {
			return &stageError{"analysis", err}
		}
		return nil
	}
	return p.runLimited(ctx, "layout", func(ctx context.Context) error { return p.surveyPages(ctx, j, s) })
}

// runLimited calls do with the time limit of a step, and returns its failure as a
// stageError.
func (p *Processor) runLimited(ctx context.Context, service string, do func(context.Context) error) error {
	limit := p.StepTime
	if limit <= 0 {
		limit = 30 * time.Minute
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := do(limited)
	if err == nil {
		return nil
	}
	if limited.Err() != nil && ctx.Err() == nil {
		err = &domain.Fault{Kind: domain.Unprocessable, Message: "The file took longer than " + limit.String(), Cause: err}
	}
	var inner *stageError
	if errors.As(err, &inner) {
		return err
	}
	return &stageError{service, err}
}

// convertFile makes the PDF of an office file or a picture and stores it.
func (p *Processor) convertFile(ctx context.Context, j *job, s file.State) (err error) {
	begun := p.Now()
	defer p.observeStage(ctx, "convert", begun, &err)
	key := j.plan.Conversion(s.Filename)
	made := file.Step{Key: key}
	if key != "" || s.Made.PDF.ID == uuid.Nil { // else what was made before must do
		if key == "" { // nothing is read for nobody: files may be large
			return ErrNoConversion
		}
		content, err := blob.Read(ctx, p.Blobs, s.Original)
		if err != nil {
			return err
		}
		if j.pdf, made.Findings, err = p.Documents.ToPDF(ctx, s.Filename, content); err != nil {
			return err
		}
		if made.PDF, err = blob.Put(ctx, p.Blobs, s.Original.Subject, j.pdf); err != nil {
			return err
		}
	}
	made.Millis = p.millisSince(begun)
	due, err := p.pagesToRecognise(ctx, j, s)
	if err != nil {
		return removeBlob(ctx, p.Blobs, made.PDF, err)
	}
	err = p.decide(ctx, j, j.cause, file.FinishConversion(j.run, made, len(due)))
	return removeUnnamed(ctx, p.Blobs, made.PDF, err)
}

// surveyPages reads the pages and records whether any is to be recognised.
func (p *Processor) surveyPages(ctx context.Context, j *job, s file.State) error {
	due, err := p.pagesToRecognise(ctx, j, s)
	if err != nil {
		return err
	}
	err = p.decide(ctx, j, j.cause, file.FinishReading(j.run, j.plan, len(due)))
	return err
}

// pagesToRecognise returns the numbers of the pages that this run is to recognise.
func (p *Processor) pagesToRecognise(ctx context.Context, j *job, s file.State) ([]int, error) {
	if j.plan.OCR == "" || !j.settings.Recognise && !s.Made.Asked && s.Made.Text.ID == uuid.Nil {
		return nil, nil
	}
	doc, err := p.readDocument(ctx, j, s)
	if err != nil {
		return nil, &stageError{"layout", err}
	}
	return layout.UnreadablePages(doc), nil
}

// readDocument returns the pages, which are read once in a run.
func (p *Processor) readDocument(ctx context.Context, j *job, s file.State) (_ *layout.Document, err error) {
	if j.doc != nil {
		return j.doc, nil
	}
	if err := j.holdSlot(ctx, p.Slots, takesLong(s)); err != nil {
		return nil, err
	}
	defer p.observeStage(ctx, "read", p.Now(), &err)
	if j.pdf == nil {
		ref := s.Original
		if file.IsConverted(s.Filename) {
			ref = s.Made.PDF
		}
		if j.pdf, err = blob.Read(ctx, p.Blobs, ref); err != nil {
			return nil, err
		}
	}
	doc, err := p.Documents.readPages(ctx, j.pdf, j.settings.ReadSettings)
	if err != nil {
		return nil, err
	}
	j.doc = &doc
	return j.doc, nil
}

// recognisePages reads the pages without usable text from their picture, and stores them.
func (p *Processor) recognisePages(ctx context.Context, j *job, s file.State) (err error) {
	begun := p.Now()
	doc, err := p.readDocument(ctx, j, s)
	if err != nil {
		return &stageError{"layout", err}
	}
	var before recognised
	if s.Made.Text.ID != uuid.Nil {
		if before, err = getRecognised(ctx, p.Blobs, s.Made.Text); err != nil {
			return err
		}
	}
	due := layout.UnreadablePages(doc)
	made := file.Step{Key: j.plan.OCR, Text: s.Made.Text, OCR: s.Made.Pages}
	made.OCR.New = 0
	anew := s.Made.Asked && !before.Asked
	if before.Asked = before.Asked || s.Made.Asked; before.Asked {
		distrustLayers(doc)
	}
	if !anew && s.Made.TextKey == j.plan.OCR && made.OCR.Done == made.OCR.Due && before.coversPages(due) { // the same again would be found
		before.putInto(doc)
	} else if made, err = p.recogniseAnew(ctx, j, s, due, before); err != nil {
		return err
	}
	j.merged, made.Millis = true, p.millisSince(begun)
	err = p.decide(ctx, j, j.cause, file.FinishRecognition(j.run, made))
	if made.Text == s.Made.Text {
		return err
	}
	return removeUnnamed(ctx, p.Blobs, made.Text, err)
}

// recogniseAnew puts recognised pages into the document and stores them.
func (p *Processor) recogniseAnew(ctx context.Context, j *job, s file.State, due []int, before recognised) (made file.Step, err error) {
	defer p.observeStage(ctx, "ocr", p.Now(), &err)
	if !p.Documents.canRecognise() {
		return made, ErrNoOCR
	}
	j.freeSlot() // recognition has processes of its own
	needed, done, err := p.Documents.OCR.Recognise(ctx, j.pdf, j.doc, j.settings.Languages)
	if err != nil {
		return made, fmt.Errorf("recognise text: %w", err)
	}
	kept, fresh := keepRecognised(j.doc, done, before.Ever)
	kept.Tried, kept.Asked = due, before.Asked
	made.Key, made.OCR = j.plan.OCR, file.Recognition{Due: len(needed), Done: len(done), New: fresh}
	made.Text, err = putRecognised(ctx, p.Blobs, s.Original.Subject, kept)
	return made, err
}

// layOutFile makes the document tree and stores it.
func (p *Processor) layOutFile(ctx context.Context, j *job, s file.State) (err error) {
	begun := p.Now()
	defer p.observeStage(ctx, "layout", begun, &err)
	doc, err := p.readDocument(ctx, j, s)
	if err != nil {
		return err
	}
	made := file.Step{Key: j.plan.Layout, OCR: s.Made.Pages}
	switch {
	case s.Made.Text.ID != uuid.Nil && !j.merged:
		r, err := getRecognised(ctx, p.Blobs, s.Made.Text)
		if err != nil {
			return err
		}
		r.putInto(doc)
	case s.Made.Text.ID == uuid.Nil && (j.settings.Recognise || s.Made.Asked):
		pages, text := layout.CountPagesToRecognise(doc)
		if made.OCR.Due = pages; pages > 0 && !text && !p.Documents.SkipOCR && !p.Documents.canRecognise() {
			return &stageError{"ocr", ErrNoOCR}
		}
	}
	if err := j.holdSlot(ctx, p.Slots, takesLong(s) || isLarge(s.Size, len(doc.Pages))); err != nil {
		return err
	}
	doc.Findings = append(slices.Clone(s.Made.Findings), doc.Findings...)
	doc.TrustTags, doc.Workbook = isOf(s.Filename, file.DOCX), isOf(s.Filename, file.XLSX)
	tree := layout.BuildTree(doc)
	j.dropDocument()
	if err := p.compareTexts(ctx, s, tree); err != nil {
		return err
	}
	if made.Tree, err = blob.PutJSON(ctx, p.Blobs, s.Original.Subject, tree); err != nil {
		return err
	}
	made.Pages, made.Millis = len(tree.Pages), p.millisSince(begun)
	err = p.decide(ctx, j, j.cause, file.FinishLayout(j.run, made))
	return removeUnnamed(ctx, p.Blobs, made.Tree, err)
}

// compareTexts adds to the tree of an office file what of its texts is not in it.
func (p *Processor) compareTexts(ctx context.Context, s file.State, tree *document.Tree) error {
	if _, ok := p.Documents.Office.(TextReader); !ok || !file.IsOffice(s.Filename) {
		return nil
	}
	content, err := blob.Read(ctx, p.Blobs, s.Original)
	if err != nil {
		return err
	}
	return p.Documents.compareTexts(ctx, s.Filename, content, tree)
}

// millisSince returns the milliseconds since a step began, at least one.
func (p *Processor) millisSince(begun time.Time) int64 {
	return max(1, p.Now().Sub(begun).Milliseconds())
}
