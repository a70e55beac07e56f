package bulks

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
)

// A documentStore stores the documents that are uploaded, alone or in a zip: each becomes a file of
// its dossier, or the next version of the file that has its name.
type documentStore struct{ *Commands }

// documents returns the store of documents of the same commands.
func (c *Commands) documents() documentStore { return documentStore{c} }

// uploadDocument stores one file.
func (d documentStore) uploadDocument(ctx context.Context, r UploadFile, up core.Upload) (UploadOutcome, error) {
	if err := d.checkNewFileName(ctx, r, up.Name); err != nil {
		return UploadOutcome{}, err
	}
	done, err := d.storeDocument(ctx, r, up)
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
func (d documentStore) checkNewFileName(ctx context.Context, r UploadFile, name string) error {
	refusal := domain.CheckVisible("The file name", name)
	if refusal == nil {
		return nil
	}
	to, err := d.findTarget(ctx, r, name)
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
	name   core.FoundName
}

// isNew reports whether the upload begins the file, under a name that it has to take.
func (t uploadTarget) isNew() bool { return t.name.State.Status == naming.Free }

// findTarget reads the name of an upload and the file that holds it, each once.
func (d documentStore) findTarget(ctx context.Context, r UploadFile, filename string) (to uploadTarget, err error) {
	key, err := d.NameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, filename)
	if err != nil {
		return to, err
	}
	if to.name, err = d.FindName(ctx, r.Request, key); err != nil {
		return to, err
	}
	to.fileID = r.NewID("file")
	if !to.isNew() {
		to.fileID = to.name.State.Holder.Key()
	}
	to.stream = file.StreamOf(r.Caller.Workspace, to.fileID)
	to.file, err = es.Find(ctx, d.Log, file.Decider, to.stream)
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
func (d documentStore) storeDocument(ctx context.Context, r UploadFile, up core.Upload) (storedDocument, error) {
	to, err := d.findTarget(ctx, r, up.Name)
	if err != nil {
		return storedDocument{}, err
	}
	if done, ok := to.file.ReceiptOf(r.CommandOn(to.stream)); ok {
		return d.describeStored(ctx, r, to.stream, done)
	}
	content, err := d.keepContent(ctx, r, to.fileID, up)
	if err != nil {
		return storedDocument{}, err
	}
	r = r.withLateFlags()
	at, content, err := d.placeUnique(ctx, r, to, content)
	if err != nil && core.IsRefusal(err) { // else the event may be there, and needs its bytes
		err = errors.Join(err, d.DiscardBlobs(ctx, content.ref))
	}
	if err != nil {
		return storedDocument{}, err
	}
	replaced := describeReplacement(content.fileID, content.seen.before, r.KeepManualChanges)
	return storedDocument{content.fileID, at, replaced}, nil
}

// describeStored tells what a request has stored before, whose receipt the stream of the file has, and
// confirms the name that it may have left unconfirmed.
func (d documentStore) describeStored(ctx context.Context, r UploadFile, stream es.StreamID,
	done es.Receipt) (storedDocument, error) {
	replaced, err := d.findReplacement(ctx, stream, r.CommandID)
	if err != nil {
		return storedDocument{}, err
	}
	return storedDocument{stream.Key(), done, replaced}, d.ConfirmTaken(ctx, r.Request, stream)
}

// uploadTries is how often an upload is placed anew when others write to the same
// name: its bytes are stored already, so giving up costs more than trying.
const uploadTries = 16

// placeContent appends the upload. When the name changes hands meanwhile, the bytes are
// sealed anew for the other file.
func (d documentStore) placeContent(ctx context.Context, r UploadFile, to uploadTarget, content storedContent) (
	es.Receipt, storedContent, error) {
	for try := 0; ; try++ {
		at, err := d.appendUpload(ctx, r, to, content)
		if err == nil {
			// Bytes that stay behind when this fails go with the file's key.
			_ = d.dropSuperseded(ctx, r, content)
			return at, content, nil
		}
		lost := errors.Is(err, core.ErrNameTaken) || errors.Is(err, domain.ErrContended) ||
			errors.Is(err, es.ErrConflict)
		if !lost || try == uploadTries {
			return at, content, err
		}
		if to, err = d.findTarget(ctx, r, content.name.Filename); err != nil {
			return at, content, err
		}
		if content, err = d.resealContent(ctx, r, content, to.fileID); err != nil {
			return at, content, err
		}
	}
}

// appendUpload appends the first version of a file under a name that it takes, or the next
// version of the file that holds the name, behind what was found.
func (d documentStore) appendUpload(ctx context.Context, r UploadFile, to uploadTarget,
	content storedContent) (es.Receipt, error) {
	cmd := r.CommandOn(to.stream)
	if done, ok := to.file.ReceiptOf(cmd); ok { // the same request came twice at once
		return done, d.ConfirmTaken(ctx, r.Request, to.stream)
	}
	if r.mayPlace != nil {
		if err := r.mayPlace(ctx); err != nil {
			return es.Receipt{}, err
		}
		cmd.Expect = &to.file.At.Version
	}
	decide := file.Replace(content.replacedEvent(r), r.Caller.ID, r.members)
	var name core.Reservation // of a new file
	if to.isNew() {
		var err error
		claim := core.NewClaim(r.Request, to.name.Key, to.stream, to.file.At.Version)
		if name, err = d.ReserveFound(ctx, r.Request, to.name, claim); err != nil {
			return es.Receipt{}, err
		}
		cmd.Expect = &to.file.At.Version
		decide = file.Upload(content.uploadedEvent(r, name.Hold))
	}
	if err := content.place.awaitPrevious(ctx); err != nil {
		return es.Receipt{}, core.ConcludeNames(ctx, err, name)
	}
	found, at, err := to.file.Decide(ctx, d.Log, file.Decider, cmd, func(s file.State) ([]es.Event, error) {
		content.seen.before = s
		return decide(s)
	})
	if err == nil {
		content.seen.after = found.State
		content.place.releaseNext()
	}
	return at, core.ConcludeNames(ctx, err, name)
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
// former version, or the upload itself when the same command stored it before. After
// the first version of a file by a request that is sent once there are none, and its
// stream is not read.
func (d documentStore) dropSuperseded(ctx context.Context, r UploadFile, s storedContent) error {
	if s.isFirstVersion(r) {
		return nil
	}
	var former es.BlobRef
	for e, err := range d.Log.Stream(ctx, file.StreamOf(r.Caller.Workspace, s.fileID), 0) {
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
			if err := d.Blobs.Remove(ctx, former); err != nil {
				return err
			}
		}
		former = now
	}
	if former.ID != s.ref.ID {
		return d.Blobs.Remove(ctx, s.ref)
	}
	return nil
}
