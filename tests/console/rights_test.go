package console

import (
	"slices"
	"strings"
	"testing"
)

// words returns the words of buttons and links that a selector finds.
func (p *page) words(selector string) []string {
	p.t.Helper()
	return evaluate[[]string](p, "[...document.querySelectorAll(`"+selector+
		"`)].map(e => [...e.childNodes].filter(n => n.nodeName === '#text' || n.nodeName === 'SPAN').map(n => "+
		"n.textContent).join('').trim())")
}

// TestScreensShowWhatOneMay compares what each account is shown with what the service allows it, and
// calls what is not shown.
func TestScreensShowWhatOneMay(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	s.AddAccount("demo", "rita", "USER")
	s.AddAccount("demo", "boss", "MANAGER")
	s.AddAccount("demo", "keeper", "USER_ADMIN")
	all := []string{"Home", "Dossiers", "Downloads", "Trash"}
	for _, c := range []struct {
		who, sees  string
		navigation []string
		shown      []string // buttons of the dossier
		refused    []string // calls that nothing on the screen stands for
	}{
		{"mira", "march.pdf", all, []string{"Upload", "More"}, nil},
		{"ada", "march.pdf", all, []string{"Upload", "More"}, []string{"POST archive", "DELETE ", "POST reanalyse"}},
		{"boss", "You are not a member of this dossier", all, nil, []string{"GET files", "POST archive", "DELETE ", "GET history"}},
		{"rita", "This is not here", all, nil, []string{"GET ", "GET files", "POST archive", "DELETE "}},
		{"root", "You may not see this", []string{"Home"}, nil, []string{"GET ", "GET files", "DELETE "}},
		{"keeper", "You may not see this", []string{"Home"}, nil, []string{"GET ", "GET files", "DELETE "}},
	} {
		t.Run(c.who, func(t *testing.T) {
			p := openPage(t, s, "en")
			p.expectFault(`40[34]`) // of calls that are refused
			p.open(s.consolePath())
			p.signIn(c.who)
			p.awaitText(c.sees)
			if got := p.words(".side a"); !slices.Equal(got, c.navigation) {
				t.Errorf("the navigation leads to %q, want %q", got, c.navigation)
			}
			got := slices.DeleteFunc(p.words(".title button"), func(w string) bool { return strings.HasPrefix(w, "Review ") })
			if !slices.Equal(got, c.shown) {
				t.Errorf("the dossier offers %q, want %q", got, c.shown)
			}
			for _, call := range c.refused {
				method, path, _ := strings.Cut(call, " ")
				address := strings.TrimSuffix("/console"+s.dossier+"/"+path, "/")
				status := evaluate[int](p, "fetch(`"+address+"`, {method: `"+method+"`}).then(a => a.status)")
				if status != 403 && status != 404 {
					t.Errorf("%s is answered with %d, want status = 403 or status = 404", call, status)
				}
			}
			p.open(reviewPath(file))
			if len(c.shown) == 0 {
				p.await(`document.querySelector(".problem-page")`)
			} else {
				p.await(`document.querySelector(".component.current")`)
			}
		})
	}
}

// TestApproversAloneTakeOverWhatWaitsForThem looks at a file that waits for one of two approvers.
func TestApproversAloneTakeOverWhatWaitsForThem(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	_, benID := s.AddAccount("demo", "ben", "USER")
	_, annID := s.AddAccount("demo", "ann", "USER")
	s.mira.Want(200, "POST", s.template+"/dossiers",
		map[string]any{"id": s.dossier[len(s.template)+len("/dossiers/"):], "name": "Spring 2026",
			"memberIds": []string{s.miraID(t), s.adaID, benID, annID}, "approverIds": []string{benID, annID}})
	s.mira.Want(200, "PUT", file+"/workflow-status", map[string]any{"workflowStatus": "UNDER_REVIEW"})
	s.mira.Want(200, "PUT", file+"/workflow-status", map[string]any{"workflowStatus": "UNDER_APPROVAL", "approverId": benID})
	for who, offered := range map[string]bool{"ada": false, "ann": true} {
		p := openPage(t, s, "en")
		p.open(reviewPath(file))
		p.signIn(who)
		p.awaitText("ben works on this file.")
		if got := slices.Contains(p.words(".banner button"), "Take over"); got != offered {
			t.Errorf("%s may take the file over: %t, want %t", who, got, offered)
		}
	}
}
