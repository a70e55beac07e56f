package brief

// The records of the interface, field by field as its description lists them.
// A pointer is a field that may be null: those that the description calls so, and
// the times and identifiers that an active, unfinished or unassigned thing cannot
// have yet, of which it says nothing.

type dossierTemplate struct {
	ID                   identifier        `json:"id"`
	Name                 string            `json:"name"`
	Description          string            `json:"description"`
	DateAdded            dateTime          `json:"dateAdded"`
	DateModified         dateTime          `json:"dateModified"`
	CreatedBy            string            `json:"createdBy"`
	ModifiedBy           string            `json:"modifiedBy"`
	ValidFrom            *dateTime         `json:"validFrom"`
	ValidTo              *dateTime         `json:"validTo"`
	Status               string            `json:"status"`
	RemoveWatermark      bool              `json:"removeWatermark"`
	KeepImageMetadata    bool              `json:"keepImageMetadata"`
	OCRByDefault         bool              `json:"ocrByDefault"`
	KeepHiddenText       bool              `json:"keepHiddenText"`
	KeepOverlapping      bool              `json:"keepOverlappingObjects"`
	ApplyDictionaryToAll bool              `json:"applyDictionaryUpdatesToAllDossiersByDefault"`
	DownloadFileTypes    []packageFileType `json:"downloadFileTypes"`
}

type templateList struct {
	DossierTemplates []dossierTemplate `json:"dossierTemplates"`
}

type componentMapping struct {
	ID            identifier `json:"id"`
	Name          string     `json:"name"`
	FileName      string     `json:"fileName"`
	ColumnLabels  []string   `json:"columnLabels"`
	NumberOfLines int64      `json:"numberOfLines"`
	Encoding      string     `json:"encoding"`
	Delimiter     string     `json:"delimiter"`
}

type mappingList struct {
	DossierTemplateID    string             `json:"dossierTemplateId"`
	ComponentMappingList []componentMapping `json:"componentMappingList"`
}

type componentDefinition struct {
	ID                identifier `json:"id"`
	DossierTemplateID identifier `json:"dossierTemplateId"`
	TechnicalName     string     `json:"technicalName"`
	DisplayName       string     `json:"displayName"`
	Description       string     `json:"description"`
	Rank              int64      `json:"rank"`
	SoftDeleteTime    *dateTime  `json:"softDeleteTime"`
}

type attributes struct {
	AttributeIDToValue map[string]string `json:"attributeIdToValue"`
}

type dossier struct {
	ID                 identifier           `json:"id"`
	Name               string               `json:"name"`
	Date               dateTime             `json:"date"`
	DossierTemplateID  string               `json:"dossierTemplateId"`
	Description        string               `json:"description"`
	OwnerID            identifier           `json:"ownerId"`
	MemberIDs          set[string]          `json:"memberIds"`
	ApproverIDs        set[string]          `json:"approverIds"`
	Visibility         string               `json:"visibility"`
	StartDate          *dateTime            `json:"startDate"`
	DueDate            *dateTime            `json:"dueDate"`
	DossierStatusID    *string              `json:"dossierStatusId"`
	WatermarkID        *string              `json:"watermarkId"`
	PreviewWatermarkID *string              `json:"previewWatermarkId"`
	DossierAttributes  attributes           `json:"dossierAttributes"`
	DownloadFileTypes  set[packageFileType] `json:"downloadFileTypes"`
	ReportTemplateIDs  set[identifier]      `json:"reportTemplateIds"`
	ArchivedTime       *dateTime            `json:"archivedTime"`
	SoftDeletedTime    *dateTime            `json:"softDeletedTime"`
	HardDeletedTime    *dateTime            `json:"hardDeletedTime"`
}

type dossierList struct {
	Dossiers []dossier `json:"dossiers"`
}

// dossierRequest is the body that creates or updates a dossier.
type dossierRequest struct {
	ID                *string  `json:"id,omitempty"`
	Name              string   `json:"name,omitempty"`
	Description       string   `json:"description,omitempty"`
	DueDate           string   `json:"dueDate,omitempty"`
	OwnerID           string   `json:"ownerId,omitempty"`
	MemberIDs         []string `json:"memberIds,omitempty"`
	ApproverIDs       []string `json:"approverIds,omitempty"`
	ReportTemplateIDs []string `json:"reportTemplateIds,omitempty"`
	DossierStatusID   *string  `json:"dossierStatusId,omitempty"`
}

type fileErrorInfo struct {
	Service   string   `json:"service"`
	Cause     string   `json:"cause"`
	Queue     string   `json:"queue"`
	Timestamp dateTime `json:"timestamp"`
}

