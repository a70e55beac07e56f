package queries

import (
	"github.com/seed-62a36931/docket/queries/accounts"
	"github.com/seed-62a36931/docket/queries/components"
	"github.com/seed-62a36931/docket/queries/contents"
	"github.com/seed-62a36931/docket/queries/downloads"
	"github.com/seed-62a36931/docket/queries/feed"
	"github.com/seed-62a36931/docket/queries/history"
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/operations"
	"github.com/seed-62a36931/docket/queries/replay"
	"github.com/seed-62a36931/docket/queries/templates"
	"github.com/seed-62a36931/docket/queries/usage"
	"github.com/seed-62a36931/docket/queries/views"
	"github.com/seed-62a36931/docket/queries/webhooks"
)

// The answers of all parts, and what they are made with. Identifiers are uuids in lower-case text, "" where none
// is set; times are UTC, nil where unset; lists and maps are never nil.
type (
	// An AttributeDefinition is an attribute that dossiers or files may have.
	AttributeDefinition = templates.AttributeDefinition
	// A BundleWriter writes whole templates as files.
	BundleWriter = templates.BundleWriter
	// A ComponentDefinition names and orders a component of a template.
	ComponentDefinition = templates.ComponentDefinition
	// A ComponentMapping describes a table that rules look values up in.
	ComponentMapping = templates.ComponentMapping
	// A ComponentPage is a page of the files of a dossier, with their components.
	ComponentPage = components.ComponentPage
	// Content is bytes that can be read in any part.
	Content = contents.Content
	// A Dossier is a container of files as its readers see it.
	Dossier = lists.Dossier
	// DossierCounts tell what is in a dossier.
	DossierCounts = lists.DossierCounts
	// A DossierPage is a page of dossiers.
	DossierPage = lists.DossierPage
	// A DossierStatusDefinition is a status that dossiers may have.
	DossierStatusDefinition = templates.DossierStatusDefinition
	// DownloadContent is the bytes of a READY package.
	DownloadContent = downloads.DownloadContent
	// A DownloadStatus is a package and how far it is.
	DownloadStatus = downloads.DownloadStatus
	// An Entity is a piece of the text that was marked.
	Entity = contents.Entity
	// An EntityDefinition is a kind of entity that rules find.
	EntityDefinition = templates.EntityDefinition
	// An EntityPosition is where on a page an entity stands.
	EntityPosition = contents.EntityPosition
	// An ExportedFile is the components of a file, and where the export goes on behind it.
	ExportedFile = components.ExportedFile
	// A Feed follows the log once and hands what happens to any number of listeners.
	Feed = feed.Feed
	// A FeedPage is a stretch of the feed of events.
	FeedPage = feed.Page
	// An Operation is a request that was answered before its work was done, and what it has done so far.
	Operation = operations.Operation
	// FileComponents holds what was extracted from one file, overrides applied.
	FileComponents = components.FileComponents
	// FileCounts count files by what lists are filtered by.
	FileCounts = lists.FileCounts
	// FileEntities holds what rules and dictionaries marked in a file.
	FileEntities = contents.FileEntities
	// A FileError says why a file could not be processed.
	FileError = lists.FileError
	// A FileInList is a file with what lists over several dossiers show of its dossier.
	FileInList = lists.FileInList
	// A FilePage is a page of files.
	FilePage = lists.FilePage
	// A DuplicateOf names the file whose bytes another file has, too.
	DuplicateOf = lists.DuplicateOf
	// A FileStatus is everything known of a file but its content.
	FileStatus = lists.FileStatus
	// Freshness tells how far the views have come.
	Freshness = views.Freshness
	// A HistoryEntry is one event as people see it.
	HistoryEntry = history.Entry
	// A HistoryPage is a stretch of history in the order that was asked for.
	HistoryPage = history.Page
	// A LicenseStatus is the license of the installation, how it stands, and what the caller's workspace has used.
	LicenseStatus = usage.LicenseStatus
	// A MappingFile is the file of a component mapping as it was uploaded.
	MappingFile = templates.MappingFile
	// Me is the account that asks, with the roles that the request has.
	Me = accounts.Me
	// A Notice says that an event happened, when, and to what.
	Notice = history.Notice
	// An OverrideList is the components of a file that people changed.
	OverrideList = components.OverrideList
	// PageText holds the words of a page.
	PageText = contents.PageText
	// A Reader runs SQL that both engines understand, and asks the tables of the views.
	Reader = views.Reader
	// A Replay is a dossier as it was at a moment, with what was in it.
	Replay = replay.Replay
	// A ReplayedFile is a file as it was, and what was read of it.
	ReplayedFile = replay.ReplayedFile
	// A ReportTemplate is a file with placeholders that reports are made from.
	ReportTemplate = templates.ReportTemplate
	// A ReportTemplateFile is the file of a report template as it was uploaded.
	ReportTemplateFile = templates.ReportTemplateFile
	// Rows is a result being read.
	Rows = views.Rows
	// A Tagged is an answer that is made only when the reader does not know it by its tag.
	Tagged[V any] = contents.Tagged[V]
	// A Template is a dossier template as operations 1 and 2 show it.
	Template = templates.Template
	// A TemplateBundle is a template that can be written as a zip.
	TemplateBundle = templates.TemplateBundle
	// TemplateSettings are what operations 1 and 2 do not show of a template.
	TemplateSettings = templates.TemplateSettings
	// A TextMatch is what a text was found in that is no name.
	TextMatch = lists.TextMatch
	// A TrashEntry is a dossier or a file in the trash.
	TrashEntry = lists.TrashEntry
	// A TrashPage is a page of the trash, what stays longest in front.
	TrashPage = lists.TrashPage
	// Usage is the figures of one period.
	Usage = usage.Usage
	// A Webhook is a webhook and how far its sending has come.
	Webhook = webhooks.Webhook
	// UsageReport holds what a workspace used between two moments, both inclusive to the millisecond.
	UsageReport = usage.Report
	// An APIKey is a key as the caller may see it, at this moment.
	APIKey = accounts.APIKey
	// A User is an account as the users of its workspace see it.
	User = accounts.User
)
