package processes_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain"
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
				t.Errorf("%s after %d runs: %v, want f.Processing = %v and f.Run = 1", f.Processing, f.Run,
					typesOf(d.events(s)), file.Processed)
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
		if got := typesOf(d.events(office)); c.times != 1 || slices.Contains(got, "file.laid-out") ||
			slices.Contains(got, "file.analysed") {
			t.Errorf("while it waits: %d conversions, %v, want 1, and no step after it", c.times, got)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if f := d.file(office); f.Processing == file.Error || f.Tree.ID != uuid.Nil {
			t.Errorf("after the stop: %s, %v, want f.Processing other than Error and f.Tree.ID = Nil", f.Processing,
				typesOf(d.events(office)))
		}
		close(on)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := d.processor.Process(t.Context(), office); err != nil || d.file(office).Processing != file.Processed {
			t.Errorf("tried again: %v, %s, want PROCESSED", err, d.file(office).Processing)
		}
	})
}

// dieAt has the process die that works on a file, once it has begun its run.
func (d *desk) dieAt(s es.StreamID) {
	d.t.Helper()
	dying := *d.processor
	dying.Log = &es.Log{Store: &mortalStore{Store: d.Log.Store, left: 2}, Codec: d.Log.Codec}
	if err := dying.Process(d.t.Context(), s); !errors.Is(err, errDead) {
		d.t.Fatalf("got %v, want that the process is dead", err)
	}
}

// TestAFileAtWhichTheServiceEndsIsWorkedOnAlone, neither beside a file that is at work nor beside one that
// comes meanwhile, and the others wait for no more than that.
func TestAFileAtWhichTheServiceEndsIsWorkedOnAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		unlucky, other, third := d.storeFile("a.pdf"), d.storeFile("b.pdf"), d.storeFile("c.pdf")
		for range file.MaxDeaths {
			d.dieAt(unlucky)
		}
		begun := func(s es.StreamID) bool { return len(d.events(s, "file.run-opened", "file.processing-changed")) > 0 }
		goOn := make(chan struct{})
		d.processor.Documents.PDF, d.processor.Slots = slow{goOn}, processes.NewSlots(2)
		ended := make(chan error, 4)
		process := func(ctx context.Context, s es.StreamID) { go func() { ended <- d.processor.Process(ctx, s) }() }
		process(t.Context(), other)
		synctest.Wait()
		stopping, stop := context.WithCancel(t.Context())
		process(stopping, unlucky)
		synctest.Wait()
		if got := d.file(unlucky); got.Run != file.MaxDeaths {
			t.Errorf("beside another file: got run %d, want that it waits after run %d", got.Run, file.MaxDeaths)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the service stops: got %v, want %v", err, context.Canceled)
		}
		process(t.Context(), unlucky)
		synctest.Wait()
		process(t.Context(), third)
		synctest.Wait()
		if begun(third) {
			t.Errorf("behind one that waits to be alone: got %v, want nothing but the upload", typesOf(d.events(third)))
		}
		close(goOn)
		for range 3 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		var alone []int
		for _, e := range d.events(unlucky, "file.run-opened") {
			if e := e.Event.(file.RunOpened); e.Alone {
				alone = append(alone, e.Run)
			}
		}
		if !slices.Equal(alone, []int{file.MaxDeaths + 1}) {
			t.Errorf("got the runs %v alone, want only run %d", alone, file.MaxDeaths+1)
		}
		for _, s := range []es.StreamID{unlucky, other, third} {
			if f := d.file(s); f.Processing != file.Processed {
				t.Errorf("%s: got %s, want %s", s, f.Processing, file.Processed)
			}
		}
	})
}

// TestFilesAreProcessedOneByOne where there is memory for no more.
func TestFilesAreProcessedOneByOne(t *testing.T) {
	t.Parallel()
	for _, single := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t)
			files := []es.StreamID{d.storeFile("a.pdf"), d.storeFile("b.pdf")}
			goOn, ended := make(chan struct{}), make(chan error, len(files))
			d.processor.Documents.PDF, d.processor.Slots = slow{goOn}, processes.NewSlots(2)
			d.processor.Slots.Single = single
			for _, s := range files {
				go func() { ended <- d.processor.Process(t.Context(), s) }()
				synctest.Wait()
			}
			begun := len(d.events(files[1], "file.run-opened", "file.processing-changed")) > 0
			if begun == single {
				t.Errorf("one at a time %v: the second file has begun beside the first: %v, want %v", single, begun, !single)
			}
			close(goOn)
			for range files {
				if err := <-ended; err != nil {
					t.Error(err)
				}
			}
			for _, s := range files {
				if f := d.file(s); f.Processing != file.Processed {
					t.Errorf("%s: got %s, want %s", s, f.Processing, file.Processed)
				}
			}
		})
	}
}

