/** A scenario of three days for pictures of a report: two agents, every kind of exit, a watch copy, a hole in the data. */
import { seededRandom } from '../../../src/core/clock.ts';
import { type Scenario, ScenarioReader } from '../../../src/paper/scenario/reader.ts';
import {
  add,
  adjust,
  at,
  candle,
  type Members,
  reduce,
  settings,
  symbol,
  thesis,
  WATCH,
} from '../scenarios.ts';

const MINUTES = 3 * 1440;

/** The name of an agent that would break a page which does not escape it. */
export const HOSTILE = `fade</td><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;

/** Returns the scenario; `minutes` from its start. */
export function demoScenario(minutes = MINUTES): Scenario {
  const reader = new ScenarioReader('the scenario');
  for (const one of demoRecords(minutes)) reader.addLine(JSON.stringify(one));
  return reader.finish();
}

function* demoRecords(minutes: number): Generator<Members> {
  const random = seededRandom(7);
  const step = () => Math.round((random.next() - 0.5) * 1400);
  const text = (price: number) => (price / 10).toFixed(1);
  yield settings(minutes, { equity_every_ms: 600_000, opposite_add: 'flip' });
  yield symbol();
  let price = 500_000;
  for (let minute = 0; minute < minutes; minute += 1) {
    const open = price;
    price = Math.max(100_000, price + step());
    const high = Math.max(open, price) + Math.abs(step() >> 1);
    const low = Math.min(open, price) - Math.abs(step() >> 1);
    const isHole = minute > 2000 && minute < 2030;
    if (!isHole) yield candle(minute, [text(open), text(high), text(low), text(price)]);
    if (minute % 180 === 20) yield* thesesAt(minute, price / 10, random.next() < 0.6);
  }
}

/** Yields the theses of one position: its opening, its exits, and in some positions more. */
function* thesesAt(minute: number, price: number, isLong: boolean): Generator<Members> {
  const side = isLong ? 1 : -1;
  const others = (reason: string): Members => ({
    reason: `${reason} ${minute}`,
    provenance: {
      source: 'demo',
      agent: minute % 360 === 20 ? 'momentum' : HOSTILE,
      research_cycle_run_id: `run-${Math.floor(minute / 1440)}`,
    },
  });
  const level = (share: number) => Math.round(price * (1 + side * share));
  const intent = { requested_margin_usdt: 400 + minute / 10, paper_leverage: minute % 540 === 20 ? 95 : 10 };
  yield thesis(at(minute + 1), add({ side: isLong ? 'LONG' : 'SHORT', ...intent }, others('open')));
  const exits = {
    stop_loss_price: level(-0.012),
    take_profit_price: level(0.012),
    max_holding_minutes: 160,
  };
  yield thesis(at(minute + 1), adjust(exits, others('exits')));
  if (minute % 720 === 20) {
    yield thesis(
      at(minute + 30),
      adjust({ stop_loss_price: level(-0.006) }, { ...others('closer'), ...WATCH }),
    );
  }
  if (minute % 360 === 20) yield thesis(at(minute + 90), reduce({ reduce_fraction: 0.4 }, others('less')));
}
