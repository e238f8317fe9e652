/** Creates saved sandboxes with a past, for the benchmark of reads on them. */
import { seededRandom } from '../../../src/core/clock.ts';
import { DAY_MS } from '../../../src/core/time-units.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { type ManualClock, manualClock } from '../../sandbox/manual-clock.ts';
import { perform, UNLIMITED } from '../../sandbox/storage/checkpoint/mixed-load.ts';

const SEED = 1;
const STEP_MS = 500;
const QUANTITIES = { BTCUSDT: '0.001', ETHUSDT: '0.02', BNBUSDT: '0.05' } as const;
type Traded = keyof typeof QUANTITIES;

/** Fills a folder with a sandbox whose demo account placed spot orders some days ago, a third of them at the market. */
export function fillWithOrders(folder: string, orders: number, days: number): void {
  const random = seededRandom(SEED);
  const from = <T>(rows: readonly T[]) => rows[Math.floor(random.next() * rows.length)]!;
  fillInPast(folder, days, (exchange, clock) => {
    for (let count = 0; count < orders; count += 1) {
      clock.move(STEP_MS);
      const symbol = from(Object.keys(QUANTITIES) as Traded[]);
      const side = from(['BUY', 'SELL']);
      const traded = exchange.market.find(symbol, clock.now())!;
      const away = (0.0005 + 0.1 * random.next()) * (side === 'BUY' ? -1 : 1);
      const ticks = Math.round(exchange.market.lastPrice(traded, clock.now()) * (1 + away));
      const price = (ticks / 10 ** traded.tickDecimals).toFixed(traded.tickDecimals);
      const kind: Record<string, string> =
        random.next() < 0.3 ? { type: 'MARKET' } : { type: 'LIMIT', timeInForce: 'GTC', price };
      const params = { symbol, side, quantity: QUANTITIES[symbol], ...kind };
      perform(exchange, { user: 'demo', method: 'POST', path: '/api/v3/order', params });
    }
  });
}

/** Fills a folder with a sandbox whose demo account opened a futures position some days ago. */
export function fillWithPosition(folder: string, days: number): void {
  const params = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002' };
  fillInPast(folder, days, (exchange) => {
    perform(exchange, { user: 'demo', method: 'POST', path: '/fapi/v1/order', params });
  });
}

function fillInPast(
  folder: string,
  days: number,
  trade: (exchange: SandboxExchange, clock: ManualClock) => void,
): void {
  const clock = manualClock(Date.now() - days * DAY_MS);
  const durable = openDurableExchange(folder, { clock, seed: SEED, limits: UNLIMITED.limits });
  trade(durable.exchange, clock);
  durable.close();
}
