package processes

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/share"
)

// A RuleRunner runs the rules of templates over documents.
type RuleRunner interface {
	// Analyse returns what the rules of a template find in a document, and the state of
	// the template that it used. attributes are values by the ids of their definitions.
	// Rules that fail are a domain.Fault of kind Unprocessable.
	Analyse(ctx context.Context, ws, templateID string, tree *document.Tree,
		attributes map[string]string) (document.Result, template.State, error)
}

// A Processor carries a file from its bytes to components. It is a process
// manager: every step is an event, and whoever takes over goes on behind the
// last one.
type Processor struct {
	Log       *es.Log
	Blobs     es.Blobs
	Now       func() time.Time
	Documents Documents
	Rules     RuleRunner
	Logger    *slog.Logger
	Observe   func(ctx context.Context, stage string, d time.Duration, err error) // metrics; may be nil
	Slots     *Slots                                                              // nil: as many at once as are asked for
	// Templates are those that were read last; nil: each run reads its own anew.
	Templates *cache.States[template.State]
	// Away reports whether a failure means that a database or a disk could not be used:
	// it says nothing about the file, and that try does not count. nil: none does.
	Away func(error) bool
	// StepTime is how long a step before ANALYSE may take; 0 is 30 minutes.
	StepTime time.Duration
}

// Process runs a file until nothing is left to do on it.
func (p *Processor) Process(ctx context.Context, stream es.StreamID) error {
	found, err := es.Find(ctx, p.Log, file.Decider, stream)
	for {
		if err != nil || found.State.Phase != file.Active || !found.State.Processing.IsBusy() {
			return err
		}
		j, err := p.newJob(ctx, stream, found)
		if err != nil {
			return err
		}
		if more, err := p.attemptRun(ctx, j); err != nil || !more {
			return err
		}
		if found, err = j.file.CatchUp(ctx, p.Log, file.Decider, stream); err != nil {
			return err
		}
	}
}

// attemptRun runs a file once, as far as it goes; more reports whether another run may be
// due. A file that waits for a slot, or to be alone, has not begun its run.
func (p *Processor) attemptRun(ctx context.Context, j *job) (more bool, err error) {
	s := j.file.State
	_, workspace, _ := j.stream.Parts()
	ctx = share.WithOwner(ctx, workspace) // tools serve workspaces in turn
	leave, err := p.Slots.enterRun(ctx, s.NeedsIsolation())
	if err != nil {
		return false, err
	}
	defer leave()
	defer j.freeSlot()
	defer j.dropDocument()
	if !s.NeedsConversion(j.plan) || file.IsPicture(s.Filename) {
		if err := j.holdSlot(ctx, p.Slots, takesLong(s)); err != nil {
			return false, err
		}
	}
	if err := p.decide(ctx, j, j.file.At.Position, file.BeginRun(j.plan)); err != nil {
		return false, err
	}
	if s = j.file.State; !s.Open {
		return false, nil
	}
	j.run, j.cause, j.begun = s.Run, j.file.At.Position, p.Now()
	p.Logger.Info("processing", "file", j.stream.Key(), "run", s.Run, "step", s.Processing, "alone", s.Alone)
	if err := p.runSteps(ctx, j); err != nil {
		return false, p.handleFailure(ctx, j.stream, s.Run, err)
	}
	return true, nil
}

// decide takes a decision on the file of a run, of which only what others have appended meanwhile is read.
func (p *Processor) decide(ctx context.Context, j *job, cause es.Position, d es.Decision[file.State]) (err error) {
	j.file, _, err = j.file.Decide(ctx, p.Log, file.Decider, systemCommand(j.stream, cause), d)
	return err
}

// handleFailure handles the failure of a run. A permanent one is recorded as the file's
// failure; an interrupted run is released; one that may pass counts as a try; a run that
// another took over, or whose file is gone, ends with nil. A tool that was killed is a death of the service in small.
func (p *Processor) handleFailure(ctx context.Context, stream es.StreamID, run int, err error) error {
	lost := errors.Is(err, es.ErrNoBlob) // of a file that is still there: a deleted one refuses the failure
	if errors.Is(err, file.ErrFenced) || isNotFound(err) && !lost || errors.Is(err, es.ErrErased) {
		return nil
	}
	if ctx.Err() != nil {
		return errors.Join(err, p.endRun(ctx, stream, file.ReleaseRun(run)))
	}
	if errors.Is(err, domain.ErrToolKilled) { // the run stays open as after a death of the service, and the sweep finds it
		p.Logger.Warn("a tool was killed while it worked on a file, mostly for want of memory; it is tried again",
			"file", stream.Key(), "run", run, "error", err)
		return nil
	}
	var failed *stageError
	sentence, final := permanentFailure(err)
	if !final && p.Away != nil && p.Away(err) {
		return errors.Join(err, p.endRun(ctx, stream, file.ReleaseRun(run)))
	}
	if !final || !errors.As(err, &failed) {
		return errors.Join(err, p.endRun(ctx, stream, file.CountTry(run)))
	}
	p.Logger.Warn("file failed", "file", stream.Key(), "run", run, "service", failed.service, "cause", sentence)
	_, err = es.Decide(ctx, p.Log, file.Decider, systemCommand(stream, 0), file.FailRun(run, failed.service, sentence))
	if errors.Is(err, file.ErrFenced) || isNotFound(err) {
		return nil
	}
	return err
}

// A stageError is the failure of a run, with the part in which it failed.
type stageError struct {
	service string
	error
}

// Unwrap returns the failure.
func (e *stageError) Unwrap() error { return e.error }

