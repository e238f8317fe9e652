/**
 * Computes how much of a window of a limit is used from the records of its log, in their order. The code is pure:
 * every process that reads the same records gets the same state.
 */
import { Caps } from './budget-caps.ts';
import { Charges } from './budget-charges.ts';
import { Pause } from './budget-pause.ts';
import { type BudgetRecord, budgetRecord, type Lane } from './budget-records.ts';
import { shareOf, slotsAt } from './budget-shares.ts';
import { type Ticket, Tickets } from './budget-tickets.ts';

/** A rate limit of the exchange: the largest weight or number of requests in each window of the server's clock. */
export interface Meter {
  /** Requests with the same key share the limit. */
  readonly key: string;
  /** The name of the limit in messages. */
  readonly title: string;
  /** The limit as the catalogue lists it. */
  readonly cap: number;
  readonly windowMs: number;
  /** Whether the server reports how much of the limit is used. */
  readonly isReported: boolean;
  /** Whether the server reduces the used count again (as for filled orders), so that only its latest report counts. */
  readonly givesBack?: true;
  /** The most requests in a window while no answer has reported a usage; no limit if absent. */
  readonly requestsMax?: number;
}

/**
 * Why a reservation does not fit: the window is full, requests are paused, or other requests must be answered
 * first.
 */
export type Obstacle = 'full' | 'paused' | 'in-flight' | 'probe';

/** The time in ms after an order or a look-up during which bulk requests may not use the last part of a limit. */
const PRIORITY_HOLD_MS = 2_000;
/** The share of the limit that one request of unknown cost is assumed to use at most. */
const CHARGE_SHARE_MAX = 0.25;

/** The share of a limit below which the number of requests under way is not bounded either. */
const ROOMY_SHARE = 0.5;

/** A reservation of weight in the window of a rate limit, for one request. */
export interface Reservation {
  readonly weight: number;
  readonly group: number;
  readonly lane: Lane;
  readonly nonce: number;
}

export class BudgetWindow {
  readonly #meter: Meter;
  readonly #tickets = new Tickets();
  readonly #caps: Caps;
  readonly #charges = new Charges();
  readonly #pause = new Pause();
  #local = 0;
  #requests = 0;
  #reported: number | undefined;
  #isReporting = false;
  #priorityAt = Number.NEGATIVE_INFINITY;
  #lastTime: number | undefined;
  #clock: { readonly min: number; readonly max: number } | undefined;
  #isCarried = false;

  constructor(meter: Meter) {
    this.#meter = meter;
    this.#caps = new Caps(meter.cap);
  }

  /**
   * The rate limit in force in the window: the lowest value that the catalogue, the server or a refusal gives for it.
   */
  get cap(): number {
    return this.#caps.cap;
  }

  /**
   * Where the value of the rate limit in force comes from: the catalogue, an announcement of the server, or a
   * refusal.
   */
  get capSource(): Caps['source'] {
    return this.#caps.source;
  }

  /**
   * The used weight of a window: the larger of the reserved weight and of the reported usage plus the open
   * reservations.
   */
  get used(): number {
    return Math.max(this.#countedLocally, (this.#reported ?? 0) + this.openWeight());
  }

  /** The weight that the reservations add up to; 0 for a limit of which only the server's report counts. */
  get #countedLocally(): number {
    return this.#meter.givesBack === true && this.#reported !== undefined ? 0 : this.#local;
  }

  get requests(): number {
    return this.#requests;
  }

  get isReporting(): boolean {
    return this.#isReporting;
  }

  get isCarried(): boolean {
    return this.#isCarried;
  }

  get pausedUntil(): number | undefined {
    return this.#pause.until;
  }

  /** The end of a pause after which the server has not accepted a request yet. */
  get pauseToResume(): number | undefined {
    return this.#pause.unresumed;
  }

  /** The latest time, in Unix ms, in those records of a budget log whose writers knew the server's clock. */
  get lastTime(): number | undefined {
    return this.#lastTime;
  }

  /** Bounds, in ms, of the server's clock minus the clock of this machine. */
  get clock(): { readonly min: number; readonly max: number } | undefined {
    return this.#clock;
  }

  isOpen(nonce: number): boolean {
    return this.#tickets.has(nonce);
  }

