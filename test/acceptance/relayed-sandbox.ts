/** A sandbox behind a relay, and commands that trade on it with keys from environment variables. */
import { expect, onTestFinished } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import type { Permission } from '../../src/sandbox/engine/ledger/accounts.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { startSandbox } from '../../src/sandbox/process/serve.ts';
import { type Relay, splitSignature, startRelay } from './relay.ts';
import { bourse, fixedClock, type Outcome, temporaryFolder, type WorldOptions } from './world.ts';

export interface RelayedSandbox {
  readonly clock: ReturnType<typeof fixedClock>;
  readonly exchange: SandboxExchange;
  readonly relay: Relay;
  readonly home: string;
  /** The demo account's API key and secret. */
  readonly keys: { readonly apiKey: string; readonly apiSecret: string };
  /** How far the exchange's clock is ahead of the commands' clock, in ms; tests may change it. */
  skewMs: number;
  /** Runs a command against the sandbox; fails if its output contains a key, secret or signature. */
  run(line: string | readonly string[], more?: WorldOptions): Promise<Outcome>;
  /** Adds a key of the demo user to the sandbox. */
  addKey(
    apiKey: string,
    more?: { secret?: string; kind?: 'HMAC' | 'RSA' | 'Ed25519'; permissions?: Permission[] },
  ): void;
}

/** A command that places a limit order far below the market, which stays open. */
export const RESTING =
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000';

const READ_AND_TRADE: Permission[] = ['reading', 'spot'];

/** Secret of the keys that tests add. */
export const OWN_SECRET = 'CanarySecret'.padEnd(64, 'x');

/** Starts a relayed sandbox that is closed after the test. */
export async function openRelayedSandbox(): Promise<RelayedSandbox> {
  const clock = fixedClock();
  const home = temporaryFolder();
  const skew = { ms: 0 };
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    clock: { ...clock, now: () => unixMs(clock.now() + skew.ms) },
  });
  const relay = await startRelay(sandbox.hosts.spot);
  onTestFinished(async () => {
    await relay.close();
    await sandbox.close();
  });
  const { apiKey, apiSecret, exchange } = sandbox;
  return {
    clock,
    exchange,
    relay,
    home,
    keys: { apiKey, apiSecret },
    get skewMs() {
      return skew.ms;
    },
    set skewMs(ms) {
      skew.ms = ms;
    },
    async run(line, more = {}) {
      const words = typeof line === 'string' ? line.split(' ') : line;
      const environment = { BOURSE_API_KEY: apiKey, BOURSE_API_SECRET: apiSecret, ...more.environment };
      const options = { clock, home, ...more, environment };
      const outcome = await bourse([...words, `--host=spot=${relay.origin}`], options);
      expectNoSecret(outcome, relay, [apiSecret, OWN_SECRET, environment.BOURSE_API_KEY]);
      return outcome;
    },
    addKey(name, { secret = OWN_SECRET, kind = 'HMAC', permissions = READ_AND_TRADE } = {}) {
      runAdminCommand(exchange, { do: 'add-key', user: 'demo', apiKey: name, kind, secret, permissions });
    },
  };
}

/** Fails if a run printed one of the secrets, or the signature of a sent request. */
export function expectNoSecret(outcome: Outcome, relay: Relay, secrets: readonly string[]): void {
  const said = outcome.stdout + outcome.stderr;
  const signatures = relay.requests
    .filter(({ query, body }) => /(^|&)signature=/.test(query + body))
    .flatMap((one) => {
      const { signature } = splitSignature(one);
      return [signature, encodeURIComponent(signature)];
    });
  for (const secret of [...secrets, ...signatures].filter((one) => one !== ''))
    expect(said).not.toContain(secret);
}
