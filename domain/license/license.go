// Package license describes what the vendor of an installation allows: features,
// limits that are shown and never block, and how long. Without a license everything
// is allowed, without end.
package license

import (
	"time"

	"github.com/seed-62a36931/docket/domain"
)

// A License holds the agreed terms. Times are UTC, both included; nil is no limit.
type License struct {
	ID        string     `json:"licenseId"`
	Licensee  string     `json:"licensee"`
	ValidFrom *time.Time `json:"validFrom"`
	ValidTo   *time.Time `json:"validTo"`
	Features  Features   `json:"features"`
	Limits    Limits     `json:"limits"`
}

// Features are the features that may be used.
type Features struct {
	OfficeDocuments bool `json:"officeDocuments"` // docx, xlsx and pptx may be uploaded
	OCR             bool `json:"ocr"`             // pages without text are recognised
}

// Limits are the agreed limits; they are shown next to the actual use.
type Limits struct {
	AnalyzedPages *int64 `json:"analyzedPages"` // since ValidFrom
	UploadedBytes *int64 `json:"uploadedBytes"` // held at a time
}

// FullLicense returns the license that applies without a license file.
func FullLicense() License { return License{Features: Features{OfficeDocuments: true, OCR: true}} }

// The statuses of a license.
const (
	Valid       = "VALID"
	Expired     = "EXPIRED"
	NotYetValid = "NOT_YET_VALID"
)

// Refusals for want of a license.
var (
	ErrExpired  = domain.Refuse(domain.LicenseExpired, "The license has expired")
	ErrNoOffice = domain.Refuse(domain.LicenseLacks, "The license does not include office documents")
)

// StatusAt returns the status of a license at a moment.
func (l License) StatusAt(now time.Time) string {
	switch {
	case l.ValidFrom != nil && now.Before(*l.ValidFrom):
		return NotYetValid
	case l.ValidTo != nil && now.After(*l.ValidTo):
		return Expired
	}
	return Valid
}

// CheckValid refuses actions outside of the license's time, with ErrExpired.
func (l License) CheckValid(now time.Time) error {
	if l.StatusAt(now) != Valid {
		return ErrExpired
	}
	return nil
}
