// Command reference writes the references of the rule language into the named directory.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/rules"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reference DIR")
		os.Exit(2)
	}
	for name, text := range rules.References() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
