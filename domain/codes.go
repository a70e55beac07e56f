package domain

// A Code names a failure for programs. It is stable: neither its name nor its meaning changes.
type Code struct {
	Name   string
	Kind   Kind
	Status int    // of HTTP
	Cause  string // why it happens, a sentence
	Cure   string // what to do about it, a sentence
}

var codes []*Code

// Codes returns all codes, grouped by status.
func Codes() []*Code { return append([]*Code{}, codes...) }

// statuses are the statuses of HTTP for the kinds of failure.
var statuses = [...]int{
	Unexpected: 500, Invalid: 400, Unauthenticated: 401, Forbidden: 403, NotFound: 404, Conflict: 409, Precondition: 412,
	TooLarge: 413, Unsupported: 415, Unprocessable: 422, NotReady: 409, Unavailable: 503, TooMany: 429,
}

func newCode(name string, kind Kind, cause, cure string) *Code {
	return newTransportCode(name, kind, statuses[kind], cause, cure)
}

// newTransportCode adds a code whose status is not that of its kind.
func newTransportCode(name string, kind Kind, status int, cause, cure string) *Code {
	c := &Code{name, kind, status, cause, cure}
	codes = append(codes, c)
	return c
}

// Codes of requests that are malformed or break a rule of their fields.
var (
	InvalidValue = newCode("invalid_value", Invalid,
		"A value breaks a rule that the message tells.", "Correct the value.")
	InvalidJSON = newCode("invalid_json", Invalid,
		"The body is no JSON, is not UTF-8, has a name twice, or goes on behind its value.", "Send exactly one JSON value.")
	UnreadableRequest = newCode("unreadable_request", Invalid,
		"The query, the form or a header cannot be read.", "Encode it as the standards have it.")
	UnknownField = newCode("unknown_field", Invalid,
		"The body has a field that the operation does not take.", "Correct its name, or leave it out.")
	UnknownParameter = newCode("unknown_parameter", Invalid,
		"The query or form has a name that the operation does not take.", "Correct the name, or leave it out.")
	FieldRequired = newCode("required", Invalid,
		"A field or parameter is missing, null, blank or an empty list.", "Give it a value.")
	WrongType = newCode("wrong_type", Invalid,
		"A field has another JSON type than the contract says, or is null.", "Send the type, or leave the field out.")
	TooLong = newCode("too_long", Invalid,
		"A text has too many characters, or a list too many items.", "Shorten it, or send several requests.")
	OutOfRange = newCode("out_of_range", Invalid,
		"A number lies outside its bounds.", "Stay within the bounds.")
	NotListed = newCode("not_listed", Invalid,
		"A value is none of those that the contract lists.", "Send a listed value, in its spelling.")
	InvalidID = newCode("invalid_identifier", Invalid,
		"An identifier is no UUID.", "Send the identifier as the service gave it.")
	InvalidTime = newCode("invalid_date_time", Invalid,
		"A date-time is none, or one that cannot be asked for.", "Send ISO 8601, as 2027-01-31T10:00:00Z.")
	Duplicate = newCode("duplicate", Invalid,
		"A list has an item twice.", "Name each item once.")
	BadCharacters = newCode("invalid_characters", Invalid,
		"A name has control characters, or characters that nobody sees.", "Leave them out.")
	GivenTwice = newCode("given_twice", Invalid,
		"A parameter that has one value is given twice.", "Give it once.")
	Contradiction = newCode("contradiction", Invalid,
		"The request says two things of the same: in path and body, or in query and form.", "Say it once.")
	WrongOrder = newCode("wrong_order", Invalid,
		"A period ends before it begins.", "Exchange the dates.")
	NotTogether = newCode("not_together", Invalid,
		"Parameters are used together that do not go together.", "Leave one out.")
	UnknownReference = newCode("unknown_reference", Invalid,
		"The body names an account or object that does not exist or does not fit.", "Read the identifiers anew.")
	ReadOnly = newCode("read_only", Invalid,
		"What the request sets cannot be set, or not here.", "Leave it out.")
	BeyondLog = newCode("position_beyond_log", Invalid,
		"Docket-Position, or after of the feed, is beyond the event log: it is of another service, or of the time before a restore.",
		"Forget the position, and read without it, or the feed from a position that the log has.")
	DigestMismatch = newCode("digest_mismatch", Invalid,
		"The body is not the one whose digest Content-Digest tells: it was changed on its way.", "Send the request again.")
	InvalidCursor = newCode("invalid_cursor", Invalid,
		"A cursor is none of this list in this order.", "Begin with the first page.")
	WeakPassword = newCode("weak_password", Invalid,
		"A new password breaks a rule, which the message tells.", "Choose another password.")
	WrongPassword = newCode("wrong_password", Invalid,
		"The current password is wrong.", "Send the password that the account has.")
	FileMissing = newCode("file_missing", Invalid,
		"The form has no part named file.", "Send the file in a part of this name.")
	SeveralFiles = newCode("several_files", Invalid,
		"The form has several parts named file.", "Send one request for each file.")
	BadFileName = newCode("invalid_file_name", Invalid,
		"The file has no name, or one that is not allowed.", "Name the file in Content-Disposition.")
	EmptyFile = newCode("empty_file", Invalid,
		"The file has no bytes.", "Send its content.")
	Incomplete = newCode("incomplete_upload", Invalid,
		"The body ended before the form did.", "Send it again.")
	InvalidText = newCode("invalid_text_file", Invalid,
		"A text file cannot be read as csv in its encoding and with its delimiter; row tells where.",
		"Correct the row, or encoding and delimiter.")
	InvalidArchive = newCode("invalid_archive", Invalid,
		"A zip is damaged, has a password, or has entries that cannot be told apart; entry tells which.", "Pack it anew.")
	UnsafeArchive = newCode("unsafe_archive", Invalid,
		"A zip has an entry that leads out of its folder, or a link.", "Pack it with relative paths.")
	LargeArchive = newCode("archive_too_large", Invalid,
		"A zip has too many entries, or unpacks to too many bytes.", "Send smaller archives.")
	EmptyArchive = newCode("nothing_in_archive", Invalid,
		"A zip has no file of a supported type.", "Pack files of supported types.")
	NothingChosen = newCode("nothing_to_download", Invalid,
		"The package would be empty.", "Choose file types or reports.")
)

