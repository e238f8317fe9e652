/** Random theses that meet the edges: contradictory, invalid, at or beyond the bounds of a symbol. */
import { add, adjust, close, hold, type Members, reduce } from '../scenarios.ts';
import type { Dice, Market } from './dice.ts';

/** Returns a thesis about one of the markets; `sentCount` theses came before it. */
export function randomThesis(
  dice: Dice,
  markets: readonly Market[],
  { sentCount, isCalm }: { readonly sentCount: number; readonly isCalm: boolean },
): Members {
  const one = dice.chance(0.8) ? markets[0]! : dice.of(markets);
  const near = (spread: number) =>
    one.price / Number(one.unit(one.price)) > 0 ? nearPrice(dice, one, spread) : 1;
  const symbol = dice.chance(0.015) ? 'XXX' : dice.chance(0.1) ? one.symbol.toLowerCase() : one.symbol;
  const others: Record<string, unknown> = {
    reason: `r${dice.int(0, 99_999)}`,
    mode: dice.chance(0.25) ? 'watch' : 'paper',
    provenance: {
      source: 's',
      ...(dice.chance(0.8) ? { agent: dice.of(['a1', 'a2', '', '__proto__', 'é']) } : {}),
      ...(dice.chance(0.6) ? { research_cycle_run_id: dice.of(['r1', 'r2']) } : {}),
    },
    ...(dice.chance(0.02) ? { ok: false } : {}),
    ...(dice.chance(0.02) ? { error_code: 'E1' } : {}),
    ...(dice.chance(0.02) ? { limitations: ['none'] } : {}),
  };
  const kind =
    sentCount < 2 && dice.chance(0.85)
      ? 'add'
      : dice.of(['add', 'add', 'adjust', 'adjust', 'adjust', 'reduce', 'close', 'close', 'hold']);
  if (kind === 'hold') return hold(others);
  if (kind === 'add') return add(isCalm ? calmIntent(dice) : addIntent(dice), { symbol, ...others });
  Object.assign(others, {
    position_ref: isCalm ? { symbol } : reference(dice, symbol),
    ...(dice.chance(0.15) ? { symbol } : {}),
  });
  if (kind === 'reduce') return reduce(reduceIntent(dice), others);
  if (kind === 'close') {
    const fraction = dice.of([1, 0.5, 0.3333, 0.999, 1e-7]);
    return close(fraction, dice.chance(0.3) ? { mark_price: near(15) } : {}, others);
  }
  return adjust(
    {
      ...(dice.chance(0.7) ? { stop_loss_price: near(60) } : {}),
      ...(dice.chance(0.5) ? { take_profit_price: near(60) } : {}),
      ...(dice.chance(0.3) ? { max_holding_minutes: dice.of([0.00001, 1, 2, 2.5, 7, 1e12, 1.2345678]) } : {}),
      exit_rationale: 'x',
    },
    others,
  );
}

/** Returns a price near the market as a JS number with few digits, which JSON writes exactly. */
function nearPrice(dice: Dice, one: Market, spread: number): number {
  const price = Math.max(1, one.price + Math.round((one.price * dice.int(-spread, spread)) / 1000));
  return Number(one.unit(price));
}

function addIntent(dice: Dice): Members {
  const size = () => dice.of([50, 100, 100, 333.33, 333.33, 500, 1049.9, 5000, 0.01]);
  const leverage = () => dice.of([1, 2, 3, 3, 5, 5, 10, 10, 10, 20, 20, 33.3, 60, 0.5]);
  const isMargin = dice.chance(0.6);
  return {
    side: dice.of(['LONG', 'SHORT']),
    ...(isMargin ? { requested_margin_usdt: size() } : {}),
    ...(isMargin && dice.chance(0.7) ? {} : { requested_notional_usdt: size() }),
    ...(dice.chance(0.5) ? { paper_leverage: leverage() } : {}),
    ...(dice.chance(0.2) ? { requested_leverage: leverage() } : {}),
    leverage: leverage(),
  };
}

/** An intent of a size and leverage that the calm symbol allows. */
function calmIntent(dice: Dice): Members {
  return {
    side: dice.of(['LONG', 'LONG', 'LONG', 'SHORT']),
    requested_margin_usdt: dice.of([100, 333.33, 500.01, 1049.9]),
    paper_leverage: dice.of([1, 3, 5, 10, 20, 33.3, 45]),
  };
}

function reduceIntent(dice: Dice): Members {
  return {
    ...(dice.chance(0.3) ? { side: dice.of(['LONG', 'SHORT']) } : {}),
    ...(dice.chance(0.5) ? { reduce_fraction: dice.of([0.3333, 0.5, 1, 0.01]) } : {}),
    ...(dice.chance(0.4) ? { reduce_notional_usdt: dice.of([10, 123.45, 99999]) } : {}),
    reduce_quantity: dice.of([0.1, 0.7, 1, 1.05, 50, 0.0001]),
  };
}

function reference(dice: Dice, symbol: string): Members {
  const prefix = dice.of(['', '', '', 'w']);
  const position = { position_id: `${prefix}pos-${dice.of([1, 1, 1, 2, 3])}` };
  const execution = { execution_id: `${prefix}exe-${dice.of([1, 1, 2, 3, 4])}` };
  return dice.of<Members>([
    { symbol },
    { symbol },
    { symbol },
    position,
    position,
    execution,
    { ...position, symbol },
    { ...position, ...execution },
    { ...execution, symbol },
  ]);
}
