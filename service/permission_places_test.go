package service_test

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A walker is an account that walks through all operations.
type walker struct {
	*servicetest.Caller
	id       string
	roles    []string
	download string // a package of its own, "" if it cannot have one
	webhook  string // one of its own, "" if it cannot have one
}

func (s walker) String() string { return strings.Join(s.roles, "+") }

// A place is a dossier with one file, and what a walker is to them.
type place struct {
	name                  string
	template, dossier     string // identifiers
	file                  string
	public, member, owner bool
	mine, taken           bool // the file is assigned to the subject; to somebody else
}

// fits reports whether a word of the table fits a walker at a place.
func (p place) fits(word string, own bool) bool {
	editor := p.mine || p.member && !p.taken
	switch word {
	case "yes", "record":
		return true
	case "own":
		return own
	case "reader":
		return p.member || p.public
	case "member":
		return p.member
	case "owner":
		return p.owner
	case "editor":
		return editor
	case "packager":
		return editor || p.owner
	case "assignee":
		return p.mine
	case "assignee or owner":
		return p.mine || p.owner
	}
	panic("no such word: " + word)
}

// visible reports whether a walker may know of the dossier.
func (p place) visible(roles []string) bool {
	return p.member && servicetest.HasRole(roles, user.RoleUser) || p.public && servicetest.HasRole(roles, user.RoleUser) ||
		servicetest.HasRole(roles, user.RoleManager)
}

// rolesOf are the accounts that walk: each role alone and some together, all
// combinations in a long run.
func rolesOf() [][]string {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		return [][]string{{"USER"}, {"MANAGER"}, {"USER_ADMIN"}, {"ADMIN"}, {"AUDITOR"}, {"USER", "ADMIN"}, {"MANAGER", "USER_ADMIN"}}
	}
	var out [][]string
	for set := 1; set < 1<<len(servicetest.AllRoles); set++ {
		var roles []string
		for i, role := range servicetest.AllRoles {
			if set&(1<<i) != 0 {
				roles = append(roles, role)
			}
		}
		out = append(out, roles)
	}
	return out
}

// A ground is everything that subjects walk on.
type ground struct {
	*servicetest.Room
	workspace       string
	addAccount      func(name string, roles ...string) (*servicetest.Caller, string)
	external        bool                // another issuer looks after the accounts
	host            *servicetest.Caller // owns what nobody else does
	hostID          string
	victim          string // an account whose password may change
	templates       map[bool]string
	subjects        []walker
	members         []string // subjects that can be members
	shared          []place  // what every walker is the same to
	own             map[string][]place
	foreign         place // of another workspace
	foreigner       string
	foreignPosition string // of an event of that workspace
	names           int
}

// newGround returns a ground whose accounts the service looks after itself.
func newGround(r *servicetest.Room) *ground {
	g := &ground{Room: r, workspace: "demo", own: map[string][]place{}, templates: map[bool]string{}}
	g.addAccount = func(name string, roles ...string) (*servicetest.Caller, string) {
		return r.AddAccount("demo", name, roles...)
	}
	return g
}

// lay makes accounts of all roles, and dossiers to which they are everything that
// one can be.
func (g *ground) lay() *ground {
	g.templates[false] = g.ImportTemplate(g.workspace, "Private invoices", "PRIVATE")
	g.templates[true] = g.ImportTemplate(g.workspace, "Public invoices", "PUBLIC")
	g.host, g.hostID = g.addAccount("host", user.RoleManager)
	_, g.victim = g.addAccount("victim", user.RoleUser)
	for i, roles := range rolesOf() {
		c, id := g.addAccount(fmt.Sprintf("subject%d", i), roles...)
		g.subjects = append(g.subjects, walker{Caller: c, id: id, roles: roles})
		if servicetest.HasRole(roles, user.RoleUser) {
			g.members = append(g.members, id)
		}
	}
	for _, public := range []bool{false, true} {
		for _, taken := range []bool{false, true} {
			g.shared = append(g.shared,
				g.place(place{name: "stranger", public: public, taken: taken}, g.host, g.hostID, nil, nil, ""),
				g.place(place{name: "member", public: public, taken: taken, member: true}, g.host, g.hostID, g.members, nil, ""))
		}
	}
	g.shared = append(g.shared, g.place(place{name: "approver", member: true}, g.host, g.hostID, nil, g.members, ""))
	for i := range g.subjects {
		g.settle(&g.subjects[i])
	}
	g.abroad()
	return g
}

