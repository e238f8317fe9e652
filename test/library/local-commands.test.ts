/** Theses, the paper ledger and the journal of orders through the library. */
import { describe, expect, it } from 'vitest';
import { json } from '../acceptance/outcomes.ts';
import { bourse } from '../acceptance/world.ts';
import { openLibrary } from './test-library.ts';

describe('a command on what bourse keeps', () => {
  it('judges a thesis that is given as a value, and answers also that it is invalid', async () => {
    const { x } = openLibrary();
    const judged = (await x.thesis.validate({ input: { schema_version: '1.0' } })) as { valid?: boolean };
    expect(JSON.stringify(judged)).toContain('"valid":false');
  });

  it('gives the same as its command', async () => {
    const { x, home } = openLibrary();
    await x.trade.placeOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' });
    const rows = (await x.orders.list({ limit: 5 })) as readonly { id: string }[];
    const printed = json<{ id: string }[]>(await bourse('orders list -o json --env sandbox', { home }));
    expect(rows.map(({ id }) => id)).toEqual(printed.map(({ id }) => id));
    expect(rows).toHaveLength(1);
  });

  it('opens a paper ledger and shows its balance', async () => {
    const { x } = openLibrary();
    await x.paper.open({ name: 'mine', cash: '5000' });
    expect(JSON.stringify(await x.paper.balance())).toContain('5000');
  });

  it('gives text where the command prints text', async () => {
    const { x } = openLibrary();
    expect(await x.policy.init({ default: 'refuse' })).toContain('"default"');
  });

  it.each([[{ limit: { much: 1 } }], [{ limits: 5 }], [{ input: 'x' }], [['--all']]])(
    'refuses arguments %j',
    async (given) => {
      const { x } = openLibrary();
      const call = x.orders.list(given as unknown as { limit: number });
      await expect(call).rejects.toMatchObject({ name: 'BourseError', kind: 'usage' });
    },
  );
});
