package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// uploadCommand stores files in a dossier.
type uploadCommand struct {
	Target
	Files             []string `arg:"" name:"file" help:"pdf, docx, xlsx, pptx, jpg, png, tiff, csv of attributes, zip; - is standard input, with --name."`
	Dossier           string   `required:"" env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier that they go to."`
	Name              string   `placeholder:"NAME" help:"Name in the dossier, of a single file. Default: that of the file."`
	KeepManualChanges bool     `help:"Keep the overrides of a file of the same name, which is replaced."`
	NoAnalysis        bool     `help:"Process the files, but extract nothing from them."`
	NoWait            bool     `help:"Return when the files are stored; they are processed afterwards."`
}

// Help returns the text below the usage line of --help.
func (uploadCommand) Help() string {
	return `Uploads files one after the other, shows how far they are, and waits until they are processed.
Prints a line for each stored file: id, name, status. What was replaced, and what a zip holds
that was left out, is told on standard error. When the connection breaks, a file is sent again
and stored once; one of 32 MiB or more goes on where it was. Ends with 1 when a file was refused or could not be processed, or a csv sets no
attributes.

Examples:
  docket upload --dossier 'Claims 2024' invoice.pdf receipts.zip
  docket upload --dossier 'Claims 2024' --no-wait *.pdf
  scan | docket upload --dossier 'Claims 2024' --name scan.pdf -`
}

// Run uploads the files one after the other.
func (u uploadCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if u.Name != "" && len(u.Files) > 1 {
		return terminal.ReportMisuse(streams, "--name is of a single file, and there are %d", len(u.Files))
	}
	return u.WithService(func(c Service) error {
		d, err := c.findDossier(ctx, u.Dossier)
		if err != nil {
			return err
		}
		failed := 0
		for _, path := range u.Files {
			err := u.uploadFile(ctx, c, streams, d, path)
			switch {
			case ctx.Err() != nil || client.StatusOf(err) == 401 || errors.Is(err, client.ErrSignedOut):
				return err
			case errors.Is(err, terminal.ErrReported):
				failed++
			case err != nil:
				failed++
				fmt.Fprintf(streams.Err, "docket: %s: %v\n", path, err)
			}
		}
		if failed > 0 {
			return terminal.ErrReported
		}
		return nil
	})
}

// uploadFile uploads a file and prints what it became in the dossier; without --no-wait it waits
// until that is processed.
func (u uploadCommand) uploadFile(ctx context.Context, c Service, streams terminal.Streams, d dossierRef, path string) error {
	content, size, err := openSource(path, streams.In)
	if err != nil {
		return err
	}
	defer content.Close()
	name := u.Name
	if name == "" {
		name = filepath.Base(path)
	}
	b := terminal.NewBar(streams.Err, name, max(size, 0))
	out, err := sendFile(ctx, c, client.Upload{TemplateID: d.template, DossierID: d.id, Name: name, Content: content, Size: size,
		KeepManualChanges: u.KeepManualChanges, DisableAutomaticAnalysis: u.NoAnalysis, Progress: b.Advance})
	b.Clear()
	if err != nil {
		return err
	}
	describeUpload(streams.Err, name, out)
	if setsNothing(name, out) {
		return terminal.ErrReported
	}
	if len(out.FileIds) == 0 {
		_, err := fmt.Fprintf(streams.Err, "docket: %s: attributes of %d file(s) were set\n", name, len(out.ProcessedFileIds))
		return err
	}
	for _, id := range out.FileIds {
		if waited := u.reportFile(ctx, c, streams, d, id); waited != nil {
			err = errors.Join(err, waited)
		}
	}
	return err
}

// resumeFrom is the size of a file, in bytes, from which on an upload goes on where it broke instead of beginning again.
const resumeFrom = 32 << 20

// sendFile uploads a file, a large one by parts, unless the service is of before or the API key may not.
func sendFile(ctx context.Context, c Service, u client.Upload) (api.UploadResult, error) {
	if u.Size < resumeFrom {
		return c.Upload(ctx, u)
	}
	out, err := c.UploadResumable(ctx, u)
	if code := client.CodeOf(err); code == "route_not_found" || code == "out_of_scope" {
		return c.Upload(ctx, u)
	}
	return out, err
}

// reportFile prints the status of a stored file; without --no-wait it waits until the file is
// processed, and returns an error if it could not be.
func (u uploadCommand) reportFile(ctx context.Context, c Service, streams terminal.Streams, d dossierRef, id string) error {
	var f api.FileStatus
	var err error
	if u.NoWait {
		var r *api.GetFileStatusResponse
		if r, err = c.API.GetFileStatusWithResponse(ctx, d.template, d.id, id, nil); err == nil {
			f, err = client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		}
	} else {
		b := terminal.NewBar(streams.Err, id, 0)
		f, err = c.AwaitProcessed(ctx, d.template, d.id, id, func(f api.FileStatus) {
			b.SetTitle(f.Filename)
			b.ShowState(string(f.ProcessingStatus))
		})
		b.Clear()
	}
	if f.Id != "" {
		if _, failed := fmt.Fprintf(streams.Out, "%s\t%s\t%s\n", f.Id, f.Filename, f.ProcessingStatus); failed != nil {
			return failed
		}
		tellRuleFailures(streams, f)
	}
	return err
}

// openSource opens a file and returns its size in bytes, -1 if that is unknown. The path - is in.
func openSource(path string, in io.Reader) (io.ReadCloser, int64, error) {
	if path == "-" {
		return io.NopCloser(io.MultiReader(in)), -1, nil // MultiReader: what is read from a pipe is gone
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("this is a folder; name the files in it, or a zip of them")
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}
