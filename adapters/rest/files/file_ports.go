package files

import "github.com/seed-62a36931/docket/adapters/rest/exchange"

// Ports are what the operations on files call.
type Ports struct {
	Queries interface {
		Queries
		ContentQueries
	}
	Commands interface {
		Commands
		UploadCommands
	}
	Uploads ResumableUploads
}

// Handlers answer the operations on files.
type Handlers struct {
	*fileHandlers
	*uploadHandlers
	*contentHandlers
	*resumableHandlers
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views, f *exchange.Failures) *Handlers {
	uploads := &uploadHandlers{commands: p.Commands, queries: p.Queries, views: v}
	return &Handlers{
		fileHandlers:    &fileHandlers{queries: p.Queries, commands: p.Commands, views: v},
		uploadHandlers:  uploads,
		contentHandlers: &contentHandlers{queries: p.Queries, failures: f},

		resumableHandlers: &resumableHandlers{uploads: p.Uploads, answers: uploads, failures: f},
	}
}
