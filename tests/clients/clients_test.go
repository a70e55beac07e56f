package clients

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestMain(m *testing.M) { os.Exit(servicetest.RunWaitingTests(m, servicetest.RunCommand)) }

// said is what both tours print.
const said = `number: NT-2024-0117
line: Cordless drill, 18 V 358.00
line: Set of 24 wood bits 62.50
line: Delivery 12.00
corrected: NT-2024-0118
files: 1-classic.pdf
refused: dossier_not_found Dossier not found
`

// TestTours runs the first block of code of both pages.
func TestTours(t *testing.T) {
	for _, row := range []struct {
		name, page, language string
		prepare              func(t *testing.T, folder, code string) *exec.Cmd
	}{
		{"python", "clients/python/README.md", "python", preparePython},
		{"typescript", "clients/typescript/README.md", "ts", prepareTypeScript},
	} {
		t.Run(row.name, func(t *testing.T) {
			cmd := row.prepare(t, t.TempDir(), readBlock(t, row.page, row.language))
			s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"),
				append(servicetest.NewMasterKey(t), "--import", "templates/invoice")...)
			secret := s.Operate(false, "", "client", "add", "--service-account", "--roles", "MANAGER", "importer")
			cmd.Env = append(cmd.Environ(), "DOCKET_URL="+s.Origin, "DOCKET_SECRET="+strings.TrimSpace(secret))
			out, err := cmd.CombinedOutput()
			if err != nil || string(out) != said {
				t.Fatalf("got %v and\n%s\nwant\n%s", err, out, said)
			}
			packed, err := zip.OpenReader(filepath.Join(cmd.Dir, "invoices.zip"))
			if err != nil {
				t.Fatal(err)
			}
			defer packed.Close() //nolint:errcheck // it was read
			if len(packed.File) == 0 {
				t.Error("the package has got no files, want at least 1")
			}
		})
	}
}

// readBlock returns the first block of a language in a page.
func readBlock(t *testing.T, page, language string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s has no block of %s", page, language)
	}
	return string(found[1])
}

// linkSamples makes the samples be where the tours look for them.
func linkSamples(t *testing.T, folder string) {
	t.Helper()
	templates, err := filepath.Abs("templates")
	if err == nil {
		err = os.Symlink(templates, filepath.Join(folder, "templates"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// findTool returns the path of a tool that scripts/clients setup installs, or skips the test.
func findTool(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err == nil {
		_, err = os.Stat(abs)
	}
	if err != nil {
		t.Skipf("%v: scripts/clients setup installs what is missing", err)
	}
	return abs
}

func preparePython(t *testing.T, folder, code string) *exec.Cmd {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	python := findTool(t, filepath.Join(cache, "docket", "python-client", "bin", "python"))
	source, err := filepath.Abs("clients/python/src")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "tour.py"), []byte(code), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	linkSamples(t, folder)
	cmd := exec.CommandContext(t.Context(), python, "tour.py")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "PYTHONPATH="+source, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

// prepareTypeScript compiles the tour beside the package, as an application would.
func prepareTypeScript(t *testing.T, folder, code string) *exec.Cmd {
	compiler := findTool(t, "clients/typescript/node_modules/.bin/tsc")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("%v: the client in TypeScript runs on Node 20", err)
	}
	pack := filepath.Join(folder, "node_modules", "docket-client")
	run(t, "", compiler, "-p", "clients/typescript", "--outDir", filepath.Join(pack, "dist"))
	manifest, err := os.ReadFile("clients/typescript/package.json")
	if err != nil {
		t.Fatal(err)
	}
	types, err := filepath.Abs("clients/typescript/node_modules/@types")
	if err != nil {
		t.Fatal(err)
	}
	settings := `{"compilerOptions": {"target": "es2022", "module": "nodenext", "lib": ["es2022", "dom", "dom.iterable"], "strict": true,
		"noUncheckedIndexedAccess": true, "types": ["node"], "typeRoots": ["` + filepath.ToSlash(types) + `"], "skipLibCheck": true},
		"files": ["tour.ts"]}`
	for name, text := range map[string]string{filepath.Join(pack, "package.json"): string(manifest), filepath.Join(folder, "tour.ts"): code,
		filepath.Join(folder, "tsconfig.json"): settings, filepath.Join(folder, "package.json"): `{"type": "module"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	linkSamples(t, folder)
	run(t, folder, compiler, "-p", ".")
	cmd := exec.CommandContext(t.Context(), node, "tour.js")
	cmd.Dir, cmd.Env = folder, os.Environ()
	return cmd
}

func run(t *testing.T, dir string, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v, want no error\n%s", name, strings.Join(args, " "), err, out)
	}
}
