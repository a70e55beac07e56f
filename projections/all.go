package projections

import "github.com/seed-62a36931/docket/domain/es"

// All lists every view in the order in which they are shown. Documents that hold
// what is personal are sealed by the vault.
func All(v es.Vault) []View {
	return []View{Templates(v), Dossiers(v), Files(v), Downloads(v), Users(v), Work(), History(), Usage(), Webhooks(v), Layouts(v),
		Operations()}
}
