package commands

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

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

// Commands runs every use case that changes something.
type Commands struct {
	Log   *es.Log
	Vault es.Vault
	Keys  Keys
	Blobs es.Blobs
	// Passwords are kept apart from the log; only commands on accounts need them.
	Passwords Passwords
	// Packages are deleted with the files in them.
	Packages Packages
	Now      func() time.Time
	// Bundles read templates from files; only ImportBundle needs them.
	Bundles BundleReader
	// Reports check report templates; only uploads and imports of them need it.
	Reports ReportChecker
	// Logger gets the warnings about rule files that are uploaded; nil: they are dropped.
	Logger *slog.Logger
	// Files finds files by name; only uploads of csvs need it.
	Files DossierFiles
	// Followers lets changes of templates wait for those who act on them; nil: none waits.
	Followers Followers
	// Alone keeps workers away from a stream; nil: there are none.
	Alone Exclusive
	// Limits of uploads.
	Limits Limits
	// License limits what may be uploaded and analysed; nil: no limit.
	License *license.License

	templates cache.States[template.State]
}

// Limits bound what is taken in.
type Limits struct {
	UploadBytes int64        // of one file
	Archive     unzip.Limits // of zips; the zero value is the stock
	// Mapping bounds component mappings; the zero value is the stock.
	Mapping template.MappingLimits
}

// eventMeta returns the metadata of every event of a request.
func (r Request) eventMeta() es.Meta {
	correlation, err := uuid.Parse(r.Correlation)
	if err != nil {
		correlation = r.CommandID
	}
	return es.Meta{Actor: r.Caller.ID, Workspace: r.Caller.Workspace, Command: r.CommandID, Correlation: correlation, Trace: r.Trace}
}

// commandOn returns the command of the request on a stream, at the version that the caller has
// seen.
func (r Request) commandOn(stream es.StreamID) es.Command {
	c := es.Command{Meta: r.eventMeta(), Stream: stream}
	if r.ExpectVersion != 0 {
		c.Expect = &r.ExpectVersion
	}
	return c
}

// subCommand returns a command of its own within the request, for another stream or step; the
// same label returns the same command again.
func (r Request) subCommand(label string, stream es.StreamID) es.Command {
	m := r.eventMeta()
	m.Command = uuid.NewSHA1(r.CommandID, []byte(label))
	return es.Command{Meta: m, Stream: stream}
}

// newID makes an identifier that a repeated request makes again: it looks like a
// random uuid and is derived from the command.
func (r Request) newID(label string) string {
	id := uuid.NewSHA1(r.CommandID, []byte("id\n"+label))
	id[6] = id[6]&0x0f | 0x40 // version 4
	return id.String()
}

// errStored refuses what would be stored in one event, or in one append, and is too large for
// that. An event has es.MaxBody bytes, which is 384 KiB before it is sealed and encoded.
var errStored = domain.Faultf(domain.TooLarge, "The request is too large: what it stores at once may have 384 KiB")

// toCallerError converts errors of the event store into faults for the caller, and returns
// other errors as they are.
func toCallerError(err error) error {
	switch {
	case err == nil || domain.KindOf(err) != domain.Unexpected:
		return err
	case errors.Is(err, es.ErrConflict):
		return &domain.Fault{Kind: domain.ErrContended.Kind, Message: domain.ErrContended.Message, Cause: err}
	case errors.Is(err, es.ErrErased):
		return &domain.Fault{Kind: domain.NotFound, Message: "Not found", Cause: err}
	case errors.Is(err, es.ErrTooLarge):
		return &domain.Fault{Kind: domain.TooLarge, Message: errStored.Message, Cause: err}
	}
	return err
}

// toCallerError is outward for a command whose caller named the version: a conflict is
// domain.ErrChanged.
func (r Request) toCallerError(err error) error {
	if r.ExpectVersion != 0 && errors.Is(err, es.ErrConflict) {
		return &domain.Fault{Kind: domain.ErrChanged.Kind, Message: domain.ErrChanged.Message, Cause: err}
	}
	return toCallerError(err)
}

// findTemplate loads a template of the caller's workspace; one that is not there is
// domain.ErrTemplateNotFound.
func (c *Commands) findTemplate(ctx context.Context, p user.Principal, id string) (template.State, error) {
	t, _, err := c.templates.Load(ctx, c.Log, template.Decider, template.StreamOf(p.Workspace, id))
	if err == nil && !t.Exists {
		err = domain.ErrTemplateNotFound
	}
	return t, err
}

// inDossier makes the first checks of a request on a dossier, and loads it: the
// template exists, the dossier is in it, and the caller may see it.
func (c *Commands) inDossier(ctx context.Context, p user.Principal, templateID, id string, trashed bool) (
	dossier.State, es.Receipt, error) {
	if _, err := c.findTemplate(ctx, p, templateID); err != nil {
		return dossier.State{}, es.Receipt{}, err
	}
	d, err := c.findDossier(ctx, p, templateID, id, trashed)
	return d.State, d.At, err
}

// findDossier is inDossier for a command on the dossier's own stream, behind its template.
func (c *Commands) findDossier(ctx context.Context, p user.Principal, templateID, id string, trashed bool) (
	es.FoldedStream[dossier.State], error) {
	d, err := es.Find(ctx, c.Log, dossier.Decider, dossier.StreamOf(p.Workspace, id))
	if err != nil {
		return d, err
	}
	shown := d.State.Phase == dossier.Active || trashed && d.State.Phase == dossier.Trashed
	if !shown || d.State.Template != templateID || !user.CanSee(p, dossierObject(d.State)) {
		return d, domain.ErrDossierNotFound
	}
	return d, nil
}

// inFile makes the checks of inDossier, and loads a file of the dossier with it.
func (c *Commands) inFile(ctx context.Context, p user.Principal, templateID, dossierID, id string, trashed bool) (
	dossier.State, file.State, es.Receipt, error) {
	d, _, err := c.inDossier(ctx, p, templateID, dossierID, false)
	if err != nil {
		return d, file.State{}, es.Receipt{}, err
	}
	f, at, err := es.Load(ctx, c.Log, file.Decider, file.StreamOf(p.Workspace, id))
	if err != nil {
		return d, f, at, err
	}
	shown := f.Phase == file.Active || trashed && f.Phase == file.Trashed
	if !shown || f.Dossier != dossierID {
		return d, f, at, domain.ErrFileNotFound
	}
	return d, f, at, nil
}

// dossierObject returns a dossier as the checks of relations need it.
func dossierObject(d dossier.State) user.Object {
	return user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == dossier.Public}
}

// fileObject returns a file as the checks of relations need it.
func fileObject(d dossier.State, f file.State) user.Object {
	o := dossierObject(d)
	o.Assignee = f.Assignee
	return o
}

// purgeAt returns when something that is put into the trash now is deleted for good.
func (c *Commands) purgeAt(ctx context.Context, p user.Principal, templateID string) (time.Time, error) {
	t, err := c.findTemplate(ctx, p, templateID)
	if err != nil {
		return time.Time{}, err
	}
	w, _, err := es.Load(ctx, c.Log, workspace.Decider, workspace.StreamOf(p.Workspace))
	if err != nil {
		return time.Time{}, err
	}
	keep := w.TrashRetention()
	if t.Settings.RetentionHours != nil {
		keep = time.Duration(*t.Settings.RetentionHours) * time.Hour
	}
	return c.Now().UTC().Add(keep).Truncate(time.Millisecond), nil
}

// notFound reports whether an error means that something is not there (any more).
func notFound(err error) bool { return domain.KindOf(err) == domain.NotFound }
