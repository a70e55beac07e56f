package service_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// ids is a body that names files.
func ids(paths ...string) string {
	var quoted []string
	for _, p := range paths {
		quoted = append(quoted, `"`+filepath.Base(p)+`"`)
	}
	return `{"fileIds":[` + strings.Join(quoted, ",") + `]}`
}

// TestLifeOfADossier through archive and trash, and what its lists show.
func TestLifeOfADossier(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args)
		f := o.uploadFile("a.pdf")
		o.uploadFile("b.pdf")
		o.olga.Want(204, "DELETE", o.dossier+"/files/"+filepath.Base(f), nil)
		d, all := o.dossier, "?includeSoftDeleted=true"
		o.groups("active", "Office", "", "", "b.pdf", "", "a.pdf")
		o.rita.ExpectRefusal(403, "Access denied", "POST", d+"/archive", "")
		o.stray.ExpectRefusal(403, "Access denied", "POST", d+"/archive", "")
		o.stray.ExpectRefusal(409, "Dossier is not deleted", "POST", d+"/restore", "")
		o.rita.ExpectRefusal(403, "Access denied", "POST", d+"/restore", "")
		var archived struct{ ArchivedTime, SoftDeletedTime *string }
		o.olga.Want(200, "POST", d+"/archive", nil).Decode(t, &archived)
		if archived.ArchivedTime == nil {
			t.Error("no time of archiving")
		}
		o.groups("archived", "", "Office", "", "", "b.pdf", "a.pdf")
		o.archivedRefusals(f)
		o.olga.ExpectRefusal(409, "Dossier name already exists", "POST", filepath.Dir(d), `{"name":"Office"}`)
		o.olga.Want(204, "DELETE", d, nil)
		o.groups("archived and deleted", "", "", "Office", "", "", "a.pdf b.pdf")
		o.expectHidden(f)
		o.olga.Want(404, "DELETE", d, nil)
		o.stray.Want(200, "POST", d+"/restore", nil).Decode(t, &archived)
		if archived.ArchivedTime == nil || archived.SoftDeletedTime != nil {
			t.Errorf("comes back as %+v, want archived.ArchivedTime != nil and archived.SoftDeletedTime = nil", archived)
		}
		o.groups("restored", "", "Office", "", "", "b.pdf", "a.pdf")
		o.olga.ExpectRefusal(409, "Dossier is archived", "POST", d+"/archive", "")
		o.levels(func(u usageLevels) bool {
			return u.ArchivedFilesUploadedBytes > 0 && u.TrashFilesUploadedBytes > 0 && u.NumberOfDossiers == 1
		})
		o.olga.Want(204, "DELETE", d+"?deletePermanently=true", nil)
		for _, path := range []string{d, d + all, f, f + "?includeSoftDeleted=true", d + "/files" + all,
			d + "?asOf=" + time.Now().Add(-time.Second).UTC().Format(time.RFC3339)} {
			o.olga.Want(404, "GET", path, nil)
		}
		o.stray.ExpectRefusal(404, "Dossier not found", "POST", d+"/restore", "")
		o.olga.ExpectRefusal(404, "Dossier not found", "DELETE", d+"?deletePermanently=true", "")
		o.olga.Want(201, "POST", filepath.Dir(d), map[string]any{"name": "Office"})
		o.levels(func(u usageLevels) bool { return u.TotalFilesUploadedBytes == 0 && u.NumberOfDossiers == 1 })
	})
}

// groups wants what the lists of 18 and 24 show by flag: dossiers that are active,
// archived and soft-deleted, then files.
func (o *workplace) groups(when string, want ...string) {
	o.t.Helper()
	for i, flag := range []string{"includeActive", "includeArchived", "includeSoftDeleted"} {
		query := "?includeActive=false"
		if i > 0 {
			query += "&" + flag + "=true"
		} else {
			query = ""
		}
		if got := o.olga.ListNames(o.template + "/dossiers" + query); got != want[i] {
			o.t.Errorf("%s: dossiers with %s: %q, want %q", when, flag, got, want[i])
		}
		if i < 2 && want[2] != "" {
			o.olga.Want(404, "GET", o.dossier+"/files"+query, nil)
			continue
		}
		if got := o.olga.ListNames(o.dossier + "/files" + query); got != want[i+3] {
			o.t.Errorf("%s: files with %s: %q, want %q", when, flag, got, want[i+3])
		}
	}
	if want[2] == "" {
		if got := o.olga.ListNames(o.dossier + "/files?includeActive=false"); got != "" {
			o.t.Errorf("%s: no group chosen: %q, want nothing", when, got)
		}
		union := strings.Fields(strings.Join(want[3:], " "))
		slices.Sort(union)
		if got := o.olga.ListNames(o.dossier + "/files?includeArchived=true&includeSoftDeleted=true"); got != strings.Join(union, " ") {
			o.t.Errorf("%s: all groups: %q, want %q", when, got, union)
		}
	}
	if got := o.olga.ListNames(o.template + "/dossiers?includeArchivedDossiers=true&includeSoftDeleted=true"); got != "Office" {
		o.t.Errorf("%s: all groups of dossiers: %q, want %q", when, got, "Office")
	}
}

