/** What the tests of faults share: a spot exchange, raw servers, an order, and a clock for timeouts. */
import { expect, onTestFinished, vi } from 'vitest';
import { secretSpellings } from '../../src/profile/redaction.ts';
import {
  CANARY_KEYS,
  openScriptedExchange,
  type Paths,
  type ScriptedExchange,
} from '../acceptance/scripted-exchange.ts';
import { bourse, fixedClock, type Outcome, type WorldOptions } from '../acceptance/world.ts';
import { answerOf, type RawServer, type Script, startRawServer } from '../transport/raw-server.ts';

export const SPOT: Paths = {
  place: '/api/v3/order',
  order: '/api/v3/order',
  open: '/api/v3/openOrders',
  all: '/api/v3/allOrders',
  time: '/api/v3/time',
};

/** The client order id of `ORDER`. */
export const ORDER_ID = 'fault-order';

/** Places a limit order on spot under the id `ORDER_ID`. */
export const ORDER =
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 50000 ' +
  `--new-client-order-id ${ORDER_ID} --skip-filters`;

/** Reads the server time without a key. */
export const READ = 'market time';

export function openFaultExchange(): Promise<ScriptedExchange> {
  return openScriptedExchange(SPOT, 'spot');
}

/** Starts a raw server that is closed after the test. */
export async function startFaultServer(...scripts: readonly Script[]): Promise<RawServer> {
  const server = await startRawServer(...scripts);
  onTestFinished(() => server.close());
  return server;
}

/**
 * Returns the script of an exchange that knows the time and no order. It answers one request a connection; orders are
 * answered by `onOrder`.
 */
export function exchangeWithoutOrders(onOrder: Script): Script {
  const rest: Script = [{ do: 'answer-request', answer: answerWithoutOrders }, { do: 'half-close' }];
  return [{ do: 'choose', script: (begun) => (begun.startsWith('POST') ? onOrder : rest) }];
}

/** Runs a command with canary keys against an address; fails if the command prints one of the keys. */
export async function runAt(origin: string, line: string, more: WorldOptions = {}): Promise<Outcome> {
  const outcome = await bourse([...line.split(' '), `--host=spot=${origin}`], {
    ...more,
    environment: { ...CANARY_KEYS, ...more.environment },
  });
  expectNoCanary(outcome);
  return outcome;
}

/** Fails if a command printed the canary key or secret in any encoding, or a signature. */
export function expectNoCanary({ stdout, stderr }: Outcome): void {
  const said = stdout + stderr;
  expect(secretSpellings(Object.values(CANARY_KEYS)).filter((one) => said.includes(one))).toEqual([]);
  expect(said).not.toMatch(/signature=[0-9a-f]{16}/);
}

/** Time that passes for timers in each turn of the event loop while `withFastTimers` runs, in ms. */
const TURN_MS = 250;

/**
 * Runs a function while time passes for timers as soon as `isStalled` returns true, so that no test waits for a timeout.
 * Sockets are not affected.
 */
export async function withFastTimers<T>(isStalled: () => boolean, run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    let isOver = false;
    const running = run().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      // Several turns, so that what a timer started on a socket is carried out before further time passes.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (isStalled()) vi.advanceTimersByTime(TURN_MS);
    }
    return await running;
  } finally {
    vi.useRealTimers();
  }
}

function answerWithoutOrders(request: string): Buffer {
  const path = request.split(' ')[1]?.split('?')[0];
  if (path === SPOT.time) return answerOf(200, `{"serverTime":${fixedClock().now()}}`, CLOSING);
  return path === SPOT.order
    ? answerOf(400, '{"code":-2013,"msg":"Order does not exist."}', CLOSING)
    : answerOf(200, '[]', CLOSING);
}

const CLOSING = ['Content-Type: application/json', 'Connection: close'];
