package commands

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// UploadFile stores a file in a dossier; one of the same name is replaced. A csv
// sets attributes of files, and a zip brings many of both.
func (c *Commands) UploadFile(ctx context.Context, r UploadFile) (UploadOutcome, error) {
	d, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return UploadOutcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.UploadFile, dossierObject(d)); err != nil {
		return UploadOutcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return UploadOutcome{}, err
	}
	r.members = d.Members
	up, err := r.Open()
	if err != nil {
		return UploadOutcome{}, err
	}
	format, ok := file.FormatOf(up.Name)
	if !ok {
		return UploadOutcome{}, unsupportedName(up)
	}
	if err := c.mayTake(format); err != nil {
		return UploadOutcome{}, err
	}
	var out UploadOutcome
	switch format {
	case file.CSV:
		out, err = c.uploadTable(ctx, r, up)
	case file.ZIP:
		out, err = c.uploadArchive(ctx, r, up)
	default:
		out, err = c.uploadDocument(ctx, r, up)
	}
	return out, toCallerError(err)
}

// withLateFlags returns the request with the flags that came behind its content, which was read.
func (r UploadFile) withLateFlags() UploadFile {
	if r.Complete != nil {
		r.Complete(&r)
	}
	return r
}

// uploadDocument stores one file.
func (c *Commands) uploadDocument(ctx context.Context, r UploadFile, up Upload) (UploadOutcome, error) {
	if err := c.checkNewFileName(ctx, r, up.Name); err != nil {
		return UploadOutcome{}, err
	}
	done, err := c.storeDocument(ctx, r, up)
	if err != nil {
		return UploadOutcome{}, err
	}
	out := UploadOutcome{FileIDs: []string{done.fileID}, Position: uint64(done.at.Position)}
	if done.replaced != nil {
		out.Replaced = []Replacement{*done.replaced}
	}
	return out, nil
}

// checkNewFileName refuses a name that deceives, unless a file of the dossier has it already.
func (c *Commands) checkNewFileName(ctx context.Context, r UploadFile, name string) error {
	refusal := domain.CheckVisible("The file name", name)
	if refusal == nil {
		return nil
	}
	to, err := c.findTarget(ctx, r, name)
	if err == nil && to.isNew() {
		return refusal
	}
	return err
}

// An uploadTarget is the file that an upload goes to, as it was found: the holder of its
// name, or a new one.
type uploadTarget struct {
	fileID string
	stream es.StreamID
	file   es.FoldedStream[file.State]
	name   foundName
}

// isNew reports whether the upload begins the file, under a name that it has to take.
func (t uploadTarget) isNew() bool { return t.name.State.Status == naming.Free }

// findTarget reads the name of an upload and the file that holds it, each once.
func (c *Commands) findTarget(ctx context.Context, r UploadFile, filename string) (to uploadTarget, err error) {
	key, err := c.nameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, filename)
	if err != nil {
		return to, err
	}
	if to.name, err = c.findName(ctx, r.Request, key); err != nil {
		return to, err
	}
	to.fileID = r.newID("file")
	if !to.isNew() {
		to.fileID = to.name.State.Holder.Key()
	}
	to.stream = file.StreamOf(r.Caller.Workspace, to.fileID)
	to.file, err = es.Find(ctx, c.Log, file.Decider, to.stream)
	return to, err
}

// A storedDocument is an upload that became a file, or a new version of one.
type storedDocument struct {
	fileID   string
	at       es.Receipt
	replaced *Replacement // nil for a new file
}

// storeDocument stores one file under its name. When the request has stored it before, the
// content is not read.
func (c *Commands) storeDocument(ctx context.Context, r UploadFile, up Upload) (storedDocument, error) {
	to, err := c.findTarget(ctx, r, up.Name)
	if err != nil {
		return storedDocument{}, err
	}
	if done, ok := to.file.ReceiptOf(r.commandOn(to.stream)); ok {
		return c.describeStored(ctx, r, to.stream, done)
	}
	content, err := c.keepContent(ctx, r, to.fileID, up)
	if err != nil {
		return storedDocument{}, err
	}
	r = r.withLateFlags()
	at, content, err := c.placeContent(ctx, r, to, content)
	if err != nil && isRefusal(err) { // else the event may be there, and needs its bytes
		err = errors.Join(err, c.discardBlobs(ctx, content.ref))
	}
	if err != nil {
		return storedDocument{}, err
	}
	return storedDocument{content.fileID, at, describeReplacement(content.fileID, *content.before, r.KeepManualChanges)}, nil
}

// describeStored tells what a request has stored before, whose receipt the stream of the file has, and
// confirms the name that it may have left unconfirmed.
func (c *Commands) describeStored(ctx context.Context, r UploadFile, stream es.StreamID, done es.Receipt) (storedDocument, error) {
	replaced, err := c.findReplacement(ctx, stream, r.CommandID)
	if err != nil {
		return storedDocument{}, err
	}
	return storedDocument{stream.Key(), done, replaced}, c.confirmTaken(ctx, r.Request, stream)
}