// archivedRefusals asks for everything that an archived dossier does not take, and for
// what it does; trashed is a file in the trash.
func (o *workplace) archivedRefusals(trashed string) {
	o.t.Helper()
	const closed = "Dossier is archived"
	d := o.dossier
	var list struct{ FileStatus []struct{ ID string } }
	o.olga.Want(200, "GET", d+"/files?includeArchived=true", nil).Decode(o.t, &list)
	f := d + "/files/" + list.FileStatus[0].ID
	body, kind := servicetest.NewMultipartFile("n.pdf", servicetest.SamplePDF(o.t))
	o.olga.ExpectFailure(409, closed, "POST", d+"/files", kind, body)
	for _, row := range [][3]string{
		{"POST", filepath.Dir(d), `{"id":"` + filepath.Base(d) + `","name":"Office","description":"x"}`},
		{"POST", filepath.Dir(d), `{"id":"` + filepath.Base(d) + `","name":"Renamed"}`},
		{"PUT", d + "/attributes", `{"attributeIdToValue":{}}`},
		{"DELETE", f, ""}, {"DELETE", f + "?deletePermanently=true", ""}, {"DELETE", trashed + "?deletePermanently=true", ""},
		{"POST", d + "/files/bulk-delete", ids(f)}, {"POST", d + "/files/bulk-delete?deletePermanently=true", ids(f, trashed)},
		{"PUT", f + "/attributes", `{"attributeIdToValue":{}}`},
		{"POST", f + "/component-overrides", `{"name":"A","componentValues":[]}`},
		{"POST", f + "/component-overrides/revert", `{"components":["A"]}`},
		{"POST", d + "/archive", ""}, {"POST", d + "/reanalyse", ""},
		{"POST", d + "/files/restore", ids(trashed)}, {"POST", trashed + "/restore", ""},
		{"PUT", f + "/assignee", `{"assigneeId":null}`}, {"PUT", f + "/workflow-status", `{"workflowStatus":"UNDER_REVIEW"}`},
		{"POST", f + "/reanalyse", ""},
	} {
		o.olga.ExpectRefusal(409, closed, row[0], row[1], row[2])
	}
	o.olga.ExpectRefusal(404, "File not found", "POST", d+"/files/bulk-delete", ids(trashed))
	o.olga.ExpectRefusal(400, "fileIds is required", "POST", d+"/files/restore", `{"fileIds":[]}`)
	o.olga.Want(200, "GET", f+"/components", nil)
	o.olga.Want(200, "GET", f+"/entities", nil)
	o.olga.Want(200, "GET", d+"/components.xml", nil)
	o.olga.Want(200, "POST", f+"/downloads", map[string]any{})
	var r review
	o.olga.Want(200, "GET", f, nil).Decode(o.t, &r)
	if !r.DossierArchived {
		o.t.Error("the file does not say that its dossier is archived")
	}
}

// expectHidden wants a soft-deleted dossier to be found by those who ask for such only.
func (o *workplace) expectHidden(trashed string) {
	o.t.Helper()
	for _, path := range []string{"", "/files", "/components", "/history", "/components.xml"} {
		o.olga.ExpectRefusal(404, "Dossier not found", "GET", o.dossier+path, "")
	}
	for _, path := range []string{"", "/components", "/entities", "/history", "/content"} {
		o.olga.ExpectRefusal(404, "Dossier not found", "GET", trashed+path, "")
	}
	o.olga.ExpectRefusal(404, "Dossier not found", "POST", o.dossier+"/files/restore", ids(trashed))
	o.olga.ExpectRefusal(404, "Dossier not found", "POST", trashed+"/restore", "")
	o.olga.Want(200, "GET", o.dossier+"?includeSoftDeleted=true", nil)
	o.olga.Want(200, "GET", trashed+"?includeSoftDeleted=true", nil)
}

// usageLevels are what a workspace holds now.
type usageLevels struct {
	TotalFilesUploadedBytes, ActiveFilesUploadedBytes, ArchivedFilesUploadedBytes, TrashFilesUploadedBytes, NumberOfDossiers int64
}

