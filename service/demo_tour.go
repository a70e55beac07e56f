package service

import (
	"context"
	"io"
	"os"
	"text/template"
	"time"

	"github.com/seed-62a36931/docket/queries"
)

// printTour prints the tour of a demo that is ready.
func (m *Demo) printTour(ctx context.Context, out io.Writer, templateID, dossierID string, files []queries.FileStatus) error {
	lifetime, err := m.accessLifetime(ctx)
	if err != nil {
		return err
	}
	registered, err := m.records.Client(ctx, m.config.Workspace, m.config.Client)
	if err != nil {
		return err
	}
	secret := m.config.ClientSecret
	if !registered.HasSecret() { // registered before, without one
		secret = ""
	}
	return tour.Execute(out, map[string]any{"Base": m.config.PublicURL, "Workspace": m.config.Workspace,
		"User": demoUser, "Password": demoPassword, "Client": m.config.Client, "Secret": secret,
		"Console": m.config.Console, "Template": templateID, "Dossier": dossierID, "File": files[0].ID, "Files": files,
		"Start": time.Now().UTC().AddDate(0, -1, 0).Format(time.RFC3339), "End": time.Now().UTC().AddDate(0, 0, 1).Format(time.RFC3339),
		"Minutes": int(lifetime.Minutes()), "Program": os.Args[0], "Data": m.config.Data, "Key": m.config.MasterKeyFile})
}

// tour is the text of the tour, with commands to paste into a shell. None of them waits
// for ever, whatever it is answered.
var tour = template.Must(template.New("tour").Parse(`{{if .Console}}
The console, in a browser: {{.Base}}/console/
  sign in as {{.User}} with {{.Password}}
{{end}}
A tour of the API, to paste into another terminal:

# 1. Sign in: a token for {{.Minutes}} minutes
TOKEN=$(curl -s {{.Base}}/auth/realms/{{.Workspace}}/protocol/openid-connect/token \
  -d grant_type=password -d client_id={{.Client}} {{with .Secret}}-d client_secret={{.}} {{end}}-d scope=openid \
  -d username={{.User}} --data-urlencode 'password={{.Password}}' | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
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

# 6. A package with originals, highlighted previews and a report: asked for, awaited, fetched
ID=$(curl -s -H "$AUTH" -H 'Content-Type: application/json' $DOSSIER/downloads -d '{}' | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
for i in $(seq 120); do
  STATUS=$(curl -s -H "$AUTH" {{.Base}}/api/downloads/$ID | sed -n 's/.*"status":"\([A-Z]*\)".*/\1/p')
  case "$STATUS" in QUEUED|GENERATING) sleep 0.5 ;; *) break ;; esac
done
echo "The package is ${STATUS:-not there: sign in again, with 1.}"
curl -s -H "$AUTH" -o package.zip {{.Base}}/api/downloads/$ID/content && ls -l package.zip

# 7. What the license owner sees
curl -s -H "$AUTH" -H 'Content-Type: application/json' {{.Base}}/api/license/usage-reports \
  -d '{"startDate":"{{.Start}}","endDate":"{{.End}}"}'

Docket is serving at {{.Base}}
  in the browser       {{.Base}}/{{if .Console}}console/  the console{{else}}  what this is{{end}}
                       {{.Base}}/api/docs  every operation, to be tried
  user, password       {{.User}}, {{.Password}}  (workspace {{.Workspace}})
  files                {{range $i, $f := .Files}}{{if $i}}
                       {{end}}{{.Filename}} ({{.ProcessingStatus}}){{end}}
  on the command line  {{.Program}} login {{.Base}}
Stop with Ctrl-C. A second start keeps all data; to begin anew, remove {{.Data}} and {{.Key}}.
`))
