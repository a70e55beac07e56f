package brief

import (
	"net/http"
	"reflect"
	"testing"
	"time"
)

const dossierNotFound = "Dossier not found"

func (c *client) createDossier(t *testing.T, templateID, name string) dossier {
	t.Helper()
	return read[dossier](t, c, call(19, templateID).json(dossierRequest{Name: name}))
}

// lists reports whether the list of dossiers, with the parameter set to true, has the dossier.
func (c *client) lists(t *testing.T, templateID, dossierID, parameter, value string) bool {
	t.Helper()
	request := call(18, templateID)
	if parameter != "" {
		request = request.set(parameter, value)
	}
	for _, listed := range read[dossierList](t, c, request).Dossiers {
		if string(listed.ID) == dossierID {
			return true
		}
	}
	return false
}

func testDossiers(t *testing.T, c *client, templateID string) {
	me := currentUser(t, c, templateID)
	t.Run("create", func(t *testing.T) { testDossierCreation(t, c, templateID, me) })
	t.Run("update", func(t *testing.T) { testDossierUpdate(t, c, templateID, me) })
	t.Run("attributes", func(t *testing.T) { testDossierAttributes(t, c, templateID) })
	t.Run("soft deletion", func(t *testing.T) { testDossierSoftDeletion(t, c, templateID) })
	t.Run("permanent deletion", func(t *testing.T) {
		active := string(c.createDossier(t, templateID, "to be deleted at once").ID)
		requireDossierDeleted(t, c, templateID, active)
		deleted := string(c.createDossier(t, templateID, "to be deleted in two steps").ID)
		c.do(t, call(20, templateID, deleted).set("deletePermanently", "false"))
		requireDossierDeleted(t, c, templateID, deleted)
	})
}

// currentUser returns the identifier of the user who calls: the owner of a dossier created without one.
func currentUser(t *testing.T, c *client, templateID string) string {
	t.Helper()
	probe := c.createDossier(t, templateID, "whose is this")
	c.do(t, call(20, templateID, string(probe.ID)).set("deletePermanently", "true"))
	read[user](t, c, call(42, string(probe.OwnerID)))
	return string(probe.OwnerID)
}

func testDossierCreation(t *testing.T, c *client, templateID, me string) {
	created := c.createDossier(t, templateID, "created with a name only")
	if created.Name != "created with a name only" || created.DossierTemplateID != templateID {
		t.Errorf("got %+v, want the name and the template that were given", created)
	}
	if age := time.Since(created.Date.time()); age < -time.Minute || age > time.Hour {
		t.Errorf("got date %s, want now", created.Date)
	}
	if created.ArchivedTime != nil || created.SoftDeletedTime != nil || created.HardDeletedTime != nil || created.DueDate != nil {
		t.Errorf("got %+v, want no time of archiving, deletion or due date", created)
	}
	if got := read[dossier](t, c, call(21, templateID, string(created.ID))); !reflect.DeepEqual(got, created) {
		t.Errorf("read: got %+v, want %+v", got, created)
	}
	full := map[string]any{
		"id": nil, "name": "created with everything", "description": "all fields", "dueDate": "2031-02-03T04:05:06Z", "ownerId": me,
		"memberIds": []string{me}, "approverIds": []string{me}, "reportTemplateIds": reportTemplateIDs(t, c, templateID),
		"dossierStatusId": firstID(t, c.do(t, call(9, templateID))),
	}
	got := read[dossier](t, c, call(19, templateID).json(full))
	want := got
	want.Name, want.Description, want.OwnerID = "created with everything", "all fields", identifier(me)
	want.MemberIDs, want.ApproverIDs = set[string]{me}, set[string]{me}
	statusID := full["dossierStatusId"].(string)
	want.DossierStatusID = &statusID
	if !reflect.DeepEqual(got, want) || got.DueDate == nil || !got.DueDate.time().Equal(time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)) {
		t.Errorf("got %+v, want what was given: %v", got, full)
	}
	if len(got.ReportTemplateIDs) != len(full["reportTemplateIds"].([]string)) {
		t.Errorf("got report templates %v, want %v", got.ReportTemplateIDs, full["reportTemplateIds"])
	}
	c.refuse(t, call(19, templateID).json(dossierRequest{Description: "no name"}))
	c.refuse(t, call(19, templateID).json(dossierRequest{Name: "created with a name only"}))
	c.refuse(t, call(19, unknownID).json(dossierRequest{Name: "in no template"}))
	for _, twice := range []dossierRequest{
		{Name: "twice", MemberIDs: []string{me, me}},
		{Name: "twice", ApproverIDs: []string{me, me}},
		{Name: "twice", ReportTemplateIDs: []string{unknownID, unknownID}},
	} {
		if status, _ := c.refuse(t, call(19, templateID).json(twice)); status != http.StatusBadRequest {
			t.Errorf("an item twice: got status %d, want 400", status)
		}
	}
	testDossierNameAcrossTemplates(t, c, templateID)
}

