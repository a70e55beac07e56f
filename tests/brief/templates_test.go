package brief

import (
	"bytes"
	"net/http"
	"reflect"
	"testing"
)

// unknownID is a well-formed identifier that nothing has.
const unknownID = "00000000-0000-4000-8000-00000000dead"

func testTemplates(t *testing.T, c *client, templateID string) {
	t.Run("list and read", func(t *testing.T) {
		list := read[templateList](t, c, call(1))
		found := false
		for _, listed := range list.DossierTemplates {
			if got := read[dossierTemplate](t, c, call(2, string(listed.ID))); !reflect.DeepEqual(got, listed) {
				t.Errorf("read: got %+v, want what the list has: %+v", got, listed)
			}
			found = found || string(listed.ID) == templateID && listed.Status == "ACTIVE"
		}
		if !found {
			t.Errorf("no ACTIVE template %s in the list", templateID)
		}
		if status, _ := c.refuse(t, call(2, unknownID)); status != http.StatusNotFound {
			t.Errorf("unknown template: got status %d, want 404", status)
		}
	})
	t.Run("entity rules", func(t *testing.T) { testRules(t, c, templateID, 3, 4, "entity-rules.drl") })
	t.Run("component rules", func(t *testing.T) { testRules(t, c, templateID, 5, 6, "component-rules.drl") })
	t.Run("date formats", func(t *testing.T) { testDateFormats(t, c, templateID) })
	t.Run("definitions", func(t *testing.T) {
		for _, row := range []int{9, 10, 11} {
			for _, definition := range collection[map[string]any](t, c.do(t, call(row, templateID))) {
				if countOf[string](definition) < 2 {
					t.Errorf("%s: got %v, want a type or name and more", operations[row].name, definition)
				}
			}
		}
		for _, report := range collection[map[string]any](t, c.do(t, call(17, templateID))) {
			if countOf[string](report) < 1 || countOf[bool](report) < 2 {
				t.Errorf("report template: got %v, want a name, whether it is for multiple files, whether it is pre-selected", report)
			}
		}
		for _, row := range []int{9, 10, 11, 12, 17, 18, 45} {
			if status, _ := c.refuse(t, call(row, unknownID)); status != http.StatusNotFound {
				t.Errorf("%s of an unknown template: got status %d, want 404", operations[row].name, status)
			}
		}
	})
}

// countOf returns how many values of a type the object has.
func countOf[T any](object map[string]any) int {
	count := 0
	for _, value := range object {
		if _, ok := value.(T); ok {
			count++
		}
	}
	return count
}

// testRules holds the upload of a rule file to what the description says of entity and component rules alike.
func testRules(t *testing.T, c *client, templateID string, download, upload int, fileName string) {
	stored := func() []byte {
		t.Helper()
		res := c.do(t, call(download, templateID))
		if got := attachmentName(t, res); got != fileName {
			t.Errorf("%s: got file name %q, want %q", res.call, got, fileName)
		}
		return res.body
	}
	requireStored := func(what string, want []byte) {
		t.Helper()
		if got := stored(); !bytes.Equal(got, want) {
			t.Errorf("%s: got stored rules %q, want %q", what, got, want)
		}
	}
	before := stored()
	after := append(bytes.Clone(before), "\n// a comment more\n"...)
	broken := append(bytes.Clone(before), "\nrule \"broken\" when then this is no rule\n"...)

	result := read[ruleUploadResult](t, c, call(upload, templateID).set("dryRun", "true").file(fileName, after))
	if len(result.Errors) != 0 {
		t.Errorf("dry run of valid rules: got errors %v, want 0", result.Errors)
	}
	requireStored("after a dry run", before)
	for _, dryRun := range []string{"true", "false"} {
		res := c.send(t, call(upload, templateID).set("dryRun", dryRun).file(fileName, broken))
		var refused ruleUploadResult
		if err := decodeStrict(res.body, &refused); err != nil {
			t.Errorf("%s: %v, want no error", res.call, err)
		}
		if len(refused.Errors) == 0 {
			t.Errorf("%s: invalid rules gave status %d without errors, want some refused.Errors", res.call, res.status)
		}
		requireStored("after invalid rules", before)
	}
	if result = read[ruleUploadResult](t, c, call(upload, templateID).file(fileName, after)); len(result.Errors) != 0 {
		t.Errorf("valid rules: got errors %v, want 0", result.Errors)
	}
	requireStored("after an upload without dryRun", after)
	read[ruleUploadResult](t, c, call(upload, templateID).set("dryRun", "false").file(fileName, before))
	requireStored("after an upload with dryRun false", before)
	c.refuse(t, call(upload, templateID).form("other", fileName, after))
	c.refuse(t, call(upload, templateID).set("dryRun", "perhaps").file(fileName, after))
	c.refuse(t, call(upload, unknownID).file(fileName, after))
	requireStored("after refused uploads", before)
}

func testDateFormats(t *testing.T, c *client, templateID string) {
	const fileName = "date-formats.txt"
	res := c.do(t, call(7, templateID))
	if got := attachmentName(t, res); got != fileName {
		t.Errorf("date formats: got file name %q, want %q", got, fileName)
	}
	requireStored := func(want []byte) {
		t.Helper()
		if got := c.do(t, call(7, templateID)).body; !bytes.Equal(got, want) {
			t.Errorf("got stored date formats %q, want %q", got, want)
		}
	}
	before := res.body
	invalid := c.send(t, call(8, templateID).file(fileName, []byte("dd.MM.yyyy\nno date pattern {\n")))
	if invalid.status == http.StatusOK {
		t.Errorf("invalid date formats: got status 200: %s, want invalid.status other than StatusOK", invalid.body)
	}
	var problems []dateFormatError
	if err := decodeStrict(invalid.body, &problems); err != nil {
		t.Fatalf("invalid date formats: %v, want no error", err)
	}
	if len(problems) != 1 || problems[0].Line != 2 || problems[0].Pattern != "no date pattern {" || problems[0].Message == "" {
		t.Errorf("invalid date formats: got %+v, want one error for line 2", problems)
	}
	requireStored(before)
	valid := []byte("dd.MM.yyyy\nyyyy-MM-dd\n")
	if got := c.do(t, call(8, templateID).file(fileName, valid)); got.status != http.StatusOK {
		t.Errorf("valid date formats: got status %d, want 200", got.status)
	}
	requireStored(valid)
	c.do(t, call(8, templateID).file(fileName, before))
	requireStored(before)
	c.refuse(t, call(8, templateID).form("other", fileName, valid))
}

// firstID returns the field "id" of the first item of a collection, or "".
func firstID(t *testing.T, res response) string {
	t.Helper()
	for _, item := range collection[struct {
		ID identifier `json:"id"`
	}](t, res) {
		return string(item.ID)
	}
	return ""
}
