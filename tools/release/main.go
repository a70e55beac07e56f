// Command release makes what a release of Docket consists of, into one folder: static
// binaries in archives, Debian packages, images of containers, the licences of all that is
// in the binaries, a software bill of materials for each, and the checksums.
//
//	release -root .. -out ../dist -version 0.2.0
//	release -root .. -notice
//
// It needs the go command, git, and the modules of go.mod; neither dpkg nor a container
// engine. The same commit, version and Go give the same bytes. It fails when a licence is
// missing or of a kind that nobody has agreed to (licenses.go), and when NOTICE is not what
// the binaries contain; -notice writes NOTICE anew and makes nothing else.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	var r release
	root := flag.String("root", ".", "the folder of the repository")
	out := flag.String("out", "dist", "the folder that is made anew; it replaces one that is there")
	notice := flag.Bool("notice", false, "write NOTICE, and nothing else")
	flag.StringVar(&r.version, "version", "", "the version, such as 0.2.0; by default the one in the code")
	flag.StringVar(&r.goCommand, "go", "go", "the go command")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r.log = os.Stdout
	if err := run(ctx, r, *root, *out, *notice); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run makes the release, or writes NOTICE alone.
func run(ctx context.Context, r release, root, out string, notice bool) (err error) {
	if r.root, err = filepath.Abs(root); err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if notice {
		modules, err := r.listModules(ctx, targets)
		if err != nil {
			return err
		}
		all, err := r.takeInventory(modules)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(r.root, "NOTICE"), noticeText(all), 0o644) //nolint:gosec // everybody may read it
	}
	return r.makeAll(ctx, out)
}
