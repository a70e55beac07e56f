// Package queries is every question that is asked of the read models. It reads tables, and for history
// and time travel the log; it changes nothing.
//
// The questions are answered in packages below, one for each part, over what they share: views reads
// tables, scope finds what a request names, results reads what analyses found, and cache keeps what
// was read last. This package puts the parts together, and gives their questions and answers the
// names that callers use.
package queries

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/queries/accounts"
	"github.com/seed-62a36931/docket/queries/components"
	"github.com/seed-62a36931/docket/queries/contents"
	"github.com/seed-62a36931/docket/queries/downloads"
	"github.com/seed-62a36931/docket/queries/feed"
	"github.com/seed-62a36931/docket/queries/history"
	"github.com/seed-62a36931/docket/queries/layouts"
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/operations"
	"github.com/seed-62a36931/docket/queries/replay"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/templates"
	"github.com/seed-62a36931/docket/queries/usage"
	"github.com/seed-62a36931/docket/queries/views"
	"github.com/seed-62a36931/docket/queries/webhooks"
	"github.com/seed-62a36931/docket/queries/work"
)

// Ports are what questions are answered with. All but Vault, Bundles, and those of
// drawings and caches are required.
type Ports struct {
	Views   views.Reader
	Vault   es.Vault // opens the documents of the views; nil when they lie in the open, for tests
	Log     *es.Log  // for history, and for reads of the past
	Blobs   es.Blobs // results of analyses, and packages
	Now     func() time.Time
	Results *results.Cache   // nil: results are decoded again for each read
	Texts   *lists.TextCache // nil: files are opened again for each look at their values
	Names   *lists.NameCache // nil: files are opened again for each look at their names
	// Decoded are the templates that were read last; nil: they are decoded again for each read.
	Decoded *scope.TemplateCache

	// Next tells whether streams go on, so that rows that are behind are refused; nil: they are not found. Behind, unless nil,
	// is told of each.
	Next   es.NextReader
	Behind func(context.Context, views.Behind)

	License  *license.License       // nil: everything is allowed, without end
	Drawer   contents.Drawer        // needed for previews and page images only
	Drawings *contents.DrawingCache // nil: each is made anew
	Trees    *contents.TreeCache    // nil: layouts are decoded again for each read
	Bundles  templates.BundleWriter // needed for exports of templates only

	PackageAge time.Duration // how long packages are kept; 0: until they are deleted
}

// Queries answers every question of the interface, in parts.
type Queries struct {
	Ports
	*templates.Templates
	*lists.Lists
	*components.Components
	*contents.Contents
	*downloads.Downloads
	*operations.Operations
	*accounts.Accounts
	*history.History
	*usage.Reports
	*webhooks.Webhooks
	*work.Work
	*layouts.Layouts
	*replay.Replays
}

// New returns queries that are answered with some ports.
func New(p Ports) *Queries {
	tables := views.New(p.Views, p.Vault)
	if p.Next != nil {
		tables = tables.CheckedBy(p.Next, p.Behind)
	}
	found, read := scope.NewFinder(tables, p.Log, p.Now, p.Decoded), results.NewReader(p.Blobs, p.Results)
	listed, members := lists.New(found, tables, read, p.Names, p.Texts), accounts.New(tables, p.Log, p.Now)
	return &Queries{
		Ports:      p,
		Templates:  templates.New(found, tables, p.Log, p.Blobs, p.Bundles, p.Now),
		Lists:      listed,
		Components: components.New(found, read, listed),
		Contents:   contents.New(found, p.Blobs, p.Drawer, p.Drawings, p.Trees),
		Downloads:  downloads.New(tables, p.Log, p.Blobs, p.PackageAge),
		Operations: operations.New(tables, p.Log),
		Accounts:   members,
		History:    history.New(found, tables, p.Log, read, members),
		Reports:    usage.New(tables, p.License, p.Now),
		Webhooks:   webhooks.New(tables),
		Work:       work.New(tables),
		Layouts:    layouts.New(tables),
		Replays:    replay.New(p.Log, read),
	}
}

// NewFeed makes a feed; Run lets it follow a store of events, the log's or its tail.
func NewFeed(q *Queries, store es.Store, readable func(ctx context.Context, at uint64) error) *feed.Feed {
	return feed.New(q.History, views.New(q.Ports.Views, q.Vault), q.Log.Store, store, readable)
}
