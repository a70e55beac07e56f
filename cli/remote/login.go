package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/term"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// loginCommand signs in at a service.
type loginCommand struct {
	URL          string `arg:"" name:"url" help:"Address of the service, such as https://docket.example."`
	Workspace    string `default:"demo" env:"DOCKET_WORKSPACE" help:"Workspace of the account."`
	Issuer       string `placeholder:"URL" help:"OpenID provider of the workspace, when it is not the service itself."`
	Client       string `env:"DOCKET_CLIENT_ID" placeholder:"ID" help:"OAuth client. Default: what the service offers to command lines."`
	ClientSecret string `env:"DOCKET_CLIENT_SECRET" placeholder:"SECRET" help:"Secret of that client, when it has one."`
	Password     bool   `help:"Ask for username and password here (or on standard input), not in a browser."`
	Username     string `env:"DOCKET_USERNAME" placeholder:"NAME" help:"Username or e-mail address, with --password."`
	NoBrowser    bool   `help:"Only print the address to open."`
}

// Help returns the text below the usage line of --help.
func (loginCommand) Help() string {
	return `Signs in and keeps the session for the commands that go to a service: whoami, dossiers, upload,
status, components, override, download. It renews itself for as long as the service allows it,
10 hours at most. The tokens are kept in docket/sign-ins.json of the user's configuration folder
(another folder: DOCKET_CONFIG_DIR), readable by nobody else.

With a password or a secret the client is docket-cli, unless --client names another.

Scripts can do without: with DOCKET_SERVER and DOCKET_TOKEN set, commands use that token.

Examples:
  docket login http://localhost:8080
  docket login https://docket.example --workspace acme
  docket login http://localhost:8080 --password --username demo --client-secret docket-demo-secret
  docket login http://localhost:8080 --password --username ci < password.txt`
}

// Run signs in, and keeps the tokens.
func (l loginCommand) Run(ctx context.Context, streams terminal.Streams) error {
	u, err := url.Parse(l.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return terminal.ReportMisuse(streams, "%s is no address of a service; it begins with https://", l.URL)
	}
	s := signIn{Server: strings.TrimRight(l.URL, "/"), Issuer: l.Issuer, Client: l.Client, Secret: l.ClientSecret}
	if s.Issuer == "" {
		s.Issuer = s.Server + "/auth/realms/" + l.Workspace
	}
	file, err := userSignInFile()
	if err != nil {
		return err
	}
	if s.Client, err = l.chooseClient(ctx, s.clientRealm()); err != nil { // before anything is typed
		return withAdvice(fmt.Errorf("sign in: %w", err), s.Server)
	}
	var who client.Person
	err = l.signIn(ctx, streams, s.clientRealm(), func(t client.Tokens) (err error) {
		s.Tokens = t
		if who, err = s.clientRealm().PersonOf(ctx, t.Access); err != nil {
			return err
		}
		return file.update(func(all *signIns) error {
			all.Servers[s.Server], all.Current = s, s.Server
			return nil
		})
	})
	if err != nil {
		return withAdvice(fmt.Errorf("sign in: %w", err), s.Server)
	}
	_, err = fmt.Fprintf(streams.Out, "signed in to %s as %s\n", s.Server, who.Username)
	return err
}

// passwordClient is the client that a service registers at its start, with the password grant.
const passwordClient = "docket-cli"

// chooseClient returns the client to sign in with: the one that was named, or the one that the
// issuer offers. It fails when the issuer cannot be reached.
func (l loginCommand) chooseClient(ctx context.Context, realm client.Realm) (string, error) {
	offered, err := realm.LoginClient(ctx)
	switch {
	case err != nil:
		return "", err
	case l.Client != "":
		return l.Client, nil
	case l.Password || l.ClientSecret != "" || offered == "":
		return passwordClient, nil
	}
	return offered, nil
}

