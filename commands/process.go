package commands

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A Processor carries a file from its bytes to components. It is a process
// manager: every step is an event, and whoever takes over goes on behind the
// last one.
type Processor struct {
	*Commands
	Documents Documents
	Rules     *Analyser
	Logger    *slog.Logger
	Observe   func(ctx context.Context, stage string, d time.Duration, err error) // metrics; may be nil
	Slots     *Slots                                                              // nil: as many at once as are asked for
	// Away says of a failure that a database or a disk could not be used: it tells
	// nothing of the file, and that try does not count. nil: of none.
	Away func(error) bool
	// StepTime is how long a step before ANALYSE may take; 0 is 30 minutes.
	StepTime time.Duration
}

// Process runs a file until nothing is left to do on it.
func (p *Processor) Process(ctx context.Context, stream es.StreamID) error {
	for {
		s, cause, err := es.Load(ctx, p.Log, file.Decider, stream)
		if err != nil || s.Phase != file.Active || !s.Processing.Busy() {
			return err
		}
		j, err := p.job(ctx, stream, s)
		if err != nil {
			return err
		}
		if more, err := p.attempt(ctx, j, s, cause.Position); err != nil || !more {
			return err
		}
	}
}

// attempt begins a run and takes it as far as it goes; more says that another may be
// due. A file that only waits for its turn has not begun: when the process dies then,
// that is none of its tries.
func (p *Processor) attempt(ctx context.Context, j *job, s file.State, cause es.Position) (more bool, err error) {
	defer j.free()
	if !s.Converts(j.plan) {
		if err := j.hold(ctx, p.Slots, isLarge(s.Size, s.Pages)); err != nil {
			return false, err
		}
	}
	at, err := es.Decide(ctx, p.Log, file.Decider, system(j.stream, cause), file.Begin(j.plan))
	if err != nil {
		return false, err
	}
	if s, _, err = es.Load(ctx, p.Log, file.Decider, j.stream); err != nil || !s.Open {
		return false, err
	}
	j.run, j.cause, j.begun = s.Run, at.Position, p.Now()
	p.Logger.Info("processing", "file", j.stream.Key(), "run", s.Run, "step", s.Processing)
	if err := p.run(ctx, j, s); err != nil {
		return false, p.ended(ctx, j.stream, s.Run, err)
	}
	return true, nil
}

// ended turns the failure of a run into the file's, when repeating is in vain; a
// run that another took over, or whose file is gone, simply ends.
func (p *Processor) ended(ctx context.Context, stream es.StreamID, run int, err error) error {
	if errors.Is(err, file.ErrFenced) || notFound(err) || errors.Is(err, es.ErrErased) {
		return nil
	}
	if ctx.Err() != nil {
		return errors.Join(err, p.release(ctx, stream, run))
	}
	var failed *stageError
	sentence, final := hopeless(err)
	if !final && p.Away != nil && p.Away(err) {
		return errors.Join(err, p.release(ctx, stream, run))
	}
	if !final || !errors.As(err, &failed) {
		return err
	}
	p.Logger.Warn("file failed", "file", stream.Key(), "run", run, "service", failed.service, "cause", sentence)
	_, err = es.Decide(ctx, p.Log, file.Decider, system(stream, 0), file.Fail(run, failed.service, sentence))
	if errors.Is(err, file.ErrFenced) || notFound(err) {
		return nil
	}
	return err
}

// A stageError says in which part a run failed.
type stageError struct {
	service string
	error
}

// Unwrap gives what went wrong.
func (e *stageError) Unwrap() error { return e.error }

// release gives a run back that is interrupted, so that stopping the service, or an
// outage of what it stands on, costs no try. Another may have taken over already.
func (p *Processor) release(ctx context.Context, stream es.StreamID, run int) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := es.Decide(ctx, p.Log, file.Decider, system(stream, 0), file.Release(run))
	if errors.Is(err, file.ErrFenced) || notFound(err) {
		return nil
	}
	return err
}

