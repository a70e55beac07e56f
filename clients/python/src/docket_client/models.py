"""Types of what the service takes and answers, by the names of the contract."""
# Generated from api/openapi.yaml by datamodel-codegen. DO NOT EDIT.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ErrorCode: TypeAlias = str


FaultyField: TypeAlias = str


class RequestFault(TypedDict):
    """
    One fault of a request.
    """

    message: str
    code: ErrorCode
    field: NotRequired[FaultyField]
    row: NotRequired[int]
    entry: NotRequired[str]


DownloadFileType: TypeAlias = Literal["ORIGINAL", "PREVIEW"]


PackageContent: TypeAlias = Literal["ORIGINAL", "PREVIEW", "EVIDENCE"]


TemplateStatus: TypeAlias = Literal["ACTIVE", "INACTIVE", "INCOMPLETE"]


Visibility: TypeAlias = Literal["PRIVATE", "PUBLIC"]


WorkflowStatus: TypeAlias = Literal["NEW", "UNDER_REVIEW", "UNDER_APPROVAL", "APPROVED"]


EntityKind: TypeAlias = Literal["ENTITY", "HINT"]


class EntityDefinition(TypedDict):
    id: str
    dossierTemplateId: str
    technicalName: str
    displayName: str
    description: str
    rank: int
    kind: EntityKind
    color: str
    recommendationColor: str
    hasDictionary: bool
    caseSensitive: bool
    entryCount: int
    falsePositiveCount: int
    falseRecommendationCount: int


class EntityDefinitionList(TypedDict):
    entityDefinitions: list[EntityDefinition]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


EntityState: TypeAlias = Literal["APPLIED", "SKIPPED", "IGNORED", "REMOVED"]


ProcessingStatus: TypeAlias = Literal["UNPROCESSED", "CONVERT", "OCR", "LAYOUT", "ANALYSE", "INDEX", "PROCESSED", "REPROCESS", "ERROR"]


DownloadState: TypeAlias = Literal["QUEUED", "GENERATING", "READY", "FAILED"]


Role: TypeAlias = Literal["USER", "MANAGER", "USER_ADMIN", "ADMIN", "AUDITOR"]


class DossierTemplate(TypedDict):
    """
    What a dossier is made after: rules, settings, definitions.
    """

    id: str
    name: str
    description: str
    dateAdded: str
    dateModified: str
    createdBy: str
    modifiedBy: str
    validFrom: str | None
    validTo: str | None
    status: TemplateStatus
    removeWatermark: bool
    keepImageMetadata: bool
    ocrByDefault: bool
    keepHiddenText: bool
    keepOverlappingObjects: bool
    learnFromApproved: NotRequired[bool]
    applyDictionaryUpdatesToAllDossiersByDefault: bool
    downloadFileTypes: list[DownloadFileType]


class FileAttributesChange(TypedDict):
    keyColumn: NotRequired[str]
    encoding: NotRequired[Literal["UTF-8", "UTF-16", "UTF_16BE", "UTF_16LE", "ISO-8859-1", "US-ASCII"]]
    delimiter: NotRequired[str]


class TemplateName(TypedDict):
    name: str


class BundleError(TypedDict):
    file: str
    line: int
    column: int
    message: str


class DossierTemplateList(TypedDict):
    dossierTemplates: list[DossierTemplate]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class AttributeValues(TypedDict):
    attributeIdToValue: dict[str, str]


class DossierCounts(TypedDict):
    """
    What is in a dossier, when includeCounts asks for it and the caller may read its files. Files in the trash count as softDeleted only.
    """

    files: int
    pages: int
    softDeleted: int
    unassigned: int
    assignedToMe: int
    hasUpdates: int
    attention: int
    workflowStatus: dict[str, int]
    processingStatus: dict[str, int]
    lastChange: str


class DossierRequest(TypedDict):
    """
    A dossier to be created, or what to change of one. A field that is left out keeps its value; null counts as left out, except for dueDate and dossierStatusId.
    """

    id: NotRequired[str | None]
    name: str
    description: NotRequired[str | None]
    dueDate: NotRequired[str | None]
    ownerId: NotRequired[str | None]
    memberIds: NotRequired[list[str] | None]
    approverIds: NotRequired[list[str] | None]
    reportTemplateIds: NotRequired[list[str] | None]
    dossierStatusId: NotRequired[str | None]


class ReanalysedFiles(TypedDict):
    """
    Files that wait for another analysis.
    """

    fileIds: list[str]


class FileExtractionRequest(TypedDict):
    automatic: bool


class FileAssigneeRequest(TypedDict):
    """
    Who is to work on a file.
    """

    assigneeId: str | None


class WorkflowStatusRequest(TypedDict):
    """
    Where a file is to stand among people.
    """

    workflowStatus: WorkflowStatus
    approverId: NotRequired[str | None]


class AssignFilesRequest(TypedDict):
    """
    Who is to work on files.
    """

    fileIds: list[str]
    assigneeId: str | None


class FilesWorkflowStatusRequest(TypedDict):
    """
    Where files are to stand among people.
    """

    fileIds: list[str]
    workflowStatus: WorkflowStatus
    approverId: NotRequired[str | None]


class FilesAttributesRequest(TypedDict):
    """
    Values of attributes for files.
    """

    fileIds: list[str]
    attributeIdToValue: dict[str, str | None]


class SkippedFile(TypedDict):
    fileId: str
    message: str


class FileErrorInfo(TypedDict):
    """
    Why a file could not be processed, while its processingStatus is ERROR; else null.
    """

    service: Literal["upload", "conversion", "ocr", "layout", "analysis", "indexing"]
    cause: str
    queue: str
    timestamp: str


