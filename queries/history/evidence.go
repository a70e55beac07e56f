package history

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// ReadableStreams returns the streams of a dossier and its files, or of a file alone, whose history a caller may
// read now;
// what is in the trash is not among them. Errors: domain.ErrAccessDenied, domain.ErrDossierNotFound.
func (q *History) ReadableStreams(ctx context.Context, caller user.Principal, id string) ([]es.StreamID, error) {
	if !user.MayCall(caller, user.GetDossierHistory) {
		return nil, domain.ErrAccessDenied
	}
	ws := caller.Workspace
	dossierID, isFile := id, false
	found, err := q.views.QueryTexts(ctx, "SELECT dossier FROM files WHERE key = $1 AND workspace = $2 AND deleted = $3",
		id, ws, false)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		dossierID, isFile = found[0], true
	}
	templates, err := q.views.QueryTexts(ctx, "SELECT template FROM dossiers WHERE key = $1 AND workspace = $2",
		dossierID, ws)
	if err != nil {
		return nil, err
	}
	if len(templates) == 0 {
		return nil, domain.ErrDossierNotFound
	}
	s, err := q.scopes.InDossier(ctx, scope.Path{
		Caller: caller, Operation: user.GetDossierHistory, Template: templates[0], Dossier: dossierID,
	})
	if err == nil {
		err = s.CheckAccess()
	}
	if err != nil {
		return nil, err
	}
	if isFile {
		return []es.StreamID{file.StreamOf(ws, id)}, nil
	}
	files, err := q.views.QueryTexts(ctx, "SELECT key FROM files WHERE dossier = $1 AND workspace = $2 AND deleted = $3",
		id, ws, false)
	out := []es.StreamID{dossier.StreamOf(ws, id)}
	for _, key := range files {
		out = append(out, file.StreamOf(ws, key))
	}
	return views.AnswerUnless(err, out)
}

// openedValues tells that values were opened, and which.
func openedValues(who string, e heads.Opened) (string, changes) {
	category, _, key := e.For.Parts()
	c := changes{category + "Id": key}
	var files []string
	for _, s := range e.Streams {
		if of, _, id := s.Parts(); of == file.Category {
			files = append(files, id)
		}
	}
	if category == dossier.Category && len(e.Streams) > 0 {
		c["fileIds"] = views.NonNil(files)
	}
	if len(e.Positions) > 0 {
		c["positions"] = e.Positions
		return fmt.Sprintf("%s opened sealed values of single events of this %s in an evidence bundle: %d", who, category,
			len(e.Positions)), c
	}
	if category == dossier.Category {
		return fmt.Sprintf("%s opened the sealed values of this dossier in an evidence bundle, and of its files: %d", who,
			len(files)), c
	}
	return fmt.Sprintf("%s opened the sealed values of this %s in an evidence bundle", who, category), c
}
