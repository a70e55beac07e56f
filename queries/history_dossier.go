package queries

import (
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/dossier"
)

// dossierChange tells of an event of a dossier.
func (t telling) dossierChange(who string) (string, changes) {
	was, is, c := t.folderBefore, t.folderThen, changes{}
	name := orElse(is.Name, "a deleted dossier")
	switch e := t.event.Event.(type) {
	case dossier.Created:
		for _, f := range dossierFields(is) {
			c.setField(f.name, f.value)
		}
		c.setField("visibility", e.Visibility)
		c.setField("downloadFileTypes", e.DownloadFileTypes)
		if e.Text.IsErased() {
			c["name"], c["description"] = nil, nil
		}
		return fmt.Sprintf("%s created %s", who, name), c
	case dossier.Updated:
		before := dossierFields(was)
		var changed []string
		for i, f := range dossierFields(is) {
			if c.replaceField(f.name, before[i].value, f.value); len(c) > 2*len(changed) {
				changed = append(changed, f.word)
			}
		}
		if e.Text.IsErased() {
			c.eraseFields("name", "description")
			return fmt.Sprintf("%s changed %s", who, name), c
		}
		return fmt.Sprintf("%s changed %s of %s", who, joinNames(changed), name), c
	case dossier.AttributesSet:
		if e.Values.IsErased() {
			c.eraseFields("dossierAttributes")
			return fmt.Sprintf("%s changed attributes of %s", who, name), c
		}
		before, now := map[string]string{}, map[string]string{}
		for _, a := range e.Values.Value {
			before[a.ID], now[a.ID] = shortenPicture(was.Attributes[a.ID]), shortenPicture(is.Attributes[a.ID])
		}
		c.replaceField("dossierAttributes", before, now)
		return fmt.Sprintf("%s changed attributes of %s", who, name), c
	case dossier.SoftDeleted:
		c.replaceField("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
		c.setField("purgeTime", e.PurgeAt)
		return fmt.Sprintf("%s deleted %s", who, name), c
	case dossier.PermanentlyDeleted:
		return fmt.Sprintf("%s permanently deleted %s", who, orElse(is.Name, "a dossier")), c
	}
	before := dossierFields(was)
	for i, f := range dossierFields(is) {
		c.replaceField(f.name, before[i].value, f.value)
	}
	c.replaceField("archivedTime", was.Archived, is.Archived)
	c.replaceField("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
	return t.buildSentence(who, name), c
}

// shortenPicture tells a picture by its type alone.
func shortenPicture(value string) string {
	if kind, _, ok := strings.Cut(value, ";base64,"); ok {
		return kind
	}
	return value
}

// A dossierField is a field as the interface calls it and as a sentence does.
type dossierField struct {
	name, word string
	value      any
}

func dossierFields(r dossier.Record) []dossierField {
	return []dossierField{
		{"name", "name", r.Name},
		{"description", "description", r.Description},
		{"ownerId", "owner", identifier(r.Owner)},
		{"memberIds", "members", r.Members},
		{"approverIds", "approvers", r.Approvers},
		{"reportTemplateIds", "report templates", r.ReportTemplates},
		{"dossierStatusId", "status", identifier(r.Status)},
		{"dueDate", "due date", r.DueDate},
	}
}

// orElse names what has no readable name any more.
func orElse(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}