// analyse runs the template's rules over the tree and stores what they found.
func (p *Processor) analyse(ctx context.Context, j *job, s file.State) (err error) {
	if err := j.hold(ctx, p.Slots, isLarge(s.Size, s.Pages)); err != nil {
		return err
	}
	begun := p.Now()
	defer p.observed(ctx, "analyse", begun, &err)
	var tree document.Tree
	if err := p.getJSON(ctx, s.Tree, &tree); err != nil {
		return err
	}
	_, ws, _ := j.stream.Parts()
	result, used, err := p.Rules.Analyse(ctx, ws, s.Template, &tree, s.Attributes)
	if err != nil {
		return err
	}
	ref, err := p.putJSON(ctx, s.Original.Subject, result)
	if err != nil {
		return err
	}
	a := outcomeOf(&tree, result)
	a.Result, a.Engine, a.Rules, a.Dictionaries = ref, AnalysisVersion, used.Rules, used.DictionaryRuns
	a.Millis, a.StepMillis = p.Now().Sub(j.begun).Milliseconds(), p.Now().Sub(begun).Milliseconds()
	if s.Result.ID != uuid.Nil && s.Analysed == s.Version {
		var before document.Result
		if err := p.getJSON(ctx, s.Result, &before); err != nil {
			return err
		}
		a.Changed = !sameComponents(before.Components, result.Components)
	}
	_, err = es.Decide(ctx, p.Log, file.Decider, system(j.stream, j.cause), file.Finish(s.Run, a))
	return p.unlessKept(ctx, ref, err)
}

// unlessKept removes a blob that no event came to name. After a failure that leaves
// that open the event may be there, and needs its bytes.
func (c *Commands) unlessKept(ctx context.Context, ref es.BlobRef, err error) error {
	if err == nil || !known(err) {
		return err
	}
	return c.discarded(ctx, ref, err)
}

// discarded removes a blob, if there is one, because of an error.
func (c *Commands) discarded(ctx context.Context, ref es.BlobRef, err error) error {
	if ref.ID == uuid.Nil {
		return err
	}
	return errors.Join(err, c.Blobs.Remove(context.WithoutCancel(ctx), ref))
}

func (p *Processor) observed(ctx context.Context, stage string, begun time.Time, err *error) {
	if p.Observe != nil {
		p.Observe(ctx, stage, p.Now().Sub(begun), *err)
	}
}

// outcomeOf counts what an analysis found.
func outcomeOf(tree *document.Tree, r document.Result) file.Analysed {
	a := file.Analysed{Entities: len(r.Entities), Components: len(r.Components)}
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

// sameComponents compares names and values, which is what people would notice.
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

// read loads a blob whole.
func (c *Commands) read(ctx context.Context, ref es.BlobRef) ([]byte, error) {
	in, err := c.Blobs.Open(ctx, ref)
	if err != nil {
		return nil, gone(err)
	}
	defer in.Close()
	b := make([]byte, ref.Size)
	if _, err := io.ReadFull(in, b); err != nil {
		return nil, fmt.Errorf("read blob %s: %w", ref.ID, err)
	}
	return b, nil
}

// gone says of bytes that were dropped meanwhile that their owner is gone.
func gone(err error) error {
	if errors.Is(err, es.ErrNoBlob) || errors.Is(err, es.ErrErased) {
		return &domain.Fault{Kind: domain.NotFound, Message: domain.ErrFileNotFound.Message, Cause: err}
	}
	return err
}

// put stores bytes as a blob.
func (c *Commands) put(ctx context.Context, subject es.Subject, content []byte) (es.BlobRef, error) {
	ref, _, err := c.Blobs.Put(ctx, subject, bytes.NewReader(content))
	return ref, err
}

// putJSON stores a value as a compressed blob.
func (c *Commands) putJSON(ctx context.Context, subject es.Subject, v any) (es.BlobRef, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return es.BlobRef{}, err
	}
	if err := errors.Join(json.NewEncoder(z).Encode(v), z.Close()); err != nil {
		return es.BlobRef{}, err
	}
	return c.put(ctx, subject, b.Bytes())
}

// getJSON reads back what putJSON stored.
func (c *Commands) getJSON(ctx context.Context, ref es.BlobRef, v any) error {
	in, err := c.Blobs.Open(ctx, ref)
	if err != nil {
		return gone(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return fmt.Errorf("blob %s: %w", ref.ID, err)
	}
	return json.NewDecoder(z).Decode(v)
}
