// Command deployments checks what is to be deployed where nothing can be started:
//
//	deployments compose FILE ENV   loads a compose file as docker compose config does
//	deployments kube < MANIFESTS   decodes manifests into the types of Kubernetes
//
// Unknown and misspelt fields are errors, and so is what would not find each other.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "deployments:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 3 && args[0] == "compose":
		return checkCompose(ctx, args[1], args[2])
	case len(args) == 1 && args[0] == "kube":
		all, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		return checkManifests(all)
	}
	return fmt.Errorf("usage: deployments compose FILE ENV | deployments kube < MANIFESTS")
}
