package commands_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/answertest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

func newRequestKey(ws, id, key string) commands.RequestKey {
	return commands.RequestKey{Caller: user.Principal{Workspace: ws, ID: id}, Operation: user.CreateOrUpdateDossier,
		Key: key}
}

// handleRequest handles a request that is answered with a body, and gives what is known of it.
func handleRequest(t *testing.T, f *commands.FirstAnswers, k commands.RequestKey, about es.Subject, request,
	body string) (before commands.Attempt) {
	t.Helper()
	err := f.HandleOnce(t.Context(), k, func(ctx context.Context, a *commands.Attempt) error {
		before = *a
		if err := a.Begin(ctx, []byte(request)); err != nil {
			return err
		}
		return a.KeepAnswer(ctx, about, []byte(request),
			commands.Answer{Status: 201, Header: map[string]string{"Location": "/x"}, Body: []byte(body)})
	})
	if err != nil {
		t.Fatal(err)
	}
	return before
}

func look(t *testing.T, f *commands.FirstAnswers, k commands.RequestKey) (found commands.Attempt) {
	t.Helper()
	if err := f.HandleOnce(t.Context(), k, func(_ context.Context, a *commands.Attempt) error { found = *a; return nil }); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAFirstAnswerIsKeptForADay(t *testing.T) {
	s, f := answertest.NewShelf()
	k := newRequestKey("demo", "mira", "k-1")
	if a := handleRequest(t, f, k, "demo", "same", "made"); a.First != nil || a.Command == uuid.Nil {
		t.Errorf("the first request finds %+v, want a.First = nil and a.Command other than Nil", a)
	}
	s.Now = s.Now.Add(24*time.Hour - time.Second)
	a := look(t, f, k)
	if a.First == nil || a.First.Status != 201 || string(a.First.Body) != "made" || a.First.Header["Location"] != "/x" ||
		a.IsOtherRequest([]byte("same")) || !a.IsOtherRequest([]byte("other")) {
		t.Errorf("a repetition finds %+v, want 201 and what was made", a)
	}
	s.Now = s.Now.Add(time.Second)
	if a := look(t, f, k); a.First != nil || a.IsOtherRequest([]byte("other")) {
		t.Errorf("after a day there is %+v, want none, for any request", a)
	}
}

func TestAKeyIsOfOneCallerAndOperation(t *testing.T) {
	_, f := answertest.NewShelf()
	handleRequest(t, f, newRequestKey("demo", "mira", "k-1"), "demo", "same", "made")
	upload := newRequestKey("demo", "mira", "k-1")
	upload.Operation = user.UploadFile
	for name, k := range map[string]commands.RequestKey{"another key": newRequestKey("demo", "mira", "k-2"),
		"another caller":    newRequestKey("demo", "noah", "k-1"),
		"another workspace": newRequestKey("acme", "mira", "k-1"), "another operation": upload} {
		if a := look(t, f, k); a.First != nil {
			t.Errorf("%s finds %+v, want a.First = nil", name, a)
		}
	}
}

func TestARunningRequestIsNotRunAgain(t *testing.T) {
	_, f := answertest.NewShelf()
	k := newRequestKey("demo", "mira", "k-1")
	nothing := func(context.Context, *commands.Attempt) error { return nil }
	err := f.HandleOnce(t.Context(), k, func(ctx context.Context, _ *commands.Attempt) error {
		if err := f.HandleOnce(ctx, newRequestKey("demo", "mira", "k-2"), nothing); err != nil {
			t.Errorf("another key: got %v, want no failure", err)
		}
		return f.HandleOnce(ctx, k, nothing)
	})
	if err == nil || err.Error() != "The request is still running" {
		t.Errorf("the same key: %v, want an error and err.Error() = The request is still running", err)
	}
	if err := f.HandleOnce(t.Context(), k, nothing); err != nil {
		t.Errorf("afterwards: got %v, want no failure", err)
	}
}

// TestAnAttemptThatWasCutOffGoesOnAsTheSame: what it did is recognised by its id.
func TestAnAttemptThatWasCutOffGoesOnAsTheSame(t *testing.T) {
	_, f := answertest.NewShelf()
	k := newRequestKey("demo", "mira", "k-1")
	cut := errors.New("cut off")
	var first uuid.UUID
	err := f.HandleOnce(t.Context(), k, func(ctx context.Context, a *commands.Attempt) error {
		first = a.Command
		return errors.Join(a.Begin(ctx, []byte("same")), cut)
	})
	if !errors.Is(err, cut) {
		t.Fatal(err)
	}
	if a := look(t, f, k); a.First != nil || a.Command != first || a.IsOtherRequest([]byte("same")) || !a.IsOtherRequest([]byte("other")) {
		t.Errorf("the second attempt finds %+v, want the command %s and no answer", a, first)
	}
	if err := f.HandleOnce(t.Context(), k, func(ctx context.Context, a *commands.Attempt) error { return a.Drop(ctx) }); err != nil {
		t.Fatal(err)
	}
	if a := look(t, f, k); a.Command == first || a.IsOtherRequest([]byte("other")) {
		t.Errorf("after it was dropped there is %+v, want another command", a)
	}
}

func TestAnAnswerEndsWithWhatItTellsOf(t *testing.T) {
	s, f := answertest.NewShelf()
	k := newRequestKey("demo", "mira", "k-1")
	about := es.Subject("demo/dossier.1")
	handleRequest(t, f, k, about, "same", "made")
	s.Gone[about] = true
	if a := look(t, f, k); a.First != nil || a.IsOtherRequest([]byte("other")) {
		t.Errorf("an answer outlives what it tells of: %+v, want none", a)
	}
	handleRequest(t, f, k, about, "same", "made again") // too late to be kept
	if s.CountNotes() != 0 {
		t.Errorf("left behind: %d, want 0", s.CountNotes())
	}
}

// brokenVault cannot open anything.
type brokenVault struct{ es.Vault }

var errBroken = errors.New("the vault is broken")

func (brokenVault) Open(context.Context, es.Subject, []byte, []byte) ([]byte, error) {
	return nil, errBroken
}

// TestAnAnswerThatCannotBeOpenedIsNoFirstRequest: what was done must not be done again.
func TestAnAnswerThatCannotBeOpenedIsNoFirstRequest(t *testing.T) {
	t.Parallel()
	_, f := answertest.NewShelf()
	k := commands.RequestKey{Caller: user.Principal{Workspace: "demo", ID: "mira"}, Operation: user.UploadFile,
		Key: "1"}
	begin := func(ctx context.Context, a *commands.Attempt) error { return a.Begin(ctx, nil) }
	if err := f.HandleOnce(t.Context(), k, begin); err != nil {
		t.Fatal(err)
	}
	f.Vault = brokenVault{f.Vault}
	asked := false
	err := f.HandleOnce(t.Context(), k, func(context.Context, *commands.Attempt) error { asked = true; return nil })
	if !errors.Is(err, errBroken) || asked {
		t.Errorf("got %v, asked %v; want %v", err, asked, errBroken)
	}
}
