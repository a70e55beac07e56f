// Package publish holds the commands that bring dossier templates from folders into a running
// service, and back: docket templates list, show, check, push, pull and clone.
//
// A folder and a template of the service are compared as bundles (template.Bundle). From the
// difference follow the requests that make the template what the folder says, and nothing else
// is sent: a second push does nothing. What only the service has stays there unless somebody
// asks for its removal.
package publish
