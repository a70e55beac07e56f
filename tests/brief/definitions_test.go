package brief

import (
	"net/http"
	"testing"
	"time"
)

type newDefinition struct {
	TechnicalName string `json:"technicalName,omitempty"`
	DisplayName   string `json:"displayName,omitempty"`
	Description   string `json:"description,omitempty"`
}

type changedDefinition struct {
	ID            identifier `json:"id,omitempty"`
	DisplayName   string     `json:"displayName,omitempty"`
	Description   string     `json:"description,omitempty"`
	TechnicalName string     `json:"technicalName,omitempty"`
	Rank          int64      `json:"rank,omitempty"`
}

type componentIDs struct {
	ComponentIDs []identifier `json:"componentIds"`
}

// definitionTest is a template with component definitions, and the client that changes them.
type definitionTest struct {
	*client
	templateID string
}

func (d definitionTest) list(t *testing.T, includeSoftDeleted string) []componentDefinition {
	t.Helper()
	request := call(45, d.templateID)
	if includeSoftDeleted != "" {
		request = request.set("includeSoftDeleted", includeSoftDeleted)
	}
	return read[[]componentDefinition](t, d.client, request)
}

// find returns the definition with that id in the list, or nil.
func find(definitions []componentDefinition, id identifier) *componentDefinition {
	for i := range definitions {
		if definitions[i].ID == id {
			return &definitions[i]
		}
	}
	return nil
}

// ranksOf returns the ranks of the active definitions.
func ranksOf(definitions []componentDefinition) map[identifier]int64 {
	ranks := map[identifier]int64{}
	for _, definition := range definitions {
		if definition.SoftDeleteTime == nil {
			ranks[definition.ID] = definition.Rank
		}
	}
	return ranks
}

func highestRank(definitions []componentDefinition) int64 {
	highest := int64(0)
	for _, rank := range ranksOf(definitions) {
		highest = max(highest, rank)
	}
	return highest
}

func testDefinitions(t *testing.T, c *client, templateID string) {
	d := definitionTest{client: c, templateID: templateID}
	var created []componentDefinition
	t.Run("create", func(t *testing.T) { created = d.testCreate(t) })
	t.Run("update", func(t *testing.T) { d.testUpdate(t, created) })
	t.Run("soft delete and restore", func(t *testing.T) { d.testDeleteAndRestore(t, created) })
	t.Run("reorder", func(t *testing.T) { d.testReorder(t) })
	t.Run("refused", func(t *testing.T) { d.testRefused(t) })
	c.do(t, call(47, templateID).json(componentIDs{ComponentIDs: []identifier{created[0].ID, created[1].ID, created[2].ID}}))
}

// testCreate creates three definitions and returns them as the list has them.
func (d definitionTest) testCreate(t *testing.T) []componentDefinition {
	last := highestRank(d.list(t, "true"))
	answer := read[[]componentDefinition](t, d.client, call(44, d.templateID).json([]newDefinition{
		{TechnicalName: "Brief Number One", DisplayName: "Number one", Description: "the first"},
		{TechnicalName: "brief_number_two", DisplayName: "Number two"},
		{TechnicalName: "BriefNumberThree", DisplayName: "Number three"},
	}))
	var created []componentDefinition
	for i, name := range []string{"brief_number_one", "brief_number_two", "brief_number_three"} {
		for _, definition := range answer {
			if definition.TechnicalName == name {
				created = append(created, definition)
			}
		}
		if len(created) != i+1 {
			t.Fatalf("got %+v, want one definition %s", answer, name)
		}
		got := created[i]
		if got.Rank != last+int64(i)+1 || string(got.DossierTemplateID) != d.templateID || got.SoftDeleteTime != nil {
			t.Errorf("got %+v, want rank %d in template %s, not deleted", got, last+int64(i)+1, d.templateID)
		}
		if listed := find(d.list(t, ""), got.ID); listed == nil || *listed != got {
			t.Errorf("list: got %+v, want %+v", listed, got)
		}
		if one := read[[]componentDefinition](t, d.client, call(49, d.templateID, string(got.ID))); len(one) != 1 || one[0] != got {
			t.Errorf("read: got %+v, want an array that holds %+v", one, got)
		}
	}
	if created[0].DisplayName != "Number one" || created[0].Description != "the first" {
		t.Errorf("got %+v, want the names that were given", created[0])
	}
	return created
}

