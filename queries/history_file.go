package queries

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// fileChange tells of what people did with a file as a whole.
func (t telling) fileChange(ctx context.Context, who string) (string, changes, error) {
	was, is, c := t.fileBefore, t.fileAfter, changes{}
	name := t.filename()
	switch e := t.event.Event.(type) {
	case file.Uploaded:
		c.set("filename", is.Filename)
		c.set("fileSize", is.Size)
		c.set("version", is.FileVer)
		c.set("excludedFromAutomaticAnalysis", is.Manual)
		if e.Name.IsErased() {
			c["filename"] = nil
		}
		return fmt.Sprintf("%s uploaded %s", who, name), c, nil
	case file.Replaced:
		c.swap("filename", was.Filename, is.Filename)
		c.swap("fileSize", was.Size, is.Size)
		c.swap("version", was.FileVer, is.FileVer)
		c.swap("excludedFromAutomaticAnalysis", was.Manual, is.Manual)
		c.swap("processingStatus", string(was.Processing), string(is.Processing))
		t.moves(c)
		c.set("keepManualChanges", e.KeepManual)
		return fmt.Sprintf("%s replaced %s by version %d", who, name, is.FileVer), c, nil
	case file.SoftDeleted:
		c.swap("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
		c.set("purgeTime", e.PurgeAt)
		return fmt.Sprintf("%s deleted %s", who, name), c, nil
	case file.PermanentlyDeleted:
		return fmt.Sprintf("%s permanently deleted %s", who, orElse(is.Filename, "a file")), c, nil
	}
	said, err := t.state(ctx, who, c)
	return said, c, err
}

// state tells of a change of the record by what differs in it.
func (t telling) state(ctx context.Context, who string, c changes) (string, error) {
	was, is := t.fileBefore, t.fileAfter
	t.moves(c)
	c.swap("processingStatus", string(was.Processing), string(is.Processing))
	c.swap("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
	switch {
	case t.event.Type == "file.workflow-changed":
		return fmt.Sprintf("%s moved %s from %s to %s", who, t.filename(), was.Workflow, is.Workflow), nil
	case t.event.Type == "file.assigned" && is.Assignee != "":
		name, err := t.names(ctx, is.Assignee)
		return fmt.Sprintf("%s assigned %s to %s", who, t.filename(), sentenceName(name)), err
	case t.event.Type == "file.assigned":
		return fmt.Sprintf("%s took %s from its assignee", who, t.filename()), nil
	}
	return t.sentence(who, t.filename()), nil
}

// moves notes what changed of where a file stands among people.
func (t telling) moves(c changes) {
	was, is := t.fileBefore, t.fileAfter
	c.swap("workflowStatus", string(was.Workflow), string(is.Workflow))
	c.swap("assignee", identifier(was.Assignee), identifier(is.Assignee))
	c.swap("lastReviewer", identifier(was.LastReviewer), identifier(is.LastReviewer))
	c.swap("lastApprover", identifier(was.LastApprover), identifier(is.LastApprover))
	c.swap("approvalDate", was.Approval, is.Approval)
}

// run tells of a step of the analysis.
func (t telling) run(who string) (string, changes) {
	was, is, c := t.fileBefore, t.fileAfter, changes{}
	name := t.filename()
	c.swap("processingStatus", string(was.Processing), string(is.Processing))
	c.swap("numberOfPages", was.Pages, is.Pages)
	switch e := t.event.Event.(type) {
	case file.ProcessingChanged:
		c.set("run", e.Run)
		return fmt.Sprintf("%s moved %s from %s to %s", who, name, e.From, e.To), c
	case file.Analysed:
		c.set("run", e.Run)
		c.set("numberOfEntities", e.Entities)
		c.set("numberOfComponentValues", e.Components)
		c.set("analysisDuration", e.Millis)
		c.swap("numberOfAnalyses", was.Analyses, is.Analyses)
		c.swap("hasUpdates", was.HasUpdates, is.HasUpdates)
		c.swap("analysisVersion", was.Engine, is.Engine)
		c.swap("rulesVersion", was.Rules, is.Rules)
		c.swap("dictionaryVersion", was.Dictionaries, is.Dictionaries)
		return fmt.Sprintf("%s analysed %s and found %d component values", who, name, e.Components), c
	case file.Failed:
		c.set("run", e.Run)
		c.set("service", e.Service)
		c.set("cause", e.Cause.Value.Sentence)
		if e.Cause.IsErased() {
			c["cause"] = nil
			return fmt.Sprintf("%s could not process %s", who, name), c
		}
		return fmt.Sprintf("%s could not process %s: %s", who, name, e.Cause.Value.Sentence), c
	}
	return fmt.Sprintf("%s asked for a new analysis of %s", who, name), c
}

// filename is what the file was called after the event.
func (t telling) filename() string { return orElse(t.fileAfter.Filename, "a deleted file") }

// attributes tells of values that were set, by the ids of their definitions.
func (t telling) attributes(who string, e file.AttributesSet) (string, changes) {
	c := changes{}
	if e.Values.IsErased() {
		c.erase("fileAttributes")
		return fmt.Sprintf("%s changed attributes of %s", who, t.filename()), c
	}
	now, before := map[string]string{}, map[string]string{}
	for _, a := range e.Values.Value {
		now[a.ID], before[a.ID] = a.Value, t.fileBefore.Attributes[a.ID]
	}
	c.swap("fileAttributes", before, now)
	return fmt.Sprintf("%s changed attributes of %s", who, t.filename()), c
}

// skippedEntries tells of entries of a zip that nothing was made of.
func skippedEntries(who string, e bulk.EntriesSkipped) (string, changes) {
	c := changes{"numberOfEntries": e.Count, "entries": e.Entries.Value}
	if e.Entries.IsErased() {
		c["entries"] = nil
	}
	return fmt.Sprintf("%s uploaded a zip; entries left out: %d", who, e.Count), c
}
