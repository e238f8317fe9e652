/** Sandbox markets from files, scenarios and start times, chosen by options. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCustomMarket } from '../../../src/app/custom-market.ts';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket } from '../../../src/sandbox/engine/market/market.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { temporaryFolder, testWorld } from '../world.ts';

const LINE =
  '1704067200000,100.00,101.00,99.50,100.50,2.00000,1704067259999,200.50000000,4,1.00000,100.50000000,0';
const NAME = 'BTCUSDT-1m-2024-01.csv';

function readMarket(changed: Partial<Parameters<typeof readCustomMarket>[1]>) {
  const home = temporaryFolder();
  writeFileSync(join(home, NAME), LINE);
  const world = testWorld({ home }, { stdout: '', stderr: '' });
  return readCustomMarket(world, { scenario: undefined, paths: [], start: undefined, ...changed });
}

describe('a custom market', () => {
  it('from a file starts with its first candle, or at --start', () => {
    const { startAt, transformMarket } = readMarket({ paths: [NAME] });
    expect(startAt).toBe(1_704_067_200_000);
    const market = transformMarket(createMarket({ seed: 1 }), unixMs(startAt!));
    const symbol = market.find('BTCUSDT', unixMs(startAt!))!;
    expect(market.lastPrice(symbol, unixMs(startAt! + 60_000))).toBe(10_050);
    expect(readMarket({ paths: [NAME], start: '2024-01-01T00:00:30Z' }).startAt).toBe(1_704_067_230_000);
  });

  it('with a scenario starts now', () => {
    const { startAt, transformMarket } = readMarket({ scenario: 'crash' });
    expect(startAt).toBeUndefined();
    const plain = createMarket({ seed: 1 });
    const now = unixMs(1_704_067_200_000);
    const symbol = plain.find('BTCUSDT', now)!;
    const later = unixMs(now + 15 * 60_000);
    expect(transformMarket(plain, now).lastPrice(symbol, later)).toBeLessThan(
      plain.lastPrice(symbol, later) * 0.8,
    );
  });

  it.each([
    [{ scenario: 'crash', paths: [NAME] }, 'exclude each other'],
    [{ paths: ['nothing.csv'] }, 'cannot be read'],
    [{ start: 'soon' }, '--start must be a time'],
  ])('is refused with the invalid options %j', (changed, message) => {
    expect(() => readMarket(changed)).toThrow(message);
  });
});

describe('a served custom market', () => {
  it('is traded instead of the market of the seed, and is not saved', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, NAME), LINE);
    const options = `--market ${NAME} --start 2024-01-01T00:00:50Z --clock stepped`;
    await withServedSandbox(home, options, async ({ hosts }) => {
      const answer = await fetch(`${hosts['spot']}/api/v3/ticker/price?symbol=BTCUSDT`);
      const { price } = (await answer.json()) as { price: string };
      expect(Number(price)).toBeGreaterThanOrEqual(99.5);
      expect(Number(price)).toBeLessThanOrEqual(101);
    });
    const saved = readdirSync(join(home, 'state/sandbox'));
    expect(saved.filter((name) => name.endsWith('.journal'))).toEqual([]);
  });
});
