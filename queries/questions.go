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
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/templates"
	"github.com/seed-62a36931/docket/queries/usage"
	"github.com/seed-62a36931/docket/queries/webhooks"
)

// The questions of all parts. They carry who asks. An answer that the caller may not see is
// domain.ErrTemplateNotFound, ErrDossierNotFound and so on; a role or relation
// that does not suffice is domain.ErrAccessDenied.
type (
	// AskAPIKey asks for one API key.
	AskAPIKey = accounts.AskAPIKey
	// AskAPIKeys asks for API keys that the caller may see.
	AskAPIKeys = accounts.AskAPIKeys
	// AskAudit reads the events of the caller's workspace that meet all conditions.
	AskAudit = history.AskAudit
	// AskComponents reads the components of all active files of a dossier.
	AskComponents = components.AskComponents
	// AskContent asks for the bytes of a file.
	AskContent = contents.AskContent
	// AskDefinition reads one component definition, soft-deleted or not.
	AskDefinition = templates.AskDefinition
	// AskDefinitions lists component definitions.
	AskDefinitions = templates.AskDefinitions
	// AskDictionary asks for one of the lists of terms of an entity.
	AskDictionary = templates.AskDictionary
	// AskDossier reads one dossier, now or as it was at AsOf.
	AskDossier = lists.AskDossier
	// AskDossierPage asks for a page of the dossiers of a template or, without TemplateID, of all.
	AskDossierPage = lists.AskDossierPage
	// AskDossiers lists the dossiers of a template, newest first.
	AskDossiers = lists.AskDossiers
	// AskDownload reads one of the caller's own packages.
	AskDownload = downloads.AskDownload
	// AskEntities reads what was marked in a file.
	AskEntities = contents.AskEntities
	// AskFeed asks for events that the caller may read at this moment, oldest first.
	AskFeed = feed.AskFeed
	// AskExport asks for the components of all files of a dossier or a template.
	AskExport = components.AskExport
	// AskFile reads one file, its components or its overrides, now or at AsOf.
	AskFile = scope.AskFile
	// AskFilePage asks for a page of the files of a dossier or, without DossierID, of all active dossiers whose files
	// the caller may read.
	AskFilePage = lists.AskFilePage
	// AskFiles lists the files of a dossier by name, now or at AsOf.
	AskFiles = lists.AskFiles
	// AskHistory reads the events of a dossier and its files, or of one file.
	AskHistory = history.AskHistory
	// AskMapping asks for a component mapping of a template.
	AskMapping = templates.AskMapping
	// AskNarrower narrows a history.
	AskNarrower = history.AskNarrower
	// AskOfTemplate reads definitions of a template.
	AskOfTemplate = templates.AskOfTemplate
	// AskOperation reads one of the caller's own operations.
	AskOperation = operations.AskOperation
	// AskPage asks for the image of a page, counted from 1.
	AskPage = contents.AskPage
	// AskPageText asks for the words of a page, counted from 1.
	AskPageText = contents.AskPageText
	// AskReportTemplate asks for the file of a report template.
	AskReportTemplate = templates.AskReportTemplate
	// AskRuleFile asks for the bytes of one of a template's rule files.
	AskRuleFile = templates.AskRuleFile
	// AskTemplateHistory reads the events of a template.
	AskTemplateHistory = history.AskTemplateHistory
	// AskTrash asks for a page of the trash.
	AskTrash = lists.AskTrash
	// AskTree asks for the layout of a file.
	AskTree = contents.AskTree
	// AskUsage reads the usage of the caller's workspace from Start to End.
	AskUsage = usage.AskUsage
	// AskUser asks for one account.
	AskUser = accounts.AskUser
	// AskUsers asks for the accounts of the caller's workspace.
	AskUsers = accounts.AskUsers
	// AskWebhook asks for one webhook.
	AskWebhook = webhooks.AskWebhook
	// AskWebhookDeliveries asks for the deliveries of a webhook.
	AskWebhookDeliveries = webhooks.AskDeliveries
	// AttributeFilter chooses dossiers with a part of the value of an attribute, whatever the case.
	AttributeFilter = lists.AttributeFilter
	// DossierFilter chooses dossiers.
	DossierFilter = lists.DossierFilter
	// FileFilter chooses files.
	FileFilter = lists.FileFilter
	// Groups chooses which dossiers or files a list holds.
	Groups = lists.Groups
)
