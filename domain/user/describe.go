package user

import "strings"

// relationWords are what a relation asks of the caller, in sentences.
var relationWords = map[Relation]string{
	Own:      "own records",
	Record:   "the record of every dossier",
	Reader:   "members, and everybody of a PUBLIC dossier",
	Member:   "members of the dossier",
	Owner:    "the owner of the dossier",
	Editor:   "the assignee, or any member while there is none",
	Packager: "the owner of the dossier, the assignee, or any member while there is none",
}

// DescribeAccess returns a sentence about who may call an operation, such as "Allowed for
// USER (members of the dossier), ADMIN.", and "" for an operation that is not in the table.
func DescribeAccess(op Operation) string {
	g, known := permissions[op]
	if !known {
		return ""
	}
	var out []string
	for _, r := range []struct {
		role string
		in   Relation
	}{{RoleUser, g.User}, {RoleManager, g.Manager}, {RoleUserAdmin, g.UserAdmin}, {RoleAdmin, g.Admin},
		{RoleAuditor, g.Auditor}} {
		switch words := relationWords[r.in]; {
		case r.in == No:
		case words == "":
			out = append(out, r.role)
		default:
			out = append(out, r.role+" ("+words+")")
		}
	}
	return "Allowed for " + strings.Join(out, ", ") + "."
}
