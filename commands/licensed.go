package commands

import (
	"archive/zip"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
)

// requireLicense returns an error when the license is not valid now.
func (c *Commands) requireLicense() error {
	if c.License == nil {
		return nil
	}
	return c.License.CheckValid(c.Now())
}

// mayTake refuses a file that the license does not cover.
func (c *Commands) mayTake(f file.Format) error {
	if err := c.requireLicense(); err != nil {
		return err
	}
	if f.MainPart() != "" && c.License != nil && !c.License.Features.OfficeDocuments {
		return license.ErrNoOffice
	}
	return nil
}

// mayTakeAll refuses a zip with an entry that the license does not cover.
func (c *Commands) mayTakeAll(files []*zip.File) error {
	for _, f := range files {
		name, _, reason := classifyEntry(f)
		if format, ok := file.FormatOf(name); ok && reason == "" {
			if err := c.mayTake(format); err != nil {
				return err
			}
		}
	}
	return nil
}
