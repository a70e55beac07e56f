package remote

import (
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	contract "github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// keyCommand manages API keys.
type keyCommand struct {
	Create keyCreateCommand `cmd:"" help:"Make an API key of the signed-in account, and print it once."`
	List   keyListCommand   `cmd:"" help:"List API keys: the own ones; for administrators those of all accounts."`
	Revoke keyRevokeCommand `cmd:"" help:"End an API key at once."`
}

// keyCreateCommand makes an API key.
type keyCreateCommand struct {
	Target
	Name    string        `arg:"" help:"What the key is for, in words."`
	Scope   []string      `required:"" placeholder:"OPERATION" help:"Operations that the key is for, also as patterns such as list*; one or several."`
	Expires time.Duration `placeholder:"DURATION" help:"When it ends, from now, such as 720h. Default: as late as the service allows, a year."`
	Address []string      `placeholder:"NETWORK" help:"Address or network (CIDR) that requests may come from; one or several. Default: any."`
}

// Help returns the text below the usage line of --help.
func (keyCreateCommand) Help() string {
	return `The key is printed once: the service keeps a hash. It has the rights of the account, and of these only its scopes, which are
the names that docket user permissions prints. Programs send it in place of a token; commands use it by DOCKET_TOKEN.

Examples:
  docket key create 'nightly import' --scope uploadFile,getFileStatus --address 192.0.2.0/24
  docket key create reader --scope 'list*,get*' --expires 720h
  DOCKET_SERVER=https://docket.example DOCKET_TOKEN=dkt_… docket dossiers`
}

// Run makes the key, and prints it.
func (k keyCreateCommand) Run(ctx context.Context, streams terminal.Streams) error {
	scopes, err := expandScopes(k.Scope)
	if err != nil {
		return terminal.ReportMisuse(streams, "%s", err)
	}
	body := api.NewApiKey{Name: k.Name, Scopes: scopes}
	if len(k.Address) > 0 {
		body.Addresses = nullable.NewNullableWithValue(k.Address)
	}
	if k.Expires != 0 {
		body.ExpiresAt = nullable.NewNullableWithValue(api.Time{Time: time.Now().Add(k.Expires)})
	}
	return k.WithService(func(c Service) error {
		r, err := c.API.CreateApiKeyWithResponse(ctx, nil, body)
		if err != nil {
			return err
		}
		made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(streams.Err, "key %s, until %s; it is shown this once:\n", made.ApiKey.Id,
			made.ApiKey.ExpiresAt.Local().Format("2006-01-02 15:04")); err != nil {
			return err
		}
		_, err = fmt.Fprintln(streams.Out, made.Key)
		return err
	})
}

// operationNames matches the paths of the contract, and the operations of them.
var operationNames = regexp.MustCompile(`(?m)^  (/\S+):$|^      operationId: (\w+)$`)

// listScopes returns the operations that keys can be for.
func listScopes() (out []string) {
	below := false // the API: what is beside it needs no token
	for _, found := range operationNames.FindAllStringSubmatch(string(contract.Document()), -1) {
		switch path, name := found[1], found[2]; {
		case path != "":
			below = strings.HasPrefix(path, "/api/")
		case below && name != "createApiKey":
			out = append(out, name)
		}
	}
	return out
}

// expandScopes returns the operations that names and patterns stand for. A name without a pattern is
// left to the service.
func expandScopes(given []string) ([]string, error) {
	var out []string
	for _, g := range given {
		if !strings.ContainsAny(g, `*?[\`) {
			out = append(out, g)
			continue
		}
		found := 0
		for _, name := range listScopes() {
			fits, err := path.Match(g, name)
			if err != nil {
				return nil, fmt.Errorf("--scope %s is no pattern", g)
			}
			if fits {
				out, found = append(out, name), found+1
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("--scope %s: no operation is called like that; docket user permissions lists them", g)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// keyListCommand lists API keys.
type keyListCommand struct {
	Target
	Ended bool `help:"Show expired and revoked ones too."`
	JSON  bool `help:"Print JSON."`
}

// Run prints a line for each.
func (k keyListCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return k.WithService(func(c Service) error {
		r, err := c.API.ListApiKeysWithResponse(ctx, &api.ListApiKeysParams{IncludeEnded: &k.Ended})
		if err != nil {
			return err
		}
		list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		if k.JSON {
			return terminal.PrintJSON(streams.Out, list.ApiKeys)
		}
		return terminal.PrintTable(streams.Out, "ID\tNAME\tACCOUNT\tSTATUS\tUNTIL\tLAST USED\tSCOPES\n", func(w io.Writer) {
			for _, key := range list.ApiKeys {
				used := "-"
				if key.LastUsedAt != nil {
					used = key.LastUsedAt.Local().Format("2006-01-02 15h")
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", key.Id, key.Name, key.UserId, key.Status,
					key.ExpiresAt.Local().Format("2006-01-02"), used, strings.Join(key.Scopes, ","))
			}
		})
	})
}

// keyRevokeCommand ends API keys.
type keyRevokeCommand struct {
	Target
	IDs []string `arg:"" name:"id" help:"Which ones."`
}

// Run ends them, one after the other.
func (k keyRevokeCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return k.WithService(func(c Service) error {
		for _, id := range k.IDs {
			r, err := c.API.RevokeApiKeyWithResponse(ctx, strings.ToLower(id), nil)
			if err != nil {
				return err
			}
			if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(streams.Out, "revoked %s\n", id); err != nil {
				return err
			}
		}
		return nil
	})
}
