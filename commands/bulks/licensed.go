package bulks

import (
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
)

// mayTake refuses a file that the license does not cover.
func (c *Commands) mayTake(f file.Format) error {
	if err := c.RequireLicense(); err != nil {
		return err
	}
	if f.MainPart() != "" && c.License != nil && !c.License.Features.OfficeDocuments {
		return license.ErrNoOffice
	}
	return nil
}

// mayTakeAll refuses a zip with an entry that the license does not cover.
func (c *Commands) mayTakeAll(a *unzip.Archive) error {
	for i, f := range a.Files {
		name, _, reason := classifyEntry(f, a.Names[i])
		if format, ok := file.FormatOf(name); ok && reason == "" {
			if err := c.mayTake(format); err != nil {
				return err
			}
		}
	}
	return nil
}
