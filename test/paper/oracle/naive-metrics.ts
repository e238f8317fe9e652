/** The output of the naive ledger: positions, balances, metrics. */
import { canonical, sha } from './naive-canonical.ts';
import { type Json, liquidationOf } from './naive-market.ts';
import { isInvalid } from './naive-theses.ts';
import { larger, type Q, q, smaller } from './rational.ts';

const sum = (values: Q[]): Q => values.reduce((a, b) => a.plus(b), q(0));
const ratio = (top: Q, bottom: Q): string | null =>
  bottom.sign === 0 ? null : String(top.over(bottom).even(8));
const netOf = (p: Json): Q =>
  p.realised.minus(p.fees).minus(p.liquidation_fees).minus(p.funding).plus(p.shortfall);

function positionRecord(ledger: Json, p: Json): Json {
  const open = p.closed_at === null;
  const { quantity, cost, margin, realised, fees, liquidation_fees, funding, shortfall } = p;
  const liquidation = open ? liquidationOf(p, ledger.symbols[p.symbol]) : null;
  const text = (value: Q | null) => (value === null ? null : String(value));
  return {
    position_id: p.position_id,
    book: p.book,
    symbol: p.symbol,
    side: p.side,
    status: open ? 'open' : 'closed',
    deadline: p.deadline,
    opened_at: p.opened_at,
    held_since: p.held_since,
    closed_at: p.closed_at,
    close_trigger: p.close_trigger,
    agent: p.agent,
    run_id: p.run_id,
    thesis: p.thesis,
    shadow_of: p.shadow_of,
    history: p.history,
    quantity: text(quantity),
    cost: text(cost),
    margin: text(margin),
    entry_price: text(p.entry.even(12)),
    liquidation_price: text(liquidation),
    stop_loss_price: text(p.stop),
    take_profit_price: text(p.target),
    realised: text(realised),
    fees: text(fees),
    liquidation_fees: text(liquidation_fees),
    funding: text(funding),
    shortfall: text(shortfall),
    leverage: open && margin.sign !== 0 ? ratio(cost, margin) : null,
    exit_price: p.left.sign === 0 ? null : text(p.leftValue.over(p.left).even(12)),
    mark_price: open ? text(ledger.last[p.symbol]) : null,
    unrealised: text(ledger.unrealised(p)),
    net: text(netOf(p)),
  };
}

/** The integer root by bisection. */
function root(value: bigint): bigint {
  let low = 0n;
  let high = value + 1n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}

function sharpeAndSortino(samples: Json[]): { sharpe: string | null; sortino: string | null } {
  const daily = samples.filter((one: Json) => one.time % 86400000 === 0).map((one: Json) => q(one.equity));
  if (daily.length < 3 || daily.some((one: Json) => one.sign <= 0)) return { sharpe: null, sortino: null };
  const returns = daily.slice(1).map((one, index) => one.over(daily[index]!).minus(q(1)).even(12));
  const n = q(returns.length);
  const mean = sum(returns).over(n);
  const square = (x: Q) => x.times(x);
  const variance = sum(returns.map((r) => square(r.minus(mean)))).over(n.minus(q(1)));
  const downside = sum(returns.map((r) => square(smaller(r, q(0))))).over(n);
  const print = (divisor: Q) => {
    if (divisor.sign === 0) return null;
    const size = root(
      square(mean)
        .times(q(365))
        .over(divisor)
        .times(q(10n ** 16n))
        .floor(),
    );
    return String(q(mean.sign < 0 ? -size : size).over(q(10n ** 8n)));
  };
  return { sharpe: print(variance), sortino: print(downside) };
}

