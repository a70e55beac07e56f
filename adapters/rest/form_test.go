package rest

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
)

// TestAnUploadTakesItsParametersFromTheForm wants the same of a parameter in the query, before
// the file, behind it, and in two of these places.
func TestAnUploadTakesItsParametersFromTheForm(t *testing.T) {
	rows := []struct {
		target, name, value string
		got                 func(s *site) string
	}{
		{sPath + "/files", "keepManualChanges", "true",
			func(s *site) string { return flagText(s.wrote.(commands.UploadFile).KeepManualChanges) }},
		{sPath + "/files", "disableAutomaticAnalysis", "true", func(s *site) string {
			return flagText(s.wrote.(commands.UploadFile).DisableAutomaticAnalysis)
		}},
		{tPath + "/entity-rules", "dryRun", "true", func(s *site) string { return flagText(s.wrote.(commands.StoreRuleFile).DryRun) }},
		{tPath + "/component-rules", "dryRun", "true", func(s *site) string { return flagText(s.wrote.(commands.StoreRuleFile).DryRun) }},
		{mPath, "name", "Units", func(s *site) string { return *s.wrote.(commands.StoreMapping).Name }},
		{mPath, "encoding", "ISO-8859-1", func(s *site) string { return s.wrote.(commands.StoreMapping).Encoding }},
		{mPath, "delimiter", ";", func(s *site) string { return s.wrote.(commands.StoreMapping).Delimiter }},
		{reports1, "name", "Sum", func(s *site) string { return *s.wrote.(commands.StoreReportTemplate).Name }},
		{reports1, "multiFileReport", "true", func(s *site) string { return flagText(s.wrote.(commands.StoreReportTemplate).Multi) }},
		{reports1, "activeByDefault", "true", func(s *site) string {
			return flagText(s.wrote.(commands.StoreReportTemplate).ActiveByDefault)
		}},
	}
	for _, row := range rows {
		field, file, query := []string{row.name, "", row.value}, []string{"file", "a.pdf", "x"}, "?"+row.name+"="+row.value
		for place, r := range map[string]struct {
			query string
			parts []string
		}{
			"query":              {query, file},
			"before":             {"", slices.Concat(field, file)},
			"behind":             {"", slices.Concat(file, field)},
			"query and form":     {query, slices.Concat(file, field)},
			"empty in the query": {"?" + strings.TrimSuffix(row.name, "delimiter") + "=", slices.Concat(field, file)},
		} {
			if row.name == "delimiter" && place == "empty in the query" { // which is an error
				continue
			}
			s := newSite(t)
			if a := s.do(uploadTo(row.target+r.query, r.parts...)); a.StatusCode >= 300 || row.got(s) != row.value {
				t.Errorf("%s of %s, %s: %d %s, %+v, want a.StatusCode less than 300 and row.got(s) = %v", row.name, row.target,
					place, a.StatusCode, a.body, s.wrote, row.value)
			}
		}
	}
}

func flagText(flag bool) string {
	if flag {
		return "true"
	}
	return "false"
}

// TestFieldsThatAreRefused wants nothing to be done when a field is malformed or contradicts.
func TestFieldsThatAreRefused(t *testing.T) {
	rows := []struct {
		name, query string
		field       []string
		message     string
	}{
		{"contradiction", "?dryRun=false", []string{"dryRun", "", "true"},
			`dryRun is "false" in the query and "true" in the form: give it once`},
		{"twice", "", []string{"dryRun", "", "true", "dryRun", "", "true"}, "dryRun must be given once"},
		{"no boolean", "", []string{"dryRun", "", "maybe"}, "dryRun must be true or false"},
		{"no text", "", []string{"dryRun", "", "\xff"}, "dryRun is not valid UTF-8"},
		{"too long", "", []string{"dryRun", "", strings.Repeat("x", exchange.MaxField+1)}, "dryRun is too long"},
		{"no name", "", []string{"", "", "true"}, "A part of the form has no name; this upload takes dryRun, file"},
		{"without a file", "", []string{"dryRun", "", "true"}, "file is required"},
	}
	for _, row := range rows {
		file := []string{"file", "a.drl", "x"}
		orders := [][]string{slices.Concat(row.field, file), slices.Concat(file, row.field)}
		if row.name == "without a file" {
			orders = [][]string{row.field}
		}
		for _, parts := range orders {
			s := newSite(t)
			s.expectRefused(s.do(uploadTo(tPath+"/entity-rules"+row.query, parts...)), 400, row.message)
		}
	}
	s := newSite(t)
	s.expectRefused(s.do(uploadTo(mPath, "file", "a.csv", "x", "delimiter", "", "")), 400, "delimiter must be exactly 1 character")
	s.expectRefused(s.do(uploadTo(mPath, "file", "a.csv", "x", "encoding", "", "EBCDIC")), 400, "Unknown encoding: EBCDIC")
}
