package settings

import (
	"cmp"
	"errors"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// TemplateLimits bound what administrators upload to templates, and how long rules and
// the steps before them work on one file. The zero value of each is its default.
type TemplateLimits struct {
	RuleFile       int64 `default:"5242880" name:"rule-file-limit" env:"DOCKET_RULE_FILE_LIMIT" help:"Largest rule file (5 MiB)."`
	DateFormats    int64 `default:"262144" name:"date-formats-limit" env:"DOCKET_DATE_FORMATS_LIMIT" help:"Date formats (256 KiB)."`
	Mapping        int64 `default:"52428800" name:"mapping-limit" env:"DOCKET_MAPPING_LIMIT" help:"Largest component mapping (50 MiB)."`
	MappingRows    int   `default:"1000000" env:"DOCKET_MAPPING_ROWS" help:"Rows of a component mapping at most."`
	MappingColumns int   `default:"100" env:"DOCKET_MAPPING_COLUMNS" help:"Columns of a component mapping at most."`
	ReportTemplate int64 `default:"20971520" name:"report-template-limit" env:"DOCKET_REPORT_TEMPLATE_LIMIT" help:"Report file (20 MiB)."`
	Bundle         int64 `default:"209715200" name:"bundle-limit" env:"DOCKET_BUNDLE_LIMIT" help:"Largest bundle of a template (200 MiB)."`

	StepTime    time.Duration `default:"30m" env:"DOCKET_STEP_TIME" help:"Time for one step on a file, but for conversion and rules."`
	RuleTime    time.Duration `default:"10m" env:"DOCKET_RULE_TIME" help:"Time for a template's rules on one file."`
	RuleFirings int           `default:"5000000" env:"DOCKET_RULE_FIRINGS" help:"How often a template's rules may fire on one file."`
}

// CheckLimits refuses limits below nothing.
func (l TemplateLimits) CheckLimits() error {
	least := min(l.RuleFile, l.DateFormats, l.Mapping, int64(l.MappingRows), int64(l.MappingColumns), l.ReportTemplate, l.Bundle,
		int64(l.StepTime), int64(l.RuleTime), int64(l.RuleFirings))
	if least < 0 {
		return errors.New("limits of rule files, mappings, report templates, bundles, steps and rules may be 0, for the default, or more")
	}
	return nil
}

// RuleLimits bound a run of a template's rules on one document.
func (l TemplateLimits) RuleLimits() rules.Limits {
	defaults := analysis.DefaultRuleLimits()
	return rules.Limits{Firings: cmp.Or(int64(l.RuleFirings), defaults.Firings), Duration: cmp.Or(l.RuleTime, defaults.Duration)}
}

// MappingLimits returns the bounds of component mappings.
func (l TemplateLimits) MappingLimits() template.MappingLimits {
	out := template.DefaultMappingLimits()
	out.Bytes, out.Rows, out.Columns = cmp.Or(l.Mapping, out.Bytes), cmp.Or(l.MappingRows, out.Rows), cmp.Or(l.MappingColumns, out.Columns)
	return out
}

// BundleLimits returns the bounds of what is imported as a whole, its parts as if they came alone.
func (l TemplateLimits) BundleLimits() bundle.Limits {
	out := bundle.DefaultLimits()
	out.Packed, out.Rules, out.Report = cmp.Or(l.Bundle, out.Packed), cmp.Or(l.RuleFile, out.Rules), cmp.Or(l.ReportTemplate, out.Report)
	out.DateFormats, out.Mapping = cmp.Or(l.DateFormats, out.DateFormats), l.MappingLimits()
	return out
}

// ApplyTo tells the HTTP face how much it takes of each.
func (l TemplateLimits) ApplyTo(c rest.Config) rest.Config {
	c.MaxRules, c.MaxDates, c.MaxMapping = l.RuleFile, l.DateFormats, l.Mapping
	c.MaxReport, c.MaxBundle = l.ReportTemplate, l.Bundle
	return c
}

// ResumableSettings bound uploads that come by parts. The zero value of each is its default.
type ResumableSettings struct {
	ResumableAge   time.Duration `default:"24h" env:"DOCKET_RESUMABLE_AGE" help:"Time after which a resumable upload expires to which nothing was added."`
	ResumableEach  int           `default:"100" name:"resumable-per-account" env:"DOCKET_RESUMABLE_PER_ACCOUNT" help:"Resumable uploads of an account in progress at most."`
	ResumableAll   int           `default:"1000" name:"resumable-per-workspace" env:"DOCKET_RESUMABLE_PER_WORKSPACE" help:"Resumable uploads of a workspace in progress at most."`
	ResumableBytes int64         `default:"107374182400" env:"DOCKET_RESUMABLE_BYTES" help:"Bytes of all resumable uploads of a workspace in progress (100 GiB)."`
}

// ResumableLimits bound uploads by parts of files up to a size.
func (r ResumableSettings) ResumableLimits(size int64) commands.ResumableLimits {
	return commands.ResumableLimits{Size: size, PerAccount: cmp.Or(r.ResumableEach, 100), Uploads: cmp.Or(r.ResumableAll, 1000),
		Bytes: cmp.Or(r.ResumableBytes, 100<<30), Age: cmp.Or(r.ResumableAge, 24*time.Hour)}
}
