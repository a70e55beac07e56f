package service_test

import (
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/service/settings"
)

// TestLimitsReachTheirPlaces sets each limit, and none.
func TestLimitsReachTheirPlaces(t *testing.T) {
	l := settings.TemplateLimits{RuleFile: 1, DateFormats: 2, Mapping: 3, MappingRows: 4, MappingColumns: 5, ReportTemplate: 6,
		Bundle: 7, RuleTime: 8, RuleFirings: 9}
	if got, want := l.MappingLimits(), (template.MappingLimits{Bytes: 3, Rows: 4, Columns: 5}); got != want {
		t.Errorf("mappings: %+v, want %v", got, want)
	}
	if got, want := l.RuleLimits(), (rules.Limits{Firings: 9, Duration: 8}); got != want {
		t.Errorf("rules: %+v, want %v", got, want)
	}
	if got := l.BundleLimits(); got.Packed != 7 || got.Rules != 1 || got.DateFormats != 2 || got.Report != 6 ||
		got.Mapping != l.MappingLimits() {
		t.Errorf("bundles: %+v, want the limits of each kind of file", got)
	}
	if c := l.ApplyTo(rest.Config{}); c.MaxRules != 1 || c.MaxDates != 2 || c.MaxMapping != 3 || c.MaxReport != 6 || c.MaxBundle != 7 {
		t.Errorf("over HTTP: %+v, want c.MaxRules = 1, c.MaxDates = 2, c.MaxMapping = 3, c.MaxReport = 6 and c.MaxBundle = 7", c)
	}
	var none settings.TemplateLimits
	if none.BundleLimits() != bundle.DefaultLimits() || none.MappingLimits() != template.DefaultMappingLimits() ||
		none.RuleLimits() != analysis.DefaultRuleLimits() || none.CheckLimits() != nil {
		t.Errorf("no limits: got %+v, want the defaults", none)
	}
	for _, bad := range []settings.TemplateLimits{{RuleFile: -1}, {MappingRows: -1}, {StepTime: -time.Second}, {RuleFirings: -1}} {
		if bad.CheckLimits() == nil {
			t.Errorf("%+v is taken, want bad.CheckLimits() != nil", bad)
		}
	}
}

// TestSmallerLimitsAreKept uploads what a service with small limits does not take.
func TestSmallerLimitsAreKept(t *testing.T) {
	t.Parallel()
	s := newRuleSite(t, append(servicetest.NewMasterKey(t), "--mapping-rows=1", "--mapping-limit=60", "--bundle-limit=100"))
	if a := s.SendCSV("POST", s.template+"/component-mappings", "m.csv", "search_value,mapped_value\na,b\nc,d\n"); a.Status != 400 {
		t.Errorf("two rows: %d %s, want 400", a.Status, a.Body)
	}
	if a := s.SendCSV("POST", s.template+"/component-mappings", "m.csv", mappedRule); a.Status != 413 {
		t.Errorf("a large mapping: %d %s, want 413", a.Status, a.Body)
	}
	if a := s.SendCSV("POST", "/api/dossier-templates", "t.zip", mappedRule); a.Status != 413 {
		t.Errorf("a bundle: %d %s, want 413", a.Status, a.Body)
	}
}
