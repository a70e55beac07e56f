// Package templates holds the use cases that change dossier templates: their fields, rules,
// definitions, dictionaries, mappings and reports.
package templates

import (
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/template"
)

// Commands runs the use cases on templates: those on whole ones, and those on their parts.
type Commands struct {
	*Parts
	// Bundles read templates from files; only ImportBundle needs them.
	Bundles BundleReader
}

// Parts runs the use cases on what a template consists of: definitions, rule files, dictionaries,
// mappings and report templates.
type Parts struct {
	*core.Core
	// Reports check report templates; only uploads and imports of them need it.
	Reports ReportChecker
	// Followers lets changes wait for those who act on them; nil: none waits.
	Followers Followers
	// Mapping bounds component mappings; the zero value is the default.
	Mapping template.MappingLimits
}
