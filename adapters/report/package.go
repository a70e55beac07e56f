package report

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/seed-62a36931/docket/domain"
)

// Limits of the unpacked parts of a template.
const (
	maxParts     = 10_000
	maxUnpacked  = 256 << 20
	maxPart      = 128 << 20
	contentTypes = "[Content_Types].xml"
)

// mainParts holds the part that each format must have.
var mainParts = map[string]string{".xlsx": "xl/workbook.xml", ".docx": "word/document.xml"}

// FormatOf returns ".xlsx" or ".docx" for a file name in any case; ok is false for
// others.
func FormatOf(filename string) (format string, ok bool) {
	format = strings.ToLower(path.Ext(filename))
	_, ok = mainParts[format]
	return format, ok
}

// CheckTemplate returns an error unless the bytes can be a report template: an xlsx or docx,
// according to its name, that can be unpacked, has no macros and fetches nothing from
// elsewhere. The error is a fault of kind Unsupported.
func CheckTemplate(filename string, content []byte) error {
	refused := domain.Faultf(domain.Unsupported, "Unsupported file type: %s", filename).At("file")
	format, ok := FormatOf(filename)
	if !ok {
		return refused
	}
	parts, err := unpackParts(content)
	if err != nil {
		refused.Cause = err
		return refused
	}
	if parts.findPart(contentTypes) == nil || parts.findPart(mainParts[format]) == nil {
		return refused
	}
	for _, p := range parts {
		if err := p.checkHarmless(); err != nil {
			refused.Cause = fmt.Errorf("%s: %w", p.Name, err)
			return refused
		}
	}
	return nil
}

// A part is one unpacked file of an Office package.
type part struct {
	*zip.File
	content []byte
}

type parts []*part

// unpackParts reads all parts; it counts sizes and does not trust the declared ones.
func unpackParts(content []byte) (parts, error) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	if len(z.File) > maxParts {
		return nil, errors.New("it has too many parts")
	}
	var out parts
	left := int64(maxUnpacked)
	for _, f := range z.File {
		p := &part{File: f}
		if p.content, err = readPart(f, min(left, maxPart)); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		left -= int64(len(p.content))
		out = append(out, p)
	}
	return out, nil
}

func readPart(f *zip.File, most int64) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(b)) > most {
		err = errors.New("it is too large when unpacked")
	}
	return b, err
}

// findPart returns a part by name, nil when there is none.
func (p parts) findPart(name string) *part {
	for _, f := range p {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// checkHarmless refuses macros, links to other places and declarations of entities.
func (p *part) checkHarmless() error {
	name := strings.ToLower(p.Name)
	switch {
	case path.Base(name) == "vbaproject.bin" || strings.Contains(name, "/macrosheets/"):
		return errors.New("it holds macros")
	case strings.HasPrefix(name, "xl/externallinks/"):
		return errors.New("it links to another workbook")
	case name == strings.ToLower(contentTypes) && bytes.Contains(p.content, []byte("macroEnabled")):
		return errors.New("it holds macros")
	case path.Ext(name) == ".xml" || path.Ext(name) == ".rels":
		if bytes.Contains(p.content, []byte("<!DOCTYPE")) {
			return errors.New("it declares a document type")
		}
	}
	if path.Ext(name) == ".rels" {
		return checkLocal(p.content)
	}
	return nil
}

// checkLocal refuses relationships to places elsewhere, except links that people click
// on.
func checkLocal(rels []byte) error {
	var all struct {
		Relationships []struct {
			Type string `xml:"Type,attr"`
			Mode string `xml:"TargetMode,attr"`
		} `xml:"Relationship"`
	}
	if err := xml.Unmarshal(rels, &all); err != nil {
		return err
	}
	for _, rel := range all.Relationships {
		if strings.EqualFold(rel.Mode, "External") && !strings.HasSuffix(rel.Type, "/hyperlink") {
			return fmt.Errorf("it links to another place (%s)", path.Base(rel.Type))
		}
	}
	return nil
}