// Codes of callers who may not do what they ask for.
var (
	NoToken = newCode("authentication_required", Unauthenticated,
		"No token was sent, or one that is malformed, has expired or was revoked.", "Get a token, and repeat the request.")
	AccountDisabled = newCode("account_disabled", Unauthenticated,
		"The account of the token is disabled, or cannot be used.", "Ask a user administrator.")
	AccessDenied = newCode("access_denied", Forbidden,
		"The roles of the caller, or what they are to the dossier or file, do not allow the operation.",
		"Ask for the role, or to be a member.")
	OutOfScope = newCode("out_of_scope", Forbidden,
		"The API key does not have the scope of the operation, or asks for what no key may do.",
		"Use a key with that scope, or sign in.")
	WrongAddress = newCode("address_not_allowed", Forbidden,
		"The API key is not for the address that the request comes from.", "Use a key that is for this address.")
	WrongWorkspace = newCode("wrong_workspace", Forbidden,
		"X-TENANT-ID names another workspace than the token.", "Name that of the token, or none.")
	OwnerOnly = newCode("owner_only", Forbidden,
		"The field may be changed by the owner of the dossier alone.", "Let the owner do it.")
	FileAssigned = newCode("file_assigned", Forbidden,
		"Another member works on the file.", "Wait until it is nobody's, or ask the owner.")
	LicenseExpired = newCode("license_expired", Forbidden,
		"The license has expired.", "Ask the operator for a new license.")
	LicenseLacks = newCode("not_licensed", Forbidden,
		"The license does not include this kind of file.", "Convert the file to PDF, or ask the operator.")
)