class RuleFailure(TypedDict):
    """
    A rule that failed in an analysis. Its values are missing; those of the other rules stand.
    """

    rule: str
    file: Literal["ENTITY", "COMPONENT"]
    line: int
    message: str
    function: str


class Assignee(TypedDict):
    me: int
    none: int


class FileCounts(TypedDict):
    """
    Files by what lists are filtered by, among those that all other filters choose. Parts of names do not count as filters here.
    """

    workflowStatus: dict[str, int]
    processingStatus: dict[str, int]
    assignee: Assignee
    hasUpdates: int
    attention: int


FileSearchPlace: TypeAlias = Literal["name", "attribute", "value"]


DossierSearchPlace: TypeAlias = Literal["name", "attribute"]


TextMatch = TypedDict(
    "TextMatch",
    {
        "in": FileSearchPlace,
        "attributeId": NotRequired[str],
        "component": NotRequired[str],
        "value": str,
    },
)


TrashKind: TypeAlias = Literal["DOSSIER", "FILE"]


class TrashEntry(TypedDict):
    """
    A dossier or a file in the trash.
    """

    kind: TrashKind
    id: str
    name: str
    dossierId: str
    dossierName: str
    dossierTemplateId: str
    ownerId: str
    size: int | None
    files: int | None
    deletedBy: str | None
    softDeletedTime: str
    purgeTime: str
    mayRestore: bool
    mayDeletePermanently: bool


class TrashPage(TypedDict):
    entries: list[TrashEntry]
    nextCursor: str | None
    total: int


class DuplicateOf(TypedDict):
    """
    The file that has had the same bytes longest, of all that the caller may read in the workspace and that are not soft-deleted, alone or with their dossiers; archived dossiers count. Left out when there is none, in reads of the past, and for API keys without a scope for reading files.
    """

    fileId: str
    dossierId: str
    dossierTemplateId: str


class ReplacedFile(TypedDict):
    fileId: str
    filename: str
    version: int
    keptOverrides: list[str]
    removedOverrides: list[str]


class SkippedCell(TypedDict):
    row: int
    column: str
    reason: str
    message: str


class LeftOut(TypedDict):
    name: str
    folder: str
    reason: str
    message: str


class RuleError(TypedDict):
    line: int
    column: int
    message: str


class DateFormatError(TypedDict):
    line: int
    pattern: str
    message: str


class UploadForm(TypedDict):
    """
    Exactly one part named file, and no other.
    """

    file: bytes


class RuleForm(TypedDict):
    """
    Exactly one part named file. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused.
    """

    file: bytes


class DocumentForm(TypedDict):
    """
    Exactly one part named file, whose file name ends in pdf, docx, xlsx, pptx, jpg, jpeg, png, tif, tiff, csv or zip. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused.
    """

    file: bytes


class EntityReference(TypedDict):
    id: str
    entityRuleId: str
    type: str
    page: int


class OtherSource(TypedDict):
    """
    Something that is no part of the page and tells a value, too.
    """

    source: str
    value: str
    agrees: bool


class ScorerVerdict(TypedDict):
    """
    What a scorer that the rules asked holds of a value. Left out where they asked none.
    """

    rank: int
    confidence: float


class NormalizedValue(TypedDict):
    """
    The one form of a value for programs, by the format of its component definition; of an override, that of its own text. Left out where the definition has no type, or the text is not surely of it. Where a text leaves something open, such as the order of day and month, the other values of the file decide.
    """

    type: str
    value: str
    currency: NotRequired[str]


class CandidateReason(TypedDict):
    """
    A part of the score of a candidate.
    """

    text: str
    weight: float
    code: NotRequired[str]
    concept: NotRequired[str]
    label: NotRequired[str]
    files: NotRequired[int]


class ComponentCheck(TypedDict):
    """
    Who looked at the component as it is and found it right; null when nobody did.
    """

    by: str
    at: str


class ComponentAttention(TypedDict):
    """
    A fact about a component that makes it worth a look.
    """

    code: str
    detail: str


class OverrideMade(TypedDict):
    """
    Who put the values in place of the extracted ones, and when; null when nobody did.
    """

    by: str
    at: str
    note: str


class PageSize(TypedDict):
    """
    A page in PDF points, before it is turned.
    """

    page: int
    width: float
    height: float
    rotation: int


class EntityBox(TypedDict):
    """
    A box in PDF points; the origin is the lower left corner of the page before it is turned.
    """

    x: float
    y: float
    width: float
    height: float


class TextLine(TypedDict):
    node: str | None
    words: list[list[str | float | None]]


class TreePage(TypedDict):
    """
    A page in PDF points, before it is turned.
    """

    number: int
    width: float
    height: float
    rotation: int
    note: NotRequired[str]


class TreeNodeBox(TypedDict):
    """
    The box of an element on its page, in PDF points; null when it has no place.
    """

    x: float
    y: float
    width: float
    height: float


class TreeBox(TypedDict):
    """
    A box on a page.
    """

    page: int
    box: EntityBox


class TreeImage(TypedDict):
    """
    Of an image only.
    """

    type: str
    transparent: NotRequired[bool]


class OverrideReference(TypedDict):
    id: NotRequired[str]
    entityRuleId: NotRequired[str | None]
    type: NotRequired[str | None]
    page: NotRequired[int | None]


class OverrideBox(TypedDict):
    """
    A box in PDF points; the origin is the lower left corner of the page before it is turned.
    """

    x: float
    y: float
    width: float
    height: float


class OverridePlace(TypedDict):
    """
    A part of a page, or the page as a whole without boxes.
    """

    page: int
    boxes: NotRequired[list[OverrideBox]]


class OverrideCell(TypedDict):
    column: str
    value: str


class ValueRequest1(TypedDict):
    value: str
    cells: NotRequired[list[OverrideCell] | None]
    places: NotRequired[list[OverridePlace] | None]
    note: NotRequired[str | None]


