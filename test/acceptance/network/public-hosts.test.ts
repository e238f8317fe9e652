/**
 * Paths and values that public hosts accept beyond the document: the client sends them, the sandbox refuses
 * them.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { describeParam } from '../../../src/commands/command-text.ts';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

const KEYS = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
/** A closed port, so that a call to a public host ends on this machine. */
const NOWHERE = 'http://127.0.0.1:1';

describe('paths of the public hosts', () => {
  it.each([
    ['funds snapshot SPOT', 'GET /sapi/v1/accountSnapshot', 'GET /sapi/v1/account/snapshot'],
    ['funds dividends', 'GET /sapi/v1/asset/assetDividend', 'GET /sapi/v1/asset/dividendRecord'],
  ])('%s is sent to %s there, and to %s elsewhere', async (line, today, listed) => {
    const environment = { ...KEYS, BOURSE_ENV: 'live' };
    const there = await bourse(`${line} --proxy ${NOWHERE} --debug`, { environment });
    expect(there.stderr).toContain(`debug: ${today} to https://api.binance.com (live)`);
    const here = await bourse(`${line} --host spot=${NOWHERE} --debug`, { environment: KEYS });
    expect(here.stderr).toContain(`debug: ${listed} to ${NOWHERE} (live, own host of the command)`);
    expect([there.code, here.code]).toEqual([5, 5]);
    expect((await bourse(`explain ${listed.split(' ')[1]} -o table`)).stdout).toContain(today.split(' ')[1]!);
  });
});

describe('values of the public hosts', () => {
  const order =
    'trade order test BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 50000';

  it('are sent by the client, and refused by the sandbox, which follows the document', async () => {
    const line = `${order} --self-trade-prevention-mode DECREMENT --env sandbox`;
    const { kind, code } = failure(await bourse(line));
    expect([kind, code]).toEqual(['rejected', -1130]);
  });

  it('are listed separately from those of the document', () => {
    const { params } = ENDPOINTS.find(({ id }) => id === 'spot.order.new')!;
    expect(describeParam(params['selfTradePreventionMode']!)).toContain(
      'EXPIRE_BOTH, NONE; today also DECREMENT, TRANSFER',
    );
  });

  it('do not allow other values', async () => {
    const { kind, message } = failure(
      await bourse(`${order} --self-trade-prevention-mode DECREASE --env sandbox`),
    );
    expect([kind, message]).toEqual(['usage', expect.stringContaining('DECREMENT')]);
  });

  it('can raise a max', async () => {
    const line =
      'trade order place BTCUSDT --on usdm --side SELL --type TRAILING_STOP_MARKET --quantity 1 --dry-run --env live --callback-rate';
    expect(json<{ sent: boolean }>(await bourse(`${line} 20`, { environment: KEYS })).sent).toBe(false);
    expect(failure(await bourse(`${line} 20.1`, { environment: KEYS })).kind).toBe('usage');
  });
});
