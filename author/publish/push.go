package publish

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// pushCommand makes a template of a service what a folder says.
type pushCommand struct {
	remote.Target
	Folder string `arg:"" name:"folder" type:"existingdir" help:"Folder of the template."`
	To     string `placeholder:"NAME|ID" help:"Template of the service. Default: the one with the name that template.yaml says."`
	DryRun bool   `help:"Only show the difference; ends with 6 when there is one."`
	Prune  bool   `help:"Also remove what only the service has."`
	Yes    bool   `short:"y" help:"Do not ask."`
}

// Help returns the text below the usage line of --help.
func (pushCommand) Help() string {
	return `Checks the folder, shows what differs between the service and the folder, asks, and sends the
parts that differ. A template that the service does not have is created. A second push does
nothing. Rules with errors are refused with their places before anything is sent.

What only the service has, such as a component that the folder does not define, stays there and
is named, unless --prune is given. What no request can change is named too. README.md, samples/,
tests/ and hidden files are for people and tools, and not sent.

With --to the template keeps its name, whatever template.yaml says; one that does not exist is
created under that name.

Ends with 0 when all is done or there is nothing to do, 1 when something is refused, 6 when
--dry-run finds a difference.

Examples:
  docket templates push templates/invoice
  docket templates push templates/invoice --to 'Invoices (test)' --yes
  docket templates push templates/invoice --dry-run`
}

// Run compares, asks and sends.
func (p pushCommand) Run(ctx context.Context, streams terminal.Streams) error {
	p.Folder = author.ShortenPath(p.Folder)
	folder, err := p.readFolder(streams)
	if err != nil {
		return err
	}
	return p.WithService(func(s remote.Service) error {
		all, err := listTemplates(ctx, s)
		if err != nil {
			return err
		}
		name := folder.Name
		if p.To != "" {
			name = p.To
		}
		t, found := findTemplate(all, name)
		if !found {
			folder.Name = name
			return p.createTemplate(ctx, s, streams, folder)
		}
		return p.updateTemplate(ctx, s, streams, t, folder)
	})
}

// readFolder checks and reads the folder. Errors in it are printed.
func (p pushCommand) readFolder(streams terminal.Streams) (template.Bundle, error) {
	var report bytes.Buffer
	if err := author.CheckTemplate(terminal.Streams{Out: &report, Err: streams.Err}, p.Folder, true); err != nil {
		_, _ = report.WriteTo(streams.Err)
		return template.Bundle{}, err
	}
	b, problems, err := bundle.ReadDir(p.Folder)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%s: %s", filepath.Join(p.Folder, problems[0].File), problems[0].Message)
	}
	return normalizeBundle(b), err
}

// createTemplate makes a new template of the folder.
func (p pushCommand) createTemplate(ctx context.Context, s remote.Service, streams terminal.Streams, folder template.Bundle) error {
	if err := describeNew(streams.Out, folder, s.Address()); err != nil {
		return err
	}
	p.nameUnsent(streams)
	if p.DryRun {
		return terminal.ErrDifferent
	}
	if err := confirm(streams, p.Yes, fmt.Sprintf("Create the template %s?", folder.Name)); err != nil {
		return err
	}
	var packed bytes.Buffer
	if err := bundle.WriteBundle(&packed, folder); err != nil {
		return err
	}
	contentType, body, err := fileForm("template.zip", packed.Bytes())
	if err != nil {
		return err
	}
	key := rand.Text()
	r, err := s.API.ImportDossierTemplateWithBodyWithResponse(ctx, &api.ImportDossierTemplateParams{IdempotencyKey: &key}, contentType, body)
	if err != nil {
		return err
	}
	if r.JSON422 != nil {
		if refused, err := r.JSON422.AsBundleErrors(); err == nil && len(refused.Errors) > 0 {
			return p.printBundleErrors(streams, refused)
		}
	}
	made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
	if err == nil {
		_, err = fmt.Fprintf(streams.Out, "created %s (%s), %s\n", made.Name, made.Id, made.Status)
	}
	return err
}

// printBundleErrors prints what the service refused in a bundle.
func (p pushCommand) printBundleErrors(streams terminal.Streams, refused api.BundleErrors) error {
	for _, e := range refused.Errors {
		fmt.Fprintf(streams.Err, "%s:%d:%d: error: %s\n", filepath.Join(p.Folder, e.File), e.Line, e.Column, e.Message)
	}
	fmt.Fprintln(streams.Err, "docket: the service refuses the template; nothing was stored")
	return terminal.ErrReported
}

