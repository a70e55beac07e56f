package terminal

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// A FlagGroup is a heading in the help of a command, with the flags below it.
type FlagGroup struct {
	Title string   // with a colon
	Flags []string // names without --, in their order
}

// GroupFlags makes the help of a command list its flags in groups. Flags that no group names
// stand above them. A group that names a flag that the command does not have is an error.
func GroupFlags(command string, groups []FlagGroup) kong.Option {
	return kong.PostBuild(func(k *kong.Kong) error {
		at := slices.IndexFunc(k.Model.Children, func(n *kong.Node) bool { return n.Name == command })
		if at < 0 {
			return fmt.Errorf("there is no command %s whose flags could be grouped", command)
		}
		node := k.Model.Children[at]
		var grouped []*kong.Flag
		for _, g := range groups {
			heading := &kong.Group{Key: g.Title, Title: g.Title}
			for _, name := range g.Flags {
				i := slices.IndexFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == name })
				if i < 0 {
					return fmt.Errorf("%s has no flag --%s, or two groups name it", command, name)
				}
				node.Flags[i].Group = heading
				grouped = append(grouped, node.Flags[i])
				node.Flags = slices.Delete(node.Flags, i, i+1)
			}
		}
		node.Flags = append(node.Flags, grouped...)
		return nil
	})
}