class ValueRequest2(TypedDict):
    value: NotRequired[str]
    cells: list[OverrideCell] | None
    places: NotRequired[list[OverridePlace] | None]
    note: NotRequired[str | None]


ValueRequest: TypeAlias = ValueRequest1 | ValueRequest2


class AddedValueRequest1(TypedDict):
    value: str
    cells: NotRequired[list[OverrideCell] | None]
    places: NotRequired[list[OverridePlace] | None]
    note: NotRequired[str | None]
    before: NotRequired[str | None]


class AddedValueRequest2(TypedDict):
    value: NotRequired[str]
    cells: list[OverrideCell] | None
    places: NotRequired[list[OverridePlace] | None]
    note: NotRequired[str | None]
    before: NotRequired[str | None]


AddedValueRequest: TypeAlias = AddedValueRequest1 | AddedValueRequest2


Component: TypeAlias = str


class RevertRequest(TypedDict):
    components: list[Component]


CheckedItem: TypeAlias = str


UncheckedItem: TypeAlias = str


class ComponentChecksRequest(TypedDict):
    checked: NotRequired[list[CheckedItem]]
    unchecked: NotRequired[list[UncheckedItem]]


class DownloadRequest(TypedDict):
    fileIds: NotRequired[list[str] | None]
    downloadFileTypes: NotRequired[list[PackageContent] | None]
    reportTemplateIds: NotRequired[list[str] | None]
    redactionPreviewColor: NotRequired[str | None]


class FileIds(TypedDict):
    """
    Files of the dossier.
    """

    fileIds: list[str]


class RetryFilesRequest(TypedDict):
    """
    Which files are tried again; an empty object stands for all of the dossier that are in ERROR.
    """

    fileIds: NotRequired[list[str]]
    cause: NotRequired[str]


class FilesDownloadRequest(TypedDict):
    fileIds: list[str]
    downloadFileTypes: NotRequired[list[PackageContent] | None]
    reportTemplateIds: NotRequired[list[str] | None]
    redactionPreviewColor: NotRequired[str | None]


class Omission(TypedDict):
    fileId: str
    part: Literal["ORIGINAL", "PREVIEW", "REPORT"]
    reason: Literal["FILE_DELETED", "PROCESSING_FAILED", "STILL_PROCESSING"]


OperationState: TypeAlias = Literal["QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED"]


class OperationAnalysis(TypedDict):
    """
    Of operations that have files analysed: how far the analyses are, which go on after its end.
    """

    requested: int
    waiting: int


class User(TypedDict):
    id: str
    username: str
    firstName: str
    lastName: str
    roles: list[Role]
    active: bool
    serviceAccount: NotRequired[bool]


class Preferences(TypedDict):
    """
    Any JSON object.
    """


class Me(TypedDict):
    """
    The account that asks.
    """

    id: str
    username: str
    firstName: str
    lastName: str
    email: str
    roles: list[Role]
    serviceAccount: bool
    workspace: str
    preferences: Preferences


ApiKeyStatus: TypeAlias = Literal["ACTIVE", "EXPIRED", "REVOKED"]


Scope: TypeAlias = str


Address: TypeAlias = str


class NewApiKey(TypedDict):
    name: str
    scopes: list[Scope]
    expiresAt: NotRequired[str | None]
    addresses: NotRequired[list[Address] | None]


class ClientSecret(TypedDict):
    id: str
    createdAt: NotRequired[str]


class Jwks(TypedDict):
    """
    A JSON Web Key Set (RFC 7517) of public keys with a kid each: RSA of 2048 bits or more, EC P-256, Ed25519. The client signs assertions with them (private_key_jwt, RFC 7523).
    """

    keys: list[dict[str, Any]]


RedirectUri: TypeAlias = str


PostLogoutUri: TypeAlias = str


class NewOAuthClient(TypedDict):
    id: str
    title: NotRequired[str]
    public: NotRequired[bool]
    redirectUris: NotRequired[list[RedirectUri]]
    postLogoutUris: NotRequired[list[PostLogoutUri]]
    passwordGrant: NotRequired[bool]
    requirePkce: NotRequired[bool]
    jwks: NotRequired[Jwks]
    serviceAccountRoles: NotRequired[list[Role]]


class OAuthClientChange(TypedDict):
    title: NotRequired[str]
    redirectUris: NotRequired[list[RedirectUri]]
    postLogoutUris: NotRequired[list[PostLogoutUri]]
    passwordGrant: NotRequired[bool]
    requirePkce: NotRequired[bool]
    jwks: NotRequired[dict[str, Any] | None]
    serviceAccountRoles: NotRequired[list[Role] | None]


class NewClientSecret(TypedDict):
    id: str
    secret: str


class MappedRole(TypedDict):
    name: str
    role: Role


SigningAlgorithm: TypeAlias = Literal["RS256", "ES256"]


class UserList(TypedDict):
    users: list[User]
    downloadStatus: list[User]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class NewUser(TypedDict):
    username: str
    firstName: NotRequired[str | None]
    lastName: NotRequired[str | None]
    email: NotRequired[str | None]
    roles: NotRequired[list[Role] | None]
    password: NotRequired[str | None]


class UserChange(TypedDict):
    firstName: NotRequired[str | None]
    lastName: NotRequired[str | None]
    email: NotRequired[str | None]
    roles: NotRequired[list[Role] | None]
    active: NotRequired[bool | None]


class Erasure(TypedDict):
    username: str


class PasswordChange(TypedDict):
    newPassword: str
    currentPassword: NotRequired[str | None]


class UsageRequest(TypedDict):
    startDate: str
    endDate: str


