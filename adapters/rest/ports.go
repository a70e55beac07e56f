package rest

import (
	"context"
	"net/http"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Verifier authenticates the sender of a request.
type Verifier interface {
	// Verify returns the caller of a bearer token, with the roles that the account has
	// now. Failures are domain.Unauthenticated.
	Verify(ctx context.Context, token string) (user.Principal, error)
}

// Readiness reports whether the service can answer.
type Readiness interface {
	// Ready returns nil when it can, else the checks that failed, by name.
	Ready(ctx context.Context) map[string]string
	// ClosedReason returns why no requests are answered now, such as that the service is
	// stopping; empty when they are.
	ClosedReason() string
}

// Freshness waits for the read models.
type Freshness interface {
	// Await returns when the views that answers are read from hold everything
	// up to a position, or with ctx's error. further names views that most
	// answers are not read from.
	Await(ctx context.Context, at uint64, further ...string) error
}

// FirstAnswers stores the answers to requests with an Idempotency-Key.
type FirstAnswers interface {
	// HandleOnce runs do while no other request with its key is handled; domain.Conflict "The
	// request is still running" when one is.
	HandleOnce(ctx context.Context, key commands.RequestKey, do func(context.Context, *commands.Attempt) error) error
}

// TemplateQueries answers for dossier templates.
type TemplateQueries interface {
	ListTemplates(ctx context.Context, caller user.Principal) ([]queries.Template, error)
	GetTemplate(ctx context.Context, caller user.Principal, id string) (queries.Template, error)
}

// RuleFileCommands changes the rule files of a template.
type RuleFileCommands interface {
	// StoreRuleFile returns when the files that the change concerns wait for their next
	// analysis, or are certain to.
	StoreRuleFile(ctx context.Context, c commands.StoreRuleFile) (commands.RuleFileOutcome, error)
}

// RuleFileQueries reads the rule files of a template.
type RuleFileQueries interface {
	RuleFile(ctx context.Context, q queries.AskRuleFile) ([]byte, error)
}

// DefinitionCommands changes component definitions.
type DefinitionCommands interface {
	ComponentDefinitionCommands
	// CreateDefinitions returns the new ids in the order of the request.
	CreateDefinitions(ctx context.Context, c commands.CreateDefinitions) (commands.Outcome, error)
}

// DefinitionQueries answers for component definitions.
type DefinitionQueries interface {
	ListDefinitions(ctx context.Context, q queries.AskDefinitions) ([]queries.ComponentDefinition, error)
	GetDefinition(ctx context.Context, q queries.AskDefinition) (queries.ComponentDefinition, error)
}

// AttributeQueries answers for the statuses and attributes that a template defines.
type AttributeQueries interface {
	DossierStatuses(ctx context.Context, q queries.AskOfTemplate) ([]queries.DossierStatusDefinition, error)
	DossierAttributes(ctx context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error)
	FileAttributes(ctx context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error)
}

// DossierCommands changes dossiers.
type DossierCommands interface {
	SaveDossier(ctx context.Context, c commands.SaveDossier) (commands.Outcome, error)
	DeleteDossier(ctx context.Context, c commands.DeleteDossier) (commands.Outcome, error)
	SetDossierAttributes(ctx context.Context, c commands.SetDossierAttributes) (commands.Outcome, error)
}

// DossierQueries answers for dossiers.
type DossierQueries interface {
	ListDossiers(ctx context.Context, q queries.AskDossiers) ([]queries.Dossier, error)
	GetDossier(ctx context.Context, q queries.AskDossier) (queries.Dossier, error)
	// DossierPageOf lists a page, of one template or of all.
	DossierPageOf(ctx context.Context, q queries.AskDossierPage) (queries.DossierPage, error)
}

// FileCommands changes files.
type FileCommands interface {
	UploadFile(ctx context.Context, c commands.UploadFile) (commands.UploadOutcome, error)
	DeleteFile(ctx context.Context, c commands.DeleteFile) (commands.Outcome, error)
	SetFileAttributes(ctx context.Context, c commands.SetFileAttributes) (commands.Outcome, error)
	ReanalyseFile(ctx context.Context, c commands.ReanalyseFile) (commands.Outcome, error)
}

// FileQueries answers for files.
type FileQueries interface {
	ListFiles(ctx context.Context, q queries.AskFiles) ([]queries.FileStatus, error)
	GetFile(ctx context.Context, q queries.AskFile) (queries.FileStatus, error)
	// FilePageOf lists a page of the files of a dossier.
	FilePageOf(ctx context.Context, q queries.AskFilePage) (queries.FilePage, error)
	// FilesOfAll lists a page of the files of all dossiers that the caller may read.
	FilesOfAll(ctx context.Context, q queries.AskFilePage) (queries.FilePage, error)
	// Trash lists a page of the dossiers and files in the trash.
	Trash(ctx context.Context, q queries.AskTrash) (queries.TrashPage, error)
}

// ContentQueries answers with the bytes of files, and with what is drawn of them.
type ContentQueries interface {
	// FileContent returns the bytes; domain.Conflict "File is not processed" while there
	// are none of the kind asked for.
	FileContent(ctx context.Context, q queries.AskContent) (queries.Content, error)
	// PageImage returns the picture of a page; domain.NotFound "Page not found" after the
	// last one.
	PageImage(ctx context.Context, q queries.AskPage) (queries.Content, error)
	// PageText returns the words of a page, with the refusals of PageImage.
	PageText(ctx context.Context, q queries.AskPageText) (queries.Tagged[queries.PageText], error)
	// FileTree returns the layout, with the refusals of PageImage.
	FileTree(ctx context.Context, q queries.AskTree) (queries.Tagged[document.Outline], error)
}

// ComponentCommands changes extracted components.
type ComponentCommands interface {
	OverrideComponent(ctx context.Context, c commands.OverrideComponent) (commands.Outcome, error)
	RevertOverrides(ctx context.Context, c commands.RevertOverrides) (commands.Outcome, error)
	SetComponentChecks(ctx context.Context, c commands.SetComponentChecks) (commands.Outcome, error)
}

// ComponentQueries reads extracted components.
type ComponentQueries interface {
	FileComponents(ctx context.Context, q queries.AskFile) (queries.FileComponents, error)
	DossierComponents(ctx context.Context, q queries.AskComponents) ([]queries.FileComponents, error)
	// ComponentPageOf reads a page of them.
	ComponentPageOf(ctx context.Context, q queries.AskFilePage) (queries.ComponentPage, error)
	ListOverrides(ctx context.Context, q queries.AskFile) (queries.OverrideList, error)
}

// DownloadCommands changes packages.
type DownloadCommands interface {
	RequestDownload(ctx context.Context, c commands.RequestDownload) (commands.Outcome, error)
	RecordFetch(ctx context.Context, c commands.RecordFetch) (commands.Outcome, error)
	DeleteDownload(ctx context.Context, c commands.DeleteDownload) (commands.Outcome, error)
}

// DownloadQueries answers for packages, each caller's own.
type DownloadQueries interface {
	ListDownloads(ctx context.Context, caller user.Principal) ([]queries.DownloadStatus, error)
	GetDownload(ctx context.Context, q queries.AskDownload) (queries.DownloadStatus, error)
	// DownloadContent opens a READY package; another is domain.Conflict
	// "Download not ready".
	DownloadContent(ctx context.Context, q queries.AskDownload) (queries.DownloadContent, error)
}

// UsageQueries answers how much the workspace used.
type UsageQueries interface {
	ReportUsage(ctx context.Context, q queries.AskUsage) (queries.UsageReport, error)
}

// HistoryQueries reads the events of an object.
type HistoryQueries interface {
	ReadHistory(ctx context.Context, q queries.AskHistory) (queries.HistoryPage, error)
}

// Ports holds everything that the handlers call.
type Ports struct {
	Verifier  Verifier
	Readiness Readiness
	Freshness Freshness

	FirstAnswers      FirstAnswers
	Templates         TemplateQueries
	RuleFiles         RuleFileQueries
	ChangeRuleFiles   RuleFileCommands
	WholeTemplates    TemplateCommands
	Exports           TemplateExports
	Mappings          MappingQueries
	ChangeMappings    MappingCommands
	Definitions       DefinitionQueries
	ChangeDefinitions DefinitionCommands
	Attributes        AttributeQueries
	ChangeTemplates   TemplatePartCommands
	Entities          EntityQueries
	Reports           ReportTemplateQueries
	Dossiers          DossierQueries
	ChangeDossiers    DossierCommands
	Files             FileQueries
	ChangeFiles       FileCommands
	ChangeStates      StateCommands
	Contents          ContentQueries
	FileEntities      FileEntityQueries
	Components        ComponentQueries
	ChangeComponents  ComponentCommands
	Downloads         DownloadQueries
	ChangeDownloads   DownloadCommands
	Usage             UsageQueries
	History           HistoryQueries
	Users             UserQueries
	ChangeUsers       UserCommands
	Denials           Denials // nil: nobody is told
	Audit             AuditQueries
	Events            EventFeed
	License           LicenseQueries
	Evidence          EvidenceReader
	EvidenceBundles   EvidenceBundler

	// Identity answers below /auth/realms/ and /realms/, nil without a built-in
	// authorization server.
	Identity http.Handler
}