// signIn signs in with a browser, or with --password, and hands the tokens to finish.
func (l loginCommand) signIn(ctx context.Context, streams terminal.Streams, realm client.Realm, finish func(client.Tokens) error) error {
	if !l.Password {
		return realm.BrowserThen(ctx, func(address string) error {
			_, err := fmt.Fprintf(streams.Err, "Sign in at this address; the command goes on by itself then:\n%s\n", address)
			if err == nil && !l.NoBrowser {
				_ = openBrowser(ctx, address) // the address stands there
			}
			return err
		}, finish)
	}
	in := bufio.NewReader(streams.In)
	username := l.Username
	if username == "" {
		var err error
		if username, err = promptLine(streams, in, "Username: "); err != nil {
			return err
		}
	}
	password, err := readPassword(streams, in)
	if err != nil {
		return err
	}
	tokens, err := realm.Password(ctx, username, password)
	if err != nil {
		return err
	}
	return finish(tokens)
}

// promptLine prints a question if the input is a terminal, and returns the line that is typed.
// An empty line is an error.
func promptLine(streams terminal.Streams, in *bufio.Reader, question string) (string, error) {
	if terminal.IsTerminal(streams.In) {
		_, _ = fmt.Fprint(streams.Err, question)
	}
	line, err := in.ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", errors.Join(errors.New("nothing was typed"), ignoreEOF(err))
	}
	return line, nil
}

// ignoreEOF returns nil for io.EOF, and any other error unchanged.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readPassword asks for a password without showing it. Without a terminal it reads a line.
func readPassword(streams terminal.Streams, in *bufio.Reader) (string, error) {
	f, ok := streams.In.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return promptLine(streams, in, "")
	}
	_, _ = fmt.Fprint(streams.Err, "Password: ")
	b, err := term.ReadPassword(int(f.Fd()))
	_, _ = fmt.Fprintln(streams.Err)
	return string(b), err
}

// openBrowser starts the user's browser at an address, and does not wait for it.
func openBrowser(ctx context.Context, address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	if _, err := exec.LookPath(name); err != nil {
		return err
	}
	return exec.CommandContext(ctx, name, args...).Start()
}

// logoutCommand ends the session at a service.
type logoutCommand struct{ Target }

// Run ends the session and removes the tokens. The tokens are removed also if the service
// cannot be reached.
func (l logoutCommand) Run(ctx context.Context, streams terminal.Streams) error {
	s, file, err := l.currentSignIn()
	if err != nil {
		return err
	}
	told := s.clientRealm().SessionIn(tokensOf{file, s.Server}).Logout(ctx)
	if err := file.update(func(all *signIns) error {
		delete(all.Servers, s.Server)
		if all.Current == s.Server {
			all.Current = ""
		}
		return nil
	}); err != nil {
		return err
	}
	var refused *client.OAuthError
	if told != nil && !errors.As(told, &refused) { // a session that has ended already is no failure
		return fmt.Errorf("the tokens are removed here, but %s could not be told: %w", s.Server, told)
	}
	_, err = fmt.Fprintf(streams.Out, "signed out of %s\n", s.Server)
	return err
}

// whoamiCommand prints which account is signed in.
type whoamiCommand struct{ Target }

// Run prints the username, the name and the service.
func (w whoamiCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if os.Getenv("DOCKET_TOKEN") != "" {
		return w.printOwner(ctx, streams)
	}
	s, file, err := w.currentSignIn()
	if err != nil {
		return err
	}
	token, err := s.clientRealm().SessionIn(tokensOf{file, s.Server}).Token(ctx)
	if err != nil {
		return withAdvice(err, s.Server)
	}
	who, err := s.clientRealm().PersonOf(ctx, token)
	if err != nil {
		return withAdvice(err, s.Server)
	}
	name := strings.TrimSpace(who.FirstName + " " + who.LastName)
	if name != "" {
		name = " (" + name + ")"
	}
	_, err = fmt.Fprintf(streams.Out, "%s%s at %s\n", who.Username, name, s.Server)
	return err
}

// printOwner prints the account of the token or API key in DOCKET_TOKEN.
func (w whoamiCommand) printOwner(ctx context.Context, streams terminal.Streams) error {
	return w.WithService(func(c Service) error {
		r, err := c.API.GetMeWithResponse(ctx, nil)
		if err != nil {
			return err
		}
		me, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		name := strings.TrimSpace(me.FirstName + " " + me.LastName)
		if name != "" {
			name = " (" + name + ")"
		}
		_, err = fmt.Fprintf(streams.Out, "%s%s at %s\n", me.Username, name, c.server)
		return err
	})
}
