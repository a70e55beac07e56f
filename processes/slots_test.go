package processes_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/processes"
)

// slow reads nothing before it is told to go on.
type slow struct{ on chan struct{} }

func (s slow) Read(ctx context.Context, _ []byte, _ layout.ReadSettings) (layout.Document, error) {
	select {
	case <-s.on:
	case <-ctx.Done():
	}
	return layout.Document{Pages: []layout.Page{{Width: 100, Height: 100}}}, ctx.Err()
}

// TestAFileThatWaitsForItsTurnHasNotBegun however often the process that it waits in
// ends: that is none of its tries.
func TestAFileThatWaitsForItsTurnHasNotBegun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		on := make(chan struct{})
		d.processor.Documents.PDF, d.processor.Slots = slow{on}, processes.NewSlots(2)
		streams := []es.StreamID{d.storeFile("a.pdf"), d.storeFile("b.pdf"), d.storeFile("c.pdf")}
		ended := make(chan error, len(streams))
		process := func(ctx context.Context, s es.StreamID) { go func() { ended <- d.processor.Process(ctx, s) }() }
		process(t.Context(), streams[0])
		process(t.Context(), streams[1])
		synctest.Wait()
		for range file.MaxRuns + 1 {
			ctx, cancel := context.WithCancel(t.Context())
			process(ctx, streams[2])
			synctest.Wait()
			if got := typesOf(d.events(streams[2])); !slices.Equal(got, []string{"file.uploaded"}) {
				t.Errorf("while it waits: %v, want %v", got, []string{"file.uploaded"})
			}
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		process(t.Context(), streams[2])
		close(on)
		for range streams {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		for _, s := range streams {
			if f := d.file(s); f.Processing != file.Processed || f.Run != 1 {
				t.Errorf("%s after %d runs: %v, want f.Processing = %v and f.Run = 1", f.Processing, f.Run, typesOf(d.events(s)), file.Processed)
			}
		}
	})
}

// TestAConvertedFileWaitsForItsTurn to be read, and reads nothing when it is stopped meanwhile.
func TestAConvertedFileWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, on := newDesk(t), make(chan struct{})
		c := &converter{version: "c1"}
		d.processor.Documents.Office, d.processor.Documents.OCR = c, &recogniser{version: "r1"}
		d.processor.Documents.PDF, d.processor.Slots = slow{on}, processes.NewSlots(1)
		ended := make(chan error, 2)
		first, office := d.storeFile("a.pdf"), d.upload("b.docx", docx(t))
		go func() { ended <- d.processor.Process(t.Context(), first) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		go func() { ended <- d.processor.Process(ctx, office) }()
		synctest.Wait()
		if got := typesOf(d.events(office)); c.times != 1 || slices.Contains(got, "file.laid-out") || slices.Contains(got, "file.analysed") {
			t.Errorf("while it waits: %d conversions, %v", c.times, got)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if f := d.file(office); f.Processing == file.Error || f.Tree.ID != uuid.Nil {
			t.Errorf("after the stop: %s, %v", f.Processing, typesOf(d.events(office)))
		}
		close(on)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := d.processor.Process(t.Context(), office); err != nil || d.file(office).Processing != file.Processed {
			t.Errorf("tried again: %v, %s", err, d.file(office).Processing)
		}
	})
}

// TestAnOutageIsNoTryOfAFile however often it is met; what else goes wrong is.
func TestAnOutageIsNoTryOfAFile(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{true, false} {
		d := newDesk(t)
		s := d.storeFile("a.pdf")
		outage := errors.New("the store is away")
		d.reader.instead = func() error { return outage }
		d.processor.Away = func(err error) bool { return away && errors.Is(err, outage) }
		for range file.MaxRuns + 2 {
			if err := d.processor.Process(t.Context(), s); away && !errors.Is(err, outage) {
				t.Errorf("during the outage: %v", err)
			}
		}
		d.reader.instead = nil
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Error(err)
		}
		if f := d.file(s); (f.Processing == file.Processed) != away {
			t.Errorf("away %t: %s, %v", away, f.Processing, typesOf(d.events(s)))
		}
	}
}
