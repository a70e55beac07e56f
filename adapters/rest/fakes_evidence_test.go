package rest

import (
	"bytes"
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

var evidenceOperations = []sample{
	{"GET", "/api/evidence/checkpoint", "", 200},
	{"GET", "/api/evidence/tile/0/000", "", 200},
	{"GET", "/api/evidence/proofs/7", "", 200},
	{"POST", "/api/evidence/bundles/9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02", "", 200},
}

func (f *fake) LastCheckpoint(context.Context) ([]byte, error) { return ask(f, nil, f.checkpoint) }

func (f *fake) ReadTile(_ context.Context, p evidence.TilePath) ([]byte, error) {
	return ask(f, p, bytes.Repeat([]byte{7}, 32*p.Width))
}

func (f *fake) ReadEntries(_ context.Context, workspace string, p evidence.TilePath) ([]byte, error) {
	return ask(f, workspaceTile{workspace, p}, []byte("\x00\x01e"))
}

func (f *fake) ProveEvent(_ context.Context, workspace string, at es.Position) (evidence.Proof, error) {
	return ask(f, workspaceEvent{workspace, at}, evidence.Proof{Entry: []byte("entry"), Index: 6, Checkpoint: f.checkpoint})
}

// DescribeProofs has a checkpoint for what stands before position 4711 alone.
func (f *fake) DescribeProofs(_ context.Context, at []es.Position) ([]evidence.Standing, error) {
	out := make([]evidence.Standing, len(at))
	for i, p := range at {
		if out[i].LeafIndex = int64(p) - 1; p < 4711 {
			out[i].Checkpoint, out[i].WitnessedBy, out[i].TimestampedAt = 4710, []string{"witness.example/legal"}, moment0
		}
	}
	return ask(f, at, out)
}

func (f *fake) BundleEvidence(_ context.Context, caller user.Principal, id string, openValues bool) (history.EvidenceBundle, error) {
	out := history.EvidenceBundle{Zip: []byte("PK")}
	if openValues {
		out.Opened = 4712
	}
	return ask(f, evidenceFor{caller.Workspace, caller.ID, id, openValues}, out)
}

type evidenceFor struct {
	workspace, actor, id string
	openValues           bool
}

type workspaceTile struct {
	workspace string
	path      evidence.TilePath
}

type workspaceEvent struct {
	workspace string
	position  es.Position
}
