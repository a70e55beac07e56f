package history

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// fileChange tells of what people did with a file as a whole.
func (t telling) fileChange(ctx context.Context, who string) (string, changes, error) {
	was, is, c := t.fileBefore, t.fileAfter, changes{}
	name := t.currentFilename()
	switch e := t.event.Event.(type) {
	case file.Uploaded:
		c.setField("filename", is.Filename)
		c.setField("fileSize", is.Size)
		c.setField("version", is.FileVer)
		c.setField("excludedFromAutomaticAnalysis", is.Manual)
		if e.Name.IsErased() {
			c["filename"] = nil
		}
		return fmt.Sprintf("%s uploaded %s", who, name), c, nil
	case file.Replaced:
		c.replaceField("filename", was.Filename, is.Filename)
		c.replaceField("fileSize", was.Size, is.Size)
		c.replaceField("version", was.FileVer, is.FileVer)
		c.replaceField("excludedFromAutomaticAnalysis", was.Manual, is.Manual)
		c.replaceField("processingStatus", string(was.Processing), string(is.Processing))
		t.addWorkflowChanges(c)
		c.setField("keepManualChanges", e.KeepManual)
		return fmt.Sprintf("%s replaced %s by version %d", who, name, is.FileVer), c, nil
	case file.SoftDeleted:
		c.replaceField("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
		c.setField("purgeTime", e.PurgeAt)
		return fmt.Sprintf("%s deleted %s", who, name), c, nil
	case file.PermanentlyDeleted:
		return fmt.Sprintf("%s permanently deleted %s", who, orElse(is.Filename, "a file")), c, nil
	}
	said, err := t.describeState(ctx, who, c)
	return said, c, err
}

// describeState tells of a change of the record by what differs in it.
func (t telling) describeState(ctx context.Context, who string, c changes) (string, error) {
	was, is := t.fileBefore, t.fileAfter
	t.addWorkflowChanges(c)
	c.replaceField("processingStatus", string(was.Processing), string(is.Processing))
	c.replaceField("softDeletedTime", was.SoftDeleted, is.SoftDeleted)
	c.replaceField("excludedFromAutomaticAnalysis", was.Manual, is.Manual)
	switch {
	case t.event.Type == "file.extraction-changed" && is.Manual:
		return fmt.Sprintf("%s left %s out of automatic analysis", who, t.currentFilename()), nil
	case t.event.Type == "file.extraction-changed":
		return fmt.Sprintf("%s took %s into automatic analysis", who, t.currentFilename()), nil
	case t.event.Type == "file.workflow-changed":
		return fmt.Sprintf("%s moved %s from %s to %s", who, t.currentFilename(), was.Workflow, is.Workflow), nil
	case t.event.Type == "file.assigned" && is.Assignee != "":
		name, err := t.names(ctx, is.Assignee)
		return fmt.Sprintf("%s assigned %s to %s", who, t.currentFilename(), sentenceName(name)), err
	case t.event.Type == "file.assigned":
		return fmt.Sprintf("%s took %s from its assignee", who, t.currentFilename()), nil
	}
	return t.buildSentence(who, t.currentFilename()), nil
}

// addWorkflowChanges notes what changed of where a file stands among people.
func (t telling) addWorkflowChanges(c changes) {
	was, is := t.fileBefore, t.fileAfter
	c.replaceField("workflowStatus", string(was.Workflow), string(is.Workflow))
	c.replaceField("assignee", identifier(was.Assignee), identifier(is.Assignee))
	c.replaceField("lastReviewer", identifier(was.LastReviewer), identifier(is.LastReviewer))
	c.replaceField("lastApprover", identifier(was.LastApprover), identifier(is.LastApprover))
	c.replaceField("approvalDate", was.Approval, is.Approval)
}

// describeRun tells of a step of the analysis.
func (t telling) describeRun(who string) (string, changes) {
	was, is, c := t.fileBefore, t.fileAfter, changes{}
	name := t.currentFilename()
	c.replaceField("processingStatus", string(was.Processing), string(is.Processing))
	c.replaceField("numberOfPages", was.Pages, is.Pages)
	switch e := t.event.Event.(type) {
	case file.ProcessingChanged:
		c.setField("run", e.Run)
		return fmt.Sprintf("%s moved %s from %s to %s", who, name, e.From, e.To), c
	case file.Analysed:
		c.setField("run", e.Run)
		c.setField("numberOfEntities", e.Entities)
		c.setField("numberOfComponentValues", e.Components)
		c.setField("analysisDuration", e.Millis)
		c.replaceField("numberOfAnalyses", was.Analyses, is.Analyses)
		c.replaceField("hasUpdates", was.HasUpdates, is.HasUpdates)
		c.replaceField("analysisVersion", was.Engine, is.Engine)
		c.replaceField("rulesVersion", was.Rules, is.Rules)
		c.replaceField("dictionaryVersion", was.Dictionaries, is.Dictionaries)
		said := fmt.Sprintf("%s analysed %s and found %d component values", who, name, e.Components)
		return said + describeRuleFailures(e, c) + describeReading(e, c) + describeModelCalls(e, c), c
	case file.Failed:
		c.setField("run", e.Run)
		c.setField("service", e.Service)
		c.setField("cause", e.Cause.Value.Sentence)
		if e.Cause.IsErased() {
			c["cause"] = nil
			return fmt.Sprintf("%s could not process %s", who, name), c
		}
		return fmt.Sprintf("%s could not process %s: %s", who, name, e.Cause.Value.Sentence), c
	}
	return fmt.Sprintf("%s asked for a new analysis of %s", who, name), c
}

// describeRuleFailures tells of rules that failed in an analysis, "" when there were none.
func describeRuleFailures(e file.Analysed, c changes) string {
	if e.FailedRules == 0 {
		return ""
	}
	c.setField("failedRules", e.FailedRules)
	c.setField("ruleFailures", e.RuleFailures.Value)
	if e.RuleFailures.IsErased() {
		c["ruleFailures"] = nil
	}
	return fmt.Sprintf("; rules that failed: %d", e.FailedRules)
}

// describeReading tells what was left out of the document, changed or is in doubt, "" for nothing.
func describeReading(e file.Analysed, c changes) string {
	if e.Findings.Value == nil || len(e.Findings.Value.Reading) == 0 {
		return ""
	}
	c.setField("fileFindings", e.Findings.Value.Reading)
	return fmt.Sprintf("; findings of reading: %d", len(e.Findings.Value.Reading))
}

// describeModelCalls tells what a language model was asked and answered in an analysis, "" when none was.
func describeModelCalls(e file.Analysed, c changes) string {
	switch {
	case e.ModelCalls.IsErased():
		c["modelCalls"] = nil
	case len(e.ModelCalls.Value) == 0:
		return ""
	default:
		c.setField("modelCalls", e.ModelCalls.Value)
	}
	return "; a model was asked"
}

// currentFilename returns what the file was called after the event.
func (t telling) currentFilename() string { return orElse(t.fileAfter.Filename, "a deleted file") }

// describeAttributes tells of values that were set, by the ids of their definitions.
func (t telling) describeAttributes(who string, e file.AttributesSet) (string, changes) {
	c := changes{}
	if e.Values.IsErased() {
		c.eraseFields("fileAttributes")
		return fmt.Sprintf("%s changed attributes of %s", who, t.currentFilename()), c
	}
	now, before := map[string]string{}, map[string]string{}
	for _, a := range e.Values.Value {
		now[a.ID], before[a.ID] = a.Value, t.fileBefore.Attributes[a.ID]
	}
	c.replaceField("fileAttributes", before, now)
	return fmt.Sprintf("%s changed attributes of %s", who, t.currentFilename()), c
}

// bulkActions are words for what was done to many files, in the past.
var bulkActions = map[bulk.Action]string{
	bulk.Trash:     "deleted files",
	bulk.End:       "deleted files permanently",
	bulk.Restore:   "restored files",
	bulk.Reanalyse: "asked for an analysis of files",
	bulk.Assign:    "assigned files",
	bulk.Move:      "changed the workflow status of files",
	bulk.Describe:  "changed attributes of files",
}

// bulkDeeds are words for what is being done to many files.
var bulkDeeds = map[bulk.Action]string{
	bulk.Trash:     "deletion of files",
	bulk.End:       "permanent deletion of files",
	bulk.Restore:   "restoring of files",
	bulk.Reanalyse: "analysis of files",
	bulk.Assign:    "assignment of files",
	bulk.Move:      "change of the workflow status of files",
	bulk.Describe:  "change of attributes of files",
}

// cancelledOperation tells that files are left as they are that an operation has not come to.
func cancelledOperation(who, id string, e bulk.OperationCancelled) (string, changes) {
	return fmt.Sprintf("%s cancelled the %s", who, orElse(bulkDeeds[e.Action], "work on files")),
		changes{"operationId": id, "kind": e.Operation}
}

// skippedEntries tells of entries of a zip, or of an upload, that nothing was made of, and of files that an
// action on many left as they were.
func skippedEntries(who string, e bulk.EntriesSkipped) (string, changes) {
	c := changes{"numberOfEntries": e.Count, "entries": e.Entries.Value}
	if e.Entries.IsErased() {
		c["entries"] = nil
	}
	if did := bulkActions[e.Action]; did != "" {
		return fmt.Sprintf("%s %s; files left out: %d", who, did, e.Count), c
	}
	if !e.Whole {
		return fmt.Sprintf("%s uploaded a zip; entries left out: %d", who, e.Count), c
	}
	if len(e.Entries.Value) == 0 {
		return who + " uploaded a csv that sets no attributes", c
	}
	it := e.Entries.Value[0]
	return fmt.Sprintf("%s uploaded %s, which sets no attributes: %s", who, it.Name, it.Sentence()), c
}
