package postgres

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// TestAChangeOfTheSchemaThatIsCutOffIsMadeAgain lets the server end the first transactions of a change, as it does when the
// process gets no turn for long: the change is made in a later one, and given up when none lasts.
func TestAChangeOfTheSchemaThatIsCutOffIsMadeAgain(t *testing.T) {
	for cut, ends := range map[int]bool{0: true, 2: true, schemaTries: false} {
		v, err := OpenViews(t.Context(), pgtest.DSN(t), ViewsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tries := 0
		err = v.changeSchema(t.Context(), func(tx pgx.Tx) error {
			if tries++; tries <= cut {
				return awaitEndByServer(t.Context(), tx)
			}
			_, err := tx.Exec(t.Context(), "CREATE TABLE changed ()")
			return err
		})
		if (err == nil) != ends || tries != min(cut+1, schemaTries) {
			t.Errorf("cut off %d times: got %d tries and %v, want a change: %t", cut, tries, err, ends)
		}
		var there bool
		if err := v.write.QueryRow(t.Context(), "SELECT to_regclass('changed') IS NOT NULL").Scan(&there); err != nil || there != ends {
			t.Errorf("cut off %d times: the table is there: %t, %v, want %t", cut, there, err, ends)
		}
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	}
}

// awaitEndByServer waits until the server has ended a transaction in which nothing comes.
func awaitEndByServer(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = 20"); err != nil {
		return err
	}
	_, err := tx.Conn().WaitForNotification(ctx)
	return err
}
