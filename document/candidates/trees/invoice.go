package trees

import (
	_ "embed"
	"sync"
)

//go:embed invoice.model
var invoiceModel []byte

// Invoice returns the model for invoices that make train has made; invoice-card.json says of what, and how
// good it is.
var Invoice = sync.OnceValues(func() (*Model, error) { return Read(invoiceModel) })
