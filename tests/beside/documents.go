package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// withCache returns the arguments of a command that reads documents: compiled code is kept in the
// folder of the build, and documents that were read before are read anew.
func (b *build) withCache(ctx context.Context, command string, args ...string) ([]string, error) {
	out := append([]string{command}, args...)
	out = append(out, "--cache", filepath.Join(b.work, "cache"))
	keeps, err := b.hasFlag(ctx, command, "--reread")
	if err != nil {
		return nil, err
	}
	if keeps {
		out = append(out, "--reread")
	}
	return out, nil
}

// extract runs the invoice template over files in one process and returns the components and the
// processor time.
func (c *comparison) extract(ctx context.Context, b *build, files ...string) (map[question]string, time.Duration, error) {
	template, err := c.templateOf(b)
	if err != nil {
		return nil, 0, err
	}
	if err := c.warm(ctx, b, template); err != nil {
		return nil, 0, err
	}
	args, err := b.withCache(ctx, "extract", append([]string{"--template", template}, files...)...)
	if err != nil {
		return nil, 0, err
	}
	output, cpu, err := runProgram(ctx, b.work, "", b.docket, args...)
	answers, bad := parseExtracted(output)
	if bad != nil {
		return nil, cpu, errors.Join(err, bad)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && len(answers) > 0 {
		err = nil // a file could not be analysed: that is its answer
	}
	return answers, cpu, err
}

// warm lets the build compile what it keeps between runs.
func (c *comparison) warm(ctx context.Context, b *build, template string) error {
	if b.warm {
		return nil
	}
	files, err := c.inputs.invoices(c.count)
	if err != nil {
		return err
	}
	args, err := b.withCache(ctx, "extract", "--template", template, files[0])
	if err != nil {
		return err
	}
	_, _, err = runProgram(ctx, b.work, "", b.docket, args...)
	b.warm = err == nil
	return err
}

// parseExtracted reads what docket extract prints: an answer for each component of each file.
func parseExtracted(output []byte) (map[question]string, error) {
	var printed struct {
		Files []struct {
			Filename   string
			Error      string
			Components map[string]json.RawMessage
		}
	}
	if err := json.Unmarshal(output, &printed); err != nil {
		return nil, fmt.Errorf("what docket extract prints: %w", err)
	}
	answers := map[question]string{}
	for _, f := range printed.Files {
		if f.Error != "" {
			answers[question{f.Filename, "error"}] = f.Error
		}
		for name, value := range f.Components {
			answers[question{f.Filename, name}] = compactJSON(value)
		}
	}
	return answers, nil
}

// compactJSON returns JSON without blanks between its parts.
func compactJSON(value json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		return string(value)
	}
	return b.String()
}

// measureExtract extracts from documents in one process.
func measureExtract(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	files, err := c.inputs.documents(c.scale(60))
	if err != nil {
		return o, err
	}
	answers, cpu, err := c.extract(ctx, b, files...)
	if err != nil {
		return o, err
	}
	o.answers = answers
	o.add(fmt.Sprintf("extract %d documents", len(files)), "CPU s", cpuCost, cpu.Seconds())
	return o, nil
}

// measurePages extracts from invoices of many pages, each in a process of its own.
func measurePages(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	o.answers = map[question]string{}
	for _, pages := range []int{10, 20, 40, 80} {
		pages = c.scale(pages)
		file, err := c.inputs.pages(pages)
		if err != nil {
			return o, err
		}
		answers, cpu, err := c.extract(ctx, b, file)
		if err != nil {
			return o, err
		}
		for q, a := range answers {
			o.answers[q] = a
		}
		o.add(fmt.Sprintf("extract %d pages of lines", pages), "CPU s", cpuCost, cpu.Seconds())
	}
	return o, nil
}

// measureReceipts extracts from pictures, whose text Tesseract recognises.
func measureReceipts(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		return o, fmt.Errorf("%w: Tesseract is not installed", errSkipped)
	}
	files, err := c.inputs.receipts(c.scale(20))
	if err != nil {
		return o, err
	}
	answers, cpu, err := c.extract(ctx, b, files...)
	if err != nil {
		return o, err
	}
	o.answers = answers
	o.add(fmt.Sprintf("extract %d scanned receipts", len(files)), "CPU s", cpuCost, cpu.Seconds())
	return o, nil
}

// measureLayout reads documents and prints their trees, each in a process of its own: older builds
// take one document only.
func measureLayout(ctx context.Context, c *comparison, b *build) (o outcome, err error) {
	files, err := c.inputs.documents(c.scale(60))
	if err != nil {
		return o, err
	}
	o.answers = map[question]string{}
	var all time.Duration
	for i, file := range files {
		args, err := b.withCache(ctx, "layout", "--json", file)
		if err != nil {
			return o, err
		}
		output, cpu, err := runProgram(ctx, b.work, "", b.docket, args...)
		if err != nil {
			return o, err
		}
		if i == 0 { // the first may have compiled what is kept
			if _, cpu, err = runProgram(ctx, b.work, "", b.docket, args...); err != nil {
				return o, err
			}
		}
		all += cpu
		text, tree, err := parseTree(output)
		if err != nil {
			return o, err
		}
		o.answers[question{filepath.Base(file), "text"}], o.answers[question{filepath.Base(file), "tree"}] = text, tree
	}
	o.add(fmt.Sprintf("read and layout of %d documents", len(files)), "CPU s", cpuCost, all.Seconds())
	return o, nil
}

// A treeNode is what is compared of a node of a document's tree.
type treeNode struct {
	Type       string
	Text       string
	Rows, Cols int // of a table
	Cells      []struct{ Text string }
	Children   []treeNode
}

// parseTree reads what docket layout --json prints: the words of the document in reading order, and
// the types of its nodes, each with those below it in brackets.
func parseTree(output []byte) (text, tree string, err error) {
	var printed struct{ Nodes []treeNode }
	if err := json.Unmarshal(output, &printed); err != nil {
		return "", "", fmt.Errorf("what docket layout prints: %w", err)
	}
	var words, shape strings.Builder
	for _, n := range printed.Nodes {
		n.describe(&words, &shape)
	}
	return strings.Join(strings.Fields(words.String()), " "), strings.TrimSpace(shape.String()), nil
}

func (n treeNode) describe(words, shape *strings.Builder) {
	words.WriteString(n.Text + " ")
	shape.WriteString(n.Type)
	if len(n.Cells) > 0 {
		fmt.Fprintf(shape, " %dx%d", n.Rows, n.Cols)
	}
	for _, c := range n.Cells {
		words.WriteString(c.Text + " ")
	}
	if len(n.Children) > 0 {
		shape.WriteString("(")
		for _, child := range n.Children {
			child.describe(words, shape)
		}
		shape.WriteString(")")
	}
	shape.WriteString(" ")
}
