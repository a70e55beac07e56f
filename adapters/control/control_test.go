package control_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/control"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// fake knows one view, one parked stream and one dead letter.
type fake struct{ asked []string }

func (f *fake) note(what string, known bool, unknown error) error {
	if !known {
		return unknown
	}
	f.asked = append(f.asked, what)
	return nil
}

func (f *fake) List(context.Context) ([]upkeep.Status, error) {
	return []upkeep.Status{{View: "files", Head: 7, Progress: &upkeep.Progress{State: upkeep.Building, At: 3}}}, nil
}

func (f *fake) Start(_ context.Context, view string, o upkeep.Options) error {
	if o.Anew {
		return upkeep.ErrRunning
	}
	return f.note("start "+view, view == "files", upkeep.ErrUnknown)
}

func (f *fake) Switch(view string) error {
	return f.note("switch "+view, view == "files", upkeep.ErrNoBuild)
}

func (f *fake) Stop(_ context.Context, view string) error {
	return f.note("stop "+view, view == "files", upkeep.ErrUnknown)
}

func (f *fake) ParkedStreams(context.Context, string, int) ([]store.ParkedStream, error) {
	return []store.ParkedStream{{Parked: store.Parked{Stream: "a/b-c", Cause: "bad"}, Events: 2}}, nil
}

func (f *fake) ParkedEvents(_ context.Context, view string, s es.StreamID) ([]store.Parked, error) {
	return []store.Parked{{Stream: s, Type: view}}, f.note("", s == "a/b-c", upkeep.ErrNotParked)
}

func (f *fake) Retry(_ context.Context, _ string, s es.StreamID) (upkeep.Repair, error) {
	return upkeep.Repair{Applied: 2}, f.note("retry "+string(s), s == "a/b-c", upkeep.ErrNotParked)
}

func (f *fake) Drop(_ context.Context, _ string, _ es.StreamID, n int) (upkeep.Repair, error) {
	return upkeep.Repair{Dropped: n}, nil
}

type letters struct{}

func (letters) List(_ context.Context, topic string, after uint64, _ int) ([]control.Letter, error) {
	return []control.Letter{{Number: after + 1, Topic: topic}}, nil
}

func (l letters) Get(ctx context.Context, n uint64) (control.Letter, error) {
	return control.Letter{Number: n}, l.Drop(ctx, n)
}

func (l letters) Retry(ctx context.Context, n uint64) error { return l.Drop(ctx, n) }

func (letters) Drop(_ context.Context, n uint64) error {
	if n != 1 {
		return control.ErrNoLetter
	}
	return nil
}

// both asks over a socket and in the process.
func both(t *testing.T, test func(*testing.T, *control.Client, *fake)) {
	t.Run("socket", func(t *testing.T) {
		dir := t.TempDir()
		if _, ok := control.DialService(t.Context(), dir); ok {
			t.Fatal("somebody answers where nobody listens")
		}
		l, err := control.Listen(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, "control.sock")); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the socket is %v, %v, want info.Mode().Perm() = 0o600 and no error", info, err)
		}
		f := &fake{}
		s := &http.Server{Handler: control.NewHandler(t.Context(), f, letters{})}
		go func() { _ = s.Serve(l) }()
		t.Cleanup(func() { _ = s.Close() })
		c, ok := control.DialService(t.Context(), dir)
		if !ok {
			t.Fatal("nobody answers")
		}
		test(t, c, f)
	})
	t.Run("process", func(t *testing.T) {
		f := &fake{}
		test(t, control.NewLocalClient(control.NewHandler(t.Context(), f, letters{})), f)
	})
}

