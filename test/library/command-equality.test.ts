/** Every method answers what its command prints, on one state of the sandbox: each value the same to the last digit. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { parseJson } from '../../src/core/json.ts';
import { BourseError } from '../../src/library/errors.ts';
import { bourse, fixedClock, type Outcome, temporaryFolder } from '../acceptance/world.ts';
import { argumentsFor, asLibrary, commandLine, programArguments, values } from './command-answers.ts';
import { METHOD_OF, methodNamed, openLibrary } from './test-library.ts';

const READS = ENDPOINTS.filter(({ effect, id }) => effect === 'read' && id !== 'onchain.holdings');
const WRITES = ENDPOINTS.filter(({ effect }) => effect !== 'read');

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
const LIMIT = { ...ORDER, price: '60000', newClientOrderId: 'mine' };
/** Arguments that the sandbox accepts, for calls that it refuses with those made from the declaration. */
const ACCEPTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'spot.order.new': LIMIT,
  'spot.order.test': LIMIT,
  'spot.order.cancel': { symbol: 'BTCUSDT', origClientOrderId: 'mine' },
  'usdm.order.new': LIMIT,
  'usdm.order.cancel': { symbol: 'BTCUSDT', origClientOrderId: 'mine' },
  'coinm.order.new': { ...LIMIT, symbol: 'BTCUSD_PERP', quantity: '1' },
  'usdm.countdown': { symbol: 'BTCUSDT', countdownTime: '60000' },
  'coinm.countdown': { symbol: 'BTCUSD_PERP', countdownTime: '60000' },
  'margin.borrow': { asset: 'USDT', amount: '1' },
  'funds.transfer': { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '1' },
  'options.countdown.set': { underlying: 'BTCUSDT', countdownTime: '60000' },
};

/** What a write did: the values of its answer, or the exit code, the code of the exchange and the message. */
function outcomeOf(done: unknown, endpoint: Endpoint): readonly unknown[] {
  if (done instanceof BourseError) return [done.exitCode, done.code ?? null, done.message];
  if (!isOutcome(done)) return [0, ...values(done)];
  if (done.code === 0)
    return [0, ...(done.stdout === '' ? [] : values(asLibrary(parseJson(done.stdout), endpoint)))];
  const { error } = JSON.parse(done.stderr) as {
    readonly error: { readonly code?: number; readonly message: string };
  };
  // The command line names parameters as it takes them: "--stop-price" is stopPrice.
  const message = error.message.replaceAll(/--([a-z-]+)/g, (_option, name: string) => camelCase(name));
  return [done.code, error.code ?? null, message];
}

/** Ids that each process makes at random are the same word in both. */
function withoutGeneratedIds(outcome: readonly unknown[]): string {
  return JSON.stringify(outcome).replaceAll(/bo[0-9A-Z]{26}(?:-\d+)?|wl[0-9a-z]{15}/g, 'ID');
}

function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_mark, letter: string) => letter.toUpperCase());
}

function isOutcome(done: unknown): done is Outcome {
  return typeof done === 'object' && done !== null && 'stderr' in done;
}

describe('the library and the command line', () => {
  it(`give the same to each of ${READS.length} reads`, async () => {
    const home = temporaryFolder();
    // Waiting takes no time, so that both see the same market; each endpoint has a minute's request budget.
    const virtual = fixedClock();
    const clock = { ...virtual, sleep: async () => {} };
    const { x } = openLibrary({ home }, clock);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;
    await x.trade.placeOrder(order);
    await x.usdm.trade.placeOrder(order);
    const different: string[] = [];
    let answered = 0;
    for (const endpoint of READS) {
      virtual.advance(60_000);
      const given = argumentsFor(endpoint);
      const line = [...commandLine(endpoint, given), '--env', 'sandbox', '-o', 'json', '-q'];
      const printed = await bourse(line, { home, clock });
      const answer = await methodNamed(
        x,
        METHOD_OF.get(endpoint.id)!,
      )(programArguments(endpoint, given)).catch((error: BourseError) => error);
      if (answer instanceof BourseError) {
        if (answer.exitCode !== printed.code)
          different.push(`${endpoint.id}: ${printed.code}, ${answer.message}`);
        continue;
      }
      answered += 1;
      const expected = printed.stdout === '' ? [] : values(asLibrary(parseJson(printed.stdout), endpoint));
      if (JSON.stringify(values(answer)) !== JSON.stringify(expected)) different.push(endpoint.id);
    }
    expect(different).toEqual([]);
    expect(answered).toBeGreaterThan(200);
  });

  it(`do the same with each of ${WRITES.length} writes`, async () => {
    // Two sandboxes of one seed go through the same changes: commands make them in one, methods in the other.
    const [home, other] = [temporaryFolder(), temporaryFolder()];
    const virtual = fixedClock();
    const clock = { ...virtual, sleep: async () => {} };
    const { x } = openLibrary({ home: other }, clock);
    const different: unknown[] = [];
    const outcomes = { done: 0, refused: 0 };
    for (const endpoint of WRITES) {
      virtual.advance(60_000);
      const given = new Map(
        Object.entries(ACCEPTED[endpoint.id] ?? Object.fromEntries(argumentsFor(endpoint))),
      );
      const line = [...commandLine(endpoint, given), '--env', 'sandbox', '-o', 'json', '-q'];
      const confirmed = await bourse([...line, '--yes'], { home, clock });
      // Calls that change nothing of the account ask nothing.
      const asksNothing = confirmed.stderr.includes('Unknown option --yes');
      const printed = asksNothing ? await bourse(line, { home, clock }) : confirmed;
      const answer = await methodNamed(
        x,
        METHOD_OF.get(endpoint.id)!,
      )(programArguments(endpoint, given)).catch((error: BourseError) => error);
      const [byCommand, byMethod] = [outcomeOf(printed, endpoint), outcomeOf(answer, endpoint)];
      if (withoutGeneratedIds(byCommand) !== withoutGeneratedIds(byMethod))
        different.push([endpoint.id, byCommand, byMethod]);
      outcomes[answer instanceof BourseError ? 'refused' : 'done'] += 1;
    }
    expect(different).toEqual([]);
    expect(outcomes.done).toBeGreaterThan(40);
  });
});
