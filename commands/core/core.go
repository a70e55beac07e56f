// Package core is what the parts of the commands share: requests and their outcomes, how the subject
// of a request is found, how names are claimed for streams, and how what was deleted is erased.
package core

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// Base is what all commands stand on.
type Base struct {
	Log   *es.Log
	Vault es.Vault
	Keys  Keys
	Blobs es.Blobs
	// Packages are deleted with the files in them.
	Packages Packages
	Now      func() time.Time
	// Logger gets the warnings about rule files that are uploaded, and the progress of
	// long operations; nil: they are dropped.
	Logger *slog.Logger
	// License limits what may be uploaded and analysed; nil: no limit.
	License *license.License
}

// Core finds what commands are about, takes names for them, and erases what is left of them. All
// parts of the commands share one.
type Core struct {
	*Base
	templates cache.States[template.State]
}

// New returns the core over a base.
func New(b *Base) *Core { return &Core{Base: b} }

// Keys derives keys for purposes of our own from a subject's key.
type Keys interface {
	// DeriveKey is stable for a subject and label, and gone with the subject.
	DeriveKey(ctx context.Context, subject es.Subject, label string) ([32]byte, error)
}

// ErrLeaseHeld means that another process, or another part of this one, works on a
// stream.
var ErrLeaseHeld = errors.New("somebody else holds the lease")

// Exclusive calls do while nobody else works on the stream, in any process. It returns
// ErrLeaseHeld, and does not wait, when somebody does.
type Exclusive func(ctx context.Context, stream es.StreamID, do func(context.Context) error) error

// FindTemplate loads a template of the caller's workspace; one that is not there is
// domain.ErrTemplateNotFound.
func (c *Core) FindTemplate(ctx context.Context, p user.Principal, id string) (template.State, error) {
	t, _, err := c.templates.Load(ctx, c.Log, template.Decider, template.StreamOf(p.Workspace, id))
	if err == nil && !t.Exists {
		err = domain.ErrTemplateNotFound
	}
	return t, err
}

// RequireLicense returns an error when the license is not valid now.
func (c *Core) RequireLicense() error {
	if c.License == nil {
		return nil
	}
	return c.License.CheckValid(c.Now())
}
