/**
 * Computes how much of a window of a limit is used from the records of its log, in their order. The code is pure:
 * every process that reads the same records gets the same state.
 */
import { Charges } from './budget-charges.ts';
import { Pause } from './budget-pause.ts';
import { ANSWER_MAX_MS, type BudgetRecord, budgetRecord, type Lane } from './budget-records.ts';

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

/**
 * The share of a limit that requests may use; the rest allows for usage not yet reported, such as that of other
 * programs.
 */
const REPORTED_SHARE = 0.97;
/** The share that requests may use of a limit that no answer has confirmed. */
const LISTED_SHARE = 0.9;
/** Look-ups and cancellations may use the whole limit, so that they do not wait behind other requests. */
const URGENT_SHARE = 1;
/** The share of a limit that bulk requests may use while orders, look-ups or cancellations are under way. */
const SHARED_SHARE = 0.8;

/** The time in ms after an order or a look-up during which bulk requests may not use the last part of a limit. */
const PRIORITY_HOLD_MS = 2_000;
/**
 * The time in ms after the start of its window within which the request of a booking is sent; otherwise its process
 * has ended.
 */
export const BOOKING_MAX_MS = 3_000;
/**
 * The time in ms after the start of its window during which other processes count a booking; longer, because their
 * clocks differ.
 */
const BOOKING_COUNTED_MS = 6_000;
/** The time in ms after which a limit learned from a refusal is forgotten. */
export const LEARNED_CAP_MS = 86_400_000;
/**
 * The smallest share of the listed limit that a refusal can prove; a lower value means that the request was refused
 * for another reason.
 */
const LEARNED_SHARE_MIN = 0.01;
/** The share of the limit that one request of unknown cost is assumed to use at most. */
const CHARGE_SHARE_MAX = 0.25;

/** Sources of a limit other than the catalogue. */
export const CAP_SOURCES = { refused: 1, announced: 2 } as const;

interface OpenTicket {
  readonly weight: number;
  readonly group: number;
  readonly time: number;
  readonly lane: Lane;
  /** Whether the request of the reservation still waits for its window to begin. */
  readonly isBooked: boolean;
  /** The usage that the server had reported when the weight was reserved; undefined before the first report. */
  readonly reportedBefore: number | undefined;
}

/** What is reserved. */
export interface Reservation {
  readonly weight: number;
  readonly group: number;
  readonly lane: Lane;
  readonly nonce: number;
}

export class BudgetWindow {
  readonly #meter: Meter;
  /** The reservations whose requests have no answer yet, in the order of the log. */
  readonly #open = new Map<number, OpenTicket>();
  readonly #charges = new Charges();
  readonly #pause = new Pause();
  #local = 0;
  #requests = 0;
  #reported: number | undefined;
  #accepted = 0;
  #isReporting = false;
  #caps: Partial<Record<'refused' | 'announced', { readonly value: number; readonly time: number }>> = {};
  #priorityAt = Number.NEGATIVE_INFINITY;
  #lastTime: number | undefined;
  #clock: { readonly min: number; readonly max: number } | undefined;
  #isCarried = false;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** The limit in force: the lowest one that is known. */
  get cap(): number {
    const { refused, announced } = this.#caps;
    const listed = announced?.value ?? this.#meter.cap;
    return refused === undefined ? listed : Math.min(listed, refused.value);
  }

