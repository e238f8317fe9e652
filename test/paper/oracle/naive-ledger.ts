/** A ledger written naively from the rules of docs/paper.md: slow, without types, and sharing nothing with `src/paper`. */

import { canonical, sha } from './naive-canonical.ts';
import { type Item, type Json, liquidationOf, pathOf } from './naive-market.ts';
import { measure } from './naive-metrics.ts';
import { act, refuse, resolve } from './naive-theses.ts';
import { ceilTo, floorTo, larger, type Q, q, smaller } from './rational.ts';

const DEFAULTS = {
  asset: 'USDT',
  cash: '10000',
  taker_fee: '0.0005',
  maker_fee: '0.0002',
  slippage_bps: '5',
  latency_ms: 0,
  max_wait_ms: 120000,
  book_max_age_ms: 5000,
  target_fill: 'through',
  opposite_add: 'refuse',
  mark_price_policy: 'worse',
  mark_price_band_bps: '100',
  equity_every_ms: 3600000,
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Everything that a replay knows; books hold positions in order of opening. */
export class Naive {
  settings: Json;
  symbols: Json = {};
  records: Json[];
  entries: Json[] = [];
  books: Json;
  last: Json = {};
  quotes: Json = {};
  paths: Record<string, Item[]> = {};
  waiting: Json[] = [];
  done: Json = {};
  equity: Json = { paper: [], watch: [] };
  now = 0;

  constructor(records: Json[]) {
    const { kind: _kind, ...written } = records[0];
    this.settings = { ...DEFAULTS, ...written };
    this.records = records.slice(1);
    const { start, end, asset, cash } = this.settings;
    for (const one of this.records) if (one.kind === 'symbol') this.symbols[one.symbol] = one;
    for (const name of Object.keys(this.symbols)) this.paths[name] = pathOf(this.records, name, start, end);
    const book = (name: string) => ({ name, positions: [], executions: {}, accounts: {}, spent: [] });
    this.books = { paper: book('paper'), watch: book('watch') };
    this.now = start;
    this.write({ book: 'paper', kind: 'open' }, [
      ['cash', asset, q(cash)],
      ['capital', asset, q(0).minus(q(cash))],
    ]);
  }

  /** Writes an entry: merges and sorts its postings, checks their sums and chains the hash. */
  write(facts: Json, postings: Json[] = []): Json {
    const merged: Json = {};
    const sums: Json = {};
    for (const [account, asset, amount] of postings) {
      const key = `${account}\n${asset}`;
      merged[key] = (merged[key] ?? q(0)).plus(amount);
      sums[asset] = (sums[asset] ?? q(0)).plus(amount);
    }
    for (const sum of Object.values(sums) as Q[]) if (sum.sign !== 0) throw new Error(`sum ${sum}`);
    const accounts = this.books[facts.book].accounts;
    const printed = Object.keys(merged)
      .filter((key) => merged[key].sign !== 0)
      .map((key) => ({
        account: key.split('\n')[0]!,
        asset: key.split('\n')[1]!,
        amount: String(merged[key]),
      }))
      .sort((a, b) => byText(a.account, b.account) || byText(a.asset, b.asset));
    for (const [key, amount] of Object.entries(merged))
      accounts[key] = (accounts[key] ?? q(0)).plus(amount as Q);
    const body = {
      seq: this.entries.length + 1,
      time: this.now,
      decided_at: null,
      thesis: null,
      action: null,
      status: null,
      reason: null,
      of: null,
      warnings: [],
      agent: null,
      run_id: null,
      source: null,
      position_id: null,
      executions: [],
      rate: null,
      mark: null,
      levels: null,
      copied: null,
      ...facts,
      postings: printed,
    };
    const previous = this.entries.at(-1)?.hash ?? '0'.repeat(64);
    const entry = { ...body, previous_hash: previous, hash: sha(`${previous}\n${canonical(body)}`) };
    this.entries.push(entry);
    return entry;
  }

  cash(book: string): Q {
    return this.books[book].accounts[`cash\n${this.settings.asset}`] ?? q(0);
  }

  open(symbol: string): Json[] {
    return [...this.books.paper.positions, ...this.books.watch.positions].filter(
      (one) => one.symbol === symbol && one.closed_at === null,
    );
  }

  /** The price of a market order without a book. */
  slip(price: Q, isBuy: boolean, symbol: string): Q {
    const tick = q(this.symbols[symbol].tick_size);
    const s = q(this.settings.slippage_bps).over(q(10000));
    if (isBuy) return ceilTo(price.times(q(1).plus(s)), tick);
    return larger(floorTo(price.times(q(1).minus(s)), tick), tick);
  }

  fee(symbol: string, kind: 'taker_fee' | 'maker_fee'): Q {
    return q(this.symbols[symbol][kind] ?? this.settings[kind]);
  }

  /** Leaves a quantity of a position: changes it, and returns the execution and the postings. */
  leave(p: Json, quantity: Q, value: Q, facts: Json, base: Q): { execution: Json; postings: Json[] } {
    const { asset } = this.settings;
    const long = p.side === 'LONG';
    const whole = quantity.vs(p.quantity) === 0;
    const out = (amount: Q) => (whole ? amount : amount.times(quantity).over(p.quantity).even(8));
    const cost = out(p.cost);
    const margin = out(p.margin);
    const realised = long ? value.minus(cost) : cost.minus(value);
    let fee = value.times(this.fee(p.symbol, facts.fee_kind === 'maker' ? 'maker_fee' : 'taker_fee')).up(8);
    if (facts.fee_kind === 'liquidation') {
      fee = value.times(q(this.symbols[p.symbol].liquidation_fee)).up(8);
      fee = smaller(fee, larger(q(0), margin.plus(realised)));
    }
    const net = margin.plus(realised).minus(fee);
    const shortfall = larger(q(0), q(0).minus(net));
    const slippage = value
      .minus(base.times(quantity))
      .even(8)
      .times(q(long ? -1 : 1));
    const execution = this.execution(p, {
      effect: whole ? 'close' : 'reduce',
      quantity: String(quantity),
      price: String(value.over(quantity).even(12)),
      value: String(value),
      reference_price: String(base),
      slippage: String(slippage),
      fee: String(fee),
      realised: String(realised),
      margin: String(q(0).minus(margin)),
      shortfall: String(shortfall),
      ...facts,
    });
    const flow = long ? quantity : q(0).minus(quantity);
    const postings = [
      ['cash', asset, net.plus(shortfall)],
      [`margin:${p.position_id}`, asset, q(0).minus(margin)],
      ['realised', asset, q(0).minus(realised)],
      [facts.fee_kind === 'liquidation' ? 'liquidation_fees' : 'fees', asset, fee],
      ['insurance', asset, q(0).minus(shortfall)],
      [`exposure:${p.position_id}`, p.symbol, q(0).minus(flow)],
      ['market', p.symbol, flow],
    ];
    p.quantity = p.quantity.minus(quantity);
    p.cost = p.cost.minus(cost);
    p.margin = p.margin.minus(margin);
    p.realised = p.realised.plus(realised);
    if (facts.fee_kind === 'liquidation') p.liquidation_fees = p.liquidation_fees.plus(fee);
    else p.fees = p.fees.plus(fee);
    p.shortfall = p.shortfall.plus(shortfall);
    p.left = p.left.plus(quantity);
    p.leftValue = p.leftValue.plus(value);
    if (whole) Object.assign(p, { closed_at: this.now, close_trigger: facts.trigger });
    else p.entry = p.cost.over(p.quantity);
    return { execution, postings };
  }

  execution(p: Json, facts: Json): Json {
    const book = this.books[p.book];
    const id = `${p.book === 'watch' ? 'w' : ''}exe-${Object.keys(book.executions).length + 1}`;
    book.executions[id] = p.position_id;
    return {
      execution_id: id,
      position_id: p.position_id,
      symbol: p.symbol,
      side: p.side,
      time: this.now,
      assumed: null,
      ...facts,
    };
  }

  exit(p: Json, trigger: string, base: Q, source: string, assumed: string | null): void {
    const price = trigger === 'take_profit' ? base : this.slip(base, p.side === 'SHORT', p.symbol);
    const fee_kind =
      trigger === 'take_profit' ? 'maker' : trigger === 'liquidation' ? 'liquidation' : 'taker';
    const value = price.times(p.quantity).even(8);
    const { execution, postings } = this.leave(
      p,
      p.quantity,
      value,
      { trigger, price_source: source, fee_kind, assumed },
      base,
    );
    const { agent, run_id, position_id, book } = p;
    const facts = { book, kind: 'exit', agent, run_id, position_id, executions: [execution] };
    p.history.push(this.write(facts, postings).seq);
  }

  /** Judges a position on a range (or a point, where low, high and open are one price). */
  judge(p: Json, item: Item, isPoint: boolean): void {
    const long = p.side === 'LONG';
    const worst = isPoint ? item.o : long ? item.l : item.h;
    const best = isPoint ? item.o : long ? item.h : item.l;
    const reached = (level: Q | null) =>
      level !== null && (long ? worst.vs(level) <= 0 : worst.vs(level) >= 0);
    const liquidation = liquidationOf(p, this.symbols[p.symbol]);
    const beyond = p.target === null ? -1 : long ? best.vs(p.target) : p.target.vs(best);
    const hit = p.target !== null && (this.settings.target_fill === 'touch' ? beyond >= 0 : beyond > 0);
    if (isPoint) {
      if (reached(liquidation)) this.exit(p, 'liquidation', item.o, item.source, null);
      else if (reached(p.stop)) this.exit(p, 'stop_loss', item.o, item.source, null);
      else if (hit) this.exit(p, 'take_profit', p.target, item.source, null);
      else if (p.deadline !== null && this.now >= p.deadline)
        this.exit(p, 'deadline', item.o, item.source, null);
      return;
    }
    const stopped = reached(p.stop);
    const liquid = reached(liquidation);
    const assumed = hit ? 'adverse_first' : null;
    const stopFirst =
      stopped && (!liquid || (long ? p.stop.vs(liquidation) > 0 : p.stop.vs(liquidation) < 0));
    if (stopFirst) this.exit(p, 'stop_loss', p.stop, item.source, assumed);
    else if (liquid) this.exit(p, 'liquidation', liquidation!, item.source, assumed);
    else if (hit) this.exit(p, 'take_profit', p.target, item.source, null);
  }

  fund(record: Json): void {
    const mark = record.mark === null ? this.last[record.symbol] : q(record.mark);
    if (mark === undefined) return;
    for (const p of this.open(record.symbol)) {
      const amount = p.quantity
        .times(mark)
        .times(q(record.rate))
        .even(8)
        .times(q(p.side === 'LONG' ? 1 : -1));
      const pay = smaller(amount, p.margin);
      if (pay.sign === 0) continue;
      p.margin = p.margin.minus(pay);
      p.funding = p.funding.plus(pay);
      const { book, agent, run_id, position_id } = p;
      const facts = {
        book,
        kind: 'funding',
        agent,
        run_id,
        position_id,
        rate: String(q(record.rate)),
        mark: String(mark),
      };
      const postings = [
        [`margin:${position_id}`, this.settings.asset, q(0).minus(pay)],
        ['funding', this.settings.asset, pay],
      ];
      p.history.push(this.write(facts, postings).seq);
    }
  }

  unrealised(p: Json): Q {
    if (p.closed_at !== null) return q(0);
    const profit = p.quantity.times(this.last[p.symbol]).minus(p.cost);
    return (p.side === 'LONG' ? profit : q(0).minus(profit)).even(8);
  }

  sample(): void {
    for (const name of ['paper', 'watch']) {
      const open = this.books[name].positions.filter((p: Json) => p.closed_at === null);
      const equity = open.reduce(
        (sum: Q, p: Json) => sum.plus(p.margin).plus(this.unrealised(p)),
        this.cash(name),
      );
      this.equity[name].push({ time: this.now, equity: String(equity) });
    }
  }

  /** Everything of one moment, in the order of the rules. */
  moment(now: number, samples: ReadonlySet<number>): void {
    this.now = now;
    this.quotes = {};
    const names = Object.keys(this.symbols).sort();
    const inSpan = (one: Json) => one.t >= this.settings.start && one.t < this.settings.end;
    for (const name of names) {
      for (const item of this.paths[name]!.filter((one) => one.end > one.start && one.end - 1 === now)) {
        for (const p of this.open(name)) this.judge(p, item, false);
        this.last[name] = item.c;
      }
    }
    for (const name of names) {
      for (const one of this.records) {
        if (
          one.kind === 'funding' &&
          one.symbol === name &&
          inSpan(one) &&
          now === Math.floor(one.t / 60000) * 60000
        ) {
          this.fund(one);
        }
      }
    }
    for (const name of names) {
      for (const item of this.paths[name]!.filter((one) => one.start === now)) {
        for (const p of this.open(name)) this.judge(p, item, true);
        this.last[name] = item.o;
        this.quotes[name] = { price: item.o, source: item.source };
      }
    }
    for (const name of names) {
      const book = this.records
        .filter((one) => one.kind === 'book' && one.symbol === name && one.t === now && inSpan(one))
        .at(-1);
      const inside = this.paths[name]!.some((one) => one.start < now && now < one.end);
      if (book === undefined || inside || this.quotes[name] !== undefined) continue;
      const price = q(book.bids[0][0]).plus(q(book.asks[0][0])).over(q(2));
      this.last[name] ??= price;
      this.quotes[name] = { price, source: 'book' };
    }
    for (const one of this.records) if (one.kind === 'thesis' && one.t === now) resolve(this, one);
    for (const one of [...this.waiting]) {
      if (one.ready > now || this.quotes[one.symbol] === undefined) continue;
      act(this, one);
      this.waiting.splice(this.waiting.indexOf(one), 1);
    }
    for (const one of [...this.waiting]) {
      if (one.ready + this.settings.max_wait_ms > now) continue;
      this.waiting.splice(this.waiting.indexOf(one), 1);
      refuse(this, one, 'no_price');
    }
    if (samples.has(now)) this.sample();
  }

  run(): string {
    const { start, end, equity_every_ms, latency_ms, max_wait_ms } = this.settings;
    const samples = new Set<number>([start]);
    for (let time = start; time < end; time += equity_every_ms) samples.add(time);
    for (let time = Math.ceil(start / 86400000) * 86400000; time < end; time += 86400000) samples.add(time);
    const times = new Set<number>(samples);
    for (const items of Object.values(this.paths)) {
      for (const one of items) times.add(one.start).add(one.end > one.start ? one.end - 1 : one.start);
    }
    for (const one of this.records) {
      if (one.kind === 'book') times.add(one.t);
      if (one.kind === 'funding') times.add(Math.floor(one.t / 60000) * 60000);
      if (one.kind === 'thesis') times.add(one.t).add(one.t + latency_ms + max_wait_ms);
    }
    const inside = [...times].filter((time) => time >= start && time < end).sort((a, b) => a - b);
    for (const time of inside) this.moment(time, samples);
    this.now = end;
    this.sample();
    return canonical(measure(this));
  }
}

/** Returns the canonical output of a scenario that is known to be well formed. */
export function naiveReplay(records: readonly Json[]): string {
  return new Naive([...records]).run();
}
