package contents

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/cache"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// treeForm numbers the form in which trees and words are answered: with another one, the same
// tree has other tags.
const treeForm = "1"

// AskPageText asks for the words of a page, counted from 1. What is soft-deleted, and the past,
// are not looked at.
type AskPageText struct {
	scope.AskFile
	Page int
}

// PageText holds the words of a page.
type PageText struct {
	Page       document.Page
	Recognised bool // from the image of a scan
	Lines      []document.TextLine
}

// AskTree asks for the layout of a file. What is soft-deleted, and the past, are not looked at.
type AskTree struct {
	scope.AskFile
	Page int // from 1; 0: every page
}

// A Tagged is an answer that is made only when the reader does not know it by its tag. Read may
// fail with a domain.Fault.
type Tagged[V any] struct {
	ETag string // without quotes
	Read func(context.Context) (V, error)
}

// PageText finds the words of a page.
func (q *Contents) PageText(ctx context.Context, a AskPageText) (Tagged[PageText], error) {
	f, err := q.inReadFile(ctx, user.GetFilePageText, a.AskFile, a.Page)
	if err != nil {
		return Tagged[PageText]{}, err
	}
	return Tagged[PageText]{ETag: fmt.Sprintf("%s-%d-%s", f.Tree.ID, a.Page, treeForm),
		Read: func(ctx context.Context) (PageText, error) {
			tree, err := q.treeOf(ctx, f)
			if err != nil {
				return PageText{}, err
			}
			for _, p := range tree.Pages {
				if p.Number == a.Page {
					return PageText{Page: p, Recognised: tree.IsRecognised(a.Page), Lines: tree.PageLines(a.Page)}, nil
				}
			}
			return PageText{}, errNoPage
		}}, nil
}

// FileTree finds the layout of a file.
func (q *Contents) FileTree(ctx context.Context, a AskTree) (Tagged[document.Outline], error) {
	f, err := q.inReadFile(ctx, user.GetFileTree, a.AskFile, a.Page)
	if err != nil {
		return Tagged[document.Outline]{}, err
	}
	tag := fmt.Sprintf("%s-tree-%d-%s", f.Tree.ID, a.Page, treeForm)
	return Tagged[document.Outline]{ETag: tag, Read: func(ctx context.Context) (document.Outline, error) {
		tree, err := q.treeOf(ctx, f)
		switch {
		case err != nil:
			return document.Outline{}, err
		case a.Page == 0:
			return tree.Outline(nil), nil
		}
		return tree.Outline(func(page int) bool { return page == a.Page }), nil
	}}, nil
}

// inReadFile finds a file whose layout is known and has so many pages.
func (q *Contents) inReadFile(ctx context.Context, op user.Operation, a scope.AskFile, page int) (file.Record, error) {
	_, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: op, Template: a.TemplateID, Dossier: a.DossierID,
	}, a.FileID)
	switch {
	case err != nil:
		return file.Record{}, err
	case f.Tree.ID == uuid.Nil:
		return file.Record{}, errNotProcessed
	case page > f.Pages:
		return file.Record{}, errNoPage
	}
	return f, nil
}

// treeOf reads the layout of a file. The answer is shared and must not be changed.
func (q *Contents) treeOf(ctx context.Context, f file.Record) (*document.Tree, error) {
	if tree, ok := q.trees.Get(f.Tree.Subject, f.Tree.ID.String()); ok {
		return tree, nil
	}
	era := q.trees.CurrentEra()
	tree := &document.Tree{}
	if err := q.decodeBlob(ctx, f.Tree, tree); err != nil {
		return nil, views.MapErased(err, domain.ErrFileNotFound)
	}
	q.trees.Put(f.Tree.Subject, f.Tree.ID.String(), tree, sizeOfTree(tree), era)
	return tree, nil
}

// A TreeCache keeps the layouts that were read last: pages of one file are asked for one after
// the other.
type TreeCache = cache.Cache[*document.Tree]

// NewTreeCache makes a cache of about so many bytes.
func NewTreeCache(bytes int) *TreeCache { return cache.New[*document.Tree](bytes) }

// sizeOfTree estimates the memory of a tree.
func sizeOfTree(t *document.Tree) int {
	const node, line, edge = 300, 120, 4 // bytes
	n := len(t.Text) + node*len(t.Nodes) + line*len(t.Lines)
	for i := range t.Lines {
		n += edge * len(t.Lines[i].Edges)
	}
	return n
}
