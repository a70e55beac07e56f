package settings

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/models"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/internal/procs"
)

// Config is the configuration of the service. Every field is a flag and an
// environment variable.
type Config struct {
	Listen      string `default:"127.0.0.1:8080" env:"DOCKET_LISTEN" help:"Address of the API and of sign-in."`
	AdminListen string `default:"127.0.0.1:8081" env:"DOCKET_ADMIN_LISTEN" help:"Address of health checks and metrics; empty for none."`
	PublicURL   string `env:"DOCKET_PUBLIC_URL" placeholder:"URL" help:"Address for clients, issuer of tokens. Default: from --listen."`

	Data       string `default:"data" env:"DOCKET_DATA" help:"Data folder: event log, views, keys, bytes, broker."`
	Postgres   string `env:"DOCKET_POSTGRES" placeholder:"URL" help:"Keep log, views, keys and leases in this database, not in files."`
	EventStore string `name:"eventstore" env:"DOCKET_EVENTSTORE" placeholder:"URL" help:"Keep the event log in EventStoreDB (esdb://...)."`
	Cluster
	ObjectStore
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"File of the master key, outside of the data folder."`

	Workspace    string   `default:"demo" env:"DOCKET_WORKSPACE" help:"Workspace made at start if missing: 1 to 32 of a to z and 0 to 9."`
	Import       []string `env:"DOCKET_IMPORT" placeholder:"DIR" help:"Template bundles to import unless one of that name is there."`
	Retention    int      `default:"96" env:"DOCKET_RETENTION_HOURS" help:"Hours in which deletions can be undone, for a new workspace."`
	Client       string   `default:"docket-cli" env:"DOCKET_CLIENT_ID" help:"OAuth client registered at start unless it is registered."`
	ClientSecret string   `env:"DOCKET_CLIENT_SECRET" placeholder:"SECRET" secret:"" help:"Secret of that client; public without one."`
	// PasswordGrant is for what a start makes: a new workspace, and that client.
	PasswordGrant bool `env:"DOCKET_PASSWORD_GRANT" help:"Let a new workspace and that client use the password grant; a demo does."`

	UploadLimit int64 `default:"536870912" env:"DOCKET_UPLOAD_LIMIT" help:"Largest upload (512 MiB)."`
	ZipEntries  int   `default:"10000" env:"DOCKET_ZIP_ENTRIES" help:"Entries of one uploaded zip at most."`
	ZipUnpacked int64 `default:"2147483648" env:"DOCKET_ZIP_UNPACKED" help:"What one uploaded zip may unpack to (2 GiB)."`
	ZipEntry    int64 `default:"536870912" env:"DOCKET_ZIP_ENTRY" help:"What one entry of an uploaded zip may unpack to (512 MiB)."`
	ZipRatio    int64 `default:"100" env:"DOCKET_ZIP_RATIO" help:"Unpacked to packed bytes of an uploaded zip at most, beyond 10 MiB."`

	MaxPages int         `default:"5000" env:"DOCKET_MAX_PAGES" help:"Files with more pages are not analysed."`
	Workers  WorkerCount `env:"DOCKET_WORKERS" placeholder:"N" help:"Files that are processed at once. Default: the number of cores, fewer where memory is small."`

	PDFTimeout time.Duration `default:"5m" env:"DOCKET_PDF_TIMEOUT" help:"Time for one step on one PDF."`
	PDFMemory  int           `default:"1024" env:"DOCKET_PDF_MEMORY_MIB" help:"MiB of memory for one PDF worker's document."`

	DrawingWorkers int `default:"1" env:"DOCKET_DRAWING_WORKERS" placeholder:"N" help:"Page images and previews that are drawn at once."`

	DrawingCache int    `default:"64" env:"DOCKET_DRAWING_CACHE_MIB" help:"MiB of memory for page images and previews asked for last."`
	PDFCache     string `name:"pdf-cache" env:"DOCKET_PDF_CACHE" placeholder:"DIR" help:"Folder of compiled PDF code. Default: in --data."`
	ResumableSettings
	TemplateLimits
	OfficeTools
	LicensePlace
	EvidenceSettings
	WebhookSettings
	models.LanguageModel
	LeaseTime     time.Duration `default:"20s" env:"DOCKET_LEASE_TIME" help:"Without a sign of life for this long a worker loses its file."`
	LeftoverAge   time.Duration `default:"24h" env:"DOCKET_LEFTOVER_AGE" help:"Age at which bytes that no event names are removed."`
	ScrubEvery    time.Duration `default:"168h" env:"DOCKET_SCRUB_EVERY" help:"How often all stored bytes are read and checked, 0 for never."`
	ScrubRate     int64         `default:"8388608" env:"DOCKET_SCRUB_RATE" help:"Bytes a second that this reads at most (8 MiB)."`
	VerifyEvery   time.Duration `default:"168h" env:"DOCKET_VERIFY_EVERY" help:"How often all rows that queries read are compared with the events, 0: never."`
	PackageWait   time.Duration `default:"15m" env:"DOCKET_PACKAGE_WAIT" help:"How long a package waits for files in processing."`
	PackageDays   int           `default:"30" env:"DOCKET_PACKAGE_DAYS" help:"Days after which packages are deleted, 0 for never."`
	OperationDays int           `default:"30" env:"DOCKET_OPERATION_DAYS" help:"Days after their end for which operations can be read, 0 for ever."`
	SweepEvery    time.Duration `default:"10s" env:"DOCKET_SWEEP_EVERY" help:"How often work that fell through is looked for."`

	RebuildLag  uint64        `default:"1000" env:"DOCKET_REBUILD_LAG" help:"Events that a rebuilt view may lag behind when queries go to it."`
	Rebuilds    int           `default:"2" env:"DOCKET_REBUILDS" help:"Views that are rebuilt at once."`
	WriteTries  int           `default:"64" env:"DOCKET_WRITE_TRIES" help:"How often a write without If-Match is tried when others come first."`
	WriteTime   time.Duration `default:"12s" env:"DOCKET_WRITE_TIME" help:"How long a request that writes may wait for the event log in all, 0: no limit."`
	RequestRate float64       `default:"50" env:"DOCKET_REQUEST_RATE" help:"Requests per second and account, 0: no limit; bursts of twice that."`

	BodyWait time.Duration `default:"30s" env:"DOCKET_BODY_WAIT" help:"How long a request body may bring nothing at a stretch; 0 for ever."`
	BodyRate int64         `default:"1024" env:"DOCKET_BODY_RATE" help:"Bytes a second that a request body brings on average; 0 for any."`

	CORSOrigins []string `name:"cors-origin" env:"DOCKET_CORS_ORIGINS" placeholder:"ORIGIN" help:"Origins whose scripts may call the API."`
	PrivateDocs bool     `name:"private-docs" env:"DOCKET_PRIVATE_DOCS" help:"Show the contract and /api/docs only with a token."`

	Console bool `default:"true" env:"DOCKET_CONSOLE" help:"Serve the web console below /console/ (--console=false leaves it out)."`

	SignInRate     float64        `default:"10" env:"DOCKET_SIGNIN_RATE" help:"Sign-in calls per second and address, 0 for no limit."`
	KeyLifetime    time.Duration  `default:"8760h" env:"DOCKET_KEY_LIFETIME" help:"How long an API key lives at most, and without an end of its own (a year)."`
	KeysPerAccount int            `default:"100" env:"DOCKET_KEYS_PER_ACCOUNT" help:"API keys that an account may use at a time, 0: no limit."`
	IssuerHosts    []string       `env:"DOCKET_ISSUER_HOSTS" placeholder:"HOST" help:"Hosts whose issuers administrators may let their workspace trust by the API; *.id.example are all below id.example. Default: none."`
	TrustedProxies []netip.Prefix `env:"DOCKET_TRUSTED_PROXIES" placeholder:"NETWORK" help:"Networks whose X-Forwarded-For is believed."`

	StopTime time.Duration `default:"25s" env:"DOCKET_STOP_TIME" help:"How long a stop waits for requests and workers."`

	LogLevel  string `default:"" enum:",debug,info,warn,error" env:"DOCKET_LOG_LEVEL" placeholder:"info" help:"debug, info, warn or error."`
	LogFormat string `default:"text" enum:"text,json" env:"DOCKET_LOG_FORMAT" help:"text or json."`

	AcceptLostBlobs bool `env:"DOCKET_ACCEPT_LOST_BLOBS" help:"Start although the place of the bytes lacks all that the log names."`

	Demo bool `env:"DOCKET_DEMO" help:"Make accounts, the invoice template and files, and print a tour. For trying out only."`

	Program Program `kong:"-"`
}

// Complete fills in what depends on other settings and refuses what cannot be.
func (s *Config) Complete() error {
	if s.Demo && s.ClientSecret == "" {
		s.ClientSecret = demoSecret
	}
	if s.PublicURL == "" {
		s.PublicURL = "http://" + localAddress(s.Listen) // a tool has none
	} else if err := checkPublicURL(s.PublicURL); err != nil {
		return s.NameSettings(err)
	}
	s.PublicURL = strings.TrimRight(s.PublicURL, "/")
	data, err := filepath.Abs(s.Data)
	if err != nil {
		return err
	}
	s.Data = data
	if s.MasterKeyFile == "" {
		s.MasterKeyFile = data + ".key"
	}
	if err := s.ObjectStore.checkPlace(s.Blobs); err != nil {
		return err
	}
	if s.Blobs == "" {
		s.Blobs = s.DataPath("blobs")
	}
	if s.PDFCache == "" {
		s.PDFCache = s.DataPath("cache/pdf")
	}
	if s.Workers == 0 {
		s.Workers = WorkerCount(PlanMemory(procs.MemoryLimit(), runtime.NumCPU()).PDFProcesses)
	}
	if err := s.checkNumbers(); err != nil {
		return s.NameSettings(err)
	}
	if _, err := s.ReadWitnessPolicy(); err != nil {
		return err
	}
	if err := errors.Join(s.checkNotary(), s.CheckTimestamps(), s.CheckCheckpointPlaces()); err != nil {
		return err
	}
	if _, err := s.LanguageModel.Open(); err != nil {
		return s.NameSettings(err)
	}
	if err := errors.Join(s.TemplateLimits.CheckLimits(), s.Cluster.CheckRoles(s.IsShared())); err != nil {
		return s.NameSettings(err)
	}
	for _, origin := range s.CORSOrigins {
		if err := rest.CheckOrigin(origin); err != nil {
			return s.NameSettings(fmt.Errorf("--cors-origin: %w", err))
		}
	}
	if rel, err := filepath.Rel(data, s.MasterKeyFile); err == nil && !strings.HasPrefix(rel, "..") {
		return s.NameSettings(fmt.Errorf("the master key %s lies in the data folder: a copy of the folder would hold the key to itself; "+
			"move it elsewhere, and name it with --master-key-file", s.MasterKeyFile))
	}
	return nil
}

// localAddress returns how programs on this machine name an address that is listened on: one of
// all interfaces, or of the loopback one, is localhost.
func localAddress(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() || host == "127.0.0.1" {
		return "localhost:" + port
	}
	return listen
}

// checkNumbers refuses numbers and times that cannot be; of several wrong ones it reports
// the first in the order of the list.
func (s *Config) checkNumbers() error {
	for _, rule := range []struct {
		text string
		ok   bool
	}{
		{"--workers must be 1 or more", s.Workers > 0},
		{"--upload-limit must be positive", s.UploadLimit > 0},
		{"--resumable-age must be at least 1s, and the other limits of resumable uploads 0, for the default, or more",
			(s.ResumableAge == 0 || s.ResumableAge >= time.Second) && min(s.ResumableEach, s.ResumableAll, int(min(s.ResumableBytes, 1))) >= 0},
		{"--zip-entries, --zip-unpacked, --zip-entry and --zip-ratio may be 0 or more",
			min(s.ZipUnpacked, s.ZipEntry, s.ZipRatio, int64(s.ZipEntries)) >= 0},
		{"--max-pages must be positive", s.MaxPages > 0},
		{"--picture-megapixels must be at most 1000", s.PictureMegapixels <= 1000},
		{"--lease-time must be at least 1s", s.LeaseTime >= time.Second},
		{"--sweep-every must be at least 100ms", s.SweepEvery >= 100*time.Millisecond},
		{"--leftover-age must be at least 10s", s.LeftoverAge == 0 || s.LeftoverAge >= 10*time.Second},
		{"--scrub-every must be 0 or at least 1s", s.ScrubEvery == 0 || s.ScrubEvery >= time.Second},
		{"--verify-every must be 0 or at least 1s", s.VerifyEvery == 0 || s.VerifyEvery >= time.Second},
		{"--scrub-rate must be 0, for no limit, or more", s.ScrubRate >= 0},
		{"--checkpoint-every must be at least 100ms", s.CheckpointEvery == 0 || s.CheckpointEvery >= 100*time.Millisecond},
		{"--timestamp-every must be at least 1s", s.TimestampEvery == 0 || s.TimestampEvery >= time.Second},
		{"--package-wait may be 0 or more", s.PackageWait >= 0},
		{"--package-days and --operation-days must be between 0 and 3650",
			min(s.PackageDays, s.OperationDays) >= 0 && max(s.PackageDays, s.OperationDays) <= 3650},
		{"--retention must be between 0 and 87600", s.Retention >= 0 && s.Retention <= 87600},
		{"--write-time must be 0, for no limit, or at least 1s", s.WriteTime == 0 || s.WriteTime >= time.Second},
		{"--write-tries must be 0, for the default, or more", s.WriteTries >= 0},
		{"--body-wait and --body-rate may be 0 or more", s.BodyWait >= 0 && s.BodyRate >= 0},
		{"--webhook-timeout and --webhook-first-pause must be at least 1ms, and --webhook-max-pause no shorter than --webhook-first-pause",
			s.WebhookTimeout == 0 || s.WebhookTimeout >= time.Millisecond && s.WebhookFirstPause >= time.Millisecond &&
				s.WebhookMaxPause >= s.WebhookFirstPause},
		{"--webhook-retry-time, --webhook-overlap, --webhook-dead and --webhooks-per-account may be 0 or more",
			s.WebhookRetryTime >= 0 && s.WebhookOverlap >= 0 && s.WebhookDead >= 0 && s.WebhooksEach >= 0},
		{"--key-lifetime must be at least 1m", s.KeyLifetime == 0 || s.KeyLifetime >= time.Minute}, // a tool has none
		{"--keys-per-account must be 0, for no limit, or more", s.KeysPerAccount >= 0},
		{"--request-rate and --sign-in-rate may be 0 or more", s.RequestRate >= 0 && s.SignInRate >= 0},
	} {
		if !rule.ok {
			return errors.New(rule.text)
		}
	}
	return nil
}

// ListSettings lists all settings for the log, without secrets.
func (s Config) ListSettings() []any {
	var out []any
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i).Interface()
		if f.Name == "Program" {
			continue
		}
		_, hidden := f.Tag.Lookup("secret")
		if hidden && !v.Field(i).IsZero() {
			value = "(set)"
		}
		if f.Name == "Postgres" && s.Postgres != "" {
			value = RedactPassword(s.Postgres)
		}
		if f.Name == "EventStore" && s.EventStore != "" {
			value = eventstoredb.RedactAddress(s.EventStore)
		}
		out = append(out, slog.Any(f.Name, value))
	}
	return out
}

// mainSettings are the fields of Config that tell where a service is and what it runs on.
var mainSettings = []string{"Listen", "AdminListen", "PublicURL", "Data", "Postgres", "EventStore", "MasterKeyFile",
	"Workspace", "Workers", "Demo"}

// ListMainSettings lists what one looks for first, as far as it is set, without secrets.
func (s Config) ListMainSettings() []any {
	out := []any{slog.String("Roles", strings.Join(s.Roles, ","))}
	for _, a := range s.ListSettings() {
		a := a.(slog.Attr)
		if slices.Contains(mainSettings, a.Key) && !reflect.ValueOf(a.Value.Any()).IsZero() {
			out = append(out, a)
		}
	}
	return out
}

// DataPath is a file or folder in the data folder.
func (s Config) DataPath(name string) string { return filepath.Join(s.Data, name) }

// MakeDataFolder makes the data folder, readable by its owner only, and its name durable: without that a power cut
// could take a new installation with all that was answered as stored.
func (s Config) MakeDataFolder() error {
	if err := makeFolder(s.Data, syncFolder); err != nil {
		return s.Blame("--data", err)
	}
	return nil
}

// ArchiveLimits bound what is taken out of a zip; 0 is the stock.
func (s Config) ArchiveLimits() unzip.Limits {
	l := unzip.DefaultLimits()
	l.Entries = cmp.Or(s.ZipEntries, l.Entries)
	l.Unpacked, l.Entry, l.Ratio = cmp.Or(s.ZipUnpacked, l.Unpacked), cmp.Or(s.ZipEntry, l.Entry), cmp.Or(s.ZipRatio, l.Ratio)
	return l
}

const (
	// DemoWorkspace is the default of --workspace, which suits a demo.
	DemoWorkspace = "demo"
	// demoSecret is the secret of a demo's client.
	demoSecret = "docket-demo-secret"
)