// Codes of what is not there, or not visible to the caller.
var (
	Missing = newCode("not_found", NotFound,
		"What is asked for does not exist, or the caller may not see it.", "Check the identifiers of the path.")
	NoRoute = newTransportCode("route_not_found", Unexpected, 404,
		"No operation has this path.", "Compare the path with the contract; a trailing slash counts.")
	NoTemplate = newCode("dossier_template_not_found", NotFound,
		"No dossier template of the workspace has this identifier.", "List the dossier templates.")
	NoDossier = newCode("dossier_not_found", NotFound,
		"The template has no such dossier, it is deleted, or the caller may not see it.",
		"Check both identifiers; includeSoftDeleted shows soft-deleted ones.")
	NoFile = newCode("file_not_found", NotFound,
		"The dossier has no such file, it is deleted, or the caller may not see it.",
		"Check the identifiers; includeSoftDeleted shows soft-deleted ones.")
	NoComponent = newCode("component_not_found", NotFound,
		"The file has no such component, or the component no such value.", "Read the components anew.")
	NoPage = newCode("page_not_found", NotFound,
		"The file has no page of this number.", "Stay within numberOfPages.")
	NoUpload = newCode("upload_not_found", NotFound,
		"The dossier has no such resumable upload: it expired, was ended, or another account began it.", "Begin a new one.")
	NoDownload = newCode("download_not_found", NotFound,
		"The package does not exist, was deleted, or is another user's.", "List the downloads.")
	NoOperation = newCode("operation_not_found", NotFound,
		"The operation does not exist, or is another user's.", "List the operations.")
	NoUser = newCode("user_not_found", NotFound,
		"No account of the workspace has this identifier.", "List the users.")
	NoWebhook = newCode("webhook_not_found", NotFound,
		"The workspace has no such webhook or delivery, or it is another account's.", "List the webhooks.")
	NoKey = newCode("api_key_not_found", NotFound,
		"The caller may see no API key of this identifier.", "List the API keys.")
	NoClient = newCode("client_not_found", NotFound,
		"The workspace has no OAuth client of this id, or the client no such secret.", "List the clients.")
	NoDefinition = newCode("definition_not_found", NotFound,
		"The template has no such definition, mapping or report template, or it is soft-deleted.", "List those of the template.")
	NoRules = newCode("rules_not_found", NotFound,
		"The template has no rules of this kind yet.", "Upload them.")
	NoEvidence = newCode("evidence_not_found", NotFound,
		"The evidence has no such tile, event or checkpoint.", "Ask for the newest checkpoint first.")
	WrongMethod = newTransportCode("method_not_allowed", Unexpected, 405,
		"The path does not take this method.", "Use one that Allow lists.")
)

// Codes of requests that do not fit the state of what they are about.
var (
	Conflicting = newCode("conflict", Conflict,
		"The state of the object does not allow the operation, as the message tells.", "Read the object anew.")
	NameTaken = newCode("name_taken", Conflict,
		"Another object has the name, perhaps a soft-deleted one.", "Choose another name, or change the object that has it.")
	DuplicateFile = newCode("duplicate_file", Conflict,
		"The workspace refuses files with the bytes of a file that the caller may read.", "Use that file, or delete it first.")
	Archived = newCode("dossier_archived", Conflict,
		"An archived dossier cannot be changed.", "Bring it back from the archive first.")
	NoFiles = newCode("dossier_without_files", Conflict,
		"The dossier has no active files.", "Upload files first.")
	Approved = newCode("file_approved", Conflict,
		"An approved file cannot be changed.", "Set it back to UNDER_REVIEW first.")
	NotProcessed = newCode("file_not_processed", Conflict,
		"The processing of the file has not come so far.", "Wait until it is PROCESSED.")
	NotDeleted = newCode("not_deleted", Conflict,
		"What is not soft-deleted cannot be restored.", "Nothing is to be done.")
	Inactive = newCode("template_not_active", Conflict,
		"The dossier template is INACTIVE or INCOMPLETE.", "Use an ACTIVE one, or complete its rules.")
	WrongStep = newCode("status_change_not_allowed", Conflict,
		"The workflow has no such step from where the file stands.", "Read the file; the contract lists the steps.")
	NotReadyYet = newCode("download_not_ready", Conflict,
		"The package is not READY, or has failed.", "Read its status until it is READY or FAILED.")
	NotProven = newCode("not_yet_proven", NotReady,
		"No checkpoint covers the event yet, or its witnesses have not signed.", "Ask again later.")
	OwnAccount = newCode("own_account", Conflict,
		"Nobody may disable or erase themselves, or give up the role ADMIN.", "Let another administrator do it.")
	IssuerRefused = newCode("issuer_refused", Conflict,
		"The workspace cannot trust the issuer yet: the message says what is to be changed, and where.", "Change it, and send the request again.")
	WrongOffset = newCode("wrong_offset", Conflict,
		"Upload-Offset is not the number of bytes that the service has of the upload.", "Ask for it with HEAD, and go on from there.")
	TooManyUploads = newCode("too_many_uploads", Conflict,
		"The account or the workspace has as many resumable uploads in progress, or bytes in them, as it may.",
		"Finish or end some of them first.")
	TooManyKeys = newCode("too_many_api_keys", Conflict,
		"The account has as many API keys as it may.", "Revoke one first.")
	UsersElsewhere = newCode("users_managed_elsewhere", Conflict,
		"The accounts are those of an identity provider.", "Change them there.")
	StillRunning = newCode("request_running", Conflict,
		"A request with the same Idempotency-Key is still handled.", "Repeat it after Retry-After.")
	Contended = newCode("contended", Conflict,
		"Other writes were faster as often as the service tries.", "Repeat the request after Retry-After.")
	EventsRemoved = newTransportCode("events_removed", Unexpected, 409,
		"Somebody removed events of the object from the event store.", "Tell those who run the service.")
	Changed = newCode("resource_changed", Precondition,
		"The object is not what If-Match says.", "Read it anew, and decide again.")
	WrongProtocol = newCode("unsupported_protocol_version", Precondition,
		"Tus-Resumable names a version of the tus protocol that the service does not speak; Tus-Version lists those that it does.",
		"Speak one of those.")
)

