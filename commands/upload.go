package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
)

// A stored upload: bytes that are sealed and synced, and what they are called.
type stored struct {
	ref    es.BlobRef
	name   file.Name
	target string // id of the file that they were sealed for
	turn   *turn
}

// UploadFile stores a file in a dossier; one of the same name is replaced. A csv
// sets attributes of files, and a zip brings many of both.
func (c *Commands) UploadFile(ctx context.Context, r UploadFile) (UploadOutcome, error) {
	d, _, err := c.inDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return UploadOutcome{}, err
	}
	if err := user.Check(r.Caller, user.UploadFile, object(d)); err != nil {
		return UploadOutcome{}, err
	}
	if err := d.Accepts(); err != nil {
		return UploadOutcome{}, err
	}
	r.members = d.Members
	up, err := r.Open()
	if err != nil {
		return UploadOutcome{}, err
	}
	format, ok := file.FormatOf(up.Name)
	if !ok {
		return UploadOutcome{}, unsupported(up.Name)
	}
	if err := c.mayTake(format); err != nil {
		return UploadOutcome{}, err
	}
	upload := map[file.Format]func(context.Context, UploadFile, Upload) (UploadOutcome, error){
		file.CSV: c.uploadTable, file.ZIP: c.uploadArchive}[format]
	if upload == nil {
		upload = c.uploadDocument
	}
	out, err := upload(ctx, r, up)
	return out, outward(err)
}

// uploadDocument stores one file.
func (c *Commands) uploadDocument(ctx context.Context, r UploadFile, up Upload) (UploadOutcome, error) {
	id, at, err := c.storeDocument(ctx, r, up)
	if err != nil {
		return UploadOutcome{}, err
	}
	return UploadOutcome{FileIDs: []string{id}, Position: uint64(at.Position)}, nil
}

// storeDocument stores one file under its name and gives its id. When the request
// has stored it before, nothing is read.
func (c *Commands) storeDocument(ctx context.Context, r UploadFile, up Upload) (string, es.Receipt, error) {
	key, err := c.nameKey(ctx, r.Caller.Workspace, "file\n"+r.DossierID, up.Name)
	if err != nil {
		return "", es.Receipt{}, err
	}
	holder, err := c.holderOf(ctx, r.Request, key)
	if err != nil {
		return "", es.Receipt{}, err
	}
	target := targetOf(r, holder)
	if _, done, err := c.before(ctx, r.Request, file.Stream(r.Caller.Workspace, target)); err != nil || done != (es.Receipt{}) {
		return target, done, err
	}
	s, err := c.keep(ctx, r, target, up)
	if err != nil {
		return "", es.Receipt{}, err
	}
	at, s, err := c.place(ctx, r, key, holder, s)
	if err != nil && known(err) { // else the event may be there, and needs its bytes
		err = errors.Join(err, c.discard(ctx, s.ref))
	}
	return s.target, at, err
}

// known says that a failure is a refusal: nothing was appended.
func known(err error) bool {
	return domain.KindOf(err) != domain.Unexpected || errors.Is(err, es.ErrConflict) || errors.Is(err, errNameTaken)
}

// targetOf is the file that an upload goes to: the holder of its name, or a new one.
func targetOf(r UploadFile, holder es.StreamID) string {
	if holder != "" {
		return holder.Key()
	}
	return r.newID("file")
}

// uploadTries is how often an upload is placed anew when others write to the same
// name: its bytes are stored already, so giving up costs more than trying.
const uploadTries = 16

// place appends the upload: a first version under a name that it takes, or a
// next version of the file that holds the name. When the name changes hands
// meanwhile, the bytes are sealed anew for the other file.
func (c *Commands) place(ctx context.Context, r UploadFile, key string, holder es.StreamID, s stored) (es.Receipt, stored, error) {
	for try := 0; ; try++ {
		at, err := c.placeOnce(ctx, r, key, holder, s)
		if err == nil {
			// Bytes that stay behind when this fails go with the file's key.
			_ = c.dropSuperseded(ctx, r, s)
			return at, s, nil
		}
		if try == uploadTries || !errors.Is(err, errNameTaken) && !errors.Is(err, domain.ErrContended) && !errors.Is(err, es.ErrConflict) {
			return at, s, err
		}
		if holder, err = c.holderOf(ctx, r.Request, key); err != nil {
			return at, s, err
		}
		if s, err = c.resealed(ctx, r, s, targetOf(r, holder)); err != nil {
			return at, s, err
		}
	}
}

func (c *Commands) placeOnce(ctx context.Context, r UploadFile, key string, holder es.StreamID, s stored) (es.Receipt, error) {
	ws := r.Caller.Workspace
	stream, name := file.Stream(ws, s.target), es.Seal(s.ref.Subject, s.name)
	if holder != "" && holder != stream {
		return es.Receipt{}, errNameTaken
	}
	put := func(cmd es.Command, decide es.Decision[file.State]) (es.Receipt, error) {
		if err := s.turn.wait(ctx); err != nil {
			return es.Receipt{}, err
		}
		at, err := es.Decide(ctx, c.Log, file.Decider, cmd, decide)
		if err == nil {
			s.turn.pass()
		}
		return at, err
	}
	if holder == "" {
		return c.named(ctx, r.Request, key, stream, func(h naming.Hold, cmd es.Command) (es.Receipt, error) {
			return put(cmd, file.Upload(file.Uploaded{Hold: h, Dossier: r.DossierID, Template: r.TemplateID,
				Size: s.ref.Size, Original: s.ref, Manual: r.DisableAutomaticAnalysis, Name: name}))
		})
	}
	return put(r.on(stream), file.Replace(file.Replaced{KeepManual: r.KeepManualChanges,
		Size: s.ref.Size, Original: s.ref, Manual: r.DisableAutomaticAnalysis, Name: name}, r.Caller.ID, r.members))
}

// resealed copies stored bytes to the key of another file.
func (c *Commands) resealed(ctx context.Context, r UploadFile, s stored, target string) (stored, error) {
	if target == s.target {
		return s, nil
	}
	in, err := c.Blobs.Open(ctx, s.ref)
	if err != nil {
		return s, err
	}
	defer in.Close()
	ref, _, err := c.Blobs.Put(ctx, file.Subject(r.Caller.Workspace, r.DossierID, target), in)
	if err != nil {
		return s, err
	}
	if err := c.Blobs.Remove(ctx, s.ref); err != nil {
		return s, fmt.Errorf("remove a copy: %w", err)
	}
	return stored{ref, s.name, target, s.turn}, nil
}

// dropSuperseded removes the bytes that nobody refers to any more: those of the
// former version, or the upload itself when the same command stored it before.
func (c *Commands) dropSuperseded(ctx context.Context, r UploadFile, s stored) error {
	var former es.BlobRef
	for e, err := range c.Log.Stream(ctx, file.Stream(r.Caller.Workspace, s.target), 0) {
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
