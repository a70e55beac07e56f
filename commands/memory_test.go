package commands_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// clear is a vault that keeps everything in the open.
type clear struct{}

func (clear) Seal(_ context.Context, _ es.Subject, _, plain []byte) ([]byte, error) {
	return plain, nil
}
func (clear) Open(_ context.Context, _ es.Subject, _, box []byte) ([]byte, error) { return box, nil }
func (clear) Destroy(context.Context, es.Subject) error                           { return nil }
func (clear) DeriveKey(context.Context, es.Subject, string) ([32]byte, error) {
	return [32]byte{1}, nil
}

// heap keeps blobs in memory; it fails at the put of a number.
type heap struct {
	mu     sync.Mutex
	blobs  map[uuid.UUID][]byte
	owners map[uuid.UUID]es.Subject
	puts   int
	opens  int
	failAt int
}

var errFull = errors.New("the disk is full")

// count returns how many blobs are stored.
func (h *heap) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.blobs)
}

func (h *heap) Put(_ context.Context, s es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	b, err := io.ReadAll(r)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.puts++; h.puts == h.failAt {
		err = errFull
	}
	if err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	ref := es.BlobRef{Subject: s, ID: uuid.New(), Size: int64(len(b))}
	h.blobs[ref.ID] = b
	if h.owners == nil {
		h.owners = map[uuid.UUID]es.Subject{}
	}
	h.owners[ref.ID] = s
	return ref, [32]byte{}, nil
}

func (h *heap) Open(_ context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opens++
	b, ok := h.blobs[ref.ID]
	if !ok {
		return nil, es.ErrNoBlob
	}
	return struct {
		io.ReadSeeker
		io.Closer
	}{bytes.NewReader(b), io.NopCloser(nil)}, nil
}

func (h *heap) Drop(_ context.Context, s es.Subject) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, of := range h.owners {
		if of == s || strings.HasPrefix(string(of), string(s)+"/") {
			delete(h.blobs, id)
		}
	}
	return nil
}

func (h *heap) Remove(_ context.Context, ref es.BlobRef) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.blobs, ref.ID)
	return nil
}

// house is commands over memory.
type house struct {
	*commands.Commands
	blobs *heap
}

// newCodec knows the events of all aggregates.
func newCodec(v es.Vault) *es.Codec {
	codec := es.NewCodec(json.Marshal, json.Unmarshal, v)
	for _, register := range []func(*es.Codec){template.RegisterEvents, naming.RegisterEvents, dossier.RegisterEvents,
		file.RegisterEvents, download.RegisterEvents, user.RegisterEvents, apikey.RegisterEvents, bulk.RegisterEvents, workspace.RegisterEvents} {
		register(codec)
	}
	return codec
}

func newHouse() *house {
	h := &house{blobs: &heap{blobs: map[uuid.UUID][]byte{}}}
	codec := newCodec(clear{})
	h.Commands = commands.New(commands.Ports{Log: &es.Log{Store: estest.NewStore(), Codec: codec}, Vault: clear{},
		Keys:  clear{},
		Blobs: h.blobs, Now: time.Now})
	h.DossierFiles = filesOf{h.Log}
	return h
}

func (h *house) load(t *testing.T, id string) template.State {
	t.Helper()
	s, _, err := es.Load(t.Context(), h.Log, template.Decider, template.StreamOf("demo", id))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func admin() commands.Request {
	return commands.Request{Caller: user.Principal{Workspace: "demo", ID: uuid.NewString(),
		Roles: []string{user.RoleAdmin}}, CommandID: uuid.New()}
}
