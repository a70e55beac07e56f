package postgres

import "testing"

func TestTheAddressLimitsConnections(t *testing.T) {
	for dsn, want := range map[string]int32{
		"postgres://u@127.0.0.1/d":                   8,
		"postgres://u@127.0.0.1/d?pool_max_conns=3":  3,
		"postgres://u@127.0.0.1/d?pool_max_conns=1":  2,
		"host=127.0.0.1 dbname=d pool_max_conns=100": 8,
	} {
		pool, err := poolSettings{dsn: dsn, schema: "views", conns: 8}.openPool(t.Context()) // connects when it is used
		if err != nil {
			t.Fatal(err)
		}
		if got := pool.Config().MaxConns; got != want {
			t.Errorf("%s: %d connections at most, want %d", dsn, got, want)
		}
		pool.Close()
	}
}
