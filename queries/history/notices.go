package history

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// A Notice says that an event happened, when, and to what: identifiers, and no content but the names of components.
type Notice struct {
	ID         uuid.UUID
	Position   uint64
	Time       time.Time
	Type       string   // wire name, "file.uploaded"
	TemplateID string   // "" when the event is none of a template
	DossierID  string   // "" when the event is none of a dossier
	FileID     string   // "" when the event is none of a file
	DownloadID string   // "" when the event is none of a package
	UserID     string   // the account that the event is about, "" when it is about none
	Components []string // technical names, nil when the event is about none or they were erased

	stream es.StreamID
	heard  Audience
}

// Audience returns what decides who may be told of the event.
func (n Notice) Audience() Audience { return n.heard }

// OrderKey returns what the event has to be told in the order of: its file, or whatever else its stream is of.
func (n Notice) OrderKey() string { return string(n.stream) }

// Path returns the path at which the API shows what the event is about, "" where it shows nothing.
func (n Notice) Path() string {
	templates := "/api/dossier-templates/" + n.TemplateID
	switch {
	case n.UserID != "":
		return "/api/users/" + n.UserID
	case n.DownloadID != "":
		return "/api/downloads/" + n.DownloadID
	case n.TemplateID == "":
		return ""
	case n.DossierID == "":
		return templates
	case n.FileID == "":
		return templates + "/dossiers/" + n.DossierID
	case n.heard.Group == "component":
		return templates + "/dossiers/" + n.DossierID + "/files/" + n.FileID + "/components"
	}
	return templates + "/dossiers/" + n.DossierID + "/files/" + n.FileID
}

// AskNotices asks for events of a workspace, oldest first.
type AskNotices struct {
	Workspace  string
	Types      []string // any of them: wire names, or beginnings of some that end with a dot; none: all
	TemplateID string   // "": of all templates, and of none
	DossierID  string   // "": of all dossiers, and of none
	After, To  uint64   // behind the one position, up to the other
	Limit      int
}

// A NoticePage is a stretch of the events of a workspace.
type NoticePage struct {
	Notices []Notice
	// End is the position up to which these are all that match. It is before To where there may be more.
	End uint64
	// Held is the position of an event that waits for repair and that the page ends before, 0 without one: events
	// are told in order, so those after it are told once it is repaired or dropped.
	Held uint64
}

// Notices reads some of the events that match, oldest first.
func (q *History) Notices(ctx context.Context, a AskNotices) (NoticePage, error) {
	s, any := q.noticeStretch(a)
	held, err := q.firstWaiting(ctx, a.Workspace, a.After)
	if err != nil {
		return NoticePage{}, err
	}
	if held > 0 && held <= a.To {
		s.to, s.before = 0, held
	}
	var found []indexEntry
	if any {
		if found, err = q.readIndex(ctx, s); err != nil {
			return NoticePage{}, err
		}
	}
	page := NoticePage{End: a.To}
	switch {
	case len(found) == a.Limit:
		page.End = uint64(found[len(found)-1].position)
	case s.before > 0:
		page.End, page.Held = a.After, held
		if len(found) > 0 {
			page.End = uint64(found[len(found)-1].position)
		}
	}
	page.Notices, err = q.noticesOf(ctx, found)
	return page, err
}

// noticeStretch turns conditions into a part of the index, the narrowest that one of them chooses; any is false when
// nothing can meet them.
func (q *History) noticeStretch(a AskNotices) (s stretch, any bool) {
	s = stretch{workspace: a.Workspace, ascending: true, after: a.After, to: a.To, limit: a.Limit}
	kinds := q.kindsOf(a.Types)
	if a.TemplateID != "" {
		s.also = append(s.also, equals{"template", a.TemplateID})
	}
	switch {
	case a.DossierID != "":
		s.column, s.values, s.kinds = "dossier", []string{a.DossierID}, kinds
	case len(a.Types) > 0:
		s.column, s.values = "type", kinds
	default:
		s.column, s.values, s.workspace = "workspace", []string{a.Workspace}, ""
	}
	return s, len(a.Types) == 0 || len(kinds) > 0
}

// firstWaiting returns the position of the first event of a workspace after a position that could not be indexed, 0
// when there is none.
func (q *History) firstWaiting(ctx context.Context, workspace string, after uint64) (first uint64, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error {
		var stream es.StreamID
		var position int64
		if err := rows.Scan((*string)(&stream), &position); err != nil {
			return err
		}
		_, ws, _ := stream.Parts()
		if at := uint64(position); ws == workspace && at > after && (first == 0 || at < first) {
			first = at
		}
		return nil
	}, "SELECT stream, position FROM docket_waiting WHERE view = $1", "history")
	return first, err
}

// noticesOf reads events of the index from the log.
func (q *History) noticesOf(ctx context.Context, found []indexEntry) ([]Notice, error) {
	out := make([]Notice, len(found))
	for stream, versions := range versionsByStream(found) {
		err := q.readVersions(ctx, stream, versions, func(i int, t telling) error {
			out[i] = t.noticeOf(found[i])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// noticeOf returns the notice of the event.
func (t telling) noticeOf(at indexEntry) Notice {
	n := Notice{
		ID: t.event.ID, Position: uint64(t.event.Position), Time: t.event.Time, Type: t.event.Type,
		TemplateID: at.template, DossierID: at.dossier, FileID: at.file,
		stream: t.event.Stream, heard: t.audienceOf(),
	}
	switch category, _, key := t.event.Stream.Parts(); category {
	case user.Category:
		n.UserID = key
	case download.Category:
		n.DownloadID = key
	case template.Category:
		n.TemplateID = key
	}
	switch e := t.event.Event.(type) {
	case file.ComponentOverridden:
		if !e.Override.IsErased() {
			n.Components = []string{e.Override.Value.Name}
		}
	case file.OverrideReverted:
		n.Components = namesOf(e.Names)
	case file.ComponentChecked:
		n.Components = namesOf(e.Names)
	case file.ComponentUnchecked:
		n.Components = namesOf(e.Names)
	}
	return n
}

func namesOf(names es.Sealed[[]string]) []string {
	if names.IsErased() {
		return nil
	}
	return slices.Clone(names.Value)
}

// CheckTypes returns domain.Invalid at a field unless each of some types is the wire name of an event that readers are
// told of, or the beginning of one that ends with a dot.
func (q *History) CheckTypes(field string, types []string) error {
	for _, t := range types {
		if len(q.kindsOf([]string{t})) == 0 || strings.TrimSpace(t) != t {
			return domain.Refuse(domain.InvalidValue,
				"%s has %q, which no event is called; name events, or beginnings that end with a dot, as file. or file.uploaded",
				field, t).At(field)
		}
	}
	return nil
}
