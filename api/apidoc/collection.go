package apidoc

import (
	"encoding/json"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// A collection is one of Postman (format 2.1), which Bruno, Insomnia and others import.
type collection struct {
	Info struct {
		Name   string `json:"name"`
		Schema string `json:"schema"`
	} `json:"info"`
	Auth     map[string]any `json:"auth"`
	Variable []pair         `json:"variable"`
	Item     []folder       `json:"item"`
}

type folder struct {
	Name string `json:"name"`
	Item []call `json:"item"`
}

// A call is a request of a collection.
type call struct {
	Name    string  `json:"name"`
	Event   []event `json:"event,omitempty"`
	Request struct {
		Auth        map[string]any `json:"auth,omitempty"`
		Method      string         `json:"method"`
		Description string         `json:"description,omitempty"`
		Header      []pair         `json:"header"`
		URL         address        `json:"url"`
		Body        map[string]any `json:"body,omitempty"`
	} `json:"request"`
}

// An event is a script that runs after an answer.
type event struct {
	Listen string `json:"listen"`
	Script struct {
		Exec []string `json:"exec"`
	} `json:"script"`
}

type address struct {
	Raw      string   `json:"raw"`
	Host     []string `json:"host"`
	Path     []string `json:"path"`
	Query    []pair   `json:"query,omitempty"`
	Variable []pair   `json:"variable,omitempty"`
}

type pair struct {
	Key      string `json:"key"`
	Value    string `json:"value"`
	Type     string `json:"type,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// keeps are what is remembered of answers, by operation: a variable, and where it stands in the answer.
var keeps = map[string][2]string{
	"listDossierTemplates":  {"dossierTemplateId", "dossierTemplates[0].id"},
	"createOrUpdateDossier": {"dossierId", "id"},
	"uploadFile":            {"fileId", "fileIds[0]"},
	"createFileDownload":    {"downloadId", "id"},
	"createDossierDownload": {"downloadId", "id"},
	"createWebhook":         {"webhookId", "webhook.id"},
}

// WriteCollection writes the operations of a document as a collection of requests: a folder for each tag, variables for
// what paths name, and a request that signs in.
func WriteCollection(w io.Writer, doc *openapi3.T) error {
	var c collection
	c.Info.Name = doc.Info.Title
	c.Info.Schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
	c.Auth = map[string]any{"type": "bearer", "bearer": []pair{{Key: "token", Value: "{{token}}", Type: "string"}}}
	c.Variable = []pair{
		{Key: "baseUrl", Value: "http://127.0.0.1:8080"}, {Key: "workspace", Value: "demo"}, {Key: "oauthClient", Value: "docket-cli"},
		{Key: "oauthSecret"}, {Key: "username"}, {Key: "password"}, {Key: "token"},
	}
	named := map[string]string{}
	c.Item = []folder{{Name: "Sign in", Item: []call{signIn()}}}
	for _, tag := range doc.Tags {
		f := folder{Name: tag.Name, Item: []call{}}
		for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
			for _, method := range methods {
				op := doc.Paths.Value(path).GetOperation(method)
				if op != nil && op.Tags[0] == tag.Name {
					f.Item = append(f.Item, callOf(op, method, path, named))
				}
			}
		}
		c.Item = append(c.Item, f)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		c.Variable = append(c.Variable, pair{Key: name, Value: named[name]})
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(c)
}

// signIn returns the request that gets a token with a password, and keeps it.
func signIn() call {
	var out call
	out.Name = "Sign in with a password"
	out.Request.Auth = map[string]any{"type": "noauth"}
	out.Request.Method, out.Request.Header = "POST", []pair{}
	out.Request.URL = addressOf("/auth/realms/{{workspace}}/protocol/openid-connect/token")
	out.Request.Body = map[string]any{"mode": "urlencoded", "urlencoded": []pair{
		{Key: "grant_type", Value: "password"}, {Key: "scope", Value: "openid"}, {Key: "client_id", Value: "{{oauthClient}}"},
		{Key: "client_secret", Value: "{{oauthSecret}}"}, {Key: "username", Value: "{{username}}"},
		{Key: "password", Value: "{{password}}"},
	}}
	out.Event = []event{keep("token", "access_token")}
	return out
}

// keep returns the script that keeps a part of an answer of success in a variable.
func keep(variable, part string) event {
	e := event{Listen: "test"}
	e.Script.Exec = []string{"if (pm.response.code < 300) pm.collectionVariables.set('" + variable + "', pm.response.json()." + part + ");"}
	return e
}

func addressOf(path string) address {
	return address{Raw: "{{baseUrl}}" + path, Host: []string{"{{baseUrl}}"}, Path: strings.Split(strings.Trim(path, "/"), "/")}
}

var inBraces = regexp.MustCompile(`\{(\w+)\}`)

// callOf returns the request of an operation, and notes the variables that its path has, with examples of those that name
// no object.
func callOf(op *openapi3.Operation, method, path string, named map[string]string) call {
	var out call
	out.Name = op.Summary
	out.Request.Method, out.Request.Description = method, op.OperationID+": "+op.Description
	out.Request.Header = []pair{}
	out.Request.URL = addressOf(inBraces.ReplaceAllString(path, ":$1"))
	for _, p := range op.Parameters {
		row := pair{Key: p.Value.Name, Value: exampleText(p.Value.Example), Disabled: !p.Value.Required}
		switch p.Value.In {
		case "path":
			named[row.Key] = exampleOf(p.Value)
			out.Request.URL.Variable = append(out.Request.URL.Variable, pair{Key: row.Key, Value: "{{" + row.Key + "}}"})
		case "query":
			out.Request.URL.Query = append(out.Request.URL.Query, row)
		case "header":
			out.Request.Header = append(out.Request.Header, row)
		}
	}
	if op.RequestBody != nil {
		out.addBody(op.RequestBody.Value.Content)
	}
	if kept, ok := keeps[op.OperationID]; ok {
		out.Event = []event{keep(kept[0], kept[1])}
	}
	return out
}

// exampleOf returns an example of a parameter of a path, "" for one that names an object.
func exampleOf(p *openapi3.Parameter) string {
	switch {
	case p.Schema.Value.Format == "uuid":
		return ""
	case p.Example == nil && len(p.Schema.Value.Enum) > 0:
		return exampleText(p.Schema.Value.Enum[0])
	}
	return exampleText(p.Example)
}

// exampleText returns an example of a parameter as the text of a request.
func exampleText(example any) string {
	if text, ok := example.(string); ok || example == nil {
		return text
	}
	text, err := json.Marshal(example)
	if err != nil {
		return ""
	}
	return string(text)
}

// addBody adds the body of an operation: a form with a file, the example of JSON, or a file.
func (c *call) addBody(content openapi3.Content) {
	form, isForm := content["multipart/form-data"]
	media, isJSON := content["application/json"]
	switch {
	case isForm && form != nil:
		c.Request.Body = map[string]any{"mode": "formdata", "formdata": []pair{{Key: "file", Type: "file"}}}
	case isJSON:
		c.Request.Header = append(c.Request.Header, pair{Key: "Content-Type", Value: "application/json"})
		c.Request.Body = map[string]any{"mode": "raw", "raw": exampleBody(media)}
	default:
		for _, kind := range slices.Sorted(maps.Keys(content)) {
			c.Request.Header = append(c.Request.Header, pair{Key: "Content-Type", Value: kind})
			break
		}
		c.Request.Body = map[string]any{"mode": "file"}
	}
}

var isID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// exampleBody returns the example of a body, without what may be left out and names objects that nobody has.
func exampleBody(media *openapi3.MediaType) string {
	example := media.Example
	for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
		if example == nil {
			example = media.Examples[name].Value.Value
		}
	}
	if example == nil && media.Schema != nil {
		example = media.Schema.Value.Example
	}
	if fields, ok := example.(map[string]any); ok && media.Schema != nil {
		example = maps.Clone(fields)
		maps.DeleteFunc(example.(map[string]any), func(name string, value any) bool {
			return !slices.Contains(media.Schema.Value.Required, name) && isID.MatchString(exampleText(value))
		})
	}
	text, err := json.MarshalIndent(example, "", "  ")
	if err != nil || example == nil {
		return "{}"
	}
	return string(text)
}
