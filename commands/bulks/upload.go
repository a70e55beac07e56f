package bulks

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// UploadFile stores a file in a dossier; one of the same name is replaced.
type UploadFile struct {
	core.Request
	TemplateID, DossierID    string
	KeepManualChanges        bool
	DisableAutomaticAnalysis bool
	// Open begins to read the upload. Call it once, after the checks that need
	// nothing of the file: template, dossier, relation, state. Its error, and
	// any error of the content, is a domain.Fault for the caller: missing or
	// repeated part, bad name, too large. A content that was read to io.EOF was
	// complete and the only file.
	Open func() (core.Upload, error)
	// Complete, unless nil, sets the flags that the request gives behind the content. It is
	// called when the content has been read to its end.
	Complete func(*UploadFile)

	members []string // of the dossier
	unique  bool     // the workspace refuses duplicates
	// mayPlace, unless nil, may refuse the upload each time before it is appended, which is then done behind
	// the version of the file that was found, or not at all.
	mayPlace func(context.Context) error
	place    *queuePlace // among several that are stored at a time; nil: it is alone
}

// UploadOutcome is the result of an upload.
type UploadOutcome struct {
	FileIDs             []string // stored files, in storing order
	ProcessedFileIDs    []string // files that got attribute values from a csv
	ProcessedAttributes []string // ids of the attributes that were set
	Replaced            []Replacement
	LeftOut             []bulk.Skipped // entries of a zip, or a csv, that nothing was made of, and files that were left as they were
	Tables              []AppliedTable // csvs that were applied
	Skipped             []SkippedFile  // files that a change of many could not be made to after all
	Later               bool           // the work is left to a worker
	NamesReadAs         string         // charset of names in a zip that does not tell it, "" for none
	Position            uint64
}

// UploadFile stores a file in a dossier; one of the same name is replaced. A csv
// sets attributes of files, and a zip brings many of both.
func (c *Commands) UploadFile(ctx context.Context, r UploadFile) (UploadOutcome, error) {
	d, _, err := c.LoadDossier(ctx, r.Caller, r.TemplateID, r.DossierID, false)
	if err != nil {
		return UploadOutcome{}, err
	}
	if err := user.CheckAccess(r.Caller, user.UploadFile, core.DossierObject(d)); err != nil {
		return UploadOutcome{}, err
	}
	if err := d.CheckAcceptsFiles(); err != nil {
		return UploadOutcome{}, err
	}
	r.members = d.Members
	if r.unique, err = c.refusesDuplicates(ctx, r.Caller.Workspace); err != nil {
		return UploadOutcome{}, err
	}
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
		out, err = c.documents().uploadDocument(ctx, r, up)
	}
	return out, core.ToCallerError(err)
}

// withLateFlags returns the request with the flags that came behind its content, which was read.
func (r UploadFile) withLateFlags() UploadFile {
	if r.Complete != nil {
		r.Complete(&r)
	}
	return r
}
