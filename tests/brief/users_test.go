package brief

import (
	"net/http"
	"reflect"
	"slices"
	"testing"
	"time"
)

func testUsers(t *testing.T, c *client, username string) {
	all := read[userList](t, c, call(41)).Users
	for _, listed := range all {
		if got := read[user](t, c, call(42, string(listed.ID))); !reflect.DeepEqual(got, listed) {
			t.Errorf("read: got %+v, want %+v", got, listed)
		}
	}
	mine := read[userList](t, c, call(41).set("username", username)).Users
	if len(mine) != 1 || mine[0].Username != username || !mine[0].Active {
		t.Fatalf("list with username: got %+v, want the one active user %s", mine, username)
	}
	if !slices.Contains(mine[0].Roles, "MANAGER") && !slices.Contains(mine[0].Roles, "ADMIN") {
		t.Errorf("got roles %v, want MANAGER or ADMIN among them", mine[0].Roles)
	}
	if nobody := read[userList](t, c, call(41).set("username", "nobody-has-this-name")).Users; len(nobody) != 0 {
		t.Errorf("list with an unknown username: got %+v, want none", nobody)
	}
	if status, _ := c.refuse(t, call(42, unknownID)); status != http.StatusNotFound {
		t.Errorf("unknown user: got status %d, want 404", status)
	}
	c.refuse(t, call(42, "no-identifier"))
}

// testUsageReport runs after the tests that upload and analyse files.
func testUsageReport(t *testing.T, c *client) {
	type period struct {
		StartDate string `json:"startDate,omitempty"`
		EndDate   string `json:"endDate,omitempty"`
	}
	now := time.Now().UTC()
	start, end := now.AddDate(0, -2, 0).Format(time.RFC3339), now.Add(time.Hour).Format(time.RFC3339)
	report := read[usageReport](t, c, call(43).json(period{StartDate: start, EndDate: end}))
	if report.StartDate.time().Format(time.RFC3339) != start || report.EndDate.time().Format(time.RFC3339) != end {
		t.Errorf("got a report of %s to %s, want %s to %s", report.StartDate, report.EndDate, start, end)
	}
	if min(report.NumberOfAnalyzedFiles, report.NumberOfAnalyzedPages, report.AnalyzedFilesBytes, report.NumberOfDossiers) == 0 {
		t.Errorf("got %+v, want the files that were analysed", report)
	}
	parts := report.ActiveFilesUploadedBytes + report.ArchivedUploadedBytes + report.TrashFilesUploadedBytes
	if report.TotalFilesUploadedBytes == 0 || report.ActiveFilesUploadedBytes == 0 || parts > report.TotalFilesUploadedBytes {
		t.Errorf("got %+v, want active, archived and trash bytes within the total", report)
	}
	pages := int64(0)
	for _, month := range report.MonthlyData {
		if month.StartDate.time().After(month.EndDate.time()) {
			t.Errorf("got a month from %s to %s", month.StartDate, month.EndDate)
		}
		pages += month.NumberOfAnalyzedPages
	}
	if pages != report.NumberOfAnalyzedPages {
		t.Errorf("got %d analysed pages in the months, want the %d of the report", pages, report.NumberOfAnalyzedPages)
	}
	future := period{StartDate: now.AddDate(1, 0, 0).Format(time.RFC3339), EndDate: now.AddDate(2, 0, 0).Format(time.RFC3339)}
	if got := read[usageReport](t, c, call(43).json(future)); got.NumberOfAnalyzedFiles != 0 || got.NumberOfAnalyzedPages != 0 {
		t.Errorf("a year ahead: got %+v, want nothing analysed", got)
	}
	c.refuse(t, call(43).json(period{StartDate: end, EndDate: start}))
	c.refuse(t, call(43).json(period{StartDate: "yesterday", EndDate: end}))
	c.refuse(t, call(43).json(period{EndDate: end}))
}