  /** Returns the weight of the open reservations, which the server may still count; visits none of them. */
  openWeight(): number {
    let sum = 0;
    for (const equal of this.#tickets.equal) sum += equal.count * this.#chargeOf(equal);
    return sum;
  }

  /**
   * Returns the weight of the open reservations that were made at a time or later, without those that are also open in
   * the window `except`.
   */
  openWeightSince(since: number, except?: BudgetWindow): number {
    let sum = 0;
    for (const [nonce, ticket] of this.#tickets.entries()) {
      if (ticket.time < since || except?.isOpen(nonce) === true) continue;
      sum += this.#chargeOf(ticket);
    }
    return sum;
  }

  /**
   * Returns why a reservation does not fit at a server time; undefined if it fits. `carried` is the weight of
   * requests of the previous window that the server may count in this one.
   */
  obstacle(wanted: Omit<Reservation, 'nonce'>, now: number, carried = 0): Obstacle | undefined {
    const { requestsMax } = this.#meter;
    for (const nonce of this.#tickets.abandonedBookings(now)) this.#release(nonce);
    if (!this.#isReporting && requestsMax !== undefined && this.#requests >= requestsMax) return 'full';
    return this.#obstacleTo(wanted, now, {
      local: this.#countedLocally,
      open: this.openWeight(),
      carried,
    });
  }

  /**
   * Returns why the request of a reservation of this process may not be sent; counts only the reservations before
   * it in the log.
   */
  obstacleToOwn(own: Reservation & { readonly localBefore: number }, now: number, carried = 0) {
    // A booked place serves as no probe after a pause, because only the order of the log chooses one of several requests.
    if (this.#pause.unresumed !== undefined) return 'probe';
    let open = 0;
    for (const [nonce, ticket] of this.#tickets.entries()) {
      if (nonce === own.nonce) break;
      open += this.#chargeOf(ticket);
    }
    const local = Math.max(0, Math.min(own.localBefore, this.#countedLocally - own.weight));
    return this.#obstacleTo(own, now, { local, open, carried });
  }

  #obstacleTo(
    wanted: Omit<Reservation, 'nonce'>,
    now: number,
    { local, open, carried }: { readonly local: number; readonly open: number; readonly carried: number },
  ): Obstacle | undefined {
    if (this.#pause.isActive(now)) return 'paused';
    if (this.#isProbing(now)) return 'probe';
    const reported = this.#reported ?? 0;
    // A request that weighs more than the limit is sent when the window is unused, because it would never fit.
    if (local === 0 && reported + open + carried === 0) return undefined;
    const limit = this.cap * this.#shareOf(wanted.lane, now);
    const least = Math.max(this.#isReporting ? local : local + carried, reported) + wanted.weight;
    if (least > limit) return 'full';
    if (wanted.lane !== 'urgent' && least > limit * this.#pause.share(now)) return 'probe';
    if (!this.#isReporting) return undefined;
    const most = reported + open + carried;
    if (most + this.#chargeOf(wanted) > limit) {
      return carried > 0 || this.#tickets.isAnswerDue(now) ? 'in-flight' : 'full';
    }
    const usedShare = Math.max(local, most) / this.cap;
    const areSlotsTaken = wanted.lane === 'bulk' && this.#tickets.areUnderWay(slotsAt(usedShare), now);
    return areSlotsTaken ? 'in-flight' : undefined;
  }

  #shareOf(lane: Lane, now: number): number {
    return shareOf(lane, {
      isConfirmed: this.#isReporting,
      hasPriority: now < this.#priorityAt + PRIORITY_HOLD_MS,
    });
  }

  /** Returns whether a request that was sent after a pause as its probe waits for its answer. */
  #isProbing(now: number): boolean {
    const until = this.#pause.unresumed;
    return until !== undefined && now >= until && this.#tickets.isAnswerDueSince(until, now);
  }

  /**
   * Returns whether the records read so far leave so much room that requests are most likely to fit: less than half of the
   * limit is used with them, and there was no pause.
   */
  isRoomyFor(wanted: readonly Pick<Reservation, 'weight' | 'group'>[]): boolean {
    if (!this.#isCarried || this.#pause.until !== undefined) return false;
    const { requestsMax = Number.POSITIVE_INFINITY } = this.#meter;
    const mayCount = this.#isReporting || this.#requests + wanted.length - 1 < requestsMax * ROOMY_SHARE;
    if (!mayCount) return false;
    let used = this.used;
    for (const one of wanted) used += this.#chargeOf(one);
    return used < this.cap * ROOMY_SHARE;
  }

  /**
   * Returns how many of some reservations fit at a server time if they are made one after the other, up to the first that
   * does not.
   */
  countFitting(
    own: readonly BudgetRecord[],
    { now, carried }: { readonly now: number; readonly carried: number },
  ): number {
    let count = 0;
    for (const record of own) {
      if (this.obstacle(record, now, carried) !== undefined) break;
      this.#reserve(record);
      count += 1;
    }
    for (const { nonce } of own.slice(0, count)) this.#release(nonce);
    return count;
  }

  /** Applies the next record of a budget log to the counted state of its window. */
  apply(record: BudgetRecord): void {
    if (record.isTimed && record.time > (this.#lastTime ?? 0)) this.#lastTime = record.time;
    switch (record.kind) {
      case 'reserve':
      case 'book':
        this.#reserve(record);
        break;
      case 'confirm':
        this.#tickets.confirm(record);
        break;
      case 'release':
        this.#release(record.nonce);
        break;
      case 'answer':
        this.#answer(record);
        break;
      case 'report':
        this.#report(record);
        break;
      case 'pause':
        if (record.isAccepted) this.#pause.resume(record.value, record.time);
        else this.#pause.begin(record.value);
        break;
      case 'cap':
        this.#caps.learn(record);
        break;
      case 'charge':
        this.#charges.restore(record);
        break;
      case 'clock':
        this.#clock = { min: record.time, max: record.value };
        break;
      case 'carried':
        this.#isCarried = true;
        if (record.value > 0) this.#isReporting = true;
        this.#priorityAt = Math.max(this.#priorityAt, record.time);
        break;
      case 'summary':
        this.#local += record.weight;
        this.#requests += record.value;
        break;
    }
  }

  /**
   * Returns the records that give a new window the state of this one, which the first `bytes` bytes of its log led to.
   * Returns undefined for a limit whose costs are learned from every report, and for a log that does not begin with
   * carried records.
   */
  summary(bytes: number): readonly BudgetRecord[] | undefined {
    if (this.#meter.givesBack !== true || !this.#isCarried) return undefined;
    const tickets = this.#tickets.records();
    const { accepted } = this.#caps;
    const records = [
      ...tickets,
      ...this.#caps.carry(0),
      ...this.#charges.carry(0),
      ...this.#pause.records(),
      ...this.#clockRecords(),
      ...(accepted === 0 ? [] : [budgetRecord({ kind: 'report', value: accepted, isAccepted: true })]),
      ...(this.#reported === undefined ? [] : [budgetRecord({ kind: 'report', value: this.#reported })]),
      budgetRecord({ kind: 'carried', time: this.#priorityAt, value: this.#isReporting ? 1 : 0 }),
    ];
    const head = budgetRecord({
      kind: 'summary',
      weight: this.#local - tickets.reduce((sum, { weight }) => sum + weight, 0),
      value: this.#requests - tickets.length,
      nonce: bytes,
      group: records.length,
      isTimed: this.#lastTime !== undefined,
      time: this.#lastTime ?? 0,
    });
    return [head, ...records];
  }

  /** Returns the records that carry the limits, costs, pause and clock bounds of this window over to the next one. */
  carry(now: number): readonly BudgetRecord[] {
    const pausedUntil = this.#pause.unresumed;
    return [
      ...this.#caps.carry(now),
      ...this.#charges.carry(now),
      ...(pausedUntil === undefined ? [] : [budgetRecord({ kind: 'pause', time: now, value: pausedUntil })]),
      ...this.#clockRecords(),
      budgetRecord({
        kind: 'carried',
        time: Math.max(0, this.#priorityAt),
        value: this.#isReporting ? 1 : 0,
      }),
    ];
  }

  #clockRecords(): readonly BudgetRecord[] {
    if (this.#clock === undefined) return [];
    return [budgetRecord({ kind: 'clock', time: this.#clock.min, value: this.#clock.max })];
  }

  #reserve(record: BudgetRecord): void {
    this.#local += record.weight;
    this.#requests += 1;
    this.#tickets.add(record);
    if (record.lane !== 'bulk') this.#priorityAt = Math.max(this.#priorityAt, record.time);
  }

  #release(nonce: number): void {
    const ticket = this.#tickets.remove(nonce);
    if (ticket === undefined) return;
    this.#local -= ticket.weight;
    this.#requests -= 1;
  }

  #answer(record: BudgetRecord): void {
    const ticket = this.#tickets.remove(record.nonce);
    if (record.isAccepted && ticket !== undefined) this.#pause.accept(ticket.time, record.time);
    if (record.value < 0) return;
    const isCounted = record.isAccepted && this.#meter.givesBack !== true;
    this.#charges.learn({ value: record.value, group: isCounted ? ticket?.group : undefined });
    if (ticket !== undefined) this.#tickets.forgetCountedBy(ticket);
    this.#report(record);
  }

  #report({ value, isAccepted }: BudgetRecord): void {
    this.#isReporting = true;
    this.#reported = this.#meter.givesBack === true ? value : Math.max(this.#reported ?? 0, value);
    if (isAccepted) this.#caps.accept(value);
  }

  /** Returns the rate limit that a refusal at a reported usage proves; undefined if the refusal proves none. */
  capAfterRefusal(reported: number): number | undefined {
    return this.#caps.afterRefusal(reported);
  }

  #chargeOf(ticket: Pick<Ticket, 'weight' | 'group'>): number {
    return this.#charges.of(ticket, this.cap * CHARGE_SHARE_MAX);
  }
}
