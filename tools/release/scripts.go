package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// scriptFolder is where scripts of others are that the console is served with. LICENSES beside
// them tells what each is, and its licence.
const scriptFolder = "adapters/console/assets/vendor"

// A script is a library in JavaScript that is embedded in programs with a service.
type script struct {
	file, name, version string
	license             string // by SPDX
	text                []byte
}

// An inventory is all that programs contain from others.
type inventory struct {
	modules []licensedModule
	scripts []script
}

// takeInventory finds the licences of modules, and of what is embedded beside them.
func (r *release) takeInventory(modules []module) (inventory, error) {
	licensed, err := licenseModules(modules)
	if err != nil {
		return inventory{}, err
	}
	scripts, err := readScripts(filepath.Join(r.root, filepath.FromSlash(scriptFolder)))
	return inventory{modules: licensed, scripts: scripts}, err
}

// scriptTitle begins the licence of each script, as scripts/console-vendor writes it.
var scriptTitle = regexp.MustCompile(`(?m)^(\S+\.js) is (.+) (\d\S*)( \(.*\))?:$`)

// readScripts reads the licences of the scripts in a folder, and wants one for each.
func readScripts(folder string) ([]script, error) {
	content, err := os.ReadFile(filepath.Join(folder, "LICENSES"))
	if err != nil {
		return nil, err
	}
	var scripts []script
	titles := scriptTitle.FindAllSubmatchIndex(content, -1)
	for i, t := range titles {
		end := len(content)
		if i+1 < len(titles) {
			end = titles[i+1][0]
		}
		s := script{
			file: string(content[t[2]:t[3]]), name: string(content[t[4]:t[5]]), version: string(content[t[6]:t[7]]), text: content[t[1]:end],
		}
		ids, err := classify(scriptFolder+"/LICENSES, "+s.file, s.text)
		if err != nil {
			return nil, err
		}
		s.license = strings.Join(ids, " AND ")
		scripts = append(scripts, s)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.js"))
	for _, f := range files {
		name := filepath.Base(f)
		if !slices.ContainsFunc(scripts, func(s script) bool { return s.file == name }) {
			return nil, fmt.Errorf("%s does not tell the licence of %s", path.Join(scriptFolder, "LICENSES"), name)
		}
	}
	return scripts, err
}
