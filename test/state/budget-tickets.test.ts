/** The sums over the open reservations of a window: kept up to date, and always those that a visit of all would find. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAP_SOURCES } from '../../src/state/budget-caps.ts';
import { ANSWER_MAX_MS, type BudgetRecord, budgetRecord, LANES } from '../../src/state/budget-records.ts';
import { type Ticket, Tickets } from '../../src/state/budget-tickets.ts';
import { BudgetWindow, type Meter } from '../../src/state/budget-window.ts';
import { SPOT, START } from './budget-world.ts';

/** Few numbers, so that reservations of several processes repeat one, and records meet open and ended reservations. */
const NONCE = fc.nat({ max: 11 });
const TIME = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 40_000 })).map((ms) => START + ms);
const COMMON = { nonce: NONCE, time: TIME, isTimed: fc.boolean(), isAccepted: fc.boolean() };

/** Records of reservations that are made, booked, sent, answered and given back, in any order and with any times. */
const RESERVATION: fc.Arbitrary<BudgetRecord> = fc
  .record({
    ...COMMON,
    kind: fc.constantFrom('reserve', 'reserve', 'reserve', 'book', 'confirm', 'release', 'answer', 'answer'),
    lane: fc.constantFrom(...LANES),
    weight: fc.nat({ max: 4 }),
    group: fc.nat({ max: 2 }),
    value: fc.integer({ min: -1, max: 60 }),
  })
  .map(budgetRecord);

/** Records by which the costs of open reservations change without one of them being opened or ended. */
const LEARNED: fc.Arbitrary<BudgetRecord> = fc
  .record({
    ...COMMON,
    kind: fc.constantFrom('report', 'charge', 'cap', 'pause', 'carried'),
    group: fc.oneof(fc.nat({ max: 2 }), fc.constantFrom(...Object.values(CAP_SOURCES))),
    value: fc.oneof(fc.nat({ max: 60 }), fc.constantFrom(9, 1_000 / 7)),
  })
  .map(budgetRecord);

const RECORDS = fc.array(fc.oneof({ weight: 5, arbitrary: RESERVATION }, { weight: 1, arbitrary: LEARNED }), {
  maxLength: 60,
});

/** The open reservations as a plain list, of which every question visits all. */
class PlainTickets {
  #open: (readonly [nonce: number, ticket: Ticket])[] = [];

  get entries() {
    return this.#open;
  }

  apply({ kind, nonce, weight, group, time, lane, isTimed }: BudgetRecord): void {
    const place = this.#open.findIndex(([known]) => known === nonce);
    const known = this.#open[place]?.[1];
    if (kind === 'reserve' || kind === 'book') {
      const ticket = { weight, group, time, lane, isTimed, isBooked: kind === 'book' };
      if (place < 0) this.#open.push([nonce, ticket]);
      else this.#open[place] = [nonce, ticket];
    } else if (known !== undefined && kind === 'confirm') {
      this.#open[place] = [nonce, { ...known, time, isTimed, isBooked: false }];
    } else if (known !== undefined) {
      this.#open.splice(place, 1);
      const counted = known.time - ANSWER_MAX_MS;
      if (kind === 'answer' && known.isTimed)
        this.#open = this.#open.filter(([, one]) => one.time >= counted);
    }
  }

  countUnderWay(now: number): number {
    return this.#open.filter(([, { time, isBooked }]) => !isBooked && time > now - 4_000).length;
  }

  abandonedBookings(now: number): readonly number[] {
    return this.#open.flatMap(([nonce, { time, isBooked }]) =>
      isBooked && time < now - 6_000 ? [nonce] : [],
    );
  }
}

function applyTo(tickets: Tickets, record: BudgetRecord): void {
  if (record.kind === 'reserve' || record.kind === 'book') tickets.add(record);
  else if (record.kind === 'confirm') tickets.confirm(record);
  else {
    const ticket = tickets.remove(record.nonce);
    if (record.kind === 'answer' && ticket !== undefined) tickets.forgetCountedBy(ticket);
  }
}

describe('the open reservations of a window', () => {
  it('are those of a plain list, and so are their numbers', () => {
    fc.assert(
      fc.property(fc.array(RESERVATION, { maxLength: 80 }), TIME, (records, now) => {
        const [tickets, plain] = [new Tickets(), new PlainTickets()];
        for (const record of records) {
          applyTo(tickets, record);
          plain.apply(record);
          expect([...tickets.entries()]).toEqual(plain.entries);
          const counts = new Map<string, number>();
          for (const [, { weight, group }] of plain.entries) {
            const name = `${weight} of ${group}`;
            counts.set(name, (counts.get(name) ?? 0) + 1);
          }
          const found = tickets.equal.map(({ weight, group, count }) => [`${weight} of ${group}`, count]);
          expect(found.length).toBe(counts.size);
          expect(new Map(found as [string, number][])).toEqual(counts);
          expect(tickets.abandonedBookings(now)).toEqual(plain.abandonedBookings(now));
          for (let count = 1; count <= 8; count += 1)
            expect(tickets.areUnderWay(count, now)).toBe(plain.countUnderWay(now) >= count);
          expect(tickets.areUnderWay(Number.POSITIVE_INFINITY, now)).toBe(false);
        }
      }),
      { seed: 15, numRuns: 120 },
    );
  });

  it('weigh what a visit of all of them adds up, whatever was learned of their costs since', () => {
    const meters: readonly Meter[] = [SPOT, { ...SPOT, cap: 40 }, { ...SPOT, cap: 150, givesBack: true }];
    const own = (weight: number, nonce: number) => budgetRecord({ kind: 'reserve', weight, nonce, group: 1 });
    fc.assert(
      fc.property(RECORDS, fc.constantFrom(...meters), TIME, (records, meter, now) => {
        const state = new BudgetWindow(meter);
        for (const record of records) {
          state.apply(record);
          // A cost may be a fraction of a limit, whose multiple is not exactly its sum.
          expect(state.openWeight()).toBeCloseTo(state.openWeightSince(Number.NEGATIVE_INFINITY), 6);
        }
        // The tries of reservations, and the bookings that are given up by them, leave the sum right.
        state.countFitting([own(1, 101), own(3, 102), own(200, 103)], { now, carried: 0 });
        expect(state.openWeight()).toBeCloseTo(state.openWeightSince(Number.NEGATIVE_INFINITY), 6);
      }),
      { seed: 15, numRuns: 500 },
    );
  });
});
