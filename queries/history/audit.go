package history

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskTemplateHistory reads the events of a template.
type AskTemplateHistory struct {
	Caller     user.Principal
	TemplateID string
	Ascending  bool   // oldest first; else newest first
	After      uint64 // position behind which to go on, in the order asked for; 0: from the beginning
	Limit      int    // 1 to 500
}

// AskAudit reads the events of the caller's workspace that meet all conditions. What
// is left out is no condition.
type AskAudit struct {
	Caller            user.Principal
	From, To          *time.Time // both included, to the millisecond
	Actor             string     // id or username of an account, "system" for the service itself
	Types             []string   // any of them: wire names, or beginnings of some that end with a dot
	DossierID, FileID string
	Ascending         bool   // oldest first; else newest first
	After             uint64 // as in AskTemplateHistory
	Limit             int    // 1 to 500
}

// Check refuses a period that runs backwards.
func (a AskAudit) Check() error { return checkPeriod(a.From, a.To) }

func checkPeriod(from, to *time.Time) error {
	if from != nil && to != nil && from.After(*to) {
		return domain.Refuse(domain.WrongOrder, "from must not be after to").At("from")
	}
	return nil
}

// TemplateHistory reads the events of a template, page by page.
func (q *History) TemplateHistory(ctx context.Context, a AskTemplateHistory) (Page, error) {
	if !user.MayCall(a.Caller, user.GetTemplateHistory) {
		return Page{}, domain.ErrAccessDenied
	}
	if err := views.CheckLimit(a.Limit); err != nil {
		return Page{}, err
	}
	if _, err := q.scopes.InTemplate(ctx, a.Caller, user.GetTemplateHistory, a.TemplateID); err != nil {
		return Page{}, err
	}
	stream := template.StreamOf(a.Caller.Workspace, a.TemplateID)
	waiting, err := q.views.WaitingStreams(ctx, "history")
	if err != nil {
		return Page{}, err
	}
	if slices.Contains(waiting, string(stream)) {
		return Page{}, incompleteHistory(stream)
	}
	s := stretch{column: "stream", values: []string{string(stream)}, ascending: a.Ascending, after: a.After}
	return q.readHistoryPage(ctx, a.Caller.Workspace, s, a.Limit)
}

// AuditEvents searches the events of the caller's workspace, page by page. Events
// that could not be indexed are noted, see Withholding.
func (q *History) AuditEvents(ctx context.Context, a AskAudit) (Page, error) {
	if !user.MayCall(a.Caller, user.ListAuditEvents) {
		return Page{}, domain.ErrAccessDenied
	}
	if err := views.CheckLimit(a.Limit); err != nil {
		return Page{}, err
	}
	s, any, err := q.auditStretch(ctx, a)
	if err != nil || !any {
		return Page{}, err
	}
	page, err := q.readHistoryPage(ctx, a.Caller.Workspace, s, a.Limit)
	withholdContent(a.Caller, page.Entries)
	return page, err
}

// withholdContent leaves of events who did what to what and when, unless the caller is an administrator:
// auditors do not read content. What is not named here is withheld.
func withholdContent(caller user.Principal, entries []Entry) {
	if caller.IsSystem() || caller.HasRole(user.RoleAdmin) {
		return
	}
	for i, e := range entries {
		entries[i] = Entry{Position: e.Position, Time: e.Time, ActorID: e.ActorID, ActorUsername: e.ActorUsername,
			Type: e.Type, TemplateID: e.TemplateID, DossierID: e.DossierID, FileID: e.FileID, CausedBy: e.CausedBy,
			Summary: sentenceName(e.ActorUsername) + ": " + e.Type, Data: json.RawMessage("{}")}
	}
}

// exportPage is how many events an export reads at once.
const exportPage = 200

// EachAuditEvent hands over all events that AuditEvents would find, in order and
// with the memory of one page. What is committed after the call begins is left out;
// an error of hand ends it.
func (q *History) EachAuditEvent(ctx context.Context, a AskAudit, hand func(Entry) error) error {
	if !user.MayCall(a.Caller, user.ListAuditEvents) {
		return domain.ErrAccessDenied
	}
	a.After = 0
	s, any, err := q.auditStretch(ctx, a)
	if err != nil || !any {
		return err
	}
	last, _, err := q.entryFrom(ctx, a.Caller.Workspace, "position <= $2 ORDER BY position DESC", 1<<62)
	if err != nil || last == 0 {
		return err
	}
	s.to = uint64(last)
	for more := true; more; {
		page, err := q.readHistoryPage(ctx, a.Caller.Workspace, s, exportPage)
		if err != nil {
			return err
		}
		withholdContent(a.Caller, page.Entries)
		for _, e := range page.Entries {
			if err := hand(e); err != nil {
				return err
			}
			s.after = e.Position
		}
		more = page.More
	}
	return nil
}