// TestAFileThatEndsTheServiceIsTriedAgain a day after it has failed for that, alone at once.
func TestAFileThatEndsTheServiceIsTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		s, broken := d.storeFile("a.pdf"), d.storeFile("b.pdf")
		for range file.MaxDeaths + file.MaxRuns {
			d.dieAt(s)
		}
		d.reader.instead = func() error { return domain.Faultf(domain.Unprocessable, "It is no PDF") }
		for _, f := range []es.StreamID{s, broken} {
			if err := d.processor.Process(t.Context(), f); err != nil {
				t.Fatal(err)
			}
			if f := d.file(f); f.Processing != file.Error {
				t.Errorf("got %s, want %s", f.Processing, file.Error)
			}
		}
		d.reader.instead = nil
		failed := d.events(s, "file.failed")
		if len(failed) != 1 || !failed[0].Event.(file.Failed).Ended {
			t.Fatalf("got %v, want a failure for which the service ended", typesOf(d.events(s)))
		}
		begun := time.Now()
		now := func() time.Time { return failed[0].Time.Add(23*time.Hour + time.Since(begun)) }
		ctx, stop := context.WithCancel(t.Context())
		retry := &processes.EndedRetry{Log: d.Log, Now: now, Every: time.Hour, Logger: slog.New(slog.DiscardHandler)}
		ended := make(chan error)
		go func() { ended <- retry.Run(ctx) }()
		synctest.Wait()
		if f := d.file(s); f.Processing != file.Error {
			t.Errorf("within a day: got %s, want %s", f.Processing, file.Error)
		}
		time.Sleep(3 * time.Hour) // of the bubble
		synctest.Wait()
		stop()
		<-ended //nolint:errcheck // of the context that was ended
		if got := len(d.events("", "file.reanalysis-requested")); got != 1 {
			t.Errorf("got %d files asked for again, want only the one", got)
		}
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if f := d.file(s); f.Processing != file.Processed || f.Run != file.MaxDeaths+file.MaxRuns+1 {
			t.Errorf("got %s in run %d, want %s in the next", f.Processing, f.Run, file.Processed)
		}
	})
}

// TestAFileWhoseToolIsKilledIsWorkedOnAlone: a tool that was killed from outside is no failure and no try of the file, as
// long as others may have taken the memory.
func TestAFileWhoseToolIsKilledIsWorkedOnAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	lucky, large := d.storeFile("a.pdf"), d.storeFile("b.pdf")
	d.reader.instead = func() error { return fmt.Errorf("pdf: worker ended: %w", domain.ErrToolKilled) }
	process := func(s es.StreamID) file.State {
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		return d.file(s)
	}
	for range file.MaxDeaths {
		if f := process(lucky); !f.Processing.IsBusy() || f.Alone {
			t.Errorf("got %s, alone: %v, want work beside others", f.Processing, f.Alone)
		}
	}
	d.reader.instead = nil
	if f := process(lucky); f.Processing != file.Processed || !f.Alone {
		t.Errorf("got %s, alone: %v, want %s after a run alone", f.Processing, f.Alone, file.Processed)
	}
	d.reader.instead = func() error { return domain.ErrToolKilled }
	for range file.MaxDeaths + file.MaxRuns + 1 {
		process(large)
	}
	if f := d.file(large); f.Processing != file.Error || f.Ended != 1 {
		t.Errorf("got %s, ended %d times, want %s that is tried again a day later", f.Processing, f.Ended, file.Error)
	}
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
				t.Errorf("during the outage: %v, want the outage", err)
			}
		}
		d.reader.instead = nil
		if err := d.processor.Process(t.Context(), s); err != nil {
			t.Error(err)
		}
		if f := d.file(s); (f.Processing == file.Processed) != away {
			t.Errorf("away %t: %s, %v, want %v", away, f.Processing, typesOf(d.events(s)), away)
		}
	}
}