func TestWhatIsAskedIsDone(t *testing.T) {
	both(t, func(t *testing.T, c *control.Client, f *fake) {
		ctx := t.Context()
		views, err := c.ListViews(ctx)
		if err != nil || len(views) != 1 || views[0].Head != 7 || views[0].Progress.State != upkeep.Building || views[0].Progress.At != 3 {
			t.Errorf("views %+v, %v, want one view that is building at 3 of 7", views, err)
		}
		for _, err := range []error{c.BuildView(ctx, "files", upkeep.Options{}), c.SwitchView(ctx, "files"),
			c.StopBuild(ctx, "files"), c.RetryLetter(ctx, 1), c.DropLetter(ctx, 1)} {
			if err != nil {
				t.Error(err)
			}
		}
		streams, err := c.ParkedStreams(ctx, "files")
		if err != nil || len(streams) != 1 || streams[0].Events != 2 || streams[0].Cause != "bad" {
			t.Errorf("streams %+v, %v, want len(streams) = 1, streams[0].Events = 2, streams[0].Cause = bad and no error", streams, err)
		}
		events, err := c.ParkedEvents(ctx, "files", "a/b-c") // a stream may be named in any way
		if err != nil || len(events) != 1 || events[0].Stream != "a/b-c" || events[0].Type != "files" {
			t.Errorf("events %+v, %v, want len(events) = 1, events[0].Stream = a/b-c, events[0].Type = files and no error", events, err)
		}
		if r, err := c.RetryParked(ctx, "files", "a/b-c"); err != nil || r.Applied != 2 {
			t.Errorf("retry %+v, %v, want no error and r.Applied = 2", r, err)
		}
		if r, err := c.DropParked(ctx, "files", "a/b-c", upkeep.All); err != nil || r.Dropped != upkeep.All {
			t.Errorf("drop %+v, %v, want no error and r.Dropped = %v", r, err, upkeep.All)
		}
		if l, err := c.ListLetters(ctx, "a topic&after=9", 4); err != nil || len(l) != 1 || l[0].Number != 5 ||
			l[0].Topic != "a topic&after=9" {
			t.Errorf("letters %+v, %v, want len(l) = 1, l[0].Number = 5, l[0].Topic = a topic&after=9 and no error", l, err)
		}
		if l, err := c.GetLetter(ctx, 1); err != nil || l.Number != 1 {
			t.Errorf("letter %+v, %v, want no error and l.Number = 1", l, err)
		}
		if got := strings.Join(f.asked, ", "); got != "start files, switch files, stop files, , retry a/b-c" {
			t.Errorf("asked: %s, want %q", got, "start files, switch files, stop files, , retry a/b-c")
		}
	})
}

func TestFailuresComeBackAsTheyWere(t *testing.T) {
	both(t, func(t *testing.T, c *control.Client, _ *fake) {
		ctx := t.Context()
		_, noStream := c.RetryParked(ctx, "files", "other")
		_, noLetter := c.GetLetter(ctx, 2)
		for want, err := range map[error]error{
			upkeep.ErrUnknown: c.BuildView(ctx, "nobody", upkeep.Options{}),
			upkeep.ErrRunning: c.BuildView(ctx, "files", upkeep.Options{Anew: true}),
			upkeep.ErrNoBuild: c.SwitchView(ctx, "nobody"), upkeep.ErrNotParked: noStream, control.ErrNoLetter: noLetter,
		} {
			if err == nil || !strings.Contains(err.Error(), want.Error()) {
				t.Errorf("got %v, want %v", err, want)
			}
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := c.SwitchView(gone, "files"); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("asked by one who is gone: %v, want no error or %v", err, context.Canceled)
		}
	})
}

func TestNonsenseIsRefused(t *testing.T) {
	h := control.NewHandler(t.Context(), &fake{}, letters{})
	for path, want := range map[string]int{"/views/files/build": 400, "/views/files/parked/x/drop": 400,
		"/letters/x/retry": 400, "/letters/-1/drop": 400,
		"/letters/7/drop": 404, "/views/nobody/stop": 404, "/views/nobody/switch": 409, "/nothing": 404} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader("{nonsense")))
		if w.Code != want {
			t.Errorf("%s: %d %s, want %d", path, w.Code, w.Body, want)
		}
	}
}
