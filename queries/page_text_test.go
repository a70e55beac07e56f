package queries_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// textsOfPages reads the words of pages, and the layout, of a file that is read.
func textsOfPages(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.changePorts(func(p *queries.Ports) { p.Trees = queries.NewTreeCache(1 << 20) })
	words := func(who user.Principal, page int) string {
		found, err := c.q.PageText(t.Context(), queries.AskPageText{AskFile: c.ask(who, c.private, c.inPrivate), Page: page})
		return answerOf(t, found, err, func(p queries.PageText) string {
			text := fmt.Sprintf("%d %g %v", p.Page.Number, p.Page.Width, p.Recognised)
			for _, l := range p.Lines {
				text += " " + l.Node
				for _, w := range l.Words {
					text += ":" + w.Text
				}
			}
			return text
		})
	}
	layout := func(who user.Principal, page int) string {
		found, err := c.q.FileTree(t.Context(), queries.AskTree{AskFile: c.ask(who, c.private, c.inPrivate), Page: page})
		return answerOf(t, found, err, func(o document.Outline) string {
			text := fmt.Sprint(len(o.Pages))
			for _, n := range o.Nodes {
				text += fmt.Sprintf(" %s %s %d %s", n.ID, n.Type, n.Page, n.Text)
			}
			return text
		})
	}
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	same("words before the run", words(c.mira, 1), "File is not processed")
	same("layout before the run", layout(c.mira, 0), "File is not processed")

	b := document.NewBuilder()
	b.AddParagraph(0, "one two", "three")
	b.AddPage()
	b.AddParagraph(0, "four")
	tree := b.Tree()
	subject := file.SubjectOf(ws, c.private, c.inPrivate)
	stream := file.StreamOf(ws, c.inPrivate)
	decide(c.world, user.SystemID, file.Decider, stream, file.BeginRun(file.Plan{}))
	decide(c.world, user.SystemID, file.Decider, stream, file.FinishLayout(1, file.Step{Tree: c.keepJSON(subject, tree),
		Pages: 2}))
	for range 2 {
		same("the first page", words(c.mira, 1), "1 595 false n1:one:two n1:three")
		same("the second page", words(c.mira, 2), "2 595 false n2:four")
		same("the layout", layout(c.mira, 0), "2 n1 PARAGRAPH 1 one two three n2 PARAGRAPH 2 four")
		same("the layout of a page", layout(c.mira, 2), "1 n2 PARAGRAPH 2 four")
	}
	if got := c.q.Trees.Len(); got != 1 {
		t.Errorf("%d layouts are kept, want 1", got)
	}
	same("behind the last page", words(c.mira, 3), "Page not found")
	same("behind the last page", layout(c.mira, 3), "Page not found")
	same("for a stranger", words(c.paul, 1), "Dossier not found")
	same("for a manager who is no member", layout(c.boss, 0), "Access denied")
	c.q.Trees.Forget(subject)
	c.erase(subject)
	same("what is erased", words(c.mira, 1), "File not found")
}

// answerOf makes what was found, and shows it; a failure is shown by its words.
func answerOf[V any](t *testing.T, found queries.Tagged[V], err error, show func(V) string) string {
	t.Helper()
	var v V
	if err == nil {
		v, err = found.Read(context.WithoutCancel(t.Context()))
	}
	if err != nil {
		return strings.TrimSpace(err.Error())
	}
	return show(v)
}
