package apikeys

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/user"
)

// world is what a verifier asks: one key of one account.
type world struct {
	key     apikey.State
	active  bool
	failing error
	records map[string][]byte
	writes  int
}

const (
	keyID   = "0c8e2a51-4a35-4b4e-9f2d-6a1f0a7c5b10"
	ownerID = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04"
)

var (
	now  = time.Date(2024, 5, 31, 8, 30, 0, 0, time.UTC)
	text = apikey.FormatText("demo", keyID, [32]byte{7})
)

func newWorld() *world {
	return &world{active: true, records: map[string][]byte{}, key: apikey.State{Exists: true, User: ownerID, Scopes: []string{"getMe"},
		Expires: now.Add(time.Hour), Hash: apikey.HashText(text)}}
}

func (w *world) APIKey(_ context.Context, ws, id string) (apikey.State, error) {
	if ws != "demo" || id != keyID {
		return apikey.State{}, w.failing
	}
	return w.key, w.failing
}

func (w *world) Owner(_ context.Context, ws, id string) (user.Principal, bool, error) {
	return user.Principal{Workspace: ws, ID: id, Roles: []string{user.RoleUser}}, w.active, nil
}

func (w *world) Verify(context.Context, string) (user.Principal, error) {
	return user.Principal{ID: "token"}, nil
}

func (w *world) Get(_ context.Context, _, name string) ([]byte, error) {
	if b, ok := w.records[name]; ok {
		return b, nil
	}
	return nil, identity.ErrUnknown
}

func (w *world) Put(_ context.Context, _, name string, b []byte) error {
	w.writes++
	w.records[name] = b
	return nil
}

func (w *world) Update(context.Context, string, string, func([]byte) ([]byte, error)) error {
	return errors.New("not asked for")
}

func (w *world) Delete(_ context.Context, _, name string) error {
	delete(w.records, name)
	return nil
}

func (w *world) Names(_ context.Context, _, prefix string) (out []string, err error) {
	for name := range w.records {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out, nil
}

func (w *world) verifier(log *bytes.Buffer, at *time.Time) *Verifier {
	logger := slog.New(slog.NewTextHandler(log, nil))
	return &Verifier{Tokens: w, Keys: w, Owners: w, Uses: &Uses{Records: w, Log: logger}, Log: logger, Now: func() time.Time { return *at }}
}

func TestKeysAreVerified(t *testing.T) {
	for _, row := range []struct {
		name   string
		text   string
		change func(*world)
		reason string // "": it is accepted
	}{
		{"its own text", text, func(*world) {}, ""},
		{"no key at all", apikey.Prefix + "x", func(*world) {}, apikey.ErrForm.Error()},
		{"a mistyped text", text[:len(text)-1] + "!", func(*world) {}, apikey.ErrForm.Error()},
		{"a wrong checksum", text[:len(text)-6] + "000000", func(*world) {}, apikey.ErrChecksum.Error()},
		{"another secret", apikey.FormatText("demo", keyID, [32]byte{8}), func(*world) {}, errSecret.Error()},
		{"another workspace", apikey.FormatText("other", keyID, [32]byte{7}), func(*world) {}, errUnknown.Error()},
		{"another key", apikey.FormatText("demo", ownerID, [32]byte{7}), func(*world) {}, errUnknown.Error()},
		{"revoked", text, func(w *world) { w.key.Revoked = true }, errRevoked.Error()},
		{"expired", text, func(w *world) { w.key.Expires = now }, errExpired.Error()},
		{"of an erased account", text, func(w *world) { w.key.Hash = nil }, errOwner.Error()},
		{"of a disabled account", text, func(w *world) { w.active = false }, errOwner.Error()},
	} {
		w, log, at := newWorld(), &bytes.Buffer{}, now
		row.change(w)
		p, err := w.verifier(log, &at).Verify(t.Context(), row.text)
		if row.reason == "" {
			if err != nil || p.ID != ownerID || !p.InScope(user.GetMe) || p.InScope(user.ListUsers) || log.Len() != 0 {
				t.Errorf("%s: got %+v, %v, %s, want the account in the scope of the key", row.name, p, err, log)
			}
			continue
		}
		if domain.KindOf(err) != domain.Unauthenticated || !strings.Contains(log.String(), row.reason) {
			t.Errorf("%s: got %v, logged %s, want a refusal because %s", row.name, err, log, row.reason)
		}
		if secret := row.text[max(0, len(row.text)-49):]; strings.Contains(log.String(), secret) || w.writes != 0 {
			t.Errorf("%s: logged %s, noted %d uses, want no secret and none", row.name, log, w.writes)
		}
	}
}

func TestOutagesAreNoRefusals(t *testing.T) {
	w, at := newWorld(), now
	w.failing = errors.New("the database is away")
	if _, err := w.verifier(&bytes.Buffer{}, &at).Verify(t.Context(), text); !errors.Is(err, w.failing) {
		t.Errorf("got %v, want %v", err, w.failing)
	}
}

func TestReasonsAreToldOnceAMinute(t *testing.T) {
	w, log, at := newWorld(), &bytes.Buffer{}, now
	w.key.Revoked = true
	v := w.verifier(log, &at)
	lines := func() int { return strings.Count(log.String(), "\n") }
	for range 5 {
		_, _ = v.Verify(t.Context(), text)
	}
	if lines() != 1 {
		t.Errorf("got %d lines, want 1", lines())
	}
	at = at.Add(refusalEvery)
	if _, _ = v.Verify(t.Context(), text); lines() != 2 {
		t.Errorf("a minute later: got %d lines, want 2", lines())
	}
	for i := range 2 * maxRefusals { // somebody tries many
		_, _ = v.Verify(t.Context(), apikey.FormatText("demo", keyID, [32]byte{byte(i), byte(i >> 8), 1}))
		_, _ = v.Verify(t.Context(), apikey.FormatText("w"+strings.Repeat("x", i%30), keyID, [32]byte{1}))
	}
	if len(v.told.at) > maxRefusals {
		t.Errorf("remembers %d refusals, want %d at most", len(v.told.at), maxRefusals)
	}
}

func TestUsesAreNotedByTheHour(t *testing.T) {
	w, at := newWorld(), now
	w.key.Expires = now.Add(24 * time.Hour)
	v := w.verifier(&bytes.Buffer{}, &at)
	for range 100 {
		if _, err := v.Verify(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if used, err := v.Uses.LastUse(t.Context(), "demo", ownerID, keyID); err != nil || !used.Equal(now.Truncate(time.Hour)) || w.writes != 1 {
		t.Errorf("got %v, %v after %d writes, want the hour and one write", used, err, w.writes)
	}
	at = at.Add(time.Hour)
	if _, err := v.Verify(t.Context(), text); err != nil || w.writes != 2 {
		t.Errorf("an hour later: got %v, %d writes, want 2", err, w.writes)
	}
	if err := v.Uses.ForgetUser(t.Context(), "demo", ownerID); err != nil || len(w.records) != 0 {
		t.Errorf("got %v, left %v, want nothing", err, w.records)
	}
	if used, err := v.Uses.LastUse(t.Context(), "demo", ownerID, keyID); err != nil || !used.IsZero() {
		t.Errorf("got %v, %v, want never", used, err)
	}
}

func TestTokensGoElsewhere(t *testing.T) {
	w, at := newWorld(), now
	if p, err := w.verifier(&bytes.Buffer{}, &at).Verify(t.Context(), "ey.J.x"); err != nil || p.ID != "token" {
		t.Errorf("got %+v, %v, want the caller of the token", p, err)
	}
}
