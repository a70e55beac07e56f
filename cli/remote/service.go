package remote

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// A Target is the service that a command goes to.
type Target struct {
	Server string `env:"DOCKET_SERVER" placeholder:"URL" help:"Address of the service. Default: the one that was signed in to last."`
}

// A Service is a signed-in client of a service, with the address of the service.
type Service struct {
	*client.Client
	server string
}

// Address returns the address of the service.
func (s Service) Address() string { return s.server }

// connect returns a client with the tokens of the sign-in, or with DOCKET_TOKEN if that is
// set.
func (t Target) connect() (Service, error) {
	server := strings.TrimRight(t.Server, "/")
	if token := os.Getenv("DOCKET_TOKEN"); token != "" {
		if server == "" {
			return Service{}, errors.New("DOCKET_TOKEN is set, and no service: name one with --server or DOCKET_SERVER")
		}
		c, err := client.New(server, client.Fixed(token))
		return Service{c, server}, err
	}
	s, file, err := t.currentSignIn()
	if err != nil {
		return Service{}, err
	}
	c, err := client.New(s.Server, s.clientRealm().SessionIn(tokensOf{file, s.Server}))
	return Service{c, s.Server}, err
}

// currentSignIn returns the sign-in at the service of the command, and the file that keeps it.
// Without one the error wraps terminal.ErrSignInRequired.
func (t Target) currentSignIn() (signIn, signInFile, error) {
	file, err := userSignInFile()
	if err != nil {
		return signIn{}, file, err
	}
	all, err := file.load()
	if err != nil {
		return signIn{}, file, err
	}
	server := strings.TrimRight(t.Server, "/")
	if server == "" {
		server = all.Current
	}
	s, ok := all.Servers[server]
	switch {
	case server == "":
		return s, file, fmt.Errorf("%w: docket login URL", terminal.ErrSignInRequired)
	case !ok:
		return s, file, fmt.Errorf("%w: docket login %s", terminal.ErrSignInRequired, server)
	}
	return s, file, nil
}

// WithService calls do with a client of the service, and adds the next step to its error.
func (t Target) WithService(do func(Service) error) error {
	c, err := t.connect()
	if err == nil {
		err = withAdvice(do(c), c.server)
	}
	return err
}

// withAdvice returns an error with what to do next added, where that is known.
func withAdvice(err error, server string) error {
	var unreachable *url.Error
	switch status := client.StatusOf(err); {
	case err == nil, errors.Is(err, terminal.ErrMisuse), errors.Is(err, terminal.ErrReported), errors.Is(err, context.Canceled),
		errors.Is(err, terminal.ErrFileFailed), errors.Is(err, terminal.ErrFileUnfinished), errors.Is(err, terminal.ErrDifferent):
		return err
	case status == 401 && os.Getenv("DOCKET_TOKEN") != "":
		return fmt.Errorf("%s refuses the token or API key in DOCKET_TOKEN: it has expired or was revoked; %w: docket login %s, "+
			"or set another one", server, terminal.ErrSignInRequired, server)
	case errors.Is(err, client.ErrSignedOut), status == 401:
		return fmt.Errorf("the session at %s has ended; %w: docket login %s", server, terminal.ErrSignInRequired, server)
	case status == 403 && client.CodeOf(err) == "out_of_scope", client.CodeOf(err) == "address_not_allowed":
		return fmt.Errorf("%w\ndocket key create makes a key with other scopes or addresses; docket key list shows those that there are", err)
	case status == 403:
		return fmt.Errorf("%w\nThe account may not do this; docket whoami tells which it is. "+
			"Roles are given by an administrator, access to a dossier by its owner", err)
	case status == 429:
		return fmt.Errorf("%w\nThe service limits requests per account; try again in a moment", err)
	case status == 503:
		return fmt.Errorf("%w\nThe service is starting, stopping, or without its database; try again in a moment", err)
	case status == 500:
		var e *client.Error
		_ = errors.As(err, &e)
		return fmt.Errorf("%w\nThe log of the service tells the cause, under request %s", err, e.RequestID)
	case errors.As(err, &unreachable):
		return fmt.Errorf("%w\nIs the service running, and is this its address? docket login URL names another one", err)
	}
	return err
}