type fileStatus struct {
	ID                       string         `json:"id"`
	Filename                 string         `json:"filename"`
	DossierID                string         `json:"dossierId"`
	DossierTemplateID        string         `json:"dossierTemplateId"`
	DossierStatusID          *string        `json:"dossierStatusId"`
	Uploader                 string         `json:"uploader"`
	LastReviewer             *string        `json:"lastReviewer"`
	LastApprover             *string        `json:"lastApprover"`
	Assignee                 *string        `json:"assignee"`
	WorkflowStatus           string         `json:"workflowStatus"`
	ProcessingStatus         string         `json:"processingStatus"`
	NumberOfPages            int64          `json:"numberOfPages"`
	NumberOfOCRedPages       int64          `json:"numberOfOCRedPages"`
	NumberOfPagesToOCR       int64          `json:"numberOfPagesToOCR"`
	NumberOfAnalyses         int64          `json:"numberOfAnalyses"`
	FileSize                 int64          `json:"fileSize"`
	AnalysisDuration         int64          `json:"analysisDuration"`
	AnalysisVersion          int64          `json:"analysisVersion"`
	RulesVersion             int64          `json:"rulesVersion"`
	DictionaryVersion        int64          `json:"dictionaryVersion"`
	DossierDictionaryVersion int64          `json:"dossierDictionaryVersion"`
	LegalBasisVersion        int64          `json:"legalBasisVersion"`
	ExcludedPages            []int64        `json:"excludedPages"`
	HasRedactions            bool           `json:"hasRedactions"`
	HasHints                 bool           `json:"hasHints"`
	HasImages                bool           `json:"hasImages"`
	HasHighlights            bool           `json:"hasHighlights"`
	HasSuggestions           bool           `json:"hasSuggestions"`
	HasUpdates               bool           `json:"hasUpdates"`
	HasRequests              bool           `json:"hasRequests"`
	HasAnnotationComments    bool           `json:"hasAnnotationComments"`
	Excluded                 bool           `json:"excluded"`
	ExcludedFromAnalysis     bool           `json:"excludedFromAutomaticAnalysis"`
	AnalysisRequired         bool           `json:"analysisRequired"`
	DossierArchived          bool           `json:"dossierArchived"`
	Added                    dateTime       `json:"added"`
	LastUpdated              dateTime       `json:"lastUpdated"`
	LastUploaded             dateTime       `json:"lastUploaded"`
	LastProcessed            *dateTime      `json:"lastProcessed"`
	LastIndexed              *dateTime      `json:"lastIndexed"`
	LastLayoutProcessed      *dateTime      `json:"lastLayoutProcessed"`
	LastOCRTime              *dateTime      `json:"lastOCRTime"`
	OCRStartTime             *dateTime      `json:"ocrStartTime"`
	OCREndTime               *dateTime      `json:"ocrEndTime"`
	LastManualChangeDate     *dateTime      `json:"lastManualChangeDate"`
	LastFileAttributeChange  *dateTime      `json:"lastFileAttributeChange"`
	RedactionModification    *dateTime      `json:"redactionModificationDate"`
	FileManipulationDate     *dateTime      `json:"fileManipulationDate"`
	ApprovalDate             *dateTime      `json:"approvalDate"`
	SoftDeletedTime          *dateTime      `json:"softDeletedTime"`
	FileAttributes           attributes     `json:"fileAttributes"`
	FileErrorInfo            *fileErrorInfo `json:"fileErrorInfo"`
}

type uploadResult struct {
	FileIDs             []string `json:"fileIds"`
	ProcessedFileIDs    []string `json:"processedFileIds"`
	ProcessedAttributes []string `json:"processedAttributes"`
}

type downloadStatus struct {
	ID                identifier           `json:"id"`
	UserID            string               `json:"userId"`
	Filename          string               `json:"filename"`
	MimeType          string               `json:"mimeType"`
	ErrorCause        string               `json:"errorCause"`
	Status            string               `json:"status"`
	CreationDate      dateTime             `json:"creationDate"`
	LastDownload      *dateTime            `json:"lastDownload"`
	FileSize          int64                `json:"fileSize"`
	DossierID         string               `json:"dossierId"`
	FileIDs           []string             `json:"fileIds"`
	DownloadFileTypes set[packageFileType] `json:"downloadFileTypes"`
	ReportTemplateIDs set[identifier]      `json:"reportTemplateIds"`
}

type downloadList struct {
	DownloadStatus []downloadStatus `json:"downloadStatus"`
}