class MonthlyUsage(TypedDict):
    startDate: str
    endDate: str
    numberOfAnalyzedPages: int
    analyzedFilesBytes: int
    totalFilesUploadedBytes: int
    activeFilesUploadedBytes: int
    archivedFilesUploadedBytes: int
    trashFilesUploadedBytes: int
    numberOfOcrPages: int


class LicenseFeatures(TypedDict):
    officeDocuments: bool
    ocr: bool


class LicenseLimits(TypedDict):
    """
    What was agreed on; shown, and never in the way.
    """

    analyzedPages: int | None
    uploadedBytes: int | None


class LicenseUsage(TypedDict):
    """
    What the workspace has used.
    """

    analyzedPages: int
    uploadedBytes: int


LicenseState: TypeAlias = Literal["VALID", "EXPIRED", "NOT_YET_VALID"]


class License(TypedDict):
    licensee: str
    licenseId: str
    validFrom: str | None
    validTo: str | None
    status: LicenseState
    features: LicenseFeatures
    limits: LicenseLimits
    usage: LicenseUsage


class UsageReport(TypedDict):
    startDate: str
    endDate: str
    numberOfAnalyzedFiles: int
    numberOfAnalyzedPages: int
    analyzedFilesBytes: int
    totalFilesUploadedBytes: int
    activeFilesUploadedBytes: int
    archivedFilesUploadedBytes: int
    trashFilesUploadedBytes: int
    numberOfOcrFiles: int
    numberOfOcrPages: int
    numberOfDossiers: int
    monthlyData: list[MonthlyUsage]


MappingEncoding: TypeAlias = Literal["UTF-8", "UTF-16", "UTF_16BE", "UTF_16LE", "ISO-8859-1", "US-ASCII"]


class MappingForm(TypedDict):
    """
    Exactly one part named file, a csv file (RFC 4180) of at most 50 MiB, 1,000,000 rows and 100 columns, whose header holds search_value and mapped_value. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused.
    """

    file: bytes


class ComponentMapping(TypedDict):
    id: str
    name: str
    fileName: str
    columnLabels: list[str]
    numberOfLines: int
    encoding: MappingEncoding
    delimiter: str


class ComponentMappingList(TypedDict):
    dossierTemplateId: str
    componentMappingList: list[ComponentMapping]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


Check: TypeAlias = str


class NewComponentColumn(TypedDict):
    technicalName: str
    displayName: str
    format: NotRequired[str | None]
    required: NotRequired[bool | None]


class ComponentColumn(TypedDict):
    technicalName: str
    displayName: str
    format: str
    required: NotRequired[bool]


class ComponentDefinitionChange(TypedDict):
    id: str
    displayName: str
    description: str
    required: NotRequired[bool | None]
    multiple: NotRequired[bool | None]
    format: NotRequired[str | None]
    columns: NotRequired[list[NewComponentColumn] | None]
    checks: NotRequired[list[Check] | None]


ComponentDefinitionChanges: TypeAlias = list[ComponentDefinitionChange]


class ComponentIds(TypedDict):
    componentIds: list[str]


class SetAttributes(TypedDict):
    attributeIdToValue: dict[str, str | None]


class DossierStatusDefinition(TypedDict):
    id: str
    dossierTemplateId: str
    name: str
    description: str
    rank: int
    color: str
    dossierCount: int


class DossierStatusDefinitionList(TypedDict):
    dossierStatusDefinitions: list[DossierStatusDefinition]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class DossierStatusRequest(TypedDict):
    """
    What is left out, or null, has its default.
    """

    name: str
    description: NotRequired[str | None]
    rank: NotRequired[int | None]
    color: NotRequired[str | None]


DossierAttributeType: TypeAlias = Literal["DATE", "IMAGE", "NUMBER", "TEXT"]


class DossierAttributeDefinition(TypedDict):
    id: str
    dossierTemplateId: str
    name: str
    type: DossierAttributeType
    placeholder: str
    editable: bool
    displayedInDossierList: bool
    filterable: bool


class DossierAttributeDefinitionList(TypedDict):
    dossierAttributeDefinitions: list[DossierAttributeDefinition]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class NewDossierAttribute(TypedDict):
    """
    What is left out, or null, has its default.
    """

    name: str
    type: DossierAttributeType
    editable: NotRequired[bool | None]
    displayedInDossierList: NotRequired[bool | None]
    filterable: NotRequired[bool | None]


class DossierAttributeChange(TypedDict):
    """
    What is left out, or null, has its default; the type stays.
    """

    name: str
    type: NotRequired[Literal["DATE", "IMAGE", "NUMBER", "TEXT"] | None]
    editable: NotRequired[bool | None]
    displayedInDossierList: NotRequired[bool | None]
    filterable: NotRequired[bool | None]


FileAttributeType: TypeAlias = Literal["DATE", "NUMBER", "TEXT"]


class FileAttributeDefinition(TypedDict):
    id: str
    dossierTemplateId: str
    name: str
    csvColumnHeader: str
    type: FileAttributeType
    editable: bool
    primaryAttribute: bool
    filterable: bool
    displayedInFileList: bool
    placeholder: str


class FileAttributeDefinitionList(TypedDict):
    fileAttributeDefinitions: list[FileAttributeDefinition]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class NewFileAttribute(TypedDict):
    """
    What is left out, or null, has its default.
    """

    name: str
    type: FileAttributeType
    csvColumnHeader: NotRequired[str | None]
    editable: NotRequired[bool | None]
    primaryAttribute: NotRequired[bool | None]
    displayedInFileList: NotRequired[bool | None]
    filterable: NotRequired[bool | None]


class FileAttributeChange(TypedDict):
    """
    What is left out, or null, has its default; the type stays.
    """

    name: str
    type: NotRequired[Literal["DATE", "NUMBER", "TEXT"] | None]
    csvColumnHeader: NotRequired[str | None]
    editable: NotRequired[bool | None]
    primaryAttribute: NotRequired[bool | None]
    displayedInFileList: NotRequired[bool | None]
    filterable: NotRequired[bool | None]