// testDossierNameAcrossTemplates requires that the name is unique in the workspace, not in its template only.
func testDossierNameAcrossTemplates(t *testing.T, c *client, templateID string) {
	t.Helper()
	others := 0
	for _, other := range read[templateList](t, c, call(1)).DossierTemplates {
		if string(other.ID) == templateID {
			continue
		}
		others++
		c.refuse(t, call(19, string(other.ID)).json(dossierRequest{Name: "created with a name only"}))
	}
	if others == 0 {
		t.Error("the workspace has one template: nothing shows that a name is unique across templates")
	}
}

func reportTemplateIDs(t *testing.T, c *client, templateID string) []string {
	t.Helper()
	ids := []string{}
	for _, report := range collection[struct {
		ID identifier `json:"id"`
	}](t, c.do(t, call(17, templateID))) {
		ids = append(ids, string(report.ID))
	}
	return ids
}

func testDossierUpdate(t *testing.T, c *client, templateID, me string) {
	created := c.createDossier(t, templateID, "before the update")
	id := string(created.ID)
	change := dossierRequest{
		ID: &id, Name: "after the update", Description: "changed", DueDate: "2032-01-01T00:00:00Z", MemberIDs: []string{me},
	}
	updated := read[dossier](t, c, call(19, templateID).json(change))
	if string(updated.ID) != id || updated.Name != "after the update" || updated.Description != "changed" || updated.DueDate == nil {
		t.Errorf("got %+v, want dossier %s with what was given", updated, id)
	}
	if got := read[dossier](t, c, call(21, templateID, id)); !reflect.DeepEqual(got, updated) {
		t.Errorf("read: got %+v, want %+v", got, updated)
	}
	for _, invalid := range []string{"no identifier", unknownID} {
		c.refuse(t, call(19, templateID).json(dossierRequest{ID: &invalid, Name: "nobody"}))
	}
	c.createDossier(t, templateID, "the name of another")
	c.refuse(t, call(19, templateID).json(dossierRequest{ID: &id, Name: "the name of another"}))
	if got := read[dossier](t, c, call(21, templateID, id)); got.Name != "after the update" {
		t.Errorf("after refused updates: got name %q, want %q", got.Name, "after the update")
	}
}

func testDossierAttributes(t *testing.T, c *client, templateID string) {
	attributeID := firstID(t, c.do(t, call(10, templateID)))
	if attributeID == "" {
		t.Fatal("the template has no dossier attribute")
	}
	id := string(c.createDossier(t, templateID, "with attributes").ID)
	values := attributes{AttributeIDToValue: map[string]string{attributeID: "a value"}}
	c.do(t, call(22, templateID, id).json(values))
	if got := read[dossier](t, c, call(21, templateID, id)).DossierAttributes; !reflect.DeepEqual(got, values) {
		t.Errorf("got %v, want %v", got, values)
	}
	c.refuse(t, call(22, templateID, id).json(map[string]any{"attributeIdToValue": map[string]any{attributeID: 7}}))
	c.refuse(t, call(22, templateID, unknownID).json(values))
}

func testDossierSoftDeletion(t *testing.T, c *client, templateID string) {
	id := string(c.createDossier(t, templateID, "to be deleted softly").ID)
	if !c.lists(t, templateID, id, "", "") || !c.lists(t, templateID, id, "includeArchived", "true") {
		t.Error("an active dossier is not listed by default")
	}
	if c.lists(t, templateID, id, "includeActive", "false") {
		t.Error("an active dossier is listed with includeActive false")
	}
	c.do(t, call(20, templateID, id))
	c.refuseWith(t, call(21, templateID, id), http.StatusNotFound, dossierNotFound)
	c.refuseWith(t, call(21, templateID, id).set("includeSoftDeleted", "false"), http.StatusNotFound, dossierNotFound)
	deleted := read[dossier](t, c, call(21, templateID, id).set("includeSoftDeleted", "true"))
	if deleted.SoftDeletedTime == nil || deleted.HardDeletedTime != nil {
		t.Errorf("got %+v, want softDeletedTime only", deleted)
	}
	if c.lists(t, templateID, id, "", "") || c.lists(t, templateID, id, "includeSoftDeleted", "false") {
		t.Error("a soft-deleted dossier is listed without includeSoftDeleted")
	}
	if !c.lists(t, templateID, id, "includeSoftDeleted", "true") {
		t.Error("a soft-deleted dossier is not listed with includeSoftDeleted")
	}
}

// requireDossierDeleted deletes the dossier permanently and requires that nothing shows it as restorable.
func requireDossierDeleted(t *testing.T, c *client, templateID, id string) {
	t.Helper()
	c.do(t, call(20, templateID, id).set("deletePermanently", "true"))
	c.refuseWith(t, call(21, templateID, id), http.StatusNotFound, dossierNotFound)
	c.refuseWith(t, call(21, templateID, id).set("includeSoftDeleted", "true"), http.StatusNotFound, dossierNotFound)
	if c.lists(t, templateID, id, "includeSoftDeleted", "true") {
		t.Error("a permanently deleted dossier is listed")
	}
	c.refuse(t, call(20, templateID, id))
}
