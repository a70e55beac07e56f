package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // receipts are
	"os"
	"path/filepath"
	"slices"
)

// inputs are the files that both builds get, made when a part first needs them.
type inputs struct {
	settings settings
	folder   string
	made     map[string][]string // paths by set
}

// setOf returns the paths of a set of files, and makes it the first time.
func (in *inputs) setOf(name string, fill func(folder string) ([]string, error)) ([]string, error) {
	if paths, ok := in.made[name]; ok {
		return paths, nil
	}
	folder := filepath.Join(in.folder, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	paths, err := fill(folder)
	if err != nil {
		return nil, err
	}
	if in.made == nil {
		in.made = map[string][]string{}
	}
	in.made[name] = paths
	return paths, nil
}

// invoices returns drawn invoices of one page each.
func (in *inputs) invoices(n int) ([]string, error) {
	return in.setOf("invoices", func(folder string) (paths []string, err error) {
		for i := range n {
			paths = append(paths, filepath.Join(folder, invoiceName(i+1)))
			if err := os.WriteFile(paths[i], drawInvoice(i+1, 1+i%9), 0o600); err != nil {
				return nil, err
			}
		}
		return paths, nil
	})
}

// documentFolders are folders of documents below that of the corpora, and how many of each twelve
// come from them.
var documentFolders = []struct {
	name  string
	share int
}{{"nda", 5}, {"ad-buys", 4}, {"invoices-makers", 2}, {"invoices-foreign", 1}}

// documents returns PDFs of the corpora, or drawn invoices of one to three pages without them.
func (in *inputs) documents(n int) ([]string, error) {
	return in.setOf("documents", func(folder string) ([]string, error) {
		if in.settings.corpora != "" {
			if paths := in.pickDocuments(n); len(paths) > 0 {
				return paths, nil
			}
		}
		var paths []string
		for i := range n {
			paths = append(paths, filepath.Join(folder, fmt.Sprintf("document-%02d.pdf", i+1)))
			if err := os.WriteFile(paths[i], drawInvoice(1000+i, 5+45*(i%3)), 0o600); err != nil {
				return nil, err
			}
		}
		return paths, nil
	})
}

// pickDocuments returns n documents at most, evenly out of each folder.
func (in *inputs) pickDocuments(n int) (out []string) {
	for _, f := range documentFolders {
		all, _ := filepath.Glob(filepath.Join(in.settings.corpora, f.name, "*.pdf")) // the pattern is well-formed
		out = append(out, pickEvenly(all, (n*f.share+11)/12)...)
	}
	return out[:min(n, len(out))]
}

// pickEvenly returns n of a list, or all when there are fewer, at even distances.
func pickEvenly(all []string, n int) (out []string) {
	slices.Sort(all)
	n = min(n, len(all))
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// receipts returns pictures of receipts, each as a PDF of one page.
func (in *inputs) receipts(n int) ([]string, error) {
	return in.setOf("receipts", func(folder string) (paths []string, err error) {
		if in.settings.corpora == "" {
			return nil, fmt.Errorf("%w: DOCKET_CORPORA is not set, so there are no pictures of receipts", errSkipped)
		}
		all, _ := filepath.Glob(filepath.Join(in.settings.corpora, "receipts", "*.jpg")) // the pattern is well-formed
		if len(all) == 0 {
			return nil, fmt.Errorf("%w: there are no receipts in %s", errSkipped, in.settings.corpora)
		}
		for _, path := range pickEvenly(all, n) {
			content, err := wrapPicture(path)
			if err != nil {
				return nil, err
			}
			to := filepath.Join(folder, filepath.Base(path)+".pdf")
			if err := os.WriteFile(to, content, 0o600); err != nil {
				return nil, err
			}
			paths = append(paths, to)
		}
		return paths, nil
	})
}

// wrapPicture returns a PDF with a JPEG on its page.
func wrapPicture(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	colours := "DeviceRGB"
	switch config.ColorModel {
	case color.GrayModel:
		colours = "DeviceGray"
	case color.CMYKModel:
		colours = "DeviceCMYK"
	}
	var p paper
	p.addPicture(picture{jpeg: content, width: config.Width, height: config.Height, colours: colours})
	return p.bytes(), nil
}

// pages returns an invoice of so many pages of lines.
func (in *inputs) pages(n int) (string, error) {
	paths, err := in.setOf(fmt.Sprintf("pages-%d", n), func(folder string) ([]string, error) {
		path := filepath.Join(folder, fmt.Sprintf("%d-pages.pdf", n))
		return []string{path}, os.WriteFile(path, drawPages(n), 0o600)
	})
	if err != nil {
		return "", err
	}
	return paths[0], nil
}