class EntityRequest(TypedDict):
    """
    What is left out, or null, has its default. The technical name follows from the display name of a new entity, and stays.
    """

    displayName: str
    description: NotRequired[str | None]
    rank: NotRequired[int | None]
    kind: NotRequired[Literal["ENTITY", "HINT"] | None]
    color: NotRequired[str | None]
    recommendationColor: NotRequired[str | None]
    hasDictionary: NotRequired[bool | None]
    caseSensitive: NotRequired[bool | None]


class ReportTemplate(TypedDict):
    id: str
    dossierTemplateId: str
    name: str
    fileName: str
    multiFileReport: bool
    activeByDefault: bool
    uploadDate: str


class ReportTemplateList(TypedDict):
    reportTemplates: list[ReportTemplate]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class ReportTemplateForm(TypedDict):
    """
    Exactly one part named file, whose file name ends in xlsx or docx. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused.
    """

    file: bytes


class ReportTemplateUpdateForm(TypedDict):
    """
    At most one part named file, whose file name ends in xlsx or docx; without it the file stays. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused.
    """

    file: NotRequired[bytes]


class ComponentDefinition(TypedDict):
    id: str
    dossierTemplateId: str
    technicalName: str
    displayName: str
    description: str
    rank: int
    required: bool
    multiple: bool
    format: str
    columns: NotRequired[list[ComponentColumn]]
    checks: NotRequired[list[str]]
    softDeleteTime: str | None


ComponentDefinitionList: TypeAlias = list[ComponentDefinition]


FileContentType: TypeAlias = Literal["ORIGINAL", "PDF", "PREVIEW"]


SortOrder: TypeAlias = Literal["asc", "desc"]


ExportFormat: TypeAlias = Literal["jsonl", "csv"]


AuditFormat: TypeAlias = Literal["json", "jsonl", "csv"]


class HistoryActor(TypedDict):
    id: str | None
    username: str


class EventEvidence(TypedDict):
    """
    How an event is proven, where that is asked for.
    """

    leafIndex: int
    checkpoint: NotRequired[int]
    witnessedBy: NotRequired[list[str]]
    timestampedAt: NotRequired[str]
    version: NotRequired[int]
    streamEvents: NotRequired[int]
    missingEvents: NotRequired[int]


class EventNotice(TypedDict):
    """
    That an event happened, when, and to what. It holds identifiers, and no content but the names of components.
    """

    id: str
    position: int
    type: str
    time: str
    dossierTemplateId: str | None
    dossierId: str | None
    fileId: str | None
    components: list[str]
    link: str | None


class EventFeedPage(TypedDict):
    events: list[EventNotice]
    nextAfter: int
    hasMore: bool


WebhookFormat: TypeAlias = Literal["STANDARD", "CLOUDEVENTS"]


class WebhookSettings(TypedDict):
    url: str
    description: NotRequired[str | None]
    types: NotRequired[list[str] | None]
    dossierTemplateId: NotRequired[str | None]
    dossierId: NotRequired[str | None]
    format: NotRequired[Literal["STANDARD", "CLOUDEVENTS"] | None]
    active: NotRequired[bool | None]


WebhookStatus: TypeAlias = Literal["ACTIVE", "PAUSED", "DISABLED"]


class Webhook(TypedDict):
    id: str
    ownerId: str
    url: str
    description: str
    types: list[str]
    dossierTemplateId: str | None
    dossierId: str | None
    format: WebhookFormat
    status: WebhookStatus
    statusReason: str | None
    created: str
    lastModified: str
    sentUpTo: int
    waiting: int
    deadLetters: int
    lostDeadLetters: int
    withheld: int


class WebhookList(TypedDict):
    webhooks: list[Webhook]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class WebhookWithSecret(TypedDict):
    webhook: Webhook
    secret: str


class WebhookSecret(TypedDict):
    secret: str
    previousUntil: str


WebhookDeliveryStatus: TypeAlias = Literal["PENDING", "DELIVERED", "DEAD", "WITHHELD"]


class WebhookDelivery(TypedDict):
    id: str
    position: int | None
    type: str
    status: WebhookDeliveryStatus
    tries: int
    since: str | None
    lastTry: str | None
    nextTry: str | None
    answer: int | None
    failure: str | None


class WebhookDeliveryList(TypedDict):
    deliveries: list[WebhookDelivery]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class Health(TypedDict):
    status: Literal["UP"]


class HealthDown(TypedDict):
    status: Literal["DOWN"]
    checks: dict[str, str]


class ErrorBody(TypedDict):
    """
    The body of every failure.
    """

    timestamp: str
    message: str
    code: ErrorCode
    field: NotRequired[FaultyField]
    row: NotRequired[int]
    entry: NotRequired[str]
    requestId: str
    errors: NotRequired[list[RequestFault]]


class FileAttributesConfig(TypedDict):
    """
    How csv files of file attributes are written.
    """

    keyColumn: str
    encoding: MappingEncoding
    delimiter: str


class TemplateSettingsChange(TypedDict):
    """
    Fields that are left out stay; in a new template they have their defaults.
    """

    retentionHours: NotRequired[int | None]
    defaultDossierVisibility: NotRequired[Visibility]
    ocrLanguages: NotRequired[list[str]]
    fileAttributesConfig: NotRequired[FileAttributesChange]


class NewDossierTemplate(TypedDict):
    name: str
    description: NotRequired[str]
    validFrom: NotRequired[str | None]
    validTo: NotRequired[str | None]
    removeWatermark: NotRequired[bool]
    keepImageMetadata: NotRequired[bool]
    ocrByDefault: NotRequired[bool]
    keepHiddenText: NotRequired[bool]
    keepOverlappingObjects: NotRequired[bool]
    learnFromApproved: NotRequired[bool]
    applyDictionaryUpdatesToAllDossiersByDefault: NotRequired[bool]
    downloadFileTypes: NotRequired[list[DownloadFileType]]
    settings: NotRequired[TemplateSettingsChange]


