package user

// An Operation is an operation of the interface, by its operationId.
type Operation string

// The operations, named as in the contract.
const (
	ListDossierTemplates        Operation = "listDossierTemplates"
	GetDossierTemplate          Operation = "getDossierTemplate"
	DownloadEntityRules         Operation = "downloadEntityRules"
	UploadEntityRules           Operation = "uploadEntityRules"
	DownloadComponentRules      Operation = "downloadComponentRules"
	UploadComponentRules        Operation = "uploadComponentRules"
	DownloadDateFormats         Operation = "downloadDateFormats"
	UploadDateFormats           Operation = "uploadDateFormats"
	ListDossierStatuses         Operation = "listDossierStatusDefinitions"
	ListDossierAttributes       Operation = "listDossierAttributeDefinitions"
	ListFileAttributes          Operation = "listFileAttributeDefinitions"
	ListReportTemplates         Operation = "listReportTemplates"
	ListDossiers                Operation = "listDossiers"
	GetDossier                  Operation = "getDossier"
	CreateOrUpdateDossier       Operation = "createOrUpdateDossier"
	DeleteDossier               Operation = "deleteDossier"
	SetDossierAttributes        Operation = "setDossierAttributes"
	CreateDossierDownload       Operation = "createDossierDownload"
	CreateFileDownload          Operation = "createFileDownload"
	CreateFilesDownload         Operation = "createFilesDownload"
	ListFileStatuses            Operation = "listFileStatuses"
	GetFileStatus               Operation = "getFileStatus"
	UploadFile                  Operation = "uploadFile"
	CreateUpload                Operation = "createUpload"
	GetUpload                   Operation = "getUpload"
	AppendToUpload              Operation = "appendToUpload"
	DeleteUpload                Operation = "deleteUpload"
	DeleteFile                  Operation = "deleteFile"
	DeleteFiles                 Operation = "deleteFiles"
	SetFileAttributes           Operation = "setFileAttributes"
	GetFileComponents           Operation = "getFileComponents"
	GetDossierComponents        Operation = "getDossierComponents"
	ExportFileComponents        Operation = "exportFileComponents"
	ExportDossierComponents     Operation = "exportDossierComponents"
	ExportComponents            Operation = "exportComponents"
	ListComponentOverrides      Operation = "listComponentOverrides"
	AddComponentOverrides       Operation = "addComponentOverrides"
	RevertComponentOverrides    Operation = "revertComponentOverrides"
	SetComponentChecks          Operation = "setComponentChecks"
	SetComponentValue           Operation = "setComponentValue"
	AddComponentValue           Operation = "addComponentValue"
	RemoveComponentValue        Operation = "removeComponentValue"
	RevertComponentValue        Operation = "revertComponentValue"
	GetFileContent              Operation = "getFileContent"
	GetFilePageImage            Operation = "getFilePageImage"
	ListDownloads               Operation = "listDownloads"
	GetDownloadStatus           Operation = "getDownloadStatus"
	DeleteDownload              Operation = "deleteDownload"
	FetchDownload               Operation = "fetchDownload"
	ListOperations              Operation = "listOperations"
	GetOperation                Operation = "getOperation"
	CancelOperation             Operation = "cancelOperation"
	CreateUsageReport           Operation = "createUsageReport"
	CreateComponentDefinitions  Operation = "createComponentDefinitions"
	ListComponentDefinitions    Operation = "listComponentDefinitions"
	GetComponentDefinition      Operation = "getComponentDefinition"
	GetDossierHistory           Operation = "getDossierHistory"
	GetFileHistory              Operation = "getFileHistory"
	ReanalyseFile               Operation = "reanalyseFile"
	ListComponentMappings       Operation = "listComponentMappings"
	UploadComponentMapping      Operation = "uploadComponentMapping"
	DownloadComponentMapping    Operation = "downloadComponentMapping"
	UpdateComponentMapping      Operation = "updateComponentMapping"
	DeleteComponentMapping      Operation = "deleteComponentMapping"
	UpdateComponentDefinitions  Operation = "updateComponentDefinitions"
	DeleteComponentDefinitions  Operation = "softDeleteComponentDefinitions"
	ReorderComponentDefinitions Operation = "reorderComponentDefinitions"
	RestoreComponentDefinitions Operation = "restoreComponentDefinitions"
	ListUsers                   Operation = "listUsers"
	GetUser                     Operation = "getUser"
	CreateUser                  Operation = "createUser"
	UpdateUser                  Operation = "updateUser"
	SetUserPassword             Operation = "setUserPassword"
	EraseUser                   Operation = "eraseUser"
	RestoreDossier              Operation = "restoreDossier"
	ArchiveDossier              Operation = "archiveDossier"
	ReanalyseDossier            Operation = "reanalyseDossier"
	RestoreFiles                Operation = "restoreFiles"
	RestoreFile                 Operation = "restoreFile"
	SetFileAssignee             Operation = "setFileAssignee"
	SetFileWorkflowStatus       Operation = "setFileWorkflowStatus"
	GetFileEntities             Operation = "getFileEntities"
	GetFilePageText             Operation = "getFilePageText"
	GetFileTree                 Operation = "getFileTree"
	CreateDossierTemplate       Operation = "createDossierTemplate"
	ImportDossierTemplate       Operation = "importDossierTemplate"
	CloneDossierTemplate        Operation = "cloneDossierTemplate"
	UpdateDossierTemplate       Operation = "updateDossierTemplate"
	ExportDossierTemplate       Operation = "exportDossierTemplate"
	CreateDossierStatus         Operation = "createDossierStatusDefinition"
	UpdateDossierStatus         Operation = "updateDossierStatusDefinition"
	DeleteDossierStatus         Operation = "deleteDossierStatusDefinition"
	CreateDossierAttribute      Operation = "createDossierAttributeDefinition"
	UpdateDossierAttribute      Operation = "updateDossierAttributeDefinition"
	DeleteDossierAttribute      Operation = "deleteDossierAttributeDefinition"
	CreateFileAttribute         Operation = "createFileAttributeDefinition"
	UpdateFileAttribute         Operation = "updateFileAttributeDefinition"
	DeleteFileAttribute         Operation = "deleteFileAttributeDefinition"
	ListEntityDefinitions       Operation = "listEntityDefinitions"
	CreateEntityDefinition      Operation = "createEntityDefinition"
	UpdateEntityDefinition      Operation = "updateEntityDefinition"
	DeleteEntityDefinition      Operation = "deleteEntityDefinition"
	GetEntityDictionary         Operation = "getEntityDictionary"
	SetEntityDictionary         Operation = "setEntityDictionary"
	CreateReportTemplate        Operation = "createReportTemplate"
	UpdateReportTemplate        Operation = "updateReportTemplate"
	DeleteReportTemplate        Operation = "deleteReportTemplate"
	DownloadReportTemplate      Operation = "downloadReportTemplate"
	GetLicense                  Operation = "getLicense"
	GetTemplateHistory          Operation = "getTemplateHistory"
	ListAuditEvents             Operation = "listAuditEvents"
	StreamEvents                Operation = "streamEvents"
	GetEventFeed                Operation = "getEventFeed"
	ListWebhooks                Operation = "listWebhooks"
	CreateWebhook               Operation = "createWebhook"
	GetWebhook                  Operation = "getWebhook"
	UpdateWebhook               Operation = "updateWebhook"
	DeleteWebhook               Operation = "deleteWebhook"
	RollWebhookSecret           Operation = "rollWebhookSecret"
	TestWebhook                 Operation = "testWebhook"
	ListWebhookDeliveries       Operation = "listWebhookDeliveries"
	ResendWebhookDelivery       Operation = "resendWebhookDelivery"
	SetFileExtraction           Operation = "setFileExtraction"
	AssignFiles                 Operation = "assignFiles"
	SetFilesWorkflowStatus      Operation = "setFilesWorkflowStatus"
	SetFilesAttributes          Operation = "setFilesAttributes"
	ReanalyseFiles              Operation = "reanalyseFiles"
	RetryFiles                  Operation = "retryFiles"
	ListFiles                   Operation = "listFiles"
	GetMe                       Operation = "getMe"
	UpdateMyPreferences         Operation = "updateMyPreferences"
	ListAllDossiers             Operation = "listAllDossiers"
	ListTrash                   Operation = "listTrash"
	GetEvidenceCheckpoint       Operation = "getEvidenceCheckpoint"
	GetEvidenceTile             Operation = "getEvidenceTile"
	GetEvidenceProof            Operation = "getEvidenceProof"
	CreateEvidenceBundle        Operation = "createEvidenceBundle"
	ListAPIKeys                 Operation = "listApiKeys"
	CreateAPIKey                Operation = "createApiKey"
	RevokeAPIKey                Operation = "revokeApiKey"
	ListClients                 Operation = "listClients"
	GetClient                   Operation = "getClient"
	CreateClient                Operation = "createClient"
	UpdateClient                Operation = "updateClient"
	DeleteClient                Operation = "deleteClient"
	AddClientSecret             Operation = "addClientSecret"
	RemoveClientSecret          Operation = "removeClientSecret"
	GetWorkspace                Operation = "getWorkspace"
	UpdateWorkspace             Operation = "updateWorkspace"
)