// describeNew prints what a new template would hold.
func describeNew(w io.Writer, b template.Bundle, server string) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s has no template %s; it would be new, with\n", server, b.Name)
	for _, f := range []struct {
		name    string
		content []byte
	}{{entityRulesFile, b.EntityRules}, {componentRulesFile, b.ComponentRules}, {dateFormatsFile, b.DateFormats}} {
		if f.content != nil {
			fmt.Fprintf(&out, "+ %s, %s\n", f.name, terminal.FormatCount(len(splitLines(string(f.content))), "line"))
		}
	}
	for _, part := range []struct {
		what  string
		names []string
	}{
		{"dossier status", keysOf(b.Statuses, definitionName)}, {"dossier attribute", keysOf(b.DossierAttributes, definitionName)},
		{"file attribute", keysOf(b.FileAttributes, definitionName)}, {"entity", keysOf(b.Entities, technicalName)},
		{"component", keysOf(b.Components, func(c template.NewComponent) string { return c.TechnicalName })},
		{"dictionary", keysOf(b.Dictionaries, dictionaryKey)},
		{"mapping", keysOf(b.Mappings, func(m template.BundleMapping) string { return m.Name })},
		{"report", keysOf(b.Reports, func(r template.BundleReport) string { return r.Name })},
	} {
		for _, name := range part.names {
			fmt.Fprintf(&out, "+ %s %s\n", part.what, name)
		}
	}
	if b.EntityRules == nil || b.ComponentRules == nil {
		fmt.Fprintln(&out, "It stays INCOMPLETE until it has entity rules and component rules.")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// updateTemplate makes a template that is there what the folder says.
func (p pushCommand) updateTemplate(
	ctx context.Context, s remote.Service, streams terminal.Streams, t api.DossierTemplate, folder template.Bundle,
) error {
	live, plan, err := p.compare(ctx, s, t, folder)
	if err != nil {
		return err
	}
	if len(plan.steps) == 0 {
		plan.nameRest(streams)
		_, err := fmt.Fprintf(streams.Out, "nothing to do: %s (%s) is what %s says\n", live.name, live.id, p.Folder)
		return err
	}
	title := fmt.Sprintf("%s (%s) at %s", live.name, live.id, s.Address())
	if err := printDifference(streams.Out, title, p.Folder, diffBundles(live.bundle, plan.target)); err != nil {
		return err
	}
	plan.nameRest(streams)
	p.nameUnsent(streams)
	if err := p.checkRulesThere(ctx, streams, live, plan); err != nil {
		return err
	}
	if p.DryRun {
		return terminal.ErrDifferent
	}
	if err := confirm(streams, p.Yes, fmt.Sprintf("Send %s to %s?", terminal.FormatCount(len(plan.steps), "change"), live.name)); err != nil {
		return err
	}
	if err := live.checkUnchanged(ctx); err != nil {
		return err
	}
	if err := plan.carryOut(ctx); err != nil {
		return err
	}
	return p.confirmSent(ctx, s, streams, t, folder, plan)
}

// compare reads a template of the service and plans what to send.
func (p pushCommand) compare(
	ctx context.Context, s remote.Service, t api.DossierTemplate, folder template.Bundle,
) (*liveTemplate, *pushPlan, error) {
	live, err := exportTemplate(ctx, s, t)
	if err == nil {
		live.ids, err = live.readIDs(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	return &live, planPush(&live, folder, p.Prune), nil
}

// checkRulesThere has the service check the rules that would be sent: its check decides, and it
// may be of another version than this program.
func (p pushCommand) checkRulesThere(ctx context.Context, streams terminal.Streams, live *liveTemplate, plan *pushPlan) error {
	wrong := false
	for _, f := range []struct {
		name    string
		content []byte
		check   func(context.Context, []byte, bool) ([]api.RuleError, error)
	}{
		{entityRulesFile, plan.target.EntityRules, live.postEntityRules},
		{componentRulesFile, plan.target.ComponentRules, live.postComponentRules},
	} {
		if !slices.ContainsFunc(plan.steps, func(s pushStep) bool { return s.part == f.name }) {
			continue
		}
		problems, err := f.check(ctx, f.content, true)
		if err != nil {
			return err
		}
		for _, e := range problems {
			wrong = true
			fmt.Fprintf(streams.Err, "%s:%d:%d: error: %s\n", filepath.Join(p.Folder, f.name), e.Line, e.Column, e.Message)
		}
	}
	if wrong {
		fmt.Fprintln(streams.Err, "docket: the service refuses the rules; nothing was sent")
		return terminal.ErrReported
	}
	return nil
}

// carryOut sends the parts of the plan one after the other.
func (p *pushPlan) carryOut(ctx context.Context) error {
	for i, step := range p.steps {
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w\n%d of %s were sent before; docket templates push sends the rest", step.part, err, i,
				terminal.FormatCount(len(p.steps), "change"))
		}
	}
	return nil
}

// confirmSent compares again, and says what was sent or what the service did not take as it was
// sent.
func (p pushCommand) confirmSent(
	ctx context.Context, s remote.Service, streams terminal.Streams, t api.DossierTemplate, folder template.Bundle, sent *pushPlan,
) error {
	live, rest, err := p.compare(ctx, s, t, folder)
	if err != nil {
		return fmt.Errorf("all was sent, but could not be read back: %w", err)
	}
	if len(rest.steps) > 0 {
		_ = printDifference(streams.Err, live.name, p.Folder, diffBundles(live.bundle, rest.target))
		return errors.New("all was sent, and still this differs; was somebody else at it? docket templates push compares again")
	}
	_, err = fmt.Fprintf(streams.Out, "sent %s to %s (%s)\n", terminal.FormatCount(len(sent.steps), "change"), live.name, live.id)
	return err
}

// nameRest says what only the service has, and what cannot be sent.
func (p *pushPlan) nameRest(streams terminal.Streams) {
	if len(p.left) > 0 {
		fmt.Fprintf(streams.Err, "docket: only the service has, and keeps unless --prune is given: %s\n", strings.Join(p.left, ", "))
	}
	for _, n := range p.notes {
		fmt.Fprintf(streams.Err, "docket: not sent: %s\n", n)
	}
}

// nameUnsent says which files of the folder are not for the service.
func (p pushCommand) nameUnsent(streams terminal.Streams) {
	var names []string
	for _, name := range []string{"README.md", "samples", "tests"} {
		if _, err := os.Stat(filepath.Join(p.Folder, name)); err == nil {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(streams.Err, "docket: not sent, because they are for people and tools: %s\n", strings.Join(names, ", "))
	}
}
