package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// A liveTemplate is a template of a service as it was read.
type liveTemplate struct {
	remote.Service
	id, name string
	tag      string // the version that was read, as an entity tag
	zip      []byte // the export
	bundle   template.Bundle
	ids      liveIDs
}

// liveIDs are the identifiers of what a template holds, by name; those of entities and
// components by technical name.
type liveIDs struct {
	statuses                                         map[string]rankedID
	dossierAttributes, fileAttributes, entities      map[string]string
	components, deletedComponents, mappings, reports map[string]string
}

// exportTemplate reads a template of a service as a bundle.
func exportTemplate(ctx context.Context, s remote.Service, t api.DossierTemplate) (liveTemplate, error) {
	l := liveTemplate{Service: s, id: t.Id, name: t.Name}
	var err error
	if l.tag, err = l.currentTag(ctx); err != nil { // before what it is the tag of
		return l, err
	}
	r, err := s.API.ExportDossierTemplateWithResponse(ctx, t.Id, nil)
	if err != nil {
		return l, err
	}
	if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
		return l, err
	}
	l.zip = r.Body
	b, problems, err := bundle.DefaultLimits().ReadZip(bytes.NewReader(l.zip), int64(len(l.zip)))
	if err == nil && len(problems) > 0 {
		p := problems[0]
		err = fmt.Errorf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
	}
	if err != nil {
		return l, fmt.Errorf("the export of the template %s cannot be read; is the service newer than this program? %w", t.Name, err)
	}
	l.bundle = normalizeBundle(b)
	return l, nil
}

// currentTag returns the entity tag of the template as it is now; every change changes it.
func (l liveTemplate) currentTag(ctx context.Context) (string, error) {
	r, err := l.API.GetDossierTemplateWithResponse(ctx, l.id, nil)
	if err != nil {
		return "", err
	}
	if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
		return "", err
	}
	return r.HTTPResponse.Header.Get("ETag"), nil
}

// checkUnchanged refuses when somebody has changed the template since it was read.
func (l liveTemplate) checkUnchanged(ctx context.Context) error {
	now, err := l.currentTag(ctx)
	if err == nil && now != l.tag {
		err = fmt.Errorf("somebody has changed the template %s meanwhile; nothing was sent: run the command again to see the difference", l.name)
	}
	return err
}

// readIDs reads the identifiers of what the template holds.
func (l liveTemplate) readIDs(ctx context.Context) (liveIDs, error) { return l.readIDsBut(ctx, "") }

// readIDsBut reads the identifiers of what the template holds, but not those of one kind.
func (l liveTemplate) readIDsBut(ctx context.Context, leftOut string) (out liveIDs, err error) {
	for _, kind := range []struct {
		name string
		into *map[string]string
		list func(context.Context) (map[string]string, error)
	}{
		{"dossier attributes", &out.dossierAttributes, l.listDossierAttributes}, {"file attributes", &out.fileAttributes, l.listFileAttributes},
		{"entities", &out.entities, l.listEntities}, {"mappings", &out.mappings, l.listMappings}, {"reports", &out.reports, l.listReports},
	} {
		if kind.name == leftOut {
			continue
		}
		if *kind.into, err = kind.list(ctx); err != nil {
			return out, err
		}
	}
	if out.statuses, err = l.listStatuses(ctx); err != nil {
		return out, err
	}
	out.components, out.deletedComponents, err = l.listComponents(ctx)
	return out, err
}

// normalizeBundle returns a bundle with its names in the form in which a service keeps them.
func normalizeBundle(b template.Bundle) template.Bundle {
	b.Text.Name = norm.NFC.String(b.Text.Name)
	for _, list := range [][]template.Definition{b.Statuses, b.DossierAttributes, b.FileAttributes, b.Entities} {
		for i := range list {
			list[i].Name = norm.NFC.String(list[i].Name)
		}
	}
	for i := range b.Components {
		b.Components[i].TechnicalName = snakecase.FromName(b.Components[i].TechnicalName)
	}
	return b
}

// finishRequest reads the answer to a request whose record nobody needs, and returns the error
// that it tells.
func finishRequest(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return err
	}
	return client.CheckSuccess(resp, body)
}
