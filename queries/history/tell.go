package history

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
)

// describePage reads the events of a page from the log. Each stream is read once, up to
// the last event that is wanted, because what an event changed shows only
// against the record before it.
func (q *History) describePage(ctx context.Context, who usernames, page []indexEntry) ([]Entry, error) {
	out := make([]Entry, len(page))
	for stream, versions := range versionsByStream(page) {
		err := q.readVersions(ctx, stream, versions, func(i int, t telling) error {
			var err error
			if out[i], err = who.entryOf(ctx, page[i], t.event); err != nil {
				return err
			}
			out[i].Filename = t.fileAfter.Filename
			t.names, out[i].heard = who.usernameOf, t.audienceOf()
			out[i].Summary, out[i].Data, err = t.describeEvent(ctx, sentenceName(out[i].ActorUsername))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// versionsByStream returns which versions of which streams are on a page, each with its place there.
func versionsByStream(page []indexEntry) map[es.StreamID]map[uint64]int {
	wanted := map[es.StreamID]map[uint64]int{}
	for i, e := range page {
		s := es.StreamID(e.stream)
		if wanted[s] == nil {
			wanted[s] = map[uint64]int{}
		}
		wanted[s][uint64(e.version)] = i
	}
	return wanted
}

// A telling is an event between the records that it stands between; which of
// them count depends on the stream.
type telling struct {
	results                     *results.Reader
	event                       es.Recorded
	names                       func(ctx context.Context, id string) (string, error) // of accounts
	fileBefore, fileAfter       file.Record
	folderBefore, folderThen    dossier.Record
	templateBefore, templateNow template.Record
	accountBefore, accountNow   user.Account
	packageBefore, packageNow   download.Record
	keyNow                      apikey.Record
	parts                       map[string]changes // of a template, as last told of, by kind and identifier
}

// readVersions reads a stream and hands over the wanted versions.
func (q *History) readVersions(
	ctx context.Context, stream es.StreamID, wanted map[uint64]int, hand func(int, telling) error,
) error {
	left := len(wanted)
	t := telling{results: q.results, parts: map[string]changes{}}
	for e, err := range q.log.Stream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		t = t.advanceTo(e)
		if i, ok := wanted[e.Version]; ok {
			if err := hand(i, t); err != nil {
				return err
			}
			if left--; left == 0 {
				return nil
			}
		}
		t.noteParts()
	}
	return fmt.Errorf("read %s: %d events of the index are not in it", stream, left)
}

// advanceTo is the telling of the event that follows in the stream.
func (t telling) advanceTo(e es.Recorded) telling {
	t.event, t.fileBefore, t.folderBefore = e, t.fileAfter, t.folderThen
	t.templateBefore, t.accountBefore, t.packageBefore = t.templateNow, t.accountNow, t.packageNow
	if _, newer := e.Event.(es.Unknown); newer {
		return t
	}
	switch category, _, _ := e.Stream.Parts(); category {
	case file.Category:
		t.fileAfter = file.Fold(t.fileBefore, e)
	case dossier.Category:
		t.folderThen = dossier.Fold(t.folderBefore, e)
	case template.Category:
		t.templateNow = template.Fold(t.templateBefore, e)
	case user.Category:
		t.accountNow = user.Fold(t.accountBefore, e)
	case apikey.Category:
		t.keyNow = apikey.Fold(t.keyNow, e)
	case download.Category:
		t.packageNow = download.Fold(t.packageBefore, e)
	}
	return t
}

// audienceOf returns what decides who may be told of the event.
func (t telling) audienceOf() Audience {
	group, _, _ := strings.Cut(t.event.Type, ".")
	h := Audience{Workspace: t.event.Workspace, Group: group, Owner: t.packageNow.User}
	if _, ok := t.event.Event.(dossier.PermanentlyDeleted); ok {
		h.Object = scope.DossierObject(t.folderBefore)
	}
	return h
}

// describeEvent says in a sentence who did what, and which fields changed.
func (t telling) describeEvent(ctx context.Context, who string) (string, json.RawMessage, error) {
	said, c, err := t.describeChange(ctx, who)
	if err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(c)
	return said, data, err
}

// describeChange tells of the event by what it is, or else by the name that it has.
func (t telling) describeChange(ctx context.Context, who string) (string, changes, error) {
	switch e := t.event.Event.(type) {
	case bulk.EntriesSkipped:
		said, c := skippedEntries(who, e)
		return said, c, nil
	case bulk.OperationCancelled:
		said, c := cancelledOperation(who, t.event.Stream.Key(), e)
		return said, c, nil
	case file.ComponentOverridden:
		return t.describeOverride(ctx, who, e)
	case file.OverrideReverted:
		return t.describeRevert(ctx, who, e)
	case file.ComponentChecked:
		said, c := t.describeChecks(who, "checked %s of %s", e.Names)
		return said, c, nil
	case file.ComponentUnchecked:
		said, c := t.describeChecks(who, "took the check of %s of %s back", e.Names)
		return said, c, nil
	case file.AttributesSet:
		said, c := t.describeAttributes(who, e)
		return said, c, nil
	case heads.Opened:
		said, c := openedValues(who, e)
		return said, c, nil
	case lineage.Restored, lineage.KeyRotated, lineage.KeyLost:
		return describeLineage(who, e), plainFields(e), nil
	case file.ProcessingChanged, file.Analysed, file.Failed, file.ReanalysisRequested:
		said, c := t.describeRun(who)
		return said, c, nil
	}
	switch group, _, _ := strings.Cut(t.event.Type, "."); group {
	case "dossier":
		said, c := t.dossierChange(who)
		return said, c, nil
	case "file":
		return t.fileChange(ctx, who)
	case "template":
		said, c := t.templateChange(who)
		return said, c, nil
	case "user":
		said, c := t.accountChange(who)
		return said, c, nil
	case "download":
		said, c := t.packageChange(who)
		return said, c, nil
	case "workspace":
		return t.buildSentence(who, t.event.Workspace), plainFields(t.event.Event), nil
	case "webhook":
		return t.buildSentence(who, t.event.Stream.Key()), t.webhookChange(), nil
	case "api-key", "client":
		said, c := t.credentialChange(who, group)
		return said, c, nil
	case "auth", "access":
		said, c := t.signIn(who)
		return said, c, nil
	}
	return fmt.Sprintf("%s recorded %s", who, t.event.Type), changes{}, nil
}

// describeLineage tells of what happened to the log as a whole.
func describeLineage(who string, event any) string {
	switch e := event.(type) {
	case lineage.Restored:
		return fmt.Sprintf("%s restored the log to its first %d events: what follows is a fork of what it was", who, e.Events)
	case lineage.KeyRotated:
		return fmt.Sprintf("%s had another key follow the one that signs checkpoints of the log", who)
	}
	return fmt.Sprintf("%s told that the key which signs checkpoints of the log is lost: the log is signed under another name", who)
}

// sentenceName stands for an actor in a sentence.
func sentenceName(username string) string {
	if username == "" {
		return "somebody"
	}
	return username
}
