package console

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// faultOfWrites sends some writes at once through the function by which the console calls the service, while the first try of
// each meets a fault, and tells what came of each: done, or the status. A status is answered in place of the service, which
// hears nothing; 0 is an answer that is lost on its way back.
const faultOfWrites = `import {call} from "./api.js"; export default (async (writes, status) => {
	const sent = window.fetch;
	const met = new Set();
	window.fetch = async (address, o) => {
		const write = (o?.method ?? "GET") !== "GET" && o.method + address.split("?")[0];
		if (!write || met.has(write)) return sent(address, o);
		met.add(write);
		if (status) return new Response(JSON.stringify({message: "refused"}), {status, headers: status === 412 ? {} : {"Retry-After": "1"}});
		await sent(address, o);
		throw new TypeError("lost");
	};
	try {
		const told = await Promise.all(writes.map(({name, method, path, body, key}) => call(method, path.replace("/api", ""), {body, key}).then(() => [name, "done"], (e) => [name, String(e.status)])));
		return Object.fromEntries(told);
	} finally { window.fetch = sent; }
})`

// A write is one of those that the console sends, in the way that it sends it.
type write struct {
	Name   string `json:"name"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   any    `json:"body,omitempty"`
	Key    bool   `json:"key,omitempty"`
	event  string // what it does
	file   string // to which file; "" for no single one
}

// isRepeated reports whether the console sends the write again when it does not know whether the first one was heard.
func (w write) isRepeated() bool { return w.Key || w.Method == "PUT" }

// writesOf returns one write of each kind, to files that nothing else changes.
func (s *site) writesOf(real string, round int, components, files []string) []write {
	of := func(n int) string { return s.dossier + "/files/" + files[n] }
	value := []any{map[string]any{"value": fmt.Sprintf("X-%d", round)}}
	looked := components[len(components)-1-round:][:1] // another one: a correction takes the mark away
	return []write{
		{"correct", "POST", real + "/component-overrides", map[string]any{"name": components[round], "componentValues": value},
			true, "component.overridden", ""},
		{"check", "PUT", real + "/component-checks", map[string]any{"checked": looked, "unchecked": []string{}}, false,
			"component.checked", ""},
		{"assign", "PUT", of(0) + "/assignee", map[string]any{"assigneeId": s.adaID}, false, "file.assigned", files[0]},
		{"step", "PUT", of(1) + "/workflow-status", map[string]any{"workflowStatus": "UNDER_REVIEW"}, false,
			"file.workflow-changed", files[1]},
		{"restore", "POST", of(2) + "/restore", nil, false, "file.restored", files[2]},
		{"delete some", "POST", s.dossier + "/files/bulk-delete", map[string]any{"fileIds": files[3:4]}, false,
			"file.soft-deleted", files[3]},
		{"delete", "DELETE", of(4) + "?deletePermanently=true", nil, false, "file.permanently-deleted", files[4]},
		{"create", "POST", s.template + "/dossiers", map[string]any{"name": fmt.Sprint("Round ", round)}, true, "dossier.created", ""},
	}
}

// TestFaultsAtWrites lets writes of every kind meet refusals and lost answers: what is safe to send again
// arrives without anybody doing anything, what is not is told, and nothing is done twice.
func TestFaultsAtWrites(t *testing.T) {
	s := openSite(t)
	file := s.upload(t, "march.pdf")
	statuses := []int{429, 503, 412, 0}
	const ofRound = 5
	s.fillDossier(t, ofRound*len(statuses))
	var list struct {
		FileStatus []struct{ ID, Filename string }
	}
	s.mira.Want(200, "GET", s.dossier+"/files", nil).Decode(t, &list)
	var ids []string
	for _, f := range list.FileStatus {
		if strings.HasPrefix(f.Filename, "file-") {
			ids = append(ids, f.ID)
		}
	}
	var components []string
	for name := range s.values(t, file) {
		components = append(components, name)
	}
	slices.Sort(components)
	p := openPage(t, s, "en")
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelector("tr[data-file]")`)
	done := func(w write) (times int) {
		var page struct {
			Events []struct{ Type, FileID string }
		}
		s.root.Want(200, "GET", "/api/audit/events?limit=500&type="+w.event, nil).Decode(t, &page)
		for _, e := range page.Events {
			if w.file == "" || e.FileID == w.file {
				times++
			}
		}
		return times
	}
	for round, status := range statuses {
		files := ids[round*ofRound : (round+1)*ofRound]
		s.mira.Want(204, "DELETE", s.dossier+"/files/"+files[2], nil)
		writes := s.writesOf(file, round, components, files)
		sent, err := json.Marshal(writes)
		if err != nil {
			t.Fatal(err)
		}
		before := map[string]int{}
		for _, w := range writes {
			before[w.Name] = done(w)
		}
		told := evaluateModule[map[string]string](p, fmt.Sprintf("%s(%s, %d)", faultOfWrites, sent, status))
		for _, w := range writes {
			want, times := "done", 1
			switch {
			case status == 412:
				want, times = "412", 0
			case status == 503 && !w.isRepeated():
				want, times = "503", 0
			case status == 0 && !w.isRepeated():
				want = "0" // it was done, and nobody knows
			}
			if told[w.Name] != want {
				t.Errorf("%d, %s: the console tells %s, want %s", status, w.Name, told[w.Name], want)
			}
			since := func() int { return done(w) - before[w.Name] }
			if times > 0 {
				servicetest.Await(t, patience, func() bool { return since() > 0 })
			}
			if n := since(); n != times {
				t.Errorf("%d, %s: done %d times, want %d", status, w.Name, n, times)
			}
		}
	}
}