// Codes of requests that are too large or of another type, and of those that are sound but cannot be done.
var (
	BodyTooLarge = newCode("body_too_large", TooLarge,
		"The body has more bytes than allowed, or would store too many at once.", "Send several smaller requests.")
	FileTooLarge = newCode("file_too_large", TooLarge,
		"The file has more bytes or entries than allowed.", "Split it, or ask the operator for a larger limit.")
	WrongContentType = newCode("wrong_content_type", Unsupported,
		"Content-Type is not that of the operation.", "Send the one that the message names.")
	UnsupportedFile = newCode("unsupported_file_type", Unsupported,
		"The type of the file is not supported, or its content does not fit its name.", "Send a supported type under its own extension.")
	BadRange = newTransportCode("range_not_satisfiable", Unexpected, 416,
		"The range lies outside of the content.", "Ask for bytes within its length.")
	Unfit = newCode("unprocessable", Unprocessable,
		"The request is well-formed, and what it names cannot be used.", "The message tells what is wrong.")
	KeyReused = newCode("idempotency_key_reused", Unprocessable,
		"The Idempotency-Key was used for another request.", "Use a new key for each request.")
	InvalidRules = newCode("invalid_rules", Unprocessable,
		"Rules or a bundle have errors, which the answer lists with their lines.", "Correct them; dryRun checks without storing.")
	RateExceeded = newCode("too_many_requests", TooMany,
		"The account or address sends more requests, or has more streams, than allowed.", "Wait for Retry-After.")
	WrongChecksum = newTransportCode("checksum_mismatch", Invalid, 460,
		"A part of a resumable upload does not have the checksum that Upload-Checksum tells; nothing of it was kept.", "Send the part again.")
)

// Codes of failures that are no fault of the caller.
var (
	Internal = newCode("internal_error", Unexpected,
		"The service failed.", "Tell those who run it the requestId; its log has the cause.")
	ContentLost = newCode("content_lost", Unexpected,
		"Stored bytes are missing or damaged.", "Tell those who run the service the requestId.")
	Away = newCode("unavailable", Unavailable,
		"The service starts, stops or waits for its database, or reads have not caught up.", "Repeat the request after Retry-After.")
	AwaitsRepair = newCode("awaits_repair", Unavailable,
		"An event of the object could not be applied to what is read.", "Tell those who run the service; docket repairs it.")
)

// general are the codes of faults that name none.
var general = [...]*Code{
	Unexpected: Internal, Invalid: InvalidValue, Unauthenticated: NoToken, Forbidden: AccessDenied, NotFound: Missing,
	Conflict: Conflicting, Precondition: Changed, TooLarge: BodyTooLarge, Unsupported: UnsupportedFile, Unprocessable: Unfit,
	NotReady: Conflicting, Unavailable: Away, TooMany: RateExceeded,
}