  /** How the limit in force became known. */
  get capSource(): 'listed' | 'announced' | 'learned' {
    const { refused, announced } = this.#caps;
    if (refused !== undefined && refused.value <= this.cap) return 'learned';
    return announced === undefined ? 'listed' : 'announced';
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

  /** The latest time in a record whose writer knew the server's clock. */
  get lastTime(): number | undefined {
    return this.#lastTime;
  }

  /** Bounds of the server's clock minus the machine's. */
  get clock(): { readonly min: number; readonly max: number } | undefined {
    return this.#clock;
  }

  isOpen(nonce: number): boolean {
    return this.#open.has(nonce);
  }

  /**
   * Returns the weight of the open reservations that the server may still count, without those that are also open
   * in the window `except`.
   */
  openWeight(since = Number.NEGATIVE_INFINITY, except?: BudgetWindow): number {
    let sum = 0;
    for (const [nonce, ticket] of this.#open) {
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
    this.#dropBookings(now - BOOKING_COUNTED_MS);
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
    let open = 0;
    for (const [nonce, ticket] of this.#open) {
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
    if (this.#pause.isProbing(now, this.#openTimes())) return 'probe';
    const reported = this.#reported ?? 0;
    // A request that weighs more than the limit is sent when the window is unused, because it would never fit.
    if (local === 0 && reported + open + carried === 0) return undefined;
    const limit = this.cap * this.shareOf(wanted.lane, now);
    const least = Math.max(this.#isReporting ? local : local + carried, reported) + wanted.weight;
    if (least > limit) return 'full';
    if (wanted.lane !== 'urgent' && least > limit * this.#pause.share(now)) return 'probe';
    if (!this.#isReporting || reported + open + carried + this.#chargeOf(wanted) <= limit) return undefined;
    return carried > 0 || this.#isAnswerDue(now) ? 'in-flight' : 'full';
  }

  /** Returns the share of the limit that requests of a lane may use at a server time. */
  shareOf(lane: Lane, now: number): number {
    if (lane === 'urgent') return URGENT_SHARE;
    if (lane === 'bulk' && now < this.#priorityAt + PRIORITY_HOLD_MS) return SHARED_SHARE;
    return this.#isReporting ? REPORTED_SHARE : LISTED_SHARE;
  }

  /** Applies the next record of the log to the state of the window. */
  apply(record: BudgetRecord): void {
    if (record.isTimed && record.time > (this.#lastTime ?? 0)) this.#lastTime = record.time;
    switch (record.kind) {
      case 'reserve':
      case 'book':
        this.#reserve(record);
        break;
      case 'confirm':
        this.#confirm(record);
        break;
      case 'release':
        this.#release(record);
        break;
      case 'answer':
        this.#answer(record);
        break;
      case 'report':
        this.#report(record);
        break;
      case 'pause':
        this.#pause.begin(record.value);
        break;
      case 'cap':
        this.#learnCap(record);
        break;
      case 'charge':
        this.#charges.carry(record.group, record.value);
        break;
      case 'clock':
        this.#clock = { min: record.time, max: record.value };
        break;
      case 'carried':
        this.#isCarried = true;
        if (record.value > 0) this.#isReporting = true;
        this.#priorityAt = Math.max(this.#priorityAt, record.time);
        break;
    }
  }

  /** Returns the records that carry the limits, costs, pause and clock bounds of this window over to the next one. */
  carry(now: number): readonly BudgetRecord[] {
    const caps = Object.entries(this.#caps)
      .filter(([, { time }]) => time > now - LEARNED_CAP_MS)
      .map(([source, { value, time }]) =>
        budgetRecord({ kind: 'cap', group: CAP_SOURCES[source as 'refused'], value, time }),
      );
    const charges = this.#charges
      .entries()
      .map(([group, value]) => budgetRecord({ kind: 'charge', group, value, time: now }));
    const pausedUntil = this.#pause.unresumed;
    return [
      ...caps,
      ...charges,
      ...(pausedUntil === undefined ? [] : [budgetRecord({ kind: 'pause', time: now, value: pausedUntil })]),
      ...(this.#clock === undefined
        ? []
        : [budgetRecord({ kind: 'clock', time: this.#clock.min, value: this.#clock.max })]),
      budgetRecord({
        kind: 'carried',
        time: Math.max(0, this.#priorityAt),
        value: this.#isReporting ? 1 : 0,
      }),
    ];
  }

  #reserve({ kind, nonce, weight, group, time, lane }: BudgetRecord): void {
    this.#local += weight;
    this.#requests += 1;
    const isBooked = kind === 'book';
    this.#open.set(nonce, { weight, group, time, lane, isBooked, reportedBefore: this.#reported });
    if (lane !== 'bulk') this.#priorityAt = Math.max(this.#priorityAt, time);
  }

  #confirm({ nonce, time }: BudgetRecord): void {
    const ticket = this.#open.get(nonce);
    if (ticket === undefined) return;
    this.#open.set(nonce, { ...ticket, time, isBooked: false, reportedBefore: this.#reported });
  }

  /** Gives back the weight of bookings whose window began before a time, because their processes must have ended. */
  #dropBookings(before: number): void {
    for (const [nonce, { isBooked, time }] of this.#open)
      if (isBooked && time < before) this.#release({ nonce });
  }

  #release({ nonce }: Pick<BudgetRecord, 'nonce'>): void {
    const ticket = this.#open.get(nonce);
    if (ticket === undefined) return;
    this.#open.delete(nonce);
    this.#local -= ticket.weight;
    this.#requests -= 1;
  }

  #answer(record: BudgetRecord): void {
    const ticket = this.#open.get(record.nonce);
    this.#open.delete(record.nonce);
    if (record.isAccepted && ticket !== undefined) this.#pause.accept(ticket.time, record.time);
    if (record.value < 0) return;
    if (ticket?.reportedBefore !== undefined && record.value > ticket.reportedBefore) {
      this.#charges.learn(ticket.group, record.value - ticket.reportedBefore);
    }
    // A reservation made long before an answered request that has no answer itself is already part of the reported
    // usage.
    if (ticket !== undefined) this.#forgetLost(ticket.time - ANSWER_MAX_MS);
    this.#report(record);
  }

  #report({ value, isAccepted }: BudgetRecord): void {
    this.#isReporting = true;
    this.#reported = this.#meter.givesBack === true ? value : Math.max(this.#reported ?? 0, value);
    if (isAccepted) this.#accepted = Math.max(this.#accepted, value);
  }

  /**
   * Returns the limit that a refusal at a reported usage proves: a refusal below the known limit shows that the
   * server has a lower limit, not below the largest usage that it accepted. Returns undefined if the refusal proves
   * no limit.
   */
  capAfterRefusal(reported: number): number | undefined {
    const learned = this.#accepted / REPORTED_SHARE;
    const isLower = reported <= this.cap && this.#accepted > 0;
    return isLower && learned >= this.#meter.cap * LEARNED_SHARE_MIN ? learned : undefined;
  }

  #forgetLost(before: number): void {
    for (const [nonce, { time }] of this.#open) if (time < before) this.#open.delete(nonce);
  }

  #learnCap({ group, value, time }: BudgetRecord): void {
    if (group === CAP_SOURCES.announced) this.#caps = { ...this.#caps, announced: { value, time } };
    if (group === CAP_SOURCES.refused) this.#caps = { ...this.#caps, refused: { value, time } };
  }

  #chargeOf(ticket: Pick<OpenTicket, 'weight' | 'group'>): number {
    return this.#charges.of(ticket, this.cap * CHARGE_SHARE_MAX);
  }

  #openTimes(): readonly number[] {
    return [...this.#open.values()].map(({ time }) => time);
  }

  /** Returns whether a request is under way whose answer will show what the server counted. */
  #isAnswerDue(now: number): boolean {
    for (const { time } of this.#open.values()) if (time > now - ANSWER_MAX_MS) return true;
    return false;
  }
}