class DossierTemplateChange(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    validFrom: NotRequired[str | None]
    validTo: NotRequired[str | None]
    removeWatermark: NotRequired[bool]
    keepImageMetadata: NotRequired[bool]
    ocrByDefault: NotRequired[bool]
    keepHiddenText: NotRequired[bool]
    keepOverlappingObjects: NotRequired[bool]
    learnFromApproved: NotRequired[bool]
    applyDictionaryUpdatesToAllDossiersByDefault: NotRequired[bool]
    downloadFileTypes: NotRequired[list[DownloadFileType]]
    settings: NotRequired[TemplateSettingsChange]


class BundleErrors(TypedDict):
    errors: list[BundleError]
    code: NotRequired[ErrorCode]
    requestId: NotRequired[str]


class Dossier(TypedDict):
    """
    A container of files.
    """

    id: str
    name: str
    date: str
    dossierTemplateId: str
    description: str
    ownerId: str
    memberIds: list[str]
    approverIds: list[str]
    visibility: Visibility
    startDate: str | None
    dueDate: str | None
    dossierStatusId: str | None
    watermarkId: str | None
    previewWatermarkId: str | None
    dossierAttributes: AttributeValues
    downloadFileTypes: list[DownloadFileType]
    reportTemplateIds: list[str]
    archivedTime: str | None
    softDeletedTime: str | None
    hardDeletedTime: str | None
    counts: NotRequired[DossierCounts]


class DossierList(TypedDict):
    dossiers: list[Dossier]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class ChangedFiles(TypedDict):
    """
    What became of a change to chosen files.
    """

    fileIds: list[str]
    skipped: list[SkippedFile]


class FileFinding(TypedDict):
    """
    Something of a document that was left out when it was read, that was changed, or that is in doubt. It holds no text of the document, but names of its parts.
    """

    kind: str
    page: int | None
    place: str
    count: int
    message: str
    mayChangeValues: bool
    box: NotRequired[EntityBox]


class FileStatus(TypedDict):
    """
    Everything known of a file but its content.
    """

    id: str
    filename: str
    dossierId: str
    dossierTemplateId: str
    dossierStatusId: str | None
    uploader: str | None
    lastReviewer: str | None
    lastApprover: str | None
    assignee: str | None
    workflowStatus: WorkflowStatus
    processingStatus: ProcessingStatus
    numberOfPages: int
    numberOfOCRedPages: int
    numberOfPagesToOCR: int
    numberOfAnalyses: int
    fileSize: int
    sha256: NotRequired[str]
    duplicateOf: NotRequired[DuplicateOf]
    analysisDuration: int
    stageDurations: dict[str, int]
    analysisVersion: int
    rulesVersion: int
    dictionaryVersion: int
    dossierDictionaryVersion: int
    legalBasisVersion: int
    excludedPages: list[int]
    hasRedactions: bool
    hasHints: bool
    hasImages: bool
    hasHighlights: bool
    hasSuggestions: bool
    hasUpdates: bool
    hasRequests: bool
    hasAnnotationComments: bool
    excluded: bool
    excludedFromAutomaticAnalysis: bool
    analysisRequired: bool
    dossierArchived: bool
    added: str | None
    lastUpdated: str | None
    lastUploaded: str | None
    lastProcessed: str | None
    lastIndexed: str | None
    lastLayoutProcessed: str | None
    lastOCRTime: str | None
    ocrStartTime: str | None
    ocrEndTime: str | None
    lastManualChangeDate: str | None
    lastFileAttributeChange: str | None
    redactionModificationDate: str | None
    fileManipulationDate: str | None
    approvalDate: str | None
    softDeletedTime: str | None
    fileAttributes: AttributeValues
    fileErrorInfo: FileErrorInfo | None
    components: int | None
    attention: int | None
    checked: int
    overridden: int
    failedRules: NotRequired[int]
    ruleFailures: NotRequired[list[RuleFailure]]
    hasFindings: NotRequired[bool]
    fileFindings: NotRequired[list[FileFinding]]


class FileSummary(TypedDict):
    """
    A file as lists over several dossiers show it.
    """

    id: str
    filename: str
    dossierId: str
    dossierName: str
    dossierTemplateId: str
    numberOfPages: int
    workflowStatus: WorkflowStatus
    processingStatus: ProcessingStatus
    assignee: str | None
    dueDate: str | None
    added: str
    lastUpdated: str
    hasUpdates: bool
    analysisRequired: bool
    components: int | None
    attention: int | None
    checked: int
    overridden: int
    error: FileErrorInfo | None
    failedRules: NotRequired[int]
    hasFindings: NotRequired[bool]
    duplicateOf: NotRequired[DuplicateOf]
    match: NotRequired[TextMatch]


class FilePage(TypedDict):
    files: list[FileSummary]
    nextCursor: str | None
    total: int | None
    counts: NotRequired[FileCounts]


class FileStatusList(TypedDict):
    fileStatus: list[FileStatus]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]
    counts: NotRequired[FileCounts]


class DuplicateFile(TypedDict):
    fileId: str
    duplicateOf: DuplicateOf


class AppliedCsv(TypedDict):
    name: str
    folder: str
    encoding: str
    delimiter: str
    numberOfRows: int
    numberOfUnmatchedRows: int
    numberOfSkippedCells: int
    skippedCells: NotRequired[list[SkippedCell]]


class RuleErrors(TypedDict):
    errors: list[RuleError]
    code: NotRequired[ErrorCode]
    requestId: NotRequired[str]


