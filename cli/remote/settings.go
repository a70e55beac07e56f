package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// settingsCommand shows and changes the settings of the workspace, as an administrator of it.
type settingsCommand struct {
	Target
	Changes []string `arg:"" optional:"" name:"name=value" help:"Settings to change, by the names that are shown; values as JSON, texts also without quotes."`
}

// Help returns the text below the usage line of --help.
func (settingsCommand) Help() string {
	return `Prints the settings as JSON, after the change if there is one. What is not named stays as it is.

Examples:
  docket settings
  docket settings retentionHours=720 refuseDuplicates=true
  docket settings issuer=https://id.example/realms/acme issuerToken="$TOKEN" 'roleMapping=[{"name":"it","role":"ADMIN"}]'`
}

// Run changes the settings, and prints them.
func (s settingsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	change := map[string]json.RawMessage{}
	for _, given := range s.Changes {
		name, value, ok := strings.Cut(given, "=")
		if !ok || name == "" {
			return terminal.ReportMisuse(streams, "%s is no NAME=VALUE", given)
		}
		change[name] = encodeSetting(value)
	}
	return s.WithService(func(c Service) error {
		if len(change) > 0 {
			body, err := json.Marshal(change)
			if err != nil {
				return err
			}
			r, err := c.API.UpdateWorkspaceWithBodyWithResponse(ctx, nil, "application/json", bytes.NewReader(body))
			if err != nil {
				return err
			}
			if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
				return err
			}
		}
		r, err := c.API.GetWorkspaceWithResponse(ctx, nil)
		if err != nil {
			return err
		}
		settings, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		return terminal.PrintJSON(streams.Out, settings)
	})
}

// encodeSetting returns a value as JSON: as it is given, or as a text.
func encodeSetting(value string) json.RawMessage {
	if json.Valid([]byte(value)) {
		return json.RawMessage(value)
	}
	text, _ := json.Marshal(value) // a string always can be
	return text
}
