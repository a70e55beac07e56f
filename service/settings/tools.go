package settings

import (
	"time"
)

// OfficeTools is where optional tools are, and what they may use.
type OfficeTools struct {
	Soffice          string        `env:"DOCKET_SOFFICE" placeholder:"FILE" help:"LibreOffice. Default: soffice or libreoffice on the PATH."`
	OfficeTimeout    time.Duration `default:"5m" env:"DOCKET_OFFICE_TIMEOUT" help:"Time to convert one office file."`
	OfficeMemory     int           `default:"2048" env:"DOCKET_OFFICE_MEMORY_MIB" help:"MiB of memory for one process of LibreOffice."`
	OfficeCharacters int           `default:"50" env:"DOCKET_OFFICE_MILLION_CHARACTERS" help:"Million characters of text that an office file may have on its pages; a text that stands in many cells counts in each."`
	Tesseract        string        `env:"DOCKET_TESSERACT" placeholder:"FILE" help:"Tesseract, for scans. Default: tesseract on the PATH."`
	OCRMemory        int           `name:"ocr-memory" default:"1024" env:"DOCKET_OCR_MEMORY_MIB" help:"MiB of memory for one process of Tesseract, with those that it starts."`
	OCRModels        string        `name:"ocr-models" env:"DOCKET_OCR_MODELS" placeholder:"DIR" help:"Models of the second recogniser of scans. Default: docket/ocr in the user's cache directory, or /usr/share/docket/ocr."`

	RequireWalls bool `env:"DOCKET_REQUIRE_WALLS" help:"Start LibreOffice, Tesseract and readers of PDFs only where the system gives all walls around them; health of the admin address names those that stand."`

	PictureMegapixels int `default:"100" env:"DOCKET_PICTURE_MEGAPIXELS" help:"Million pixels of a photo or scan, or of one page of a TIFF; all its pages may have 40 times as many."`
}

// LicensePlace is where a license is, and who must have signed it.
type LicensePlace struct {
	License    string `env:"DOCKET_LICENSE" placeholder:"FILE" help:"Signed license file. Without one everything is allowed, without end."`
	LicenseKey string `env:"DOCKET_LICENSE_KEY" placeholder:"FILE" help:"Public key of its signer, unless the program was built with one."`
}

// SecretPlaces are the files and folders that programs which read strangers' files may not read.
func (s Config) SecretPlaces() []string {
	var out []string
	for _, place := range []string{s.Data, s.MasterKeyFile, s.Blobs, s.S3CredentialsFile, s.CheckpointBucketCredentials, s.NATSCredentials,
		s.NotaryKeyFile, s.NotaryTokenFile, s.ModelKeyFile} {
		if place != "" {
			out = append(out, place)
		}
	}
	return out
}

// PackageAge is how long packages are kept; 0 is for ever.
func (s *Config) PackageAge() time.Duration { return time.Duration(s.PackageDays) * 24 * time.Hour }

// OperationAge is how long operations that are over are kept; 0 is for ever.
func (s *Config) OperationAge() time.Duration { return time.Duration(s.OperationDays) * 24 * time.Hour }

// FreshnessTimeout is how long requests wait for the views: also while another process takes
// them over from one that died.
func (s Config) FreshnessTimeout() time.Duration {
	if !s.IsShared() {
		return 0 // the stock
	}
	return 5*time.Second + s.TakeoverTime
}

// AllowsPasswords reports whether what a start makes may use the password grant.
func (s Config) AllowsPasswords() bool { return s.Demo || s.PasswordGrant }