DateFormatErrors: TypeAlias = list[DateFormatError]
"""
By line.
"""


class ComponentCell(TypedDict):
    column: str
    value: str
    originalValue: str
    normalized: NotRequired[NormalizedValue]
    entityReferences: list[EntityReference]


class ValueEvidence(TypedDict):
    """
    The facts that the confidence of a value rests on, those of its weakest entity. Left out without one.
    """

    ruleStrength: float
    agreeing: int
    mentioned: bool
    uncertain: bool
    recognition: NotRequired[int]
    scorer: NotRequired[ScorerVerdict]


class EntityPosition(TypedDict):
    """
    Where on a page an entity stands.
    """

    page: int
    boxes: list[EntityBox]


class PageText(TypedDict):
    """
    The words of a page.
    """

    page: int
    width: float
    height: float
    rotation: int
    ocr: bool
    lines: list[TextLine]


class TreeCell(TypedDict):
    """
    A cell of a table.
    """

    id: str
    row: int
    col: int
    rowSpan: int
    colSpan: int
    header: bool
    uncertain: NotRequired[bool]
    page: int
    box: TreeNodeBox | None
    boxes: NotRequired[list[TreeBox]]
    text: str


class OverrideValue1(TypedDict):
    """
    basedOn tells which value, as read, this one stands for. When no value of a request has it, original value and references tell, so that values that were
    read can be sent back with other texts. When these are not sent either, the values are aligned with those that are there: equal ones keep what
    they have, and what is between two equal ones is paired in its order. What is shown as extracted always comes from the analysis: where a request
    says something else it is dropped, and the event of the override in the history names it as droppedClaims.
    """

    basedOn: NotRequired[str | None]
    value: str
    cells: NotRequired[list[OverrideCell] | None]
    originalValue: NotRequired[str | None]
    componentRuleId: NotRequired[str | None]
    valueDescription: NotRequired[str | None]
    entityReferences: NotRequired[list[OverrideReference] | None]
    places: NotRequired[list[OverridePlace] | None]


class OverrideValue2(TypedDict):
    """
    basedOn tells which value, as read, this one stands for. When no value of a request has it, original value and references tell, so that values that were
    read can be sent back with other texts. When these are not sent either, the values are aligned with those that are there: equal ones keep what
    they have, and what is between two equal ones is paired in its order. What is shown as extracted always comes from the analysis: where a request
    says something else it is dropped, and the event of the override in the history names it as droppedClaims.
    """

    basedOn: NotRequired[str | None]
    value: NotRequired[str]
    cells: list[OverrideCell] | None
    originalValue: NotRequired[str | None]
    componentRuleId: NotRequired[str | None]
    valueDescription: NotRequired[str | None]
    entityReferences: NotRequired[list[OverrideReference] | None]
    places: NotRequired[list[OverridePlace] | None]


OverrideValue: TypeAlias = OverrideValue1 | OverrideValue2


class OverrideRequest(TypedDict):
    name: str
    componentValues: list[OverrideValue]
    note: NotRequired[str | None]


class DownloadStatus(TypedDict):
    id: str
    userId: str
    filename: str
    mimeType: str
    errorCause: str
    status: DownloadState
    creationDate: str
    lastDownload: str | None
    fileSize: int
    dossierId: str
    fileIds: list[str]
    downloadFileTypes: list[PackageContent]
    reportTemplateIds: list[str]
    omitted: NotRequired[list[Omission]]
    expires: NotRequired[str | None]


class Operation(TypedDict):
    """
    A request that was answered before its work was done.
    """

    id: str
    kind: str
    state: OperationState
    dossierTemplateId: str
    dossierId: str
    created: str
    ended: str | None
    cancelRequested: bool
    total: int
    done: int
    result: NotRequired[ChangedFiles]
    analysis: NotRequired[OperationAnalysis]
    error: NotRequired[RequestFault]


class OperationList(TypedDict):
    operations: list[Operation]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class DownloadStatusList(TypedDict):
    downloadStatus: list[DownloadStatus]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class ApiKey(TypedDict):
    id: str
    userId: str
    name: str
    scopes: list[str]
    addresses: list[str]
    createdAt: str
    expiresAt: str
    revokedAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    status: ApiKeyStatus


class ApiKeyList(TypedDict):
    apiKeys: list[ApiKey]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class CreatedApiKey(TypedDict):
    key: str
    apiKey: ApiKey


class OAuthClient(TypedDict):
    id: str
    title: str
    public: bool
    redirectUris: list[str]
    postLogoutUris: list[str]
    passwordGrant: bool
    requirePkce: bool
    secrets: list[ClientSecret]
    jwks: NotRequired[Jwks]
    serviceAccountId: NotRequired[str]


class OAuthClientList(TypedDict):
    clients: list[OAuthClient]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class CreatedOAuthClient(TypedDict):
    secret: NotRequired[str]
    client: OAuthClient


class Workspace(TypedDict):
    name: str
    retentionHours: int
    strictNames: bool
    refuseDuplicates: bool
    accessLifetime: int
    refreshLifetime: int
    sessionLifetime: int
    codeLifetime: int
    refreshGrace: int
    passwordGrant: bool
    algorithm: SigningAlgorithm
    issuer: NotRequired[str]
    audience: str
    issuerRolesClaim: str
    roleMapping: list[MappedRole]


class WorkspaceChange(TypedDict):
    retentionHours: NotRequired[int | None]
    strictNames: NotRequired[bool]
    refuseDuplicates: NotRequired[bool]
    accessLifetime: NotRequired[int | None]
    refreshLifetime: NotRequired[int | None]
    sessionLifetime: NotRequired[int | None]
    codeLifetime: NotRequired[int | None]
    refreshGrace: NotRequired[int | None]
    passwordGrant: NotRequired[bool]
    algorithm: NotRequired[SigningAlgorithm]
    issuer: NotRequired[str]
    audience: NotRequired[str | None]
    issuerRolesClaim: NotRequired[str | None]
    roleMapping: NotRequired[list[MappedRole]]
    issuerToken: NotRequired[str]


