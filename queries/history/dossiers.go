package history

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/user"
)

// dossierChange tells of an event of a dossier.
func (t telling) dossierChange(who string) (string, changes) {
	was, is, c := t.folderBefore, t.folderThen, changes{}
	name := orElse(is.Name, "a deleted dossier")
	switch e := t.event.Event.(type) {
	case dossier.Created:
		for _, f := range dossier.Fields {
			c.setField(f.Name, dossierValue(f, is))
		}
		c.setField("visibility", e.Visibility)
		c.setField("downloadFileTypes", e.DownloadFileTypes)
		if e.Text.IsErased() {
			c["name"], c["description"] = nil, nil
		}
		return fmt.Sprintf("%s created %s", who, name), c
	case dossier.Updated:
		var changed []string
		for _, f := range dossier.Fields {
			if c.replaceField(f.Name, dossierValue(f, was), dossierValue(f, is)); len(c) > 2*len(changed) {
				changed = append(changed, f.Word)
			}
		}
		if e.Text.IsErased() {
			c.eraseFields("name", "description")
			changed = nil
		}
		return t.describeUpdate(who, name, changed, c), c
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
	for _, f := range dossier.Fields {
		c.replaceField(f.Name, dossierValue(f, was), dossierValue(f, is))
	}
	c.replaceField("archivedTime", was.Archived, is.Archived)
	c.replaceField("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
	return t.buildSentence(who, name), c
}

// describeUpdate says who changed what of a dossier, and in plain words when it was somebody from
// outside, or somebody who made himself the owner: a MANAGER may, and those whose dossier it is
// are to see it. The fields byNonMember and takenOver are set then.
func (t telling) describeUpdate(who, name string, changed []string, c changes) string {
	was, is, actor := t.folderBefore, t.folderThen, t.event.Actor
	outside := actor != "" && actor != user.SystemID && !slices.Contains(was.Members, actor)
	if outside {
		who += ", who was no member,"
		c.setField("byNonMember", true)
	}
	what := joinNames(changed)
	switch {
	case is.Owner == actor && was.Owner != actor:
		c.setField("takenOver", true)
		return fmt.Sprintf("%s took over %s (changed %s)", who, name, what)
	case outside && slices.Contains(is.Members, actor):
		return fmt.Sprintf("%s joined %s (changed %s)", who, name, what)
	case len(changed) == 0: // what it was is erased
		return fmt.Sprintf("%s changed %s", who, name)
	}
	return fmt.Sprintf("%s changed %s of %s", who, what, name)
}

// shortenPicture tells a picture by its type alone.
func shortenPicture(value string) string {
	if kind, _, ok := strings.Cut(value, ";base64,"); ok {
		return kind
	}
	return value
}

// dossierValue returns the value of a field as changes tell it.
func dossierValue(f dossier.Field, r dossier.Record) any {
	v := f.ValueIn(r.Text, r.Details)
	if id, ok := v.(string); ok && f.Identifier {
		return identifier(id)
	}
	return v
}

// orElse names what has no readable name any more.
func orElse(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}
