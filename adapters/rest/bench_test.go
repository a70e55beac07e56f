package rest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
)

// What the HTTP face adds to a read and to a write of a dossier: routing, checks,
// mapping. Ports answer at once.
func BenchmarkDossier(b *testing.B) {
	known, err := contract.Load()
	if err != nil {
		b.Fatal(err)
	}
	h, err := newHandler(Config{Log: slog.New(slog.DiscardHandler), Rate: -1}, newFake().ports(), known)
	if err != nil {
		b.Fatal(err)
	}
	for name, r := range map[string]*http.Request{"read": request("GET", sPath, ""), "write": request("POST", tPath+"/dossiers", `{}`)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				probe := r.Clone(b.Context())
				if r.Method == http.MethodPost {
					probe.Body = io.NopCloser(strings.NewReader(
						`{"name":"Invoices May","memberIds":["a","b"],"dueDate":"2024-06-30T00:00:00Z"}`))
				}
				rec := httptest.NewRecorder()
				if h.ServeHTTP(rec, probe); rec.Code >= 300 {
					b.Fatal(rec.Code, rec.Body)
				}
			}
		})
	}
}
