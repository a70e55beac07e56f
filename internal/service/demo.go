package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/template"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// What the demo signs in with.
const (
	demoUser     = "demo"
	demoPassword = "Docket-demo-1"
	demoSecret   = "docket-demo-secret"
	DemoTemplate = "templates/invoice"
)

// setUpDemo fills an empty workspace with something to look at, and prints a tour. A
// second start finds everything there and changes nothing.
func (a *App) setUpDemo(ctx context.Context, out io.Writer) error {
	a.logger.Warn("this is a demo: its passwords are known to everybody, and its master key lies beside its data", "key", a.Config.MasterKeyFile)
	templateID, err := a.importTemplate(ctx, DemoTemplate)
	if err != nil {
		return err
	}
	demo := user.Person{Username: demoUser, FirstName: "Dana", LastName: "Demo"}
	owner, err := a.CreateUser(ctx, a.asSystem("user\ndemo"), demo, []string{user.RoleManager, user.RoleAdmin}, demoPassword)
	if err != nil {
		return fmt.Errorf("the demo's account: %w", err)
	}
	p := user.Principal{Workspace: a.Config.Workspace, ID: owner, Username: demoUser, Roles: []string{user.RoleAdmin, user.RoleManager}}
	r := a.asSystem("dossier\ndemo")
	r.Caller = p
	d, err := a.Commands.SaveDossier(ctx, commands.SaveDossier{Request: r, TemplateID: templateID, Name: "Invoices to try"})
	if err != nil {
		return fmt.Errorf("the demo's dossier: %w", err)
	}
	if err := a.Await(ctx, d.Position); err != nil {
		return err
	}
	files, err := a.demoFiles(ctx, p, templateID, d.ID)
	if err != nil {
		return err
	}
	return tour.Execute(out, map[string]any{"Base": a.Config.PublicURL, "Workspace": a.Config.Workspace, "User": demoUser, "Password": demoPassword,
		"Client": a.Config.Client, "Secret": a.Config.ClientSecret, "Template": templateID, "Dossier": d.ID, "File": files[0].ID, "Files": files,
		"Start": time.Now().UTC().AddDate(0, -1, 0).Format(time.RFC3339), "End": time.Now().UTC().AddDate(0, 0, 1).Format(time.RFC3339)})
}

// demoFiles uploads the samples unless the dossier has files, and waits until all
// are done.
func (a *App) demoFiles(ctx context.Context, p user.Principal, templateID, dossierID string) ([]queries.FileStatus, error) {
	there, err := a.Queries.ActiveFiles(ctx, p.Workspace, dossierID)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 {
		if err := a.uploadSamples(ctx, p, templateID, dossierID); err != nil {
			return nil, err
		}
	}
	ask := queries.AskFiles{Caller: p, TemplateID: templateID, DossierID: dossierID, Groups: queries.Groups{Active: true}}
	for {
		head, err := a.Log.Store.Head(ctx)
		if err != nil {
			return nil, err
		}
		if err := a.Await(ctx, uint64(head)); err != nil {
			return nil, err
		}
		files, err := a.Queries.ListFiles(ctx, ask)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, errors.New("the demo has no files: all were deleted; remove the data folder to begin anew")
		}
		if !hasBusyFile(files) {
			return files, nil
		}
		if err := a.Log.Store.Wait(ctx, head); err != nil {
			return nil, err
		}
	}
}

func hasBusyFile(files []queries.FileStatus) bool {
	for _, f := range files {
		if file.Processing(f.ProcessingStatus).IsBusy() {
			return true
		}
	}
	return false
}

func (a *App) uploadSamples(ctx context.Context, p user.Principal, templateID, dossierID string) error {
	samples, err := filepath.Glob(filepath.Join(DemoTemplate, "samples", "*.pdf"))
	if err != nil || len(samples) == 0 {
		return errors.Join(fmt.Errorf("no samples in %s", DemoTemplate), err)
	}
	for _, name := range samples {
		r := commands.Request{Caller: p, CommandID: uuid.New()}
		out, err := a.Commands.UploadFile(ctx, commands.UploadFile{Request: r, TemplateID: templateID, DossierID: dossierID,
			Open: func() (commands.Upload, error) {
				f, err := os.Open(name)
				return commands.Upload{Name: filepath.Base(name), Content: f}, err
			}})
		if err != nil {
			return fmt.Errorf("upload %s: %w", name, err)
		}
		if err := a.Await(ctx, out.Position); err != nil {
			return err
		}
	}
	return nil
}

// tour is the text of the tour, with commands to paste into a shell.
var tour = template.Must(template.New("tour").Parse(`
Docket is serving at {{.Base}}
  workspace  {{.Workspace}}
  user       {{.User}}
  password   {{.Password}}
  files      {{range .Files}}{{.Filename}} ({{.ProcessingStatus}})
             {{end}}
A tour, to paste into another terminal:

# 1. Sign in: a token for five minutes
TOKEN=$(curl -s {{.Base}}/auth/realms/{{.Workspace}}/protocol/openid-connect/token \
  -d grant_type=password -d client_id={{.Client}} -d client_secret={{.Secret}} -d scope=openid \
  -d username={{.User}} --data-urlencode 'password={{.Password}}' | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
DOSSIER={{.Base}}/api/dossier-templates/{{.Template}}/dossiers/{{.Dossier}}
FILE=$DOSSIER/files/{{.File}}
AUTH="Authorization: Bearer $TOKEN"

# 2. What was extracted from all files of the dossier
curl -s -H "$AUTH" $DOSSIER/components

# 3. One file, with the rule and the place behind each value
curl -s -H "$AUTH" "$FILE/components?includeDetails=true"

# 4. Correct a component, look, and take the correction back
curl -s -i -H "$AUTH" -H 'Content-Type: application/json' $FILE/component-overrides \
  -d '{"name":"Invoice_Number","componentValues":[{"value":"CORRECTED-1"}]}' | head -1
curl -s -H "$AUTH" $FILE/component-overrides
curl -s -i -H "$AUTH" -H 'Content-Type: application/json' $FILE/component-overrides/revert \
  -d '{"components":["Invoice_Number"]}' | head -1

# 5. Who did what, and when
curl -s -H "$AUTH" "$FILE/history?order=asc"

# 6. A package with originals, highlighted previews and a report (it may take a moment to become READY)
ID=$(curl -s -H "$AUTH" -H 'Content-Type: application/json' $DOSSIER/downloads -d '{}' | sed 's/.*"id":"\([^"]*\)".*/\1/')
until curl -s -H "$AUTH" {{.Base}}/api/downloads/$ID | grep -q '"status":"READY"'; do sleep 0.2; done
curl -s -H "$AUTH" -o package.zip {{.Base}}/api/downloads/$ID/content && ls -l package.zip

# 7. What the license owner sees
curl -s -H "$AUTH" -H 'Content-Type: application/json' {{.Base}}/api/license/usage-reports \
  -d '{"startDate":"{{.Start}}","endDate":"{{.End}}"}'

Stop with Ctrl-C. A second start keeps all data.
`))