// A Relation is the relation to an object that a caller must have in addition to a role.
type Relation uint8

// The relations, from none needed to the narrowest.
const (
	No       Relation = iota // the role does not allow the operation
	Yes                      // the role alone is enough
	Own                      // only the caller's own records
	Record                   // every dossier's record, not its files
	Reader                   // member, or anybody with the role when the dossier is PUBLIC
	Member                   // named in memberIds
	Owner                    // ownerId
	Editor                   // the assignee; any member while there is none
	Packager                 // editor or owner
)

// Grants holds the relation that each role needs for an operation.
type Grants struct{ User, Manager, UserAdmin, Admin, Auditor Relation }

// permissions says which role, in which relation to an object, may call an operation.
// What the state of a file adds stands with its decisions: State.MayMove and
// State.MayReplace in domain/file.
var permissions = map[Operation]Grants{
	ListDossierTemplates:        {User: Yes, Manager: Yes, Admin: Yes},
	GetDossierTemplate:          {User: Yes, Manager: Yes, Admin: Yes},
	DownloadEntityRules:         {Admin: Yes},
	UploadEntityRules:           {Admin: Yes},
	DownloadComponentRules:      {Admin: Yes},
	UploadComponentRules:        {Admin: Yes},
	DownloadDateFormats:         {Admin: Yes},
	UploadDateFormats:           {Admin: Yes},
	ListDossierStatuses:         {User: Yes, Manager: Yes, Admin: Yes},
	ListDossierAttributes:       {User: Yes, Manager: Yes, Admin: Yes},
	ListFileAttributes:          {User: Yes, Manager: Yes, Admin: Yes},
	ListReportTemplates:         {User: Yes, Manager: Yes, Admin: Yes},
	ListDossiers:                {User: Reader, Manager: Record},
	GetDossier:                  {User: Reader, Manager: Record},
	CreateOrUpdateDossier:       {Manager: Owner},
	DeleteDossier:               {Manager: Owner},
	SetDossierAttributes:        {Manager: Owner},
	CreateDossierDownload:       {User: Packager, Manager: Packager},
	CreateFileDownload:          {User: Packager, Manager: Packager},
	CreateFilesDownload:         {User: Packager, Manager: Packager},
	ListFileStatuses:            {User: Reader, Manager: Reader},
	GetFileStatus:               {User: Reader, Manager: Reader},
	UploadFile:                  {User: Member, Manager: Member},
	CreateUpload:                {User: Member, Manager: Member},
	GetUpload:                   {User: Member, Manager: Member},
	AppendToUpload:              {User: Member, Manager: Member},
	DeleteUpload:                {User: Member, Manager: Member},
	DeleteFile:                  {User: Editor, Manager: Editor},
	DeleteFiles:                 {User: Editor, Manager: Editor},
	SetFileAttributes:           {User: Member, Manager: Member},
	GetFileComponents:           {User: Reader, Manager: Reader},
	GetDossierComponents:        {User: Reader, Manager: Reader},
	ExportFileComponents:        {User: Reader, Manager: Reader},
	ExportDossierComponents:     {User: Reader, Manager: Reader},
	ExportComponents:            {User: Yes, Manager: Yes},
	ListComponentOverrides:      {User: Reader, Manager: Reader},
	AddComponentOverrides:       {User: Editor, Manager: Editor},
	RevertComponentOverrides:    {User: Editor, Manager: Editor},
	SetComponentChecks:          {User: Editor, Manager: Editor},
	SetComponentValue:           {User: Editor, Manager: Editor},
	AddComponentValue:           {User: Editor, Manager: Editor},
	RemoveComponentValue:        {User: Editor, Manager: Editor},
	RevertComponentValue:        {User: Editor, Manager: Editor},
	GetFileContent:              {User: Reader, Manager: Reader},
	GetFilePageImage:            {User: Reader, Manager: Reader},
	ListDownloads:               {User: Own, Manager: Own},
	GetDownloadStatus:           {User: Own, Manager: Own},
	DeleteDownload:              {User: Own, Manager: Own},
	FetchDownload:               {User: Own, Manager: Own},
	ListOperations:              {User: Own, Manager: Own},
	GetOperation:                {User: Own, Manager: Own},
	CancelOperation:             {User: Own, Manager: Own},
	CreateUsageReport:           {Admin: Yes},
	CreateComponentDefinitions:  {Admin: Yes},
	ListComponentDefinitions:    {User: Yes, Manager: Yes, Admin: Yes},
	GetComponentDefinition:      {User: Yes, Manager: Yes, Admin: Yes},
	GetDossierHistory:           {User: Member, Manager: Member},
	GetFileHistory:              {User: Member, Manager: Member},
	ReanalyseFile:               {User: Editor, Manager: Packager},
	ListComponentMappings:       {Manager: Yes, Admin: Yes},
	UploadComponentMapping:      {Admin: Yes},
	DownloadComponentMapping:    {Admin: Yes},
	UpdateComponentMapping:      {Admin: Yes},
	DeleteComponentMapping:      {Admin: Yes},
	UpdateComponentDefinitions:  {Admin: Yes},
	DeleteComponentDefinitions:  {Admin: Yes},
	ReorderComponentDefinitions: {Admin: Yes},
	RestoreComponentDefinitions: {Admin: Yes},
	ListUsers:                   {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes},
	GetUser:                     {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes},
	CreateUser:                  {UserAdmin: Yes, Admin: Yes},
	UpdateUser:                  {UserAdmin: Yes, Admin: Yes},
	SetUserPassword:             {User: Own, Manager: Own, UserAdmin: Yes, Admin: Yes, Auditor: Own},
	EraseUser:                   {Admin: Yes},
	RestoreDossier:              {Manager: Yes},
	ArchiveDossier:              {Manager: Owner},
	ReanalyseDossier:            {Manager: Owner},
	RestoreFiles:                {Manager: Yes},
	RestoreFile:                 {Manager: Yes},
	SetFileAssignee:             {User: Member, Manager: Member},
	SetFileWorkflowStatus:       {User: Member, Manager: Member},
	GetFileEntities:             {User: Reader, Manager: Reader},
	GetFilePageText:             {User: Reader, Manager: Reader},
	GetFileTree:                 {User: Reader, Manager: Reader},
	CreateDossierTemplate:       {Admin: Yes},
	ImportDossierTemplate:       {Admin: Yes},
	CloneDossierTemplate:        {Admin: Yes},
	UpdateDossierTemplate:       {Admin: Yes},
	ExportDossierTemplate:       {Admin: Yes},
	CreateDossierStatus:         {Admin: Yes},
	UpdateDossierStatus:         {Admin: Yes},
	DeleteDossierStatus:         {Admin: Yes},
	CreateDossierAttribute:      {Admin: Yes},
	UpdateDossierAttribute:      {Admin: Yes},
	DeleteDossierAttribute:      {Admin: Yes},
	CreateFileAttribute:         {Admin: Yes},
	UpdateFileAttribute:         {Admin: Yes},
	DeleteFileAttribute:         {Admin: Yes},
	ListEntityDefinitions:       {User: Yes, Manager: Yes, Admin: Yes},
	CreateEntityDefinition:      {Admin: Yes},
	UpdateEntityDefinition:      {Admin: Yes},
	DeleteEntityDefinition:      {Admin: Yes},
	GetEntityDictionary:         {Admin: Yes},
	SetEntityDictionary:         {Admin: Yes},
	CreateReportTemplate:        {Admin: Yes},
	UpdateReportTemplate:        {Admin: Yes},
	DeleteReportTemplate:        {Admin: Yes},
	DownloadReportTemplate:      {Admin: Yes},
	GetLicense:                  {Admin: Yes},
	GetTemplateHistory:          {Admin: Yes},
	ListAuditEvents:             {Admin: Yes, Auditor: Yes},
	StreamEvents:                {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes},
	GetEventFeed:                {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes},
	ListWebhooks:                {User: Own, Manager: Own, UserAdmin: Own, Admin: Yes},
	CreateWebhook:               {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes},
	GetWebhook:                  {User: Own, Manager: Own, UserAdmin: Own, Admin: Yes},
	UpdateWebhook:               {User: Own, Manager: Own, UserAdmin: Own, Admin: Own},
	DeleteWebhook:               {User: Own, Manager: Own, UserAdmin: Own, Admin: Yes},
	RollWebhookSecret:           {User: Own, Manager: Own, UserAdmin: Own, Admin: Own},
	TestWebhook:                 {User: Own, Manager: Own, UserAdmin: Own, Admin: Own},
	ListWebhookDeliveries:       {User: Own, Manager: Own, UserAdmin: Own, Admin: Yes},
	ResendWebhookDelivery:       {User: Own, Manager: Own, UserAdmin: Own, Admin: Own},
	SetFileExtraction:           {User: Member, Manager: Member},
	AssignFiles:                 {User: Member, Manager: Member},
	SetFilesWorkflowStatus:      {User: Member, Manager: Member},
	SetFilesAttributes:          {User: Member, Manager: Member},
	ReanalyseFiles:              {User: Editor, Manager: Packager},
	RetryFiles:                  {User: Editor, Manager: Packager},
	ListFiles:                   {User: Yes, Manager: Yes},
	ListTrash:                   {User: Yes, Manager: Yes},
	GetMe:                       {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes, Auditor: Yes},
	UpdateMyPreferences:         {User: Yes, Manager: Yes, UserAdmin: Yes, Admin: Yes, Auditor: Yes},
	ListAllDossiers:             {User: Yes, Manager: Yes},
	GetEvidenceCheckpoint:       {Admin: Yes, Auditor: Yes},
	GetEvidenceTile:             {Admin: Yes, Auditor: Yes},
	GetEvidenceProof:            {Admin: Yes, Auditor: Yes},
	CreateEvidenceBundle:        {Admin: Yes, Auditor: Yes},
	ListAPIKeys:                 {User: Own, Manager: Own, UserAdmin: Yes, Admin: Yes, Auditor: Own},
	CreateAPIKey:                {User: Own, Manager: Own, UserAdmin: Own, Admin: Own, Auditor: Own},
	RevokeAPIKey:                {User: Own, Manager: Own, UserAdmin: Yes, Admin: Yes, Auditor: Own},
	ListClients:                 {Admin: Yes},
	GetClient:                   {Admin: Yes},
	CreateClient:                {Admin: Yes},
	UpdateClient:                {Admin: Yes},
	DeleteClient:                {Admin: Yes},
	AddClientSecret:             {Admin: Yes},
	RemoveClientSecret:          {Admin: Yes},
	GetWorkspace:                {Admin: Yes},
	UpdateWorkspace:             {Admin: Yes},
}

// AllowedRelations lists the relations under which the caller may call the operation: any
// one of them suffices. An empty list means that no role of the caller allows it.
func AllowedRelations(p Principal, op Operation) []Relation {
	g := permissions[op]
	var out []Relation
	add := func(role string, r Relation) {
		if r != No && p.HasRole(role) {
			out = append(out, r)
		}
	}
	add(RoleUser, g.User)
	add(RoleManager, g.Manager)
	add(RoleUserAdmin, g.UserAdmin)
	add(RoleAdmin, g.Admin)
	add(RoleAuditor, g.Auditor)
	return out
}

// MayCall reports whether one of the caller's roles allows the operation at all.
func MayCall(p Principal, op Operation) bool {
	return p.IsSystem() || len(AllowedRelations(p, op)) > 0
}

// OperationGrants lists every operation with its grants, for printing and for tests.
func OperationGrants() map[Operation]Grants {
	out := make(map[Operation]Grants, len(permissions))
	for op, g := range permissions {
		out[op] = g
	}
	return out
}

// IsScope reports whether API keys can be for an operation. A key never makes another one, so that
// none has a right, or lives for longer, than its owner said.
func IsScope(op Operation) bool {
	_, known := permissions[op]
	return known && op != CreateAPIKey
}