// dossierRef holds the id and name of a dossier, and the id of its template.
type dossierRef struct{ template, id, name string }

// findDossier returns the dossier with a name or id.
func (c Service) findDossier(ctx context.Context, ref string) (dossierRef, error) {
	var found dossierRef
	err := c.eachDossier(ctx, func(_ api.DossierTemplate, d api.Dossier) bool {
		if d.Name == ref || strings.EqualFold(d.Id, ref) {
			found = dossierRef{d.DossierTemplateId, d.Id, d.Name}
		}
		return found.id == ""
	})
	if err == nil && found.id == "" {
		err = fmt.Errorf("there is no dossier %q that this account can see; docket dossiers lists them", ref)
	}
	return found, err
}

// eachDossier calls see with each dossier that the account can see, archived ones included,
// until see returns false.
func (c Service) eachDossier(ctx context.Context, see func(api.DossierTemplate, api.Dossier) bool) error {
	t, err := c.API.ListDossierTemplatesWithResponse(ctx, nil)
	if err != nil {
		return err
	}
	templates, err := client.RecordOf(t.JSON200, t.HTTPResponse, t.Body)
	if err != nil {
		return err
	}
	archived := true
	for _, t := range templates.DossierTemplates {
		r, err := c.API.ListDossiersWithResponse(ctx, t.Id, &api.ListDossiersParams{IncludeArchived: &archived})
		if err != nil {
			return err
		}
		list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		for _, d := range list.Dossiers {
			if !see(t, d) {
				return nil
			}
		}
	}
	return nil
}

// listFiles returns the files of a dossier, archived ones included.
func (c Service) listFiles(ctx context.Context, d dossierRef) ([]api.FileStatus, error) {
	archived := true
	r, err := c.API.ListFileStatusesWithResponse(ctx, d.template, d.id, &api.ListFileStatusesParams{IncludeArchived: &archived})
	if err != nil {
		return nil, err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return list.FileStatus, err
}

// findFile returns the file with an id; with a dossier, which is named or given by id, also by
// its name.
func (c Service) findFile(ctx context.Context, ref, dossier string) (api.FileStatus, error) {
	if dossier != "" {
		d, err := c.findDossier(ctx, dossier)
		if err != nil {
			return api.FileStatus{}, err
		}
		return c.findFileIn(ctx, d, ref)
	}
	var found api.FileStatus
	var failed error
	err := c.eachDossier(ctx, func(_ api.DossierTemplate, d api.Dossier) bool {
		r, err := c.API.GetFileStatusWithResponse(ctx, d.DossierTemplateId, d.Id, strings.ToLower(ref), nil)
		if err != nil {
			failed = err
			return false
		}
		f, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		switch status := client.StatusOf(err); {
		case err == nil:
			found = f
		case status == 400:
			failed = fmt.Errorf("%q is no id of a file; to name it otherwise, name its dossier too: --dossier", ref)
		case status != 404 && status != 403:
			failed = err
		}
		return found.Id == "" && failed == nil
	})
	if err = errors.Join(err, failed); err == nil && found.Id == "" {
		err = fmt.Errorf("there is no file %s in the dossiers that this account can see", ref)
	}
	return found, err
}

// findFileIn returns the file of a dossier with a name or id.
func (c Service) findFileIn(ctx context.Context, d dossierRef, ref string) (api.FileStatus, error) {
	all, err := c.listFiles(ctx, d)
	if err != nil {
		return api.FileStatus{}, err
	}
	for _, f := range all {
		if f.Filename == ref || strings.EqualFold(f.Id, ref) {
			return f, nil
		}
	}
	return api.FileStatus{}, fmt.Errorf("there is no file %q in %s; docket status --dossier %q lists them", ref, d.name, d.name)
}

// parseMoment parses a time of the command line; "" gives nil.
func parseMoment(text string) (*api.Time, error) {
	if text == "" {
		return nil, nil
	}
	var t api.Time
	if err := t.Bind(text); err != nil {
		return nil, err
	}
	return &t, nil
}
