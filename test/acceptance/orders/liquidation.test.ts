/**
 * A leveraged position in a crash, from the command line: opened, margin call, liquidation, income history.
 */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { json, lines } from '../outcomes.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

type Row = Readonly<Record<string, string>>;

interface Event {
  readonly e: string;
  readonly o?: Row;
  readonly a?: { readonly m: string; readonly B: readonly Row[]; readonly P: readonly Row[] };
  readonly p?: readonly Row[];
}

/** Output of a running command; tests wait for text in it and then interrupt the command. */
function captureOutput() {
  const controller = new AbortController();
  const waiting = new Map<string, () => void>();
  let written = '';
  return {
    options: {
      interrupt: controller.signal,
      onWrite: (_name: string, text: string) => {
        written += text;
        for (const [part, notify] of waiting) if (written.includes(part)) notify();
      },
    },
    of: (part: string) =>
      new Promise<void>((resolve) => {
        if (written.includes(part)) resolve();
        else waiting.set(part, resolve);
      }),
    end: () => controller.abort(new Error('SIGINT')),
  };
}

describe('a leveraged long in a crash', () => {
  it('gets a margin call and is liquidated as time advances, and every command shows it', async () => {
    const home = temporaryFolder();
    const environment: Record<string, string> = { BOURSE_ENV: 'sandbox' };
    const options = { home, clock: systemClock(), environment };
    const run = async <T>(line: string) => json<T>(await bourse(`${line} -o json`, options));
    await withServedSandbox(
      home,
      // No funding is paid between noon and 16:00.
      '--scenario crash --clock stepped --start 2026-11-20T12:30:00Z',
      async () => {
        await run('trade margin-type BTCUSDT ISOLATED --yes');
        await run('trade leverage BTCUSDT 20 --yes');
        const heard = captureOutput();
        const following = bourse('stream user --on usdm -o ndjson', { ...options, ...heard.options });
        await heard.of('"kind":"account"');
        await run('trade buy BTCUSDT 0.05 --on usdm --yes');
        const held = await run<readonly Row[]>('account positions BTCUSDT --on usdm');
        expect(held).toMatchObject([{ positionAmt: '0.050', marginType: 'isolated', leverage: '20' }]);
        const before = await run<{ assets: readonly Row[] }>('account info --on usdm');

        await run('sandbox advance 10m');

        const [after] = await run<readonly Row[]>('account positions BTCUSDT --on usdm');
        expect(after!['positionAmt']).toBe('0.000');
        const [forced, ...others] = await run<readonly Row[]>('trade force-orders');
        expect(others).toEqual([]);
        expect(forced).toMatchObject({
          symbol: 'BTCUSDT',
          side: 'SELL',
          status: 'FILLED',
          executedQty: '0.050',
        });
        expect(forced!['clientOrderId']).toMatch(/^autoclose-/);
        expect(Math.abs(Number(forced!['avgPrice']) / Number(held[0]!['liquidationPrice']) - 1)).toBeLessThan(
          0.005,
        );

        const income = await run<readonly Row[]>('account income --on usdm');
        const total = income.reduce((sum, row) => sum + Number(row['income']), 0);
        const kinds = income.map((row) => row['incomeType']);
        expect(kinds.slice(-2)).toEqual(['REALIZED_PNL', 'INSURANCE_CLEAR']);
        expect(new Set(kinds.slice(0, -2))).toEqual(new Set(['COMMISSION']));
        const now = await run<{ assets: readonly Row[] }>('account info --on usdm');
        const wallet = ({ assets }: typeof now) =>
          Number(assets.find(({ asset }) => asset === 'USDT')!['walletBalance']);
        expect(wallet(now)).toBeCloseTo(1_000_000 + total, 6);
        // The isolated margin of the position is lost, and nothing else.
        expect(wallet(before) - wallet(now)).toBeCloseTo(Number(held[0]!['isolatedWallet']), 6);

        await heard.of('INSURANCE_CLEAR');
        heard.end();
        const { stdout } = await following;
        const events = lines<Event>(stdout).filter(({ e }) => e !== undefined);
        const call = events.findIndex(({ e }) => e === 'MARGIN_CALL');
        expect(events[call]!.p).toMatchObject([{ s: 'BTCUSDT', pa: '0.050', mt: 'ISOLATED' }]);
        expect(events.slice(call + 1).map(({ e, o, a }) => [e, o?.['x'] ?? a?.m])).toEqual([
          ['ORDER_TRADE_UPDATE', 'CALCULATED'],
          ['ACCOUNT_UPDATE', 'ORDER'],
          ['ACCOUNT_UPDATE', 'INSURANCE_CLEAR'],
        ]);
      },
      { clock: systemClock(), pid: process.pid },
    );
  });
});
