package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// downloadCommand fetches a package of files.
type downloadCommand struct {
	Target
	Files   []string `arg:"" optional:"" name:"file-id" help:"Ids of files, or names with --dossier. Default: all files of the dossier."`
	Dossier string   `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the files."`
	Types   []string `name:"type" enum:"ORIGINAL,PREVIEW,EVIDENCE" placeholder:"ORIGINAL|PREVIEW|EVIDENCE" help:"What goes in. Default: as in the dossier."`
	Reports []string `name:"report" placeholder:"NAME|ID" help:"Reports that go in, none: no report. Default: what the dossier says."`
	Package string   `placeholder:"ID" help:"Fetch this package, which was made before; goes on where a download broke off."`
	Output  string   `short:"o" default:"." placeholder:"FILE|DIR" help:"File to write, or folder for it. Default: this folder."`
}

// Help returns the text below the usage line of --help.
func (downloadCommand) Help() string {
	return `Has a package made, waits for it, and fetches it. A download that breaks off is gone on with,
within the command by itself and later with --package. The file gets its name when it is
complete.

Examples:
  docket download --dossier 'Claims 2024' -o claims.zip
  docket download --dossier 'Claims 2024' --type PREVIEW --report 'Invoice summary'
  docket download --dossier 'Claims 2024' --type EVIDENCE -o evidence.zip
  docket download invoice.pdf receipt.pdf --dossier 'Claims 2024' -o /tmp
  docket download --package b0b5a1c2-7d3e-4f6a-9c81-5e6f7a8b9c05 -o claims.zip`
}

// Run has a package made, unless --package names one, and fetches it.
func (d downloadCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if d.Package == "" && d.Dossier == "" && len(d.Files) == 0 {
		return terminal.ReportMisuse(streams, "name files, a dossier with --dossier, or a package with --package")
	}
	return d.WithService(func(c Service) error {
		id := d.Package
		if id == "" {
			var err error
			if id, err = d.requestPackage(ctx, c); err != nil {
				return err
			}
		}
		b := terminal.NewBar(streams.Err, "package", 0)
		ready, err := c.AwaitReady(ctx, id, func(s api.DownloadStatus) { b.ShowState(string(s.Status)) })
		b.Clear()
		if err != nil {
			return err
		}
		return d.fetchPackage(ctx, c, streams, ready)
	})
}

// fetchPackage writes a package that is ready to the file of --output, or into it if it is a folder.
func (d downloadCommand) fetchPackage(ctx context.Context, c Service, streams terminal.Streams, ready api.DownloadStatus) error {
	to := d.Output
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		to = filepath.Join(to, filepath.Base(ready.Filename))
	}
	b := terminal.NewBar(streams.Err, filepath.Base(to), ready.FileSize)
	err := c.Download(ctx, ready.Id, to, b.Resume)
	b.Clear()
	if err != nil {
		if client.StatusOf(err) == 0 {
			err = fmt.Errorf("%w\nGo on with: docket download --package %s -o %s", err, ready.Id, to)
		}
		return err
	}
	_, err = fmt.Fprintf(streams.Out, "%s\t%s\n", to, terminal.FormatBytes(ready.FileSize))
	return err
}

// requestPackage asks the service for a package of the files, and returns its id.
func (d downloadCommand) requestPackage(ctx context.Context, c Service) (string, error) {
	if len(d.Files) == 0 {
		dossier, err := c.findDossier(ctx, d.Dossier)
		if err != nil {
			return "", err
		}
		types, reports, err := d.chooseContent(ctx, c, dossier.template)
		if err != nil {
			return "", err
		}
		r, err := c.API.CreateDossierDownloadWithResponse(ctx, dossier.template, dossier.id, nil,
			api.DownloadRequest{DownloadFileTypes: types, ReportTemplateIds: reports})
		if err != nil {
			return "", err
		}
		out, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		return out.Id, err
	}
	var ids []string
	var first api.FileStatus
	for _, ref := range d.Files {
		f, err := c.findFile(ctx, ref, d.Dossier)
		switch {
		case err != nil:
			return "", err
		case first.Id != "" && first.DossierId != f.DossierId:
			return "", errors.New("a package holds files of one dossier")
		}
		first, ids = f, append(ids, f.Id)
	}
	types, reports, err := d.chooseContent(ctx, c, first.DossierTemplateId)
	if err != nil {
		return "", err
	}
	r, err := c.API.CreateFilesDownloadWithResponse(ctx, first.DossierTemplateId, first.DossierId, nil,
		api.FilesDownloadRequest{FileIds: ids, DownloadFileTypes: types, ReportTemplateIds: reports})
	if err != nil {
		return "", err
	}
	out, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return out.Id, err
}

// chooseContent returns the types of files and the ids of the reports that go into the package,
// each unset if the command line leaves it to the dossier.
func (d downloadCommand) chooseContent(
	ctx context.Context, c Service, template string,
) (types nullable.Nullable[[]api.DownloadFileType], reports nullable.Nullable[[]string], err error) {
	if len(d.Types) > 0 {
		var list []api.DownloadFileType
		for _, t := range d.Types {
			list = append(list, api.DownloadFileType(t))
		}
		types.Set(list)
	}
	switch {
	case len(d.Reports) == 0:
		return types, reports, nil
	case d.Reports[0] == "none":
		reports.Set([]string{})
		return types, reports, nil
	}
	r, err := c.API.ListReportTemplatesWithResponse(ctx, template, nil)
	if err != nil {
		return types, reports, err
	}
	known, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return types, reports, err
	}
	ids, names := []string{}, []string{}
	for _, t := range known.ReportTemplates {
		names = append(names, t.Name)
		for _, ref := range d.Reports {
			if t.Name == ref || strings.EqualFold(t.Id, ref) {
				ids = append(ids, t.Id)
			}
		}
	}
	if len(ids) != len(d.Reports) {
		return types, reports, fmt.Errorf("the template has these reports: %s", strings.Join(names, ", "))
	}
	reports.Set(ids)
	return types, reports, nil
}