func (d definitionTest) testUpdate(t *testing.T, created []componentDefinition) {
	change := changedDefinition{ID: created[0].ID, DisplayName: "Changed", Description: "changed"}
	answer := read[[]componentDefinition](t, d.client, call(46, d.templateID).json([]changedDefinition{change}))
	got := find(answer, created[0].ID)
	if got == nil || got.DisplayName != "Changed" || got.Description != "changed" {
		t.Errorf("got %+v, want the changed names", got)
	}
	change.TechnicalName, change.Rank = "another_name", 1
	d.send(t, call(46, d.templateID).json([]changedDefinition{change}))
	if got = find(d.list(t, ""), created[0].ID); got.TechnicalName != created[0].TechnicalName || got.Rank != created[0].Rank {
		t.Errorf("got %+v, want technical name and rank as they were in %+v", got, created[0])
	}
	for _, incomplete := range []changedDefinition{
		{DisplayName: "a", Description: "b"},
		{ID: created[0].ID, Description: "b"},
		{ID: created[0].ID, DisplayName: "a"},
		{ID: unknownID, DisplayName: "a", Description: "b"},
	} {
		d.refuse(t, call(46, d.templateID).json([]changedDefinition{incomplete}))
	}
}

func (d definitionTest) testDeleteAndRestore(t *testing.T, created []componentDefinition) {
	before, middle := ranksOf(d.list(t, "")), created[1].ID
	request := componentIDs{ComponentIDs: []identifier{middle}}
	d.do(t, call(47, d.templateID).json(request))
	after := d.list(t, "false")
	if find(after, middle) != nil {
		t.Error("a soft-deleted definition is listed")
	}
	for id, rank := range before {
		if got := ranksOf(after)[id]; id != middle && got != rank {
			t.Errorf("soft delete of another: got rank %d of %s, want %d", got, id, rank)
		}
	}
	deleted := find(d.list(t, "true"), middle)
	if deleted == nil || deleted.SoftDeleteTime == nil {
		t.Fatalf("list with includeSoftDeleted: got %+v, want the definition and its softDeleteTime", deleted)
	}
	if age := time.Since(deleted.SoftDeleteTime.time()); age < -time.Minute || age > time.Hour {
		t.Errorf("got softDeleteTime %s, want the time of the request", *deleted.SoftDeleteTime)
	}
	answer := read[[]componentDefinition](t, d.client, call(50, d.templateID).json(request))
	restored := find(answer, middle)
	if restored == nil || restored.SoftDeleteTime != nil || restored.Rank != highestRank(after)+1 {
		t.Errorf("restore: got %+v, want it active at rank %d", restored, highestRank(after)+1)
	}
	if listed := find(d.list(t, ""), middle); listed == nil || restored == nil || *listed != *restored {
		t.Errorf("list after the restore: got %+v, want %+v", listed, restored)
	}
}

func (d definitionTest) testReorder(t *testing.T) {
	var reversed []identifier
	for _, definition := range d.list(t, "") {
		reversed = append([]identifier{definition.ID}, reversed...)
	}
	answer := read[[]componentDefinition](t, d.client, call(48, d.templateID).json(componentIDs{ComponentIDs: reversed}))
	for i, id := range reversed {
		if got := find(answer, id); got == nil || got.Rank != int64(i)+1 {
			t.Errorf("got %+v, want rank %d of %s", got, i+1, id)
		}
		if got := ranksOf(d.list(t, ""))[id]; got != int64(i)+1 {
			t.Errorf("list: got rank %d of %s, want %d", got, id, i+1)
		}
	}
}

func (d definitionTest) testRefused(t *testing.T) {
	d.refuse(t, call(44, d.templateID).json([]newDefinition{{DisplayName: "no technical name"}}))
	d.refuse(t, call(44, d.templateID).json([]newDefinition{{TechnicalName: "no_display_name"}}))
	for _, row := range []int{47, 48, 50} {
		d.refuse(t, call(row, d.templateID).json(struct{}{}))
		d.refuse(t, call(row, d.templateID).json(componentIDs{ComponentIDs: []identifier{unknownID}}))
	}
	if status, _ := d.refuse(t, call(49, d.templateID, unknownID)); status != http.StatusNotFound {
		t.Errorf("unknown definition: got status %d, want 404", status)
	}
}
