package author

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/rules"
)

// rulesCommands holds the commands below docket rules; none of them needs a service.
type rulesCommands struct {
	Check   checkCommand          `cmd:"" help:"Check rule files, or a whole template."`
	Run     runCommand            `cmd:"" help:"Run a template's rules over documents, and show what they did."`
	Test    testCommand           `cmd:"" help:"Run the tests of a template."`
	Explain explainCommand        `cmd:"" help:"Explain where a component comes from, or why it is missing."`
	Fmt     formatCommand         `cmd:"" help:"Format rule files."`
	LSP     languageServerCommand `cmd:"" name:"lsp" help:"Serve an editor with errors, completion and more (Language Server Protocol)."`
}

// The files of a template that rule authors write.
const (
	manifestFile      = "template.yaml"
	entityRulesFile   = "entity-rules.drl"
	componentRuleFile = "component-rules.drl"
	dateFormatsFile   = "date-formats.txt"
)

// sideByName returns the side of a rule file if its name shows it.
func sideByName(name string) (rules.Side, bool) {
	base := strings.ToLower(filepath.Base(name))
	entity, component := strings.Contains(base, "entity"), strings.Contains(base, "component")
	if component && !entity {
		return rules.ComponentRules, true
	}
	return rules.EntityRules, entity && !component
}

// isTemplate reports whether a directory holds at least one of the main files of a template.
func isTemplate(dir string) bool {
	for _, name := range []string{manifestFile, entityRulesFile, componentRuleFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// ruleFilesBelow returns the paths of all rule files (.drl) in a directory and below it.
func ruleFilesBelow(dir string) (found []string, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.EqualFold(filepath.Ext(name), ".drl") {
			found = append(found, name)
		}
		return err
	})
	return found, err
}
