/** The positions of a paper ledger, against an empty script that opens the SQLite file of the ledger once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOURSE, checkThat, childScript, compare, inFolder, runNode } from './measure.mjs';
import { paperThesis } from './theses.mjs';

/** 2026-01-01T00:00Z. */
const START_MS = 1_767_225_600_000;

const SYMBOL = {
  kind: 'symbol',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tick_size: '0.01',
  step_size: '0.001',
  min_qty: '0.001',
  max_qty: '1000',
  min_notional: '5',
  liquidation_fee: '0.0125',
  tiers: [{ cap: null, mmr: '0.004', max_leverage: '125' }],
};
const CANDLE = { kind: 'candle', symbol: 'BTCUSDT', interval: '1m', t: START_MS };

/** Returns the results of this benchmark. */
export function bench({ rounds }) {
  return inFolder((home) => {
    const market = join(home, 'market.ndjson');
    const theses = join(home, 'thesis.json');
    const candle = { ...CANDLE, o: '50000', h: '50000', l: '50000', c: '50000' };
    writeFileSync(market, `${JSON.stringify(SYMBOL)}\n${JSON.stringify(candle)}\n`);
    writeFileSync(theses, JSON.stringify(paperThesis(0)));
    for (const words of [
      ['open', '--set', `start=${START_MS}`],
      ['apply', theses, '--candles', market],
    ]) {
      const { code, stderr } = runNode([BOURSE, 'paper', ...words], { home });
      checkThat(code === 0, `paper ${words[0]}: ${stderr}`);
    }
    return [
      compare({
        name: 'paper positions -o json',
        goal: 1.5,
        subject: {
          words: [BOURSE, 'paper', 'positions', '-o', 'json'],
          check: (stdout) => checkThat(JSON.parse(stdout)[0].position_id === 'pos-1', 'no position'),
        },
        limit: { words: [childScript('open-sqlite.cjs'), join(home, 'state', 'ledgers', 'main.db')] },
        rounds: rounds * 2,
        home,
      }),
    ];
  });
}
