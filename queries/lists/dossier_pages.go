package lists

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// DossierFilter chooses dossiers. What is empty or nil chooses all.
type DossierFilter struct {
	IDs                         []string // 100 at most
	StatusID, OwnerID, MemberID string
	DueBefore                   *time.Time
	// ProcessingStatus and HasUpdates choose dossiers whose files the caller may read, by what is in them: a file
	// in one of these statuses; with true a file whose latest analysis changed a component, with false no such file.
	ProcessingStatus []string
	HasUpdates       *bool
	Query            string // part of the name or the description, whatever the case
	// In are places where Query is looked for, InName and InAttribute; nil: in names and descriptions alone.
	In         []string
	Attributes []AttributeFilter
}

// AttributeFilter chooses dossiers with a part of the value of an attribute, whatever the case.
type AttributeFilter struct{ ID, Part string }

// opensAll reports whether dossiers are chosen by what is sealed, so that each has to be opened.
func (f DossierFilter) opensAll() bool { return f.Query != "" || len(f.Attributes) > 0 }

// accepts reports whether what is sealed in a dossier fits.
func (f DossierFilter) accepts(r dossier.Record) bool {
	misses := func(a AttributeFilter) bool { return !matchesName(r.Attributes[a.ID], a.Part) }
	return f.hasText(r) && !slices.ContainsFunc(f.Attributes, misses)
}

// hasText reports whether a dossier has the text that is looked for where that is done.
func (f DossierFilter) hasText(r dossier.Record) bool {
	if looksIn(f.In, InName) && (matchesName(r.Name, f.Query) || matchesName(r.Description, f.Query)) {
		return true
	}
	return looksIn(f.In, InAttribute) && slices.ContainsFunc(slices.Collect(maps.Values(r.Attributes)),
		func(value string) bool {
			return !strings.Contains(value, ";base64,") && matchesName(value, f.Query)
		})
}

// asksForFiles reports whether dossiers are chosen by their files.
func (f DossierFilter) asksForFiles() bool { return len(f.ProcessingStatus) > 0 || f.HasUpdates != nil }

// maxDossierIDs bounds how many dossiers can be asked for by their identifiers.
const maxDossierIDs = 100

// AskDossierPage asks for a page of the dossiers of a template or, without TemplateID, of all.
type AskDossierPage struct {
	Caller     user.Principal
	TemplateID string
	Groups     Groups
	DossierFilter
	Sort   string // "": -date, the newest first
	Limit  int    // 1 to 500
	Cursor string // Next of the page before, asked for in the same order
	Counts bool   // with what is in each dossier
	Total  bool   // with how many dossiers there are in all
}

// A DossierPage is a page of dossiers.
type DossierPage struct {
	Dossiers []Dossier
	Next     string // cursor of the next page; "" at the end
	Total    *int64 // of all pages, when asked for; nil where nobody can answer without opening all
}

// The keys by which dossiers are sorted.
const (
	sortDossierName = "name"
	sortDate        = "date"
)

// dossierMark is the content of a cursor: the last dossier of a page, and where it stood.
type dossierMark struct {
	List  string `json:"l"`
	Order string `json:"o"`
	Key   string `json:"k"`
	At    int64  `json:"a,omitempty"`
}

// DossierPageOf reads a page of the dossiers that the caller may see. Names are sealed: a page in their order opens
// all dossiers that the other conditions choose, and one that looks for parts of texts 2,000 at most, so it may
// hold fewer dossiers than asked for, even none, and Next goes on.
func (q *Lists) DossierPageOf(ctx context.Context, a AskDossierPage) (DossierPage, error) {
	key, after, err := q.beginDossierPage(ctx, a)
	if err != nil {
		return DossierPage{}, err
	}
	var page DossierPage
	l := dossierList{q, a, key, map[string]template.Record{}}
	var found []dossier.Record
	if key.name == sortDossierName {
		found, page.Next, err = l.pageByName(ctx, after)
	} else {
		found, page.Next, err = l.pageByColumn(ctx, after)
	}
	if err == nil {
		page.Dossiers, err = l.show(ctx, found)
	}
	if err == nil && a.Counts {
		err = q.CountDossiers(ctx, a.Caller, page.Dossiers)
	}
	if err == nil && a.Total && !a.opensAll() {
		page.Total, err = l.count(ctx)
	}
	return views.AnswerUnless(err, page)
}

// listName names the list in cursors.
func (a AskDossierPage) listName() string { return "dossiers/" + a.TemplateID }

// beginDossierPage checks what is asked for.
func (q *Lists) beginDossierPage(ctx context.Context, a AskDossierPage) (key sortKey, after *dossierMark, err error) {
	if !user.MayCall(a.Caller, user.ListAllDossiers) {
		return sortKey{}, nil, domain.ErrAccessDenied
	}
	if err := views.CheckLimit(a.Limit); err != nil {
		return sortKey{}, nil, err
	}
	keys, err := parseSort(cmp.Or(a.Sort, "-"+sortDate), sortDossierName, sortDate, sortDue)
	if err != nil {
		return sortKey{}, nil, err
	}
	if len(keys) > 1 {
		return sortKey{}, nil, domain.Faultf(domain.Invalid, "sort is not valid").At("sort")
	}
	if a.Cursor != "" {
		after = &dossierMark{}
		if !pages.DecodeCursor(a.Cursor, after) || after.List != a.listName() || after.Order != a.Sort || after.Key == "" {
			return sortKey{}, nil, pages.ErrCursor
		}
	}
	if len(a.IDs) > maxDossierIDs {
		return sortKey{}, nil, domain.Faultf(domain.Invalid, "dossierId may be given %d times at most", maxDossierIDs).At("dossierId")
	}
	if a.TemplateID != "" {
		_, err = q.scopes.InTemplate(ctx, a.Caller, user.ListDossiers, a.TemplateID)
	}
	return keys[0], after, err
}
