package lists

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// DossierCounts tell what is in a dossier.
type DossierCounts struct {
	Files, Pages     int64 // without those in the trash
	SoftDeleted      int64 // files in the trash by themselves
	Unassigned       int64
	AssignedToMe     int64
	HasUpdates       int64
	Attention        int64
	WorkflowStatus   map[string]int64
	ProcessingStatus map[string]int64
	LastChange       time.Time // of the dossier, or of a file in it that is not permanently deleted
}

// CountDossiers adds to dossiers what is in them, for those whose files the caller may read.
func (q *Lists) CountDossiers(ctx context.Context, caller user.Principal, dossiers []Dossier) error {
	counts := map[string]*DossierCounts{}
	var ids []string
	for i := range dossiers {
		d := &dossiers[i]
		of := user.Object{Owner: d.Owner, Members: d.Members, Public: d.Visibility == "PUBLIC"}
		if user.CheckAccess(caller, user.ListFileStatuses, of) == nil {
			d.Counts = &DossierCounts{LastChange: d.Changed, WorkflowStatus: map[string]int64{},
				ProcessingStatus: map[string]int64{}}
			counts[d.ID] = d.Counts
			ids = append(ids, d.ID)
		}
	}
	cells, err := q.cellsOfDossiers(ctx, ids...)
	if err != nil {
		return err
	}
	for _, c := range cells {
		counts[c.dossier].addCell(c, caller)
	}
	return q.addLastChanges(ctx, ids, counts)
}

func (d *DossierCounts) addCell(c cell, caller user.Principal) {
	if c.deleted {
		d.SoftDeleted += c.files
		return
	}
	d.Files, d.Pages = d.Files+c.files, d.Pages+c.pages
	d.WorkflowStatus[c.workflow] += c.files
	d.ProcessingStatus[c.processing] += c.files
	if c.updates {
		d.HasUpdates += c.files
	}
	if c.attention {
		d.Attention += c.files
	}
	switch c.assignee {
	case "":
		d.Unassigned += c.files
	case caller.ID:
		d.AssignedToMe += c.files
	}
}

// addLastChanges looks up when a file of each dossier was changed last.
func (q *Lists) addLastChanges(ctx context.Context, ids []string, counts map[string]*DossierCounts) error {
	for some := range slices.Chunk(ids, views.MaxParts) {
		parts, args := make([]string, len(some)), make([]any, len(some))
		for i, id := range some {
			parts[i] = fmt.Sprintf("SELECT %d, coalesce(MAX(updated), 0) FROM files WHERE dossier = ?", i)
			args[i] = id
		}
		err := q.views.EachRow(ctx, func(rows views.Rows) error {
			var i, micros int64
			if err := rows.Scan(&i, &micros); err != nil {
				return err
			}
			of := counts[some[i]]
			if last := time.UnixMicro(micros).UTC(); last.After(of.LastChange) {
				of.LastChange = last
			}
			return nil
		}, views.NumberParameters(strings.Join(parts, " UNION ALL ")), args...)
		if err != nil {
			return err
		}
	}
	return nil
}
