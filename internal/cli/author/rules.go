package author

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/rules"
)

// rulesCommands are the tools of rule authors; none of them needs a service.
type rulesCommands struct {
	Check   checkCommand   `cmd:"" help:"Check rule files, or a whole template."`
	Run     runCommand     `cmd:"" help:"Run a template's rules over documents, and show what they did."`
	Test    testCommand    `cmd:"" help:"Run the tests of a template."`
	Explain explainCommand `cmd:"" help:"Tell where a component comes from, or why it is missing."`
}

// The files of a template that rule authors write.
const (
	manifestFile      = "template.yaml"
	entityRulesFile   = "entity-rules.drl"
	componentRuleFile = "component-rules.drl"
	dateFormatsFile   = "date-formats.txt"
)

// sideByName tells the side of a rule file from its name.
func sideByName(name string) (rules.Side, bool) {
	base := strings.ToLower(filepath.Base(name))
	entity, component := strings.Contains(base, "entity"), strings.Contains(base, "component")
	if component && !entity {
		return rules.ComponentRules, true
	}
	return rules.EntityRules, entity && !component
}

// isTemplate says whether a directory holds a template, or what begins to be one.
func isTemplate(dir string) bool {
	for _, name := range []string{manifestFile, entityRulesFile, componentRuleFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// ruleFilesBelow are the paths of all rule files in a directory and below it.
func ruleFilesBelow(dir string) (found []string, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.EqualFold(filepath.Ext(name), ".drl") {
			found = append(found, name)
		}
		return err
	})
	return found, err
}
