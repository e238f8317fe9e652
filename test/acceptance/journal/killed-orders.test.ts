/** Commands that are killed at random moments leave no order behind that the journal does not know. */
import { expect, it } from 'vitest';

interface Counts {
  readonly sent: number;
  readonly doubled: number;
  readonly forgotten: number;
  readonly wrong: number;
  readonly unresolved: number;
}

it('no order is doubled, forgotten or wrong after kills at random moments', async () => {
  const script = new URL('../../long/kill-orders.mjs', import.meta.url).href;
  const { killOrders } = (await import(script)) as {
    killOrders(options: { readonly kills: number; readonly seed: number }): Promise<Counts>;
  };
  const counts = await killOrders({ kills: 12, seed: 5 });
  expect(counts, 'seed 5').toMatchObject({ doubled: 0, forgotten: 0, wrong: 0, unresolved: 0 });
  expect(counts.sent).toBeGreaterThan(5);
});
