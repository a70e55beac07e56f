package contents

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// brokenBlobs fails whenever bytes are opened.
type brokenBlobs struct {
	es.Blobs
	err error
}

// Open fails.
func (b brokenBlobs) Open(context.Context, es.BlobRef) (io.ReadSeekCloser, error) { return nil, b.err }

// TestTreesInMemoryCountTheirText, nodes and lines with the edges of their letters.
func TestTreesInMemoryCountTheirText(t *testing.T) {
	t.Parallel()
	small := sizeOfTree(&document.Tree{Text: "text", Nodes: make([]document.Node, 1), Lines: []document.Line{{}}})
	for name, row := range map[string]struct {
		tree document.Tree
		more int
	}{
		"a longer text": {document.Tree{Text: "text and more", Nodes: make([]document.Node, 1),
			Lines: []document.Line{{}}}, 9},
		"another node": {document.Tree{Text: "text", Nodes: make([]document.Node, 2), Lines: []document.Line{{}}}, 300},
		"edges of lines": {document.Tree{Text: "text", Nodes: make([]document.Node, 1),
			Lines: []document.Line{{Edges: make([]float32, 5)}}}, 20},
		"another line": {document.Tree{Text: "text", Nodes: make([]document.Node, 1), Lines: make([]document.Line, 2)},
			120},
	} {
		if got := sizeOfTree(&row.tree); got != small+row.more {
			t.Errorf("%s: %d bytes more, want %d", name, got-small, row.more)
		}
	}
}

// TestTreesAreReadOnce while they are in memory, and their failures are told.
func TestTreesAreReadOnce(t *testing.T) {
	t.Parallel()
	down := errors.New("the disk is gone")
	ref := es.BlobRef{Subject: "s", ID: uuid.New()}
	q := New(nil, brokenBlobs{err: down}, nil, nil, NewTreeCache(1<<20))
	r := file.Record{Tree: ref}
	if tree, err := q.treeOf(t.Context(), r); tree != nil || !errors.Is(err, down) {
		t.Errorf("a tree that cannot be read: %v, %v, want tree = nil and %v", tree, err, down)
	}
	kept := &document.Tree{Text: "kept"}
	q.trees.Put(ref.Subject, ref.ID.String(), kept, sizeOfTree(kept), q.trees.CurrentEra())
	if tree, err := q.treeOf(t.Context(), r); tree != kept || err != nil {
		t.Errorf("a tree in memory: %v, %v, want %v", tree, err, kept)
	}
	q.blobs = brokenBlobs{err: es.ErrErased}
	if _, err := q.treeOf(t.Context(), file.Record{Tree: es.BlobRef{Subject: "s", ID: uuid.New()}}); !errors.Is(err,
		domain.ErrFileNotFound) {
		t.Errorf("a tree that is erased: %v, want %v", err, domain.ErrFileNotFound)
	}
}