class NewComponentDefinition(TypedDict):
    technicalName: str
    displayName: str
    description: NotRequired[str | None]
    required: NotRequired[bool | None]
    multiple: NotRequired[bool | None]
    format: NotRequired[str | None]
    columns: NotRequired[list[NewComponentColumn] | None]
    checks: NotRequired[list[Check] | None]


NewComponentDefinitions: TypeAlias = list[NewComponentDefinition]


class HistoryEvent(TypedDict):
    position: int
    time: str
    actor: HistoryActor
    type: str
    dossierTemplateId: str | None
    dossierId: str | None
    fileId: str | None
    filename: NotRequired[str]
    summary: str
    causedBy: int | None
    data: dict[str, Any]
    evidence: NotRequired[EventEvidence]


class HistoryPage(TypedDict):
    events: list[HistoryEvent]
    nextCursor: str | None


class TemplateSettings(TypedDict):
    retentionHours: int | None
    defaultDossierVisibility: Visibility
    ocrLanguages: list[str]
    fileAttributesConfig: FileAttributesConfig


class UploadResult(TypedDict):
    fileIds: list[str]
    processedFileIds: list[str]
    processedAttributes: list[str]
    replacedFiles: NotRequired[list[ReplacedFile]]
    leftOut: NotRequired[list[LeftOut]]
    numberLeftOut: NotRequired[int]
    csvs: NotRequired[list[AppliedCsv]]
    duplicates: NotRequired[list[DuplicateFile]]
    namesReadAs: NotRequired[str]


class ComponentValue(TypedDict):
    """
    Original value, rule and references come from the analysis alone. With an override they are those of the extracted value that it stands for,
    empty where there is none.
    """

    valueId: str
    basedOn: str | None
    value: str
    normalized: NotRequired[NormalizedValue]
    confidence: NotRequired[float]
    evidence: NotRequired[ValueEvidence]
    otherSources: NotRequired[list[OtherSource]]
    originalValue: str
    componentRuleId: str
    valueDescription: str
    entityReferences: list[EntityReference]
    places: list[EntityPosition]
    cells: NotRequired[list[ComponentCell]]


class ComponentCandidate(TypedDict):
    """
    A piece of the document that may be the value of a component.
    """

    value: str
    confidence: float
    reasons: list[CandidateReason]
    places: list[EntityPosition]


class FileEntity(TypedDict):
    """
    A piece of the text that a rule or a dictionary marked.
    """

    id: str
    type: str
    displayName: str
    kind: EntityKind
    state: EntityState
    value: str
    entityRuleId: str
    reason: str
    color: str
    rank: int
    textBefore: str
    textAfter: str
    section: str
    componentNames: list[str]
    positions: list[EntityPosition]


class TreeNode(TypedDict):
    """
    An element of the layout.
    """

    id: str
    type: str
    level: NotRequired[int]
    role: NotRequired[str]
    page: int
    box: TreeNodeBox | None
    boxes: NotRequired[list[TreeBox]]
    text: str
    image: NotRequired[TreeImage]
    rows: NotRequired[int]
    cols: NotRequired[int]
    cells: NotRequired[list[TreeCell]]
    children: list[TreeNode]


class ComponentOverride(TypedDict):
    name: str
    technicalName: str
    version: str
    componentValues: list[ComponentValue]
    overridden: bool
    override: OverrideMade | None


class ComponentOverrideList(TypedDict):
    dossierTemplateId: str
    dossierId: str
    fileId: str
    componentOverrideModels: list[ComponentOverride]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class DossierTemplateRead(DossierTemplate):
    """
    A template, and its settings when they are asked for.
    """

    settings: NotRequired[TemplateSettings]


class DossierTemplateWithSettings(DossierTemplate):
    """
    A template with all of its settings.
    """

    settings: TemplateSettings


class ResumableUpload(TypedDict):
    id: str
    filename: str
    length: int
    offset: int
    expires: str
    result: NotRequired[UploadResult]


class ComponentDetail(TypedDict):
    name: str
    technicalName: str
    version: str
    componentValues: list[ComponentValue]
    overridden: OverrideMade | None
    checked: ComponentCheck | None
    attention: list[ComponentAttention]
    candidates: NotRequired[list[ComponentCandidate]]


class FileComponents(TypedDict):
    """
    What was extracted from a file, overrides applied.
    """

    dossierTemplateId: str
    dossierId: str
    fileId: str
    filename: str
    components: dict[str, list[str]]
    failedRules: NotRequired[int]
    componentDetails: NotRequired[list[ComponentDetail]]
    missingComponents: NotRequired[list[ComponentDetail]]
    offeredComponents: NotRequired[list[ComponentDetail]]
    version: NotRequired[str]


class FileEntities(TypedDict):
    """
    What rules and dictionaries marked in a file.
    """

    dossierTemplateId: str
    dossierId: str
    fileId: str
    filename: str
    pages: list[PageSize]
    entities: list[FileEntity]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class FileTree(TypedDict):
    """
    The tree of a document, in the form that docket layout prints.
    """

    pages: list[TreePage]
    nodes: list[TreeNode]


class FileComponentsList(TypedDict):
    files: list[FileComponents]
    nextCursor: NotRequired[str | None]
    total: NotRequired[int | None]


class ComponentsChanged(TypedDict):
    """
    The body of a failure because components have changed.
    """

    timestamp: str
    message: str
    code: ErrorCode
    requestId: str
    version: NotRequired[str]
    current: NotRequired[list[ComponentDetail]]
