package console

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/seed-62a36931/docket/adapters/console/bundle"
)

// sources are those of the console.
var sources = func() fs.FS {
	folder, err := filepath.Abs("../../adapters/console/assets") // tests may change theirs
	if err != nil {
		panic(err)
	}
	return os.DirFS(folder)
}()

// openBlank opens an empty page of an origin of its own, without a service: for modules that need a browser, but no console.
func openBlank(t *testing.T) *page {
	t.Helper()
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" { // it has no icon
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Blank</title>")
	}))
	t.Cleanup(server.Close)
	p := openPageAt(t, server.URL, "en")
	p.open("/")
	return p
}

// evaluateModule evaluates the text of a module in a page, and returns what it exports by default, or what that
// promises. It imports modules of the console by their paths in assets, such as ./parts/queue.js, and gets instances
// of its own of these: what defines elements can be imported once in a page that is empty, and never in one of the console.
func evaluateModule[T any](p *page, module string) T {
	p.t.Helper()
	script, err := bundle.Script(sources, module, "moduleOfTest")
	if err != nil {
		p.t.Fatal(err)
	}
	within, cancel := context.WithTimeout(p.tab, patience)
	defer cancel()
	out, err := chromedp.Run(within, chromedp.Evaluate[T](`(async () => { `+script+`; return await moduleOfTest.default; })()`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.fail("the module %s: %v", module, err)
	}
	return out
}

// TestModulesRunInBrowsers evaluates a module that imports others.
func TestModulesRunInBrowsers(t *testing.T) {
	p := openBlank(t)
	got := evaluateModule[[]string](p, `import {loadLanguage, t} from "./i18n.js";
		import {fits} from "./parts/edit.js";
		export default (async () => {
			await loadLanguage("de");
			localStorage.setItem("kept", String(fits("NUMBER", "520.00")));
			return [t("action.close"), localStorage.getItem("kept")];
		})();`)
	if len(got) != 2 || got[0] != "Schließen" || got[1] != "true" {
		t.Errorf("the module answers %q, want len(got) = 2, got[0] = Schließen and got[1] = true", got)
	}
}

// TestModulesThatFailToLoad asks for modules while there is no network: once it returns, what was asked for last goes
// on and the message leaves, what was asked for before does not go on, and a module that is wrong fails at once.
func TestModulesThatFailToLoad(t *testing.T) {
	p := openBlank(t)
	type told struct {
		Loaded   []string
		Messages []int
		Wrong    string
	}
	got := evaluateModule[told](p, `import {lazy} from "./parts/load.js";
		import {loadLanguage} from "./i18n.js";
		const toasts = document.body.appendChild(Object.assign(document.createElement("section"), {id: "toasts"}));
		const loaded = [], messages = [];
		let away = true;
		const settled = () => new Promise((resolve) => setTimeout(resolve));
		const module = (name) => lazy(async () => {
			if (away) throw new TypeError("Failed to fetch dynamically imported module");
			return name;
		});
		const wrong = lazy(async () => { throw new SyntaxError("wrong"); });
		const [first, last] = ["first", "last"].map(module);
		export default (async () => {
			await loadLanguage("en");
			first().then((name) => loaded.push(name));
			const done = last().then((name) => loaded.push(name));
			await settled();
			messages.push(toasts.children.length);
			const why = await wrong().catch((error) => error.message);
			messages.push(toasts.children.length);
			away = false;
			dispatchEvent(new Event("online"));
			await done;
			messages.push(toasts.children.length);
			return {loaded, messages, wrong: why};
		})();`)
	want := told{[]string{"last"}, []int{1, 1, 0}, "wrong"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
