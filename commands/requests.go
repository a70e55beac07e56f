package commands

import (
	"github.com/seed-62a36931/docket/commands/accounts"
	"github.com/seed-62a36931/docket/commands/bulks"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/dossiers"
	"github.com/seed-62a36931/docket/commands/downloads"
	"github.com/seed-62a36931/docket/commands/files"
	"github.com/seed-62a36931/docket/commands/templates"
	"github.com/seed-62a36931/docket/commands/webhooks"
	"github.com/seed-62a36931/docket/commands/workspaces"
)

// What all requests have in common, and what commands ask of the outside.
type (
	Change[T any] = core.Change[T]
	Exclusive     = core.Exclusive
	Expire        = core.Expire
	Keys          = core.Keys
	Outcome       = core.Outcome
	Packages      = core.Packages
	Request       = core.Request
	Upload        = core.Upload
)

// Constants of requests.
const (
	NoVersion = core.NoVersion
)

// Refusals that callers tell from others.
var (
	ErrLeaseHeld    = core.ErrLeaseHeld
	ErrNoUpload     = bulks.ErrNoUpload
	ErrStillRunning = core.ErrStillRunning
)

// The requests on accounts.
type (
	Accounts = accounts.Commands

	ChangeSecrets        = accounts.ChangeSecrets
	ClientOutcome        = accounts.ClientOutcome
	CreateAPIKey         = accounts.CreateAPIKey
	CreateClient         = accounts.CreateClient
	CreatedAPIKey        = accounts.CreatedAPIKey
	CreateUser           = accounts.CreateUser
	EnsureServiceAccount = accounts.EnsureServiceAccount
	EraseUser            = accounts.EraseUser
	KeyPolicy            = accounts.KeyPolicy
	Passwords            = accounts.Passwords
	ProvisionAccount     = accounts.ProvisionAccount
	RevokeAPIKey         = accounts.RevokeAPIKey
	SetUserPassword      = accounts.SetUserPassword
	UpdateClient         = accounts.UpdateClient
	UpdatePreferences    = accounts.UpdatePreferences
	UpdateUser           = accounts.UpdateUser
)

// The requests on workspaces.
type (
	Workspaces = workspaces.Commands

	UpdateWorkspace  = workspaces.UpdateWorkspace
	WorkspaceOutcome = workspaces.WorkspaceOutcome
)

// Uploads, and the requests on many files.
type (
	Bulks = bulks.Commands

	AppliedTable     = bulks.AppliedTable
	ChangeFiles      = bulks.ChangeFiles
	Copies           = bulks.Copies
	DeleteFiles      = bulks.DeleteFiles
	DossierFiles     = bulks.DossierFiles
	FileCopy         = bulks.FileCopy
	FilesChange      = bulks.FilesChange
	FilesOutcome     = bulks.FilesOutcome
	NamedFile        = bulks.NamedFile
	RetryFiles       = bulks.RetryFiles
	ReanalyseDossier = bulks.ReanalyseDossier
	Replacement      = bulks.Replacement
	RestoreFiles     = bulks.RestoreFiles
	CancelOperation  = bulks.CancelOperation
	SkippedFile      = bulks.SkippedFile
	UploadFile       = bulks.UploadFile
	UploadOutcome    = bulks.UploadOutcome

	AppendUpload    = bulks.AppendUpload
	BeginUpload     = bulks.BeginUpload
	NamedUpload     = bulks.NamedUpload
	ResumableLimits = bulks.ResumableLimits
	ResumablePorts  = bulks.ResumablePorts
	ResumableUpload = bulks.ResumableUpload
	UploadTarget    = bulks.UploadTarget
	UploadedPart    = bulks.UploadedPart
)

// The requests on one dossier.
type (
	Dossiers = dossiers.Commands

	ArchiveDossier       = dossiers.ArchiveDossier
	DeleteDossier        = dossiers.DeleteDossier
	RestoreDossier       = dossiers.RestoreDossier
	SaveDossier          = dossiers.SaveDossier
	SetDossierAttributes = dossiers.SetDossierAttributes
)

// The requests on download packages.
type (
	Downloads = downloads.Commands

	Contents        = downloads.Contents
	DeleteDownload  = downloads.DeleteDownload
	RecordFetch     = downloads.RecordFetch
	RequestDownload = downloads.RequestDownload
)

// The requests on webhooks.
type (
	Webhooks = webhooks.Commands

	SaveWebhook     = webhooks.Save
	NamedWebhook    = webhooks.Named
	WebhookPorts    = webhooks.Ports
	WebhookSettings = webhooks.Settings
)

// The requests on one file and its components.
type (
	Files = files.Commands

	ComponentValue        = files.ComponentValue
	DeleteFile            = files.DeleteFile
	OverrideComponent     = files.OverrideComponent
	OverrideReference     = files.OverrideReference
	OverrideValue         = files.OverrideValue
	ReanalyseFile         = files.ReanalyseFile
	RestoreFile           = files.RestoreFile
	RevertOverrides       = files.RevertOverrides
	SetComponentChecks    = files.SetComponentChecks
	SetFileAssignee       = files.SetFileAssignee
	SetFileAttributes     = files.SetFileAttributes
	SetFileExtraction     = files.SetFileExtraction
	SetFileWorkflowStatus = files.SetFileWorkflowStatus
)

// Refusals that callers tell from others.
var (
	ErrNoValue = files.ErrNoValue
)

// The requests on templates.
type (
	Templates = templates.Commands

	BundleProblems       = templates.BundleProblems
	BundleReader         = templates.BundleReader
	ChangeDefinitions    = templates.ChangeDefinitions
	CloneTemplate        = templates.CloneTemplate
	CreateDefinitions    = templates.CreateDefinitions
	CreateTemplate       = templates.CreateTemplate
	DeleteDefinition     = templates.DeleteDefinition
	DeleteMapping        = templates.DeleteMapping
	DeleteReportTemplate = templates.DeleteReportTemplate
	Follower             = templates.Follower
	Followers            = templates.Followers
	ImportBundle         = templates.ImportBundle
	ImportTemplate       = templates.ImportTemplate
	NewDefinition        = templates.NewDefinition
	ReportChecker        = templates.ReportChecker
	RuleFileOutcome      = templates.RuleFileOutcome
	SaveDefinition       = templates.SaveDefinition
	SetDictionary        = templates.SetDictionary
	StoreMapping         = templates.StoreMapping
	StoreReportTemplate  = templates.StoreReportTemplate
	StoreRuleFile        = templates.StoreRuleFile
	TemplateFields       = templates.TemplateFields
	UpdateDefinitions    = templates.UpdateDefinitions
	UpdateTemplate       = templates.UpdateTemplate
)

// The followers that commands wait for.
const (
	FollowerReanalysis = templates.FollowerReanalysis
	FollowerSettlement = templates.FollowerSettlement
)
