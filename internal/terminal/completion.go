package terminal

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion is the command that prints what a shell needs to complete commands and flags.
type Completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help shows how it is used.
func (Completion) Help() string {
	return `Examples:
  source <(docket completion bash)
  docket completion zsh > "${fpath[1]}/_docket"
  docket completion fish > ~/.config/fish/completions/docket.fish`
}

// Run prints the script.
func (c Completion) Run(s Streams, app *kong.Kong) error {
	words := map[string][]string{}
	listWords(words, "", app.Model.Node)
	write := map[string]func(io.Writer, string, map[string][]string) error{"bash": writeBash, "zsh": writeZsh, "fish": writeFish}[c.Shell]
	return write(s.Out, app.Model.Name, words)
}

// listWords notes which commands and flags may follow the words of a command.
func listWords(words map[string][]string, path string, n *kong.Node) {
	list := []string{}
	for _, child := range n.Children {
		if child.Hidden || child.Type != kong.CommandNode {
			continue
		}
		list = append(list, child.Name)
		listWords(words, strings.TrimSpace(path+" "+child.Name), child)
	}
	for at := n; at != nil; at = at.Parent {
		for _, f := range at.Flags {
			if !f.Hidden {
				list = append(list, "--"+f.Name)
			}
		}
	}
	slices.Sort(list)
	words[path] = slices.Compact(list)
}

// cases writes a branch of a case statement for each command.
func cases(words map[string][]string, format string) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(words)) {
		fmt.Fprintf(&b, format, path, strings.Join(words[path], " "))
	}
	return b.String()
}

func writeBash(w io.Writer, name string, words map[string][]string) error {
	_, err := fmt.Fprintf(w, `# bash completion of %[1]s
_%[1]s() {
  local word path="" next known
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="${path:+$path }$word"
    case "|%[2]s|" in *"|$next|"*) path="$next" ;; esac
  done
  case "$path" in
%[3]s  esac
  COMPREPLY=($(compgen -W "$known" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _%[1]s %[1]s
`, name, strings.Join(slices.Sorted(maps.Keys(words)), "|"), cases(words, "    %q) known=%q ;;\n"))
	return err
}

func writeZsh(w io.Writer, name string, words map[string][]string) error {
	_, err := fmt.Fprintf(w, `#compdef %[1]s
_%[1]s() {
  local word path_="" next known
  for word in "${(@)words[2,CURRENT-1]}"; do
    next="${path_:+$path_ }$word"
    [[ "|%[2]s|" == *"|$next|"* ]] && path_="$next"
  done
  case "$path_" in
%[3]s  esac
  compadd -- ${=known} || _files
}
compdef _%[1]s %[1]s
`, name, strings.Join(slices.Sorted(maps.Keys(words)), "|"), cases(words, "    %q) known=%q ;;\n"))
	return err
}

func writeFish(w io.Writer, name string, words map[string][]string) error {
	_, err := fmt.Fprintf(w, `# fish completion of %[1]s
function __%[1]s_words
  set -l path ""
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    contains -- "$next" %[2]s; and set path "$next"
  end
  switch "$path"
%[3]s  end
end
complete -c %[1]s -a "(__%[1]s_words)"
`, name, quoteAll(slices.Sorted(maps.Keys(words))), cases(words, "    case %q\n      string split ' ' -- %q\n"))
	return err
}

func quoteAll(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(out, " ")
}