// auditStretch turns conditions into a part of the index; any is false when nothing
// can meet them.
func (q *History) auditStretch(ctx context.Context, a AskAudit) (s stretch, any bool, err error) {
	if err := a.Check(); err != nil {
		return stretch{}, false, err
	}
	ws := a.Caller.Workspace
	s = stretch{workspace: ws, ascending: a.Ascending, after: a.After}
	if s.from, s.before, any, err = q.positionRange(ctx, ws, a.From, a.To); err != nil || !any {
		return stretch{}, false, err
	}
	actor, known, err := q.actorID(ctx, ws, a.Actor)
	if err != nil || !known {
		return stretch{}, false, err
	}
	kinds := q.kindsOf(a.Types)
	if len(a.Types) > 0 && len(kinds) == 0 {
		return stretch{}, false, nil
	}
	s.chooseIndex(a, actor, kinds)
	waiting, err := q.views.WaitingStreams(ctx, "history")
	for _, stream := range waiting {
		if _, of, _ := es.StreamID(stream).Parts(); of == ws {
			views.NoteOmission(ctx, es.StreamID(stream))
		}
	}
	return s, true, err
}

// chooseIndex chooses the index that is read: the narrowest condition of all. The others
// are checked entry by entry.
func (s *stretch) chooseIndex(a AskAudit, actor string, kinds []string) {
	var all []equals
	for _, c := range []equals{{"file", a.FileID}, {"dossier", a.DossierID}} {
		if c.value != "" {
			all = append(all, c)
		}
	}
	if actor != "" {
		all = append(all, equals{"actor", actor})
	}
	switch {
	case len(all) > 0 && (all[0].column != "actor" || len(kinds) == 0):
		s.column, s.values, s.also, s.kinds = all[0].column, []string{all[0].value}, all[1:], kinds
	case len(kinds) > 0:
		s.column, s.values, s.also = "type", kinds, all
	default:
		s.column, s.values, s.workspace = "workspace", []string{s.workspace}, ""
	}
}

// positionRange returns the first position of a period and the first one after it, 0 where
// the period is open; any is false for an empty one.
func (q *History) positionRange(
	ctx context.Context, workspace string, first, last *time.Time,
) (from, before uint64, any bool, err error) {
	if first != nil {
		var ok bool
		if from, ok, err = q.firstAt(ctx, workspace, *first); err != nil || !ok {
			return 0, 0, false, err
		}
	}
	if last != nil {
		if before, _, err = q.firstAt(ctx, workspace, last.Add(time.Millisecond)); err != nil {
			return 0, 0, false, err
		}
	}
	return from, before, before == 0 || from < before, nil
}

// actorID finds who is meant; known is false for a name that nobody has.
func (q *History) actorID(ctx context.Context, workspace, actor string) (id string, known bool, err error) {
	if actor == "" {
		return "", true, nil
	}
	if id, err := uuid.Parse(actor); err == nil && len(actor) == 36 {
		return id.String(), true, nil
	}
	if actor == user.SystemPrincipal("").Username {
		return user.SystemID, true, nil
	}
	a, err := views.QueryRecord[user.Account](ctx, q.views, domain.ErrUserNotFound,
		"SELECT doc FROM users WHERE workspace = $1 AND username = $2", workspace, user.LookupKey(workspace, actor))
	if views.IsNotFound(err) {
		return "", false, nil
	}
	return a.ID, err == nil, err
}

// kindsOf lists the wire names that are meant by some and by beginnings of some, among
// those that this program knows. Internal ones are not in the index, so they do no
// harm here.
func (q *History) kindsOf(types []string) []string {
	var out []string
	for name := range q.log.Codec.EventVersions() {
		if MatchesType(types, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// MatchesType reports whether the wire name of an event is among some, of which those that end with
// a dot are beginnings.
func MatchesType(types []string, name string) bool {
	return slices.ContainsFunc(types, func(t string) bool {
		return t == name || strings.HasSuffix(t, ".") && strings.HasPrefix(name, t)
	})
}

// incompleteHistory refuses a history of which entries are missing.
func incompleteHistory(s es.StreamID) error {
	return domain.Refuse(domain.AwaitsRepair,
		"The history is not available until it is repaired: an event of %s could not be applied", s)
}