// downloadRequest is the body that requests a download package.
type downloadRequest struct {
	DownloadFileTypes     []string `json:"downloadFileTypes,omitempty"`
	ReportTemplateIDs     []string `json:"reportTemplateIds,omitempty"`
	RedactionPreviewColor string   `json:"redactionPreviewColor,omitempty"`
	FileIDs               []string `json:"fileIds,omitempty"`
}

type entityReference struct {
	ID           string `json:"id"`
	EntityRuleID string `json:"entityRuleId"`
	Type         string `json:"type"`
	Page         int64  `json:"page"`
}

type componentValue struct {
	Value            string            `json:"value"`
	OriginalValue    string            `json:"originalValue"`
	ComponentRuleID  string            `json:"componentRuleId"`
	ValueDescription string            `json:"valueDescription"`
	EntityReferences []entityReference `json:"entityReferences"`
}

type componentDetail struct {
	Name            string           `json:"name"`
	ComponentValues []componentValue `json:"componentValues"`
}

type fileComponents struct {
	DossierTemplateID string              `json:"dossierTemplateId"`
	DossierID         string              `json:"dossierId"`
	FileID            string              `json:"fileId"`
	Filename          string              `json:"filename"`
	Components        map[string][]string `json:"components"`
	ComponentDetails  []componentDetail   `json:"componentDetails" presence:"optional"`
}

type dossierComponents struct {
	Files []fileComponents `json:"files"`
}

type componentOverride struct {
	Name            string           `json:"name"`
	ComponentValues []componentValue `json:"componentValues"`
	Overridden      bool             `json:"overridden"`
}

type overrideList struct {
	DossierTemplateID       string              `json:"dossierTemplateId"`
	DossierID               string              `json:"dossierId"`
	FileID                  string              `json:"fileId"`
	ComponentOverrideModels []componentOverride `json:"componentOverrideModels"`
}

type user struct {
	ID        identifier `json:"id"`
	Username  string     `json:"username"`
	FirstName string     `json:"firstName"`
	LastName  string     `json:"lastName"`
	Roles     []string   `json:"roles"`
	Active    bool       `json:"active"`
}

// userList has its users under the key that the description shows.
type userList struct {
	Users []user `json:"downloadStatus"`
}

type ruleUploadResult struct {
	Errors []any `json:"errors"`
}

type dateFormatError struct {
	Line    int64  `json:"line"`
	Pattern string `json:"pattern"`
	Message string `json:"message"`
}

type usageReport struct {
	StartDate                dateTime       `json:"startDate"`
	EndDate                  dateTime       `json:"endDate"`
	NumberOfAnalyzedFiles    int64          `json:"numberOfAnalyzedFiles"`
	NumberOfAnalyzedPages    int64          `json:"numberOfAnalyzedPages"`
	AnalyzedFilesBytes       int64          `json:"analyzedFilesBytes"`
	TotalFilesUploadedBytes  int64          `json:"totalFilesUploadedBytes"`
	ActiveFilesUploadedBytes int64          `json:"activeFilesUploadedBytes"`
	ArchivedUploadedBytes    int64          `json:"archivedFilesUploadedBytes"`
	TrashFilesUploadedBytes  int64          `json:"trashFilesUploadedBytes"`
	NumberOfOCRFiles         int64          `json:"numberOfOcrFiles"`
	NumberOfOCRPages         int64          `json:"numberOfOcrPages"`
	NumberOfDossiers         int64          `json:"numberOfDossiers"`
	MonthlyData              []monthlyUsage `json:"monthlyData"`
}

type monthlyUsage struct {
	StartDate                dateTime `json:"startDate"`
	EndDate                  dateTime `json:"endDate"`
	NumberOfAnalyzedPages    int64    `json:"numberOfAnalyzedPages"`
	AnalyzedFilesBytes       int64    `json:"analyzedFilesBytes"`
	TotalFilesUploadedBytes  int64    `json:"totalFilesUploadedBytes"`
	ActiveFilesUploadedBytes int64    `json:"activeFilesUploadedBytes"`
	ArchivedUploadedBytes    int64    `json:"archivedFilesUploadedBytes"`
	TrashFilesUploadedBytes  int64    `json:"trashFilesUploadedBytes"`
	NumberOfOCRPages         int64    `json:"numberOfOcrPages"`
}

type errorBody struct {
	Timestamp dateTime `json:"timestamp"`
	Message   string   `json:"message"`
}

type tokens struct {
	AccessToken      string `json:"access_token"`
	RefreshToken     string `json:"refresh_token"`
	ExpiresIn        int64  `json:"expires_in"`
	RefreshExpriesIn int64  `json:"refresh_expries_in"`
}
