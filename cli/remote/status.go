package remote

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// statusCommand prints the status of files.
type statusCommand struct {
	Target
	File    string `arg:"" optional:"" name:"file-id" help:"Id of a file, or its name with --dossier. Default: all files of the dossier."`
	Dossier string `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the file."`
	Wait    bool   `help:"Wait until the file is processed; ends with 1 when it cannot be."`
	JSON    bool   `help:"Print the records as JSON."`
}

// Help returns the text below the usage line of --help.
func (statusCommand) Help() string {
	return `Examples:
  docket status --dossier 'Claims 2024'
  docket status 77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03 --wait
  docket status invoice.pdf --dossier 'Claims 2024' --json`
}

// Run prints the status, with --wait after the file is processed.
func (s statusCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if s.File == "" && (s.Dossier == "" || s.Wait) {
		return terminal.ReportMisuse(streams, "name a file, or a dossier with --dossier; --wait is for one file")
	}
	return s.WithService(func(c Service) error {
		list, err := s.chooseFiles(ctx, c)
		if err != nil {
			return err
		}
		if s.Wait {
			f := list[0]
			b := terminal.NewBar(streams.Err, f.Filename, 0)
			show := func(f api.FileStatus) { b.ShowState(string(f.ProcessingStatus)) }
			list[0], err = c.AwaitProcessed(ctx, f.DossierTemplateId, f.DossierId, f.Id, show)
			if b.Clear(); list[0].Id == "" {
				return err
			}
		}
		if printed := s.printFiles(streams, list); printed != nil {
			return printed
		}
		return err
	})
}

// chooseFiles returns the status of the file, or of all files of the dossier.
func (s statusCommand) chooseFiles(ctx context.Context, c Service) ([]api.FileStatus, error) {
	if s.File != "" {
		f, err := c.findFile(ctx, s.File, s.Dossier)
		return []api.FileStatus{f}, err
	}
	d, err := c.findDossier(ctx, s.Dossier)
	if err != nil {
		return nil, err
	}
	return c.listFiles(ctx, d)
}

// describeRuleFailures returns how many rules failed in the analysis of a file, and the first of them
// with its place and cause; "" when none did.
func describeRuleFailures(f api.FileStatus) string {
	if f.FailedRules == nil {
		return ""
	}
	said := fmt.Sprintf("rules that failed: %d", *f.FailedRules)
	if f.RuleFailures == nil || len(*f.RuleFailures) == 0 {
		return said
	}
	r := (*f.RuleFailures)[0]
	name := "entity-rules.drl"
	if r.File == api.RuleFailureFileCOMPONENT {
		name = "component-rules.drl"
	}
	return fmt.Sprintf("%s; first %s, line %d of %s: %s", said, r.Rule, r.Line, name, r.Message)
}

// tellRuleFailures says that values of a file are missing because rules failed, if they did.
func tellRuleFailures(streams terminal.Streams, f api.FileStatus) {
	if said := describeRuleFailures(f); said != "" {
		fmt.Fprintf(streams.Err, "docket: %s: values are missing; %s\n", f.Filename, said)
	}
}

// describeFindings returns what was left out of a file or is in doubt so that values may be wrong; "" for nothing.
func describeFindings(f api.FileStatus) string {
	if f.FileFindings == nil {
		return ""
	}
	var said []string
	for _, found := range *f.FileFindings {
		if found.MayChangeValues {
			said = append(said, found.Message)
		}
	}
	return strings.Join(said, "; ")
}

func (s statusCommand) printFiles(streams terminal.Streams, list []api.FileStatus) error {
	if s.JSON {
		return terminal.PrintJSON(streams.Out, list)
	}
	return terminal.PrintTable(streams.Out, "ID\tNAME\tPROCESSING\tWORKFLOW\tPAGES\tSIZE\tPROBLEM\n", func(w io.Writer) {
		for _, f := range list {
			problem := cmp.Or(describeRuleFailures(f), describeFindings(f))
			if info, err := f.FileErrorInfo.Get(); err == nil {
				problem = info.Cause
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", f.Id, f.Filename, f.ProcessingStatus, f.WorkflowStatus,
				f.NumberOfPages, terminal.FormatBytes(f.FileSize), problem)
		}
	})
}
