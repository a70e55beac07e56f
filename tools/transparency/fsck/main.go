// fsck reads a log as Tessera does, and ends with exit code 1 when tiles, entries and checkpoint do not fit
// together. It knows nothing of Docket.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api"
	"github.com/transparency-dev/tessera/client"
	"github.com/transparency-dev/tessera/fsck"
	"golang.org/x/mod/sumdb/note"
)

func main() {
	address := flag.String("url", "", "where the log is served")
	token := flag.String("token", "", "bearer token")
	keyFile := flag.String("key", "", "file with the key of the log")
	flag.Parse()
	if err := checkLog(context.Background(), *address, *token, *keyFile); err != nil {
		fmt.Fprintln(os.Stderr, "fsck:", err)
		os.Exit(1)
	}
	fmt.Println("the log holds")
}

// checkLog reads the whole log.
func checkLog(ctx context.Context, address, token, keyFile string) error {
	at, err := url.Parse(address)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(keyFile)
	if err != nil {
		return err
	}
	key, err := note.NewVerifier(strings.TrimSpace(string(text)))
	if err != nil {
		return err
	}
	log, err := client.NewHTTPFetcher(at, nil)
	if err != nil {
		return err
	}
	log.SetAuthorizationHeader("Bearer " + token)
	return fsck.New(key.Name(), key, log, hashLeaves, fsck.Opts{N: 1}).Check(ctx)
}

// hashLeaves returns the leaf hashes of the entries under a tile.
func hashLeaves(bundle []byte) (hashes [][]byte, err error) {
	var entries api.EntryBundle
	if err := entries.UnmarshalText(bundle); err != nil {
		return nil, err
	}
	for _, e := range entries.Entries {
		hashes = append(hashes, rfc6962.DefaultHasher.HashLeaf(e))
	}
	return hashes, nil
}