// levels waits until the usage report is as wanted; it is not waited for by writes.
func (o *workplace) levels(want func(usageLevels) bool) {
	o.t.Helper()
	var u usageLevels
	for deadline := time.Now().Add(2 * time.Minute); !want(u); {
		if time.Now().After(deadline) {
			o.t.Errorf("usage: %+v", u)
			return
		}
		o.olga.Want(200, "POST", "/api/license/usage-reports",
			map[string]any{"startDate": time.Now().AddDate(0, 0, -1).Format(time.RFC3339),
				"endDate": time.Now().AddDate(0, 0, 1).Format(time.RFC3339)}).Decode(o.t, &u)
	}
	if u.TotalFilesUploadedBytes != u.ActiveFilesUploadedBytes+u.ArchivedFilesUploadedBytes+u.TrashFilesUploadedBytes {
		o.t.Errorf("the sum is another: %+v, want active, archived and trashed bytes together", u)
	}
}

// TestManyFilesAtOnce deletes and restores files, all or none.
func TestManyFilesAtOnce(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		o := newWorkplace(t, args)
		a, b, c := o.uploadFile("a.pdf"), o.uploadFile("b.pdf"), o.uploadFile("c.pdf")
		bulk, back := o.dossier+"/files/bulk-delete", o.dossier+"/files/restore"
		nobody := uuid.NewString()
		for body, message := range map[string]string{
			`{}`: "fileIds is required", `{"fileIds":[]}`: "fileIds is required", `{"fileIds":null}`: "fileIds is required",
			`{"fileIds":["x"]}`: "fileIds is not a valid identifier", `{"fileIds":7}`: "fileIds must be an array",
			`[`: "The request body is not valid JSON",
			`{"fileIds":[` + strings.Repeat(`"`+nobody+`",`, 10_000) + `"` + nobody + `"]}`: "fileIds must not have more than 10000 items",
		} {
			o.mo.ExpectRefusal(400, message, "POST", bulk, body)
			o.olga.ExpectRefusal(400, message, "POST", back, body)
		}
		o.mo.ExpectRefusal(404, "File not found", "POST", bulk, ids(a, b, nobody))
		o.stray.ExpectRefusal(403, "Access denied", "POST", bulk, ids(a))
		o.rita.Want(200, "PUT", c+"/assignee", map[string]any{"assigneeId": o.ids["rita"]})
		o.mo.ExpectRefusal(403, "Access denied", "POST", bulk, ids(a, b, c))
		if got := o.mo.ListNames(o.dossier + "/files"); got != "a.pdf b.pdf c.pdf" {
			t.Errorf("after refusals: %q, want %q", got, "a.pdf b.pdf c.pdf")
		}
		o.rita.Want(204, "POST", bulk, json.RawMessage(ids(a, strings.ToUpper(b), b, c)))
		o.rita.ExpectRefusal(404, "File not found", "POST", bulk, ids(a))
		o.rita.ExpectRefusal(404, "File not found", "DELETE", a, "")
		o.mo.ExpectRefusal(403, "Access denied", "POST", back, ids(a))
		again := o.uploadFile("b.pdf")
		o.stray.ExpectRefusal(409, "A file with this name exists: b.pdf", "POST", back, ids(a, b, c))
		o.stray.ExpectRefusal(409, "A file with this name exists: b.pdf", "POST", b+"/restore", "")
		o.stray.ExpectRefusal(409, "File is not deleted", "POST", back, ids(a, again))
		o.stray.ExpectRefusal(409, "File is not deleted", "POST", again+"/restore", "")
		o.stray.ExpectRefusal(404, "File not found", "POST", back, ids(a, nobody))
		if got := o.mo.ListNames(o.dossier + "/files"); got != "b.pdf" {
			t.Errorf("after refused restores: %q, want %q", got, "b.pdf")
		}
		o.mo.Want(204, "DELETE", again, nil)
		o.stray.ExpectRefusal(409, "A file with this name exists: b.pdf", "POST", back, ids(b, again))
		o.stray.Want(204, "POST", back, json.RawMessage(ids(a, b, c, a)))
		if got := o.mo.ListNames(o.dossier + "/files"); got != "a.pdf b.pdf c.pdf" {
			t.Errorf("restored: %q, want %q", got, "a.pdf b.pdf c.pdf")
		}
		if got := o.stands(o.mo.Want(200, "GET", c, nil)); got != "UNDER_REVIEW rita/-/-" {
			t.Errorf("a restored file: %s, want %q", got, "UNDER_REVIEW rita/-/-")
		}
		o.rita.Want(204, "POST", bulk+"?deletePermanently=true", json.RawMessage(ids(a, again, c)))
		o.stray.ExpectRefusal(404, "File not found", "POST", again+"/restore", "")
		if got := o.mo.ListNames(o.dossier + "/files?includeSoftDeleted=true"); got != "b.pdf" {
			t.Errorf("at the end: %q, want %q", got, "b.pdf")
		}
	})
}
