/** Shared by the checks of all clients: the report of each check, and raw responses to compare with. */
import { deepStrictEqual } from 'node:assert';

/** The address that `bourse sandbox run` gives to the programs it starts. */
export const SPOT = process.env.SANDBOX_SPOT_URL ?? '';
if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(SPOT)) {
  console.error('SANDBOX_SPOT_URL is missing. Run: bourse sandbox run -- node test/sdk/run.mjs');
  process.exit(2);
}

/** Whether the sandbox serves today's interface. */
export const IS_TODAY = process.env.SANDBOX_INTERFACE === 'today';

/** The demo account's key and secret. */
export const KEY = process.env.SANDBOX_API_KEY ?? '';
export const SECRET = process.env.SANDBOX_API_SECRET ?? '';

/** A past time window, whose candles never change. */
export const START = Date.UTC(2024, 2, 10);
export const HOUR = 3_600_000;

/** The number of tries to find two calls between which the market doesn't change. */
const TRIES = 40;

/** Returns the checks of one client; `end` sets the exit code. */
export function checksOf(client) {
  let failed = 0;
  const checks = {
    /** Runs a check of calls that the exchange has retired, which the sandbox refuses where it serves today's interface. */
    retired(name, run) {
      if (!IS_TODAY) return checks.check(name, run);
      return checks.check(`${name}: refused, because the exchange has retired it`, async () => {
        await refused(run);
      });
    },
    /** Runs a check and prints a line. */
    async check(name, run) {
      try {
        const said = await run();
        console.log(`ok    ${client}: ${name}${said === undefined ? '' : ` (${said})`}`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${client}: ${name}: ${messageOf(error).split('\n').slice(0, 12).join(' | ')}`);
      }
    },
    end() {
      process.exitCode ||= failed === 0 ? 0 : 1;
    },
  };
  return checks;
}

/** Returns the message of an error, with the refusal that some clients leave in the response. */
function messageOf(error) {
  const refusal = error?.response?.data;
  return `${error?.message ?? error}${refusal === undefined ? '' : ` ${JSON.stringify(refusal)}`}`;
}

/** Returns the sandbox's response to a plain GET. */
export async function raw(path, query = {}) {
  const response = await fetch(`${SPOT}${path}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Throws unless both values are deeply equal. */
export function same(found, expected) {
  deepStrictEqual(plain(found), plain(expected));
}

/** Returns a value as it would be after a way over the wire. */
function plain(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/**
 * Compares the result of a client with a raw response that was equal before and after the client's call, so
 * that the market didn't change in between.
 */
export async function sameInQuiet(readRaw, readClient, compare) {
  for (let left = TRIES; left > 0; left -= 1) {
    const before = await readRaw();
    const found = await readClient();
    const after = await readRaw();
    if (JSON.stringify(before) === JSON.stringify(after)) return compare(found, before);
  }
  throw new Error(`the market did not stand still in ${TRIES} tries`);
}

/** Runs a call that must fail, and returns the error. */
export async function refused(run) {
  let answer;
  try {
    answer = await run();
  } catch (error) {
    return error;
  }
  throw new Error(`expected a refusal, got ${JSON.stringify(answer).slice(0, 200)}`);
}

/** Returns a price far below the market that the filters allow, at which an order stays open. */
export async function restingPrice(symbol) {
  const { bidPrice } = await raw('/api/v3/ticker/bookTicker', { symbol });
  return `${Math.floor(Number(bidPrice) * 0.7)}`;
}

/** Returns prices on both sides of the market that stay untouched for a while: 2 and 3 per cent away. */
export async function pricesAround(symbol) {
  const last = Number((await raw('/api/v3/ticker/price', { symbol })).price);
  const at = (factor) => Math.floor(last * factor);
  return { last, below: at(0.98), farBelow: at(0.97), above: at(1.02), farAbove: at(1.03) };
}

/** Waits because of the limit of ten orders per second. */
export function rested() {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

/** The longest wait for a stream message in ms. */
const WAIT_MS = 20_000;

/** Resolves as the promise does; fails where no stream message arrives in time. */
export function soon(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), WAIT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Throws unless the condition holds. */
export function must(holds, what) {
  if (!holds) throw new Error(what);
}
