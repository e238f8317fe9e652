/** The symbols that completion offers: which arguments are remembered, and in which order. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KnownSymbols } from '../../src/app/known-symbols.ts';
import { ticker24hr } from '../../src/catalogue/spot/tickers.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const given = (name: string, text: string) => [{ name, text }];

describe('known symbols', () => {
  it('are remembered in upper case, the latest first, each once', () => {
    const symbols = new KnownSymbols(temporaryFolder());
    symbols.remember(given('symbol', 'btcusdt'), ticker24hr);
    symbols.remember(given('symbols', 'ETHUSDT,BTCUSDT'), ticker24hr);
    expect(symbols.list()).toEqual(['ETHUSDT', 'BTCUSDT']);
  });

  it('leave out other parameters and values that are not symbols', () => {
    const symbols = new KnownSymbols(temporaryFolder());
    symbols.remember(given('windowSize', '1h'), ticker24hr);
    symbols.remember(given('symbol', '../x'), ticker24hr);
    expect(symbols.list()).toEqual([]);
  });

  it('are empty where the folder cannot be used', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const symbols = new KnownSymbols(file);
    symbols.remember(given('symbol', 'BTCUSDT'), ticker24hr);
    expect(symbols.list()).toEqual([]);
  });
});