// isRefusal reports whether a failure is a refusal, after which nothing was appended.
func isRefusal(err error) bool {
	return domain.KindOf(err) != domain.Unexpected || errors.Is(err, es.ErrConflict) || errors.Is(err, errNameTaken)
}

// uploadTries is how often an upload is placed anew when others write to the same
// name: its bytes are stored already, so giving up costs more than trying.
const uploadTries = 16

// placeContent appends the upload. When the name changes hands meanwhile, the bytes are
// sealed anew for the other file.
func (c *Commands) placeContent(ctx context.Context, r UploadFile, to uploadTarget, content storedContent) (
	es.Receipt, storedContent, error) {
	for try := 0; ; try++ {
		at, err := c.appendUpload(ctx, r, to, content)
		if err == nil {
			// Bytes that stay behind when this fails go with the file's key.
			_ = c.dropSuperseded(ctx, r, content)
			return at, content, nil
		}
		lost := errors.Is(err, errNameTaken) || errors.Is(err, domain.ErrContended) || errors.Is(err, es.ErrConflict)
		if !lost || try == uploadTries {
			return at, content, err
		}
		if to, err = c.findTarget(ctx, r, content.name.Filename); err != nil {
			return at, content, err
		}
		if content, err = c.resealContent(ctx, r, content, to.fileID); err != nil {
			return at, content, err
		}
	}
}

// appendUpload appends the first version of a file under a name that it takes, or the next
// version of the file that holds the name, behind what was found.
func (c *Commands) appendUpload(ctx context.Context, r UploadFile, to uploadTarget, content storedContent) (es.Receipt, error) {
	cmd := r.commandOn(to.stream)
	if done, ok := to.file.ReceiptOf(cmd); ok { // the same request came twice at once
		return done, c.confirmTaken(ctx, r.Request, to.stream)
	}
	if r.mayPlace != nil {
		if err := r.mayPlace(ctx); err != nil {
			return es.Receipt{}, err
		}
		cmd.Expect = &to.file.At.Version
	}
	decide := file.Replace(content.replacedEvent(r), r.Caller.ID, r.members)
	var name reservation // of a new file
	if to.isNew() {
		var err error
		claim := newClaim(r.Request, to.name.key, to.stream, to.file.At.Version)
		if name, err = c.reserveFound(ctx, r.Request, to.name, claim); err != nil {
			return es.Receipt{}, err
		}
		cmd.Expect = &to.file.At.Version
		decide = file.Upload(content.uploadedEvent(r, name.Hold))
	}
	if err := content.place.awaitPrevious(ctx); err != nil {
		return es.Receipt{}, concludeNames(ctx, err, name)
	}
	_, at, err := to.file.Decide(ctx, c.Log, file.Decider, cmd, func(s file.State) ([]es.Event, error) {
		*content.before = s
		return decide(s)
	})
	if err == nil {
		content.place.releaseNext()
	}
	return at, concludeNames(ctx, err, name)
}

// uploadedEvent returns the event that begins a file with the content.
func (s storedContent) uploadedEvent(r UploadFile, hold naming.Hold) file.Uploaded {
	return file.Uploaded{Hold: hold, Dossier: r.DossierID, Template: r.TemplateID,
		Size: s.ref.Size, Original: s.ref, Manual: r.DisableAutomaticAnalysis, Name: es.Seal(s.ref.Subject, s.name)}
}

// replacedEvent returns the event that puts the content in place of the file's former
// content.
func (s storedContent) replacedEvent(r UploadFile) file.Replaced {
	return file.Replaced{KeepManual: r.KeepManualChanges,
		Size: s.ref.Size, Original: s.ref, Manual: r.DisableAutomaticAnalysis, Name: es.Seal(s.ref.Subject, s.name)}
}

// dropSuperseded removes the bytes that nobody refers to any more: those of the
// former version, or the upload itself when the same command stored it before.
func (c *Commands) dropSuperseded(ctx context.Context, r UploadFile, s storedContent) error {
	var former es.BlobRef
	for e, err := range c.Log.Stream(ctx, file.StreamOf(r.Caller.Workspace, s.fileID), 0) {
		if err != nil {
			return err
		}
		var now es.BlobRef
		switch v := e.Event.(type) {
		case file.Uploaded:
			now = v.Original
		case file.Replaced:
			now = v.Original
		default:
			continue
		}
		if former.ID != now.ID && former != (es.BlobRef{}) {
			if err := c.Blobs.Remove(ctx, former); err != nil {
				return err
			}
		}
		former = now
	}
	if former.ID != s.ref.ID {
		return c.Blobs.Remove(ctx, s.ref)
	}
	return nil
}