// settle gives a walker dossiers and files of its own, and a package.
func (g *ground) settle(s *walker) {
	if user.MayCall(user.Principal{Roles: s.roles}, user.CreateWebhook) {
		s.webhook = s.newWebhook()
	}
	if servicetest.HasRole(s.roles, user.RoleManager) {
		g.own[s.id] = append(g.own[s.id],
			g.place(place{name: "owner", member: true, owner: true}, s.Caller, s.id, nil, nil, ""),
			g.place(place{name: "owner", member: true, owner: true, taken: true}, s.Caller, s.id, nil, nil, ""))
	}
	if !servicetest.HasRole(s.roles, user.RoleUser) {
		return
	}
	mine := g.place(place{name: "assignee", member: true, mine: true}, g.host, g.hostID, []string{s.id}, nil, s.id)
	g.own[s.id] = append(g.own[s.id], mine)
	s.download = s.packs(mine)
}

// newWebhook makes a webhook that sends nothing.
func (s *walker) newWebhook() string {
	var made struct{ Webhook struct{ ID string } }
	s.Want(201, "POST", "/api/webhooks", quietWebhook).Decode(s.T, &made)
	return made.Webhook.ID
}

// packs asks for a package and waits for it.
func (s *walker) packs(p place) string {
	var d struct{ ID, Status string }
	s.Want(200, "POST", p.path()+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"},
		"reportTemplateIds": []string{}}).Decode(s.T, &d)
	servicetest.Await(s.T, 60e9, func() bool {
		s.Want(200, "GET", "/api/downloads/"+d.ID, nil).Decode(s.T, &d)
		return d.Status == "READY"
	})
	return d.ID
}

// place makes a dossier with one file.
func (g *ground) place(p place, owner *servicetest.Caller, ownerID string, members, approvers []string, assignee string) place {
	t := g.templates[p.public]
	g.names++
	var d struct{ ID string }
	body := map[string]any{"name": fmt.Sprintf("%s %d", p.name, g.names),
		"memberIds": append([]string{ownerID, g.hostID}, members...), "approverIds": append([]string{}, approvers...)}
	body["memberIds"] = slices.Compact(slices.Sorted(slices.Values(body["memberIds"].([]string))))
	owner.Want(201, "POST", t+"/dossiers", body).Decode(g.T, &d)
	p.template, p.dossier = t[strings.LastIndexByte(t, '/')+1:], d.ID
	p.file = owner.UploadSmall(p.path()+"/files?disableAutomaticAnalysis=true", "a.pdf")
	if p.taken {
		assignee = g.hostID
	}
	if assignee != "" {
		owner.Want(200, "PUT", p.path()+"/files/"+p.file+"/assignee", map[string]string{"assigneeId": assignee})
	}
	return p
}

func (p place) path() string {
	return "/api/dossier-templates/" + p.template + "/dossiers/" + p.dossier
}

// abroad makes a workspace with a dossier and a file that nobody here may know of.
func (g *ground) abroad() {
	g.AddWorkspace("other")
	t := g.ImportTemplate("other", "Private invoices", "PUBLIC")
	here := g.templates
	defer func() { g.templates = here }()
	g.templates = map[bool]string{true: t}
	c, id := g.AddAccount("other", "stranger", user.RoleManager, user.RoleAdmin)
	host := g.hostID
	g.hostID = id
	g.foreign = g.place(place{name: "abroad", public: true}, c, id, nil, nil, "")
	g.hostID = host
	made := c.Want(201, "POST", t+"/dossiers", map[string]string{"name": "The last abroad"})
	g.foreigner, g.foreignPosition = id, made.Header.Get("Docket-Position") // the head may be of files here that are processed
}

// places are all places that a walker walks, each dossier once.
func (g *ground) places(s walker) []place {
	if !servicetest.HasRole(s.roles, user.RoleUser) {
		return g.shared[:1]
	}
	return slices.Concat(g.shared, g.own[s.id])
}

// nothingsID is an identifier of nothing.
var nothingsID = uuid.NewString()