function metrics(ledger: Json, name: string): Json {
  const { start, end, cash } = ledger.settings;
  const { positions } = ledger.books[name];
  const samples = ledger.equity[name];
  const first = name === 'paper' ? q(cash) : q(0);
  const last = q(samples.at(-1).equity);
  const closed = positions.filter((p: Json) => p.closed_at !== null);
  const nets: Q[] = closed.map(netOf);
  const entries = ledger.entries.filter((one: Json) => one.book === name);
  const total = (field: string) => String(sum(positions.map((p: Json) => p[field])));
  let peak = first;
  let fall = q(0);
  let fraction = q(0);
  for (const { equity } of samples) {
    peak = larger(peak, q(equity));
    fall = larger(fall, peak.minus(q(equity)));
    if (peak.sign > 0) fraction = larger(fraction, peak.minus(q(equity)).over(peak));
  }
  const edges = positions
    .flatMap((p: Json) => [p.opened_at, p.closed_at ?? end])
    .sort((a: number, b: number) => a - b);
  let held = 0;
  for (let index = 1; index < edges.length; index += 1) {
    const isHeld = positions.some(
      (p: Json) => p.opened_at <= edges[index - 1] && (p.closed_at ?? end) >= edges[index],
    );
    if (isHeld) held += edges[index] - edges[index - 1];
  }
  let unseen = 0;
  for (const p of positions) {
    for (let minute = start; minute < end; minute += 60000) {
      const isInside = minute >= p.opened_at && minute + 60000 <= (p.closed_at ?? end);
      const isSeen = ledger.paths[p.symbol]!.some(
        (one: Json) => one.start >= minute && one.start < minute + 60000,
      );
      if (isInside && !isSeen) unseen += 1;
    }
  }
  const count = (words: string[]) =>
    Object.fromEntries(
      [...new Set(words)].map((word) => [word, words.filter((one: Json) => one === word).length]),
    );
  const theses = (status: string) => entries.filter((one: Json) => one.status === status).length;
  const wins = nets.filter((net) => net.sign > 0);
  const losses = nets.filter((net) => net.sign < 0);
  const holding = closed.reduce((ms: number, p: Json) => ms + p.closed_at - p.opened_at, 0);
  return {
    start_equity: String(first),
    end_equity: String(last),
    net: String(last.minus(first)),
    return: ratio(last.minus(first), first),
    realised: total('realised'),
    unrealised: String(sum(positions.map((p: Json) => ledger.unrealised(p)))),
    fees: total('fees'),
    liquidation_fees: total('liquidation_fees'),
    funding: total('funding'),
    shortfall: total('shortfall'),
    positions_opened: positions.length,
    positions_closed: closed.length,
    wins: wins.length,
    losses: losses.length,
    win_rate: ratio(q(wins.length), q(closed.length)),
    profit_factor: ratio(sum(wins), q(0).minus(sum(losses))),
    expectancy: ratio(sum(nets), q(closed.length)),
    best: nets.length === 0 ? null : String(nets.reduce(larger)),
    worst: nets.length === 0 ? null : String(nets.reduce(smaller)),
    max_drawdown: String(fall),
    max_drawdown_fraction: first.sign === 0 ? null : String(fraction.even(8)),
    exposure: ratio(q(held), q(end - start)),
    average_holding_ms: closed.length === 0 ? null : Math.floor(holding / closed.length),
    ...(name === 'paper' ? sharpeAndSortino(samples) : { sharpe: null, sortino: null }),
    theses: {
      applied: theses('applied'),
      recorded: theses('recorded'),
      refused: theses('refused'),
      duplicate: theses('duplicate'),
    },
    refusals: count(entries.filter((one: Json) => one.reason !== null).map((one: Json) => one.reason)),
    exits: count(closed.map((p: Json) => p.close_trigger)),
    assumed_exits: entries.flatMap((one: Json) => one.executions).filter((one: Json) => one.assumed !== null)
      .length,
    unseen_minutes: unseen,
  };
}

function groups(ledger: Json, field: 'agent' | 'run_id'): Json {
  const { positions } = ledger.books.paper;
  const entries = ledger.entries.filter(
    (one: Json) => one.book === 'paper' && one.kind === 'thesis' && one.thesis !== null,
  );
  const names = new Set<string>([...positions, ...entries].map((one: Json) => one[field] ?? ''));
  const of = (list: Json[], name: string) => list.filter((one: Json) => (one[field] ?? '') === name);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = of(positions, name);
      const closed = own.filter((p) => p.closed_at !== null);
      const wins = closed.filter((p) => netOf(p).sign > 0).length;
      return [
        name,
        {
          positions_opened: own.length,
          positions_closed: closed.length,
          wins,
          win_rate: ratio(q(wins), q(closed.length)),
          net: String(sum(own.map(netOf))),
          unrealised: String(sum(own.map((p) => ledger.unrealised(p)))),
          fees: String(sum(own.map((p) => p.fees.plus(p.liquidation_fees)))),
          applied: of(entries, name).filter((one: Json) => one.status === 'applied').length,
          refused: of(entries, name).filter((one: Json) => one.status === 'refused').length,
        },
      ];
    }),
  );
}

/** The whole output. */
export function measure(ledger: Json): Json {
  const balances = (name: string) => {
    const printed: Json = {};
    for (const [key, amount] of Object.entries(ledger.books[name].accounts) as [string, Q][]) {
      const [account, asset] = key.split('\n') as [string, string];
      if (amount.sign !== 0) printed[account] = { ...printed[account], [asset]: String(amount) };
    }
    return printed;
  };
  const later = ledger.records.filter((one: Json) => one.kind === 'thesis' && one.t >= ledger.settings.end);
  const head = ledger.entries.at(-1);
  return {
    schema: 'bourse.paper.replay.v1',
    settings: ledger.settings,
    entries: ledger.entries,
    positions: [...ledger.books.paper.positions, ...ledger.books.watch.positions].map((p) =>
      positionRecord(ledger, p),
    ),
    balances: { paper: balances('paper'), watch: balances('watch') },
    equity: ledger.equity,
    metrics: { paper: metrics(ledger, 'paper'), watch: metrics(ledger, 'watch') },
    by_agent: groups(ledger, 'agent'),
    by_run_id: groups(ledger, 'run_id'),
    pending: [
      ...ledger.waiting.map((one: Json) => ({ time: one.t, thesis: one.hash })),
      ...later.map((one: Json) => ({
        time: one.t,
        thesis: isInvalid(one.thesis) ? null : sha(canonical(one.thesis)),
      })),
    ],
    head: { seq: head.seq, hash: head.hash },
  };
}
