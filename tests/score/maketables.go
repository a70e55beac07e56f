package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// makeTablesCommand writes documents with tables whose cells are known.
type makeTablesCommand struct {
	Pages int      `default:"20" help:"How many of each kind. Default: ${default}."`
	Seed  uint64   `default:"1" help:"What the pages are drawn from: the same one gives the same tables. Default: ${default}."`
	Kind  []string `placeholder:"NAME" help:"Only these kinds. Default: all."`
	Dir   string   `arg:"" help:"Directory to write to; it is made when it does not exist."`
}

// Help shows how it is used.
func (makeTablesCommand) Help() string {
	var b strings.Builder
	b.WriteString("It draws tables that are hard to read, sets them by LibreOffice, and writes KIND-NUMBER.pdf with the\n" +
		"ground truth that score tables reads. The PDFs have no tags. The kinds are:\n")
	for _, k := range madeKinds {
		fmt.Fprintf(&b, "  %-14s %s\n", k.name, k.about)
	}
	return b.String()
}

// Run writes the documents.
func (m makeTablesCommand) Run(ctx context.Context, streams terminal.Streams) error {
	for _, k := range m.Kind {
		if !slices.ContainsFunc(madeKinds, func(o madeKind) bool { return o.name == k }) {
			return terminal.ReportMisuse(streams, "there is no kind %q; score make-tables --help tells all", k)
		}
	}
	n, err := makeTables(ctx, m.Dir, m.Kind, m.Pages, m.Seed)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(streams.Out, "%d documents in %s\n", n, m.Dir)
	return err
}

// makeTables writes as many documents of each kind, and returns how many they are.
func makeTables(ctx context.Context, dir string, kinds []string, pages int, seed uint64) (n int, err error) {
	temp, err := os.MkdirTemp("", "score-tables-")
	if err != nil {
		return 0, fmt.Errorf("make tables: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // documents are no secret
		return 0, fmt.Errorf("make tables: %w", err)
	}
	var sources []string
	for i, k := range madeKinds {
		if len(kinds) > 0 && !slices.Contains(kinds, k.name) {
			continue
		}
		for number := range pages {
			name := fmt.Sprintf("%s-%03d", k.name, number+1)
			page := newMadePage(k, seed, uint64(i)<<32|uint64(number))
			source := filepath.Join(temp, name+".fodt")
			if err := page.writeFiles(source, filepath.Join(dir, name)); err != nil {
				return 0, err
			}
			sources = append(sources, source)
		}
	}
	return len(sources), printDocuments(ctx, temp, dir, sources)
}

// writeFiles writes the source of the page and its ground truth.
func (p *madePage) writeFiles(source, base string) error {
	structures, err := p.structures().encode()
	if err != nil {
		return err
	}
	regions, err := p.regions().encode()
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{source: p.document(), base + "-str.xml": structures, base + "-reg.xml": regions} {
		if err := os.WriteFile(name, content, 0o644); err != nil { //nolint:gosec // documents are no secret
			return fmt.Errorf("make tables: %w", err)
		}
	}
	return nil
}

// printDocuments makes PDFs of documents by LibreOffice, without tags: these would tell the tables.
func printDocuments(ctx context.Context, temp, dir string, sources []string) error {
	const most = 50 // documents of one process
	for batch := range slices.Chunk(sources, most) {
		args := append([]string{"-env:UserInstallation=file://" + filepath.Join(temp, "profile"), "--headless", "--norestore", "--convert-to",
			`pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}`, "--outdir", dir}, batch...)
		out, err := exec.CommandContext(ctx, "soffice", args...).CombinedOutput() //nolint:gosec // our own arguments
		if err != nil {
			return fmt.Errorf("make tables by LibreOffice: %w: %s", err, out)
		}
	}
	for _, s := range sources {
		if _, err := os.Stat(filepath.Join(dir, strings.TrimSuffix(filepath.Base(s), ".fodt")+".pdf")); err != nil {
			return fmt.Errorf("make tables by LibreOffice: %w", err)
		}
	}
	return nil
}