// endRun ends a run without an outcome: not counting as a try when the service stops or a database is
// away. A run that another took over is no error.
func (p *Processor) endRun(ctx context.Context, stream es.StreamID, end es.Decision[file.State]) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := es.Decide(ctx, p.Log, file.Decider, systemCommand(stream, 0), end)
	if errors.Is(err, file.ErrFenced) || isNotFound(err) {
		return nil
	}
	return err
}

// analyseFile runs the template's rules over the tree and stores what they found.
func (p *Processor) analyseFile(ctx context.Context, j *job, s file.State) (err error) {
	if err := j.holdSlot(ctx, p.Slots, takesLong(s)); err != nil {
		return err
	}
	begun := p.Now()
	defer p.observeStage(ctx, "analyse", begun, &err)
	var tree document.Tree
	if err := blob.GetJSON(ctx, p.Blobs, s.Tree, &tree); err != nil {
		return err
	}
	_, ws, _ := j.stream.Parts()
	result, used, err := p.Rules.Analyse(ctx, ws, s.Template, &tree, s.Attributes)
	if err != nil {
		return err
	}
	ref, err := blob.PutJSON(ctx, p.Blobs, s.Original.Subject, result)
	if err != nil {
		return err
	}
	for _, f := range result.Failures {
		p.Logger.Warn("rule failed", "file", j.stream.Key(), "run", s.Run, "ruleFile", f.File, "line", f.Line)
	}
	a := outcomeOf(&tree, result)
	a.Result, a.Engine, a.Rules, a.Dictionaries = ref, analysis.AnalysisVersion, used.Rules, used.DictionaryRuns
	a.Millis, a.StepMillis = p.Now().Sub(j.begun).Milliseconds(), p.Now().Sub(begun).Milliseconds()
	if used.Settings.LearnFromApproved {
		a.Layout.Value = candidates.MarksOf(s.Template, result.Labels)
	}
	before, err := p.resultBefore(ctx, s)
	if err != nil {
		return err
	}
	a.Changed = before != nil && !sameComponents(before.Components, result.Components)
	a.Findings.Value = component.FindingsOf(result, before, used.Components)
	a.Findings.Value.Reading = tree.Findings
	decide := file.TellUnmet(file.FinishRun(s.Run, a), p.unmetFinder(ctx, ref, result, used.Components))
	return removeUnnamed(ctx, p.Blobs, ref, p.decide(ctx, j, j.cause, decide))
}

// unmetFinder returns a function that tells what is unmet of a result under the overrides of its file.
func (p *Processor) unmetFinder(ctx context.Context, ref es.BlobRef, r document.Result,
	definitions []template.Component) func(file.State) ([]file.Attention, error) {
	return func(now file.State) ([]file.Attention, error) {
		if len(now.Overrides) == 0 {
			return now.Findings.Unmet, nil // as the analysis itself tells
		}
		earlier, err := component.ReadEarlier(file.ApplyAll(now.Overrides), ref, func(ref es.BlobRef) ([]component.Detail, error) {
			return readAnalysis(ctx, p.Blobs, ref)
		})
		if err != nil {
			return nil, err
		}
		return component.UnmetAfter(component.GroupByComponent(r), ref, now.Overrides, earlier, definitions), nil
	}
}

// resultBefore reads the result of the analysis before of the same version, nil for none.
func (p *Processor) resultBefore(ctx context.Context, s file.State) (*document.Result, error) {
	if s.Result.ID == uuid.Nil || s.Analysed != s.Version {
		return nil, nil
	}
	var before document.Result
	err := blob.GetJSON(ctx, p.Blobs, s.Result, &before)
	return &before, err
}

// removeUnnamed returns err, after removing the blob when err shows that no event names
// it. When it is open whether the event was appended, the blob stays.
func removeUnnamed(ctx context.Context, blobs es.Blobs, ref es.BlobRef, err error) error {
	if err == nil || !isRefusal(err) {
		return err
	}
	return removeBlob(ctx, blobs, ref, err)
}

// isRefusal reports whether the failure of a decision shows that nothing was appended.
func isRefusal(err error) bool {
	return domain.KindOf(err) != domain.Unexpected || errors.Is(err, es.ErrConflict)
}

// removeBlob removes a blob, if there is one, and returns err joined with a failure to
// remove it.
func removeBlob(ctx context.Context, blobs es.Blobs, ref es.BlobRef, err error) error {
	if ref.ID == uuid.Nil {
		return err
	}
	return errors.Join(err, blobs.Remove(context.WithoutCancel(ctx), ref))
}

// isNotFound reports whether an error says that something is not there (any more).
func isNotFound(err error) bool { return domain.KindOf(err) == domain.NotFound }

func (p *Processor) observeStage(ctx context.Context, stage string, begun time.Time, err *error) {
	if p.Observe != nil {
		p.Observe(ctx, stage, p.Now().Sub(begun), *err)
	}
}

// outcomeOf counts what an analysis found.
func outcomeOf(tree *document.Tree, r document.Result) file.Analysed {
	a := file.Analysed{Entities: len(r.Entities), Components: len(r.Components), FailedRules: len(r.Failures)}
	a.RuleFailures.Value = file.BoundFailures(r.Failures)
	a.ModelCalls.Value = file.BoundModelCalls(r.ModelCalls)
	for _, e := range r.Entities {
		applied := e.State == document.StateApplied
		a.HasEntities = a.HasEntities || applied && e.Kind == "ENTITY"
		a.HasHints = a.HasHints || applied && e.Kind == "HINT"
	}
	for _, n := range tree.Nodes {
		a.HasImages = a.HasImages || n.Kind == document.KindImage
	}
	return a
}

// sameComponents reports whether components have the same names and values.
func sameComponents(a, b []document.Component) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Value != b[i].Value {
			return false
		}
	}
	return true
}
