package webhook

import (
	"encoding/json"
	"time"
)

// A Notice is what a message says of an event: identifiers, and no content but the names of components.
type Notice struct {
	ID         string    `json:"id"`
	Position   uint64    `json:"position"`
	Type       string    `json:"type"`
	Time       time.Time `json:"-"`
	TemplateID *string   `json:"dossierTemplateId"`
	DossierID  *string   `json:"dossierId"`
	FileID     *string   `json:"fileId"`
	Components []string  `json:"components"`
	Link       *string   `json:"link"`
}

// timeLayout is that of times in messages: UTC, to the millisecond.
const timeLayout = "2006-01-02T15:04:05.000Z"

// A Message is what is sent: a body and its content type.
type Message struct {
	ContentType string
	Body        []byte
}

// BuildMessage returns the message about an event in a form; source is the address of the service.
func BuildMessage(format, source, workspace string, n Notice) (Message, error) {
	if n.Components == nil {
		n.Components = []string{}
	}
	at := n.Time.UTC().Format(timeLayout)
	if format == CloudEvents {
		body, err := json.Marshal(struct {
			SpecVersion string `json:"specversion"`
			ID          string `json:"id"`
			Source      string `json:"source"`
			Type        string `json:"type"`
			Subject     string `json:"subject,omitempty"`
			Time        string `json:"time"`
			ContentType string `json:"datacontenttype"`
			Data        Notice `json:"data"`
		}{"1.0", n.ID, source + "/workspaces/" + workspace, "docket." + n.Type, subjectOf(n), at, "application/json", n})
		return Message{"application/cloudevents+json; charset=utf-8", body}, err
	}
	body, err := json.Marshal(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      Notice `json:"data"`
	}{n.Type, at, n})
	return Message{"application/json; charset=utf-8", body}, err
}

// subjectOf returns the identifier of the narrowest object that the event is about.
func subjectOf(n Notice) string {
	for _, id := range []*string{n.FileID, n.DossierID, n.TemplateID} {
		if id != nil {
			return *id
		}
	}
	return ""
}
