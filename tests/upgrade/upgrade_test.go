package upgrade

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// profiles are the engines that installations keep their data in.
var profiles = []string{"sqlite", "postgres"}

// TestAnInstallationGoesOn starts the program on what the version before left,
// with the settings that it had, and wants every answer to be as it was.
func TestAnInstallationGoesOn(t *testing.T) {
	for _, profile := range profiles {
		t.Run(profile, func(t *testing.T) { checkInstallation(t, profile) })
	}
}

func checkInstallation(t *testing.T, profile string) {
	i := restoreInstallation(t, findBinary(t), profile, fixtures)
	checkTools(t, i)
	i.start()
	var before []exchange
	if err := json.Unmarshal(unzip(t, filepath.Join(fixtures, profile+".answers.json.gz")), &before); err != nil {
		t.Fatal(err)
	}
	if len(before) < 150 {
		t.Fatalf("%d answers were kept, want 150 at least", len(before))
	}
	compareAnswers(t, i.perform(before), before)
	checkClient(t, i)
	i.run("", "projections", "rebuild", "--all")
	compareAnswers(t, i.perform(before), before)
	goOn(i)
	checkMetrics(t, i)
	checkLogKeys(t, i)
	i.stop()
	i.run("", "audit", "verify") // exit code 1 when something is wrong
	i.start()
	compareAnswers(t, i.perform(excludeLists(before)), excludeLists(before))
	i.stop()
}

// A tool is a command on data at rest, and what it prints.
type tool struct {
	Args   []string
	Output string
}

// checkTools wants commands to print what the version before printed: among them
// audit verify, with its counts.
func checkTools(t *testing.T, i *installation) {
	t.Helper()
	var want []tool
	readJSON(t, filepath.Join(fixtures, i.profile+".tools.json"), &want)
	for n, got := range i.runTools(want) {
		if output := withoutAdditions(got.Output); output != want[n].Output {
			a, b := firstDifference(output, want[n].Output)
			t.Errorf("docket %s: got …%s, want …%s", strings.Join(got.Args, " "), a, b)
		}
	}
}

// runTools runs commands and returns them with what they print.
func (i *installation) runTools(tools []tool) []tool {
	i.t.Helper()
	out := make([]tool, 0, len(tools))
	for _, t := range tools {
		t.Output = i.run("", t.Args...)
		out = append(out, t)
	}
	return out
}

// excludeLists leaves out what shows things that goOn makes.
func excludeLists(all []exchange) []exchange {
	return slices.DeleteFunc(slices.Clone(all), func(e exchange) bool {
		path, _, _ := strings.Cut(e.Path, "?")
		return strings.HasSuffix(path, "/dossiers") || strings.HasPrefix(path, "/api/license")
	})
}

// goOn makes a dossier with a file of the old template, and wants it to be analysed.
func goOn(i *installation) {
	t := i.t
	c := i.signIn("olga")
	var list struct{ DossierTemplates []struct{ ID, Name string } }
	c.do("GET", "/api/dossier-templates", nil, &list)
	for _, template := range list.DossierTemplates {
		if template.Name != "Invoices" {
			continue
		}
		var d struct{ ID string }
		c.do("POST", "/api/dossier-templates/"+template.ID+"/dossiers", map[string]any{"name": "After the upgrade"}, &d)
		dossier := "/api/dossier-templates/" + template.ID + "/dossiers/" + d.ID
		pdf, err := os.ReadFile(filepath.Join(root(t), "templates/invoice/samples/1-classic.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		var up struct{ FileIDs []string }
		c.upload("POST", dossier+"/files", "new.pdf", pdf, &up)
		file := dossier + "/files/" + up.FileIDs[0]
		if got := c.awaitFile(file); got != "PROCESSED" {
			t.Errorf("a new file: got status %s, want PROCESSED", got)
		}
		if r := c.send("GET", file+"/components", "", nil); !strings.Contains(string(r.body), `"Invoice_Number":["`) {
			t.Errorf("a new file: got components %s, want an Invoice_Number", r.body)
		}
		return
	}
	t.Error("got no template Invoices")
}

// checkClient wants the commands that go to a service to take their variables.
func checkClient(t *testing.T, i *installation) {
	t.Helper()
	cmd := exec.Command(i.binary, "dossiers")
	cmd.Env = append(cleanEnvironment(), "DOCKET_SERVER="+i.base, "DOCKET_TOKEN="+i.signIn("olga").token, "DOCKET_CONFIG_DIR="+t.TempDir())
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "Office") {
		t.Errorf("docket dossiers: got %s (%v), want the dossier Office", out, err)
	}
}

func checkMetrics(t *testing.T, i *installation) {
	t.Helper()
	var want []string
	readJSON(t, filepath.Join(fixtures, i.profile+".metrics.json"), &want)
	for _, name := range want {
		await(t, "/metrics to show the "+name, func() bool { return slices.Contains(i.listMetrics(), name) }) // some are measured at times
	}
	if len(want) == 0 {
		t.Error("no names of metrics were kept")
	}
}

// listMetrics returns the metrics that /metrics shows, each as type and name.
func (i *installation) listMetrics() []string {
	i.t.Helper()
	r, err := http.Get(i.admin + "/metrics")
	if err != nil {
		i.t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		i.t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)`).FindAllStringSubmatch(string(b), -1) {
		out = append(out, m[2]+" "+m[1])
	}
	slices.Sort(out)
	return out
}

// shortConfiguration are the keys that the line of the configuration keeps: with all of them it
// had 1,900 characters. The line "all settings" of the level debug has the others.
var shortConfiguration = []string{"AdminListen", "Data", "Listen", "MasterKeyFile", "PublicURL", "Workers", "Workspace",
	"level", "msg", "time"}

// checkLogKeys wants what the version before logged to be logged under the same keys.
func checkLogKeys(t *testing.T, i *installation) {
	t.Helper()
	var want map[string][]string
	readJSON(t, filepath.Join(fixtures, "logkeys.json"), &want)
	var got map[string][]string
	for message, keys := range want {
		await(t, "the log line "+message, func() bool { // some are written beside the start
			got = i.listLogKeys()
			return got[message] != nil
		})
		for _, k := range keys {
			if message == "configuration" && !slices.Contains(shortConfiguration, k) {
				continue
			}
			if !slices.Contains(got[message], k) {
				t.Errorf("log %q: got keys %v, want %s too", message, got[message], k)
			}
		}
	}
	if len(want) == 0 {
		t.Error("no keys of the log were kept")
	}
}

// listLogKeys returns the keys of what was logged, by message.
func (i *installation) listLogKeys() map[string][]string {
	i.t.Helper()
	out := map[string][]string{}
	for line := range strings.Lines(i.log.String()) {
		if !strings.HasSuffix(line, "\n") {
			break // it is being written
		}
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			i.t.Errorf("the log holds a line that is not JSON: %s, want no error", line)
			continue
		}
		message, _ := entry["msg"].(string)
		out[message] = collectKeys(out[message], "", entry)
		slices.Sort(out[message])
	}
	return out
}

// collectKeys adds the keys of a value, those of values in it behind a dot.
func collectKeys(keys []string, prefix string, value map[string]any) []string {
	for k, v := range value {
		if !slices.Contains(keys, prefix+k) {
			keys = append(keys, prefix+k)
		}
		if inner, is := v.(map[string]any); is {
			keys = collectKeys(keys, prefix+k+".", inner)
		}
	}
	return keys
}
