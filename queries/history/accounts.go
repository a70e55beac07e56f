package history

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain/user"
)

// accountChange tells of an event of an account. E-mail addresses are told nobody, only
// that they are others.
func (t telling) accountChange(who string) (string, changes) {
	was, is, c := t.accountBefore, t.accountNow, changes{}
	if _, ok := t.event.Event.(user.Erased); ok {
		c.eraseFields("username", "firstName", "lastName", "email")
		return t.buildSentence(who, is.Username), c
	}
	c.replaceField("username", was.Username, is.Username)
	c.replaceField("firstName", was.FirstName, is.FirstName)
	c.replaceField("lastName", was.LastName, is.LastName)
	c.replaceField("roles", was.Roles, is.Roles)
	c.replaceField("active", was.IsActive(), is.IsActive())
	if was.Email != is.Email {
		c["emailChanged"] = true
	}
	if was.ID == "" {
		for name := range c {
			delete(c, previousField(name))
		}
		delete(c, "emailChanged")
	}
	if e, ok := t.event.Event.(user.Created); ok && e.Person.IsErased() {
		c["username"], c["firstName"], c["lastName"] = nil, nil, nil
	}
	return t.buildSentence(who, orElse(is.Username, "of somebody")), c
}

// packageChange tells of an event of a package.
func (t telling) packageChange(who string) (string, changes) {
	was, is := t.packageBefore, t.packageNow
	c := plainFields(t.event.Event)
	for field, name := range map[string]string{
		"files": "fileIds", "fileTypes": "downloadFileTypes", "reportTemplates": "reportTemplateIds",
		"color": "redactionPreviewColor", "cause": "errorCause", "user": "userId",
	} {
		if v, ok := c[field]; ok {
			delete(c, field)
			c[name] = v
		}
	}
	for _, told := range []string{"dossier", "template", "at"} { // the entry itself tells them
		delete(c, told)
	}
	if c["wholeDossier"] == false { // as of all packages without evidence
		delete(c, "wholeDossier")
	}
	if was.ID == "" {
		c.setField("status", string(is.Status))
	}
	c.replaceField("status", string(was.Status), string(is.Status))
	if was.ID == "" {
		delete(c, previousField("status"))
	}
	if is.Blob.Size != was.Blob.Size {
		c.setField("fileSize", is.Blob.Size)
	}
	return t.buildSentence(who, orElse(is.Filename, "that is deleted")), c
}

// doors say what happened at the door, by the name of the event: %s is who stood there.
var doors = map[string]string{
	"auth.signed-in":  "%s signed in",
	"auth.failed":     "a sign-in of %s failed",
	"auth.locked":     "sign-ins of %s are locked for a while",
	"auth.signed-out": "%s signed out",
	"access.denied":   "%s was denied access",
}

// signIn tells of what happened at the door. Whom the service does not know it cannot
// name, and what somebody typed was never stored.
func (t telling) signIn(who string) (string, changes) {
	if t.event.Actor == "" || t.event.Actor == user.SystemID {
		who = "somebody unknown"
	}
	w, ok := doors[t.event.Type]
	if !ok {
		w = "%s: " + t.event.Type
	}
	return fmt.Sprintf(w, who), plainFields(t.event.Event)
}
