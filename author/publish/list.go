package publish

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// listCommand lists the templates of a service.
type listCommand struct {
	remote.Target
	JSON bool `help:"Print JSON."`
}

// Help returns the text below the usage line of --help.
func (listCommand) Help() string {
	return `Examples:
  docket templates list
  docket templates list --json | jq -r '.[] | select(.status == "INCOMPLETE") | .name'`
}

// Run lists the templates.
func (l listCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return l.WithService(func(s remote.Service) error {
		all, err := listTemplates(ctx, s)
		if err != nil {
			return err
		}
		if l.JSON {
			return terminal.PrintJSON(streams.Out, all)
		}
		return terminal.PrintTable(streams.Out, "ID\tNAME\tSTATUS\tCHANGED\n", func(w io.Writer) {
			for _, t := range all {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Id, t.Name, t.Status, t.DateModified.Local().Format("2006-01-02 15:04"))
			}
		})
	})
}

// listTemplates returns the templates of a service, an empty list when there are none.
func listTemplates(ctx context.Context, s remote.Service) ([]api.DossierTemplate, error) {
	r, err := s.API.ListDossierTemplatesWithResponse(ctx, nil)
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return append([]api.DossierTemplate{}, list.DossierTemplates...), err
}

// findTemplate returns the template with a name or id, and whether there is one. A name goes
// before an id.
func findTemplate(all []api.DossierTemplate, ref string) (api.DossierTemplate, bool) {
	i := slices.IndexFunc(all, func(t api.DossierTemplate) bool { return t.Name == ref })
	if i < 0 {
		i = slices.IndexFunc(all, func(t api.DossierTemplate) bool { return strings.EqualFold(t.Id, ref) })
	}
	if i < 0 {
		return api.DossierTemplate{}, false
	}
	return all[i], true
}

// requireTemplate returns the template of a service with a name or id; the error names those
// that there are.
func requireTemplate(ctx context.Context, s remote.Service, ref string) (api.DossierTemplate, error) {
	all, err := listTemplates(ctx, s)
	if err != nil {
		return api.DossierTemplate{}, err
	}
	t, found := findTemplate(all, ref)
	if found {
		return t, nil
	}
	if len(all) == 0 {
		return t, fmt.Errorf("there is no template %q: the service has none yet; docket templates push makes one of a folder", ref)
	}
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name
	}
	return t, fmt.Errorf("there is no template %q; there are %s", ref, strings.Join(names, ", "))
}
