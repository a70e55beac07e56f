package users

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Workspace reads and changes the settings of the caller's workspace.
type Workspace interface {
	GetWorkspace(ctx context.Context, caller user.Principal) (commands.WorkspaceOutcome, error)
	UpdateWorkspace(ctx context.Context, c commands.UpdateWorkspace) (commands.WorkspaceOutcome, error)
}

// GetWorkspace reads the settings of the workspace.
func (h *Handlers) GetWorkspace(ctx context.Context, _ api.GetWorkspaceRequestObject) (api.GetWorkspaceResponseObject, error) {
	found, err := h.workspace.GetWorkspace(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	body := workspaceOf(found.Workspace)
	tag, err := exchange.EntityTag(body)
	return api.GetWorkspace200JSONResponse{Body: body, Headers: api.GetWorkspace200ResponseHeaders{ETag: &tag}}, err
}

// UpdateWorkspace changes the settings of the workspace.
func (h *Handlers) UpdateWorkspace(
	ctx context.Context, q api.UpdateWorkspaceRequestObject,
) (api.UpdateWorkspaceResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(exchange.Of(ctx).Match, func() (any, uint64, error) {
		found, err := h.workspace.GetWorkspace(ctx, r.Caller)
		return workspaceOf(found.Workspace), found.Version, err
	})
	out, err := h.workspace.UpdateWorkspace(ctx, commands.UpdateWorkspace{
		Request: r, IssuerToken: convert.ValueOr(q.Body.IssuerToken, ""), Change: settingsChange(q.Body)})
	if err != nil {
		return nil, err
	}
	body := workspaceOf(out.Workspace)
	tag, err := exchange.EntityTag(body)
	return api.UpdateWorkspace200JSONResponse{Body: body,
		Headers: api.UpdateWorkspace200ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: &tag}}, err
}

// settingsChange returns what a request changes of settings.
func settingsChange(b *api.WorkspaceChange) func(*workspace.Settings) {
	return func(s *workspace.Settings) {
		setOrDefault(&s.RetentionHours, b.RetentionHours, workspace.DefaultRetention)
		setOrDefault(&s.SignIn.Access, b.AccessLifetime, 0)
		setOrDefault(&s.SignIn.Refresh, b.RefreshLifetime, 0)
		setOrDefault(&s.SignIn.Session, b.SessionLifetime, 0)
		setOrDefault(&s.SignIn.Code, b.CodeLifetime, 0)
		setOrDefault(&s.SignIn.Grace, b.RefreshGrace, 0)
		if b.RefreshGrace.IsSpecified() {
			s.SignIn.NoGrace = !b.RefreshGrace.IsNull() && s.SignIn.Grace == 0
		}
		setOrDefault(&s.SignIn.Audience, b.Audience, "")
		setOrDefault(&s.SignIn.RolesClaim, b.IssuerRolesClaim, "")
		s.StrictNames = convert.ValueOr(b.StrictNames, s.StrictNames)
		s.RefuseDuplicates = convert.ValueOr(b.RefuseDuplicates, s.RefuseDuplicates)
		s.SignIn.NoPasswordGrant = !convert.ValueOr(b.PasswordGrant, !s.SignIn.NoPasswordGrant)
		s.SignIn.Algorithm = string(convert.ValueOr(b.Algorithm, api.SigningAlgorithm(s.SignIn.Algorithm)))
		s.SignIn.Issuer = convert.ValueOr(b.Issuer, s.SignIn.Issuer)
		if b.RoleMapping != nil {
			pairs := convert.MapList(*b.RoleMapping, func(m api.MappedRole) string { return m.Name + "=" + string(m.Role) })
			s.SignIn.RoleMapping = strings.Join(pairs, ",")
		}
	}
}

// setOrDefault sets a setting that a request gives; null is the default.
func setOrDefault[T any](to *T, given nullable.Nullable[T], otherwise T) {
	if given.IsSpecified() {
		*to = convert.ValueOr(convert.PresentValue(given), otherwise)
	}
}

// workspaceOf returns a workspace with the defaults of its settings filled in.
func workspaceOf(r workspace.Record) api.Workspace {
	in := r.SignIn
	seconds := func(set int, otherwise time.Duration) int { return cmp.Or(set, int(otherwise/time.Second)) }
	out := api.Workspace{
		Name:             r.Name,
		RetentionHours:   r.RetentionHours,
		StrictNames:      r.StrictNames,
		RefuseDuplicates: r.RefuseDuplicates,
		AccessLifetime:   seconds(in.Access, workspace.DefaultAccess),
		RefreshLifetime:  seconds(in.Refresh, workspace.DefaultRefresh),
		SessionLifetime:  seconds(in.Session, workspace.DefaultSession),
		CodeLifetime:     seconds(in.Code, workspace.DefaultCode),
		RefreshGrace:     seconds(in.Grace, workspace.DefaultGrace),
		PasswordGrant:    !in.NoPasswordGrant,
		Algorithm:        api.SigningAlgorithm(cmp.Or(in.Algorithm, workspace.DefaultAlgorithm)),
		Issuer:           convert.OptionalText(in.Issuer),
		Audience:         in.AudienceOrDefault(),
		IssuerRolesClaim: cmp.Or(in.RolesClaim, workspace.DefaultRolesClaim),
		RoleMapping:      []api.MappedRole{},
	}
	if in.NoGrace {
		out.RefreshGrace = 0
	}
	for _, m := range in.ListMappedRoles() {
		out.RoleMapping = append(out.RoleMapping, api.MappedRole{Name: m.Name, Role: api.Role(m.Role)})
	}
	return out
}
