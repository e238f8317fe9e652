/**
 * With a policy that refuses by default, no write of the catalogue leaves through any door, except those that only cancel
 * or reduce. Swept over every write, with the number of endpoints held back and exempted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { effectiveValue } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import type { BourseError } from '../../src/library/errors.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { startRelay } from '../acceptance/relay.ts';
import { bourse, NOW, temporaryFolder } from '../acceptance/world.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { METHOD_OF, methodNamed, openLibrary } from '../library/test-library.ts';
import { errorOf, served } from '../serve/served-library.ts';

const WRITES = ENDPOINTS.filter(({ effect }) => effect === 'write' || effect === 'funds');
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
const HOSTS = ['spot', 'usdm', 'coinm', 'options', 'papi'];

/** Placements whose generated arguments are orders that only reduce. */
const REDUCE_ONLY = ['options.order.batch'];

/** The writes that are exempt: they cancel, or reduce with these arguments. */
const EXEMPT = WRITES.filter(
  ({ id, method, security, cancelsNoOrder }) =>
    REDUCE_ONLY.includes(id) ||
    (method === 'DELETE' && effectiveValue(security) === 'TRADE' && cancelsNoOrder !== true),
).map(({ id }) => id);

/** The words of a call on the command line. */
const COMMAND_LINES: Readonly<Record<string, (endpoint: Endpoint) => readonly string[]>> = {
  command(endpoint) {
    const { line, verb } = COMMANDS.get(endpoint.id)!;
    const own = ['yes', 'skip-filters'].filter((name) => verb.options?.some((one) => one.name === name));
    return [
      ...line.split(' '),
      ...optionWords(endpoint, leastArguments(endpoint)),
      ...own.map((name) => `--${name}`),
    ];
  },
  api(endpoint) {
    const pairs = [...leastArguments(endpoint)].map(([name, value]) => `${name}=${value}`);
    return ['api', endpoint.method, endpoint.path, ...pairs, '--yes', '--skip-filters'];
  },
};

function homeThatRefuses(): string {
  const home = temporaryFolder();
  mkdirSync(join(home, 'config'), { mode: 0o700 });
  const text = JSON.stringify({ version: 1, default: 'refuse', rules: [] });
  writeFileSync(join(home, 'config', 'policy.json'), text, { mode: 0o600 });
  return home;
}

/** A call that goes to an exchange; returns its exit code. */
type Call = (origin: string) => Promise<number>;

function commandLine(words: readonly string[]): Call {
  return async (origin) => {
    const hosts = HOSTS.flatMap((host) => ['--host', `${host}=${origin}`]);
    return (await bourse([...words, ...hosts], { home: homeThatRefuses(), environment: KEYS })).code;
  };
}

function libraryCall(endpoint: Endpoint): Call {
  return async (origin) => {
    const hosts = Object.fromEntries(HOSTS.map((host) => [host, origin]));
    const { x } = openLibrary({ env: 'live', home: homeThatRefuses(), variables: KEYS, hosts });
    const given = Object.fromEntries(leastArguments(endpoint));
    const outcome = methodNamed(x, METHOD_OF.get(endpoint.id)!)(given, { skipFilters: true });
    return outcome.then(
      () => 0,
      (error: BourseError) => error.exitCode,
    );
  };
}

function servedCall(endpoint: Endpoint): Call {
  return async (origin) => {
    const host = HOSTS.map((name) => `${name}=${origin}`);
    const { server, call } = await served({
      home: homeThatRefuses(),
      typed: { env: 'live', host },
      environment: KEYS,
    });
    const given = Object.fromEntries(leastArguments(endpoint));
    const { status, body } = await call(METHOD_OF.get(endpoint.id)!, {
      arguments: given,
      options: { skipFilters: true },
    });
    await server.close();
    return status === 200 ? 0 : (errorOf(body)['exitCode'] as number);
  };
}

/** The call of an endpoint through each door. */
const DOORS: Readonly<Record<string, (endpoint: Endpoint) => Call>> = {
  command: (endpoint) => commandLine(COMMAND_LINES['command']!(endpoint)),
  api: (endpoint) => commandLine(COMMAND_LINES['api']!(endpoint)),
  library: libraryCall,
  serve: servedCall,
};

/** Makes a call to an exchange that refuses everything but the time; returns what it received. */
async function sentBy(call: Call) {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ method, path }) => {
    if (method === 'GET' && path.endsWith('/time')) return { status: 200, body: `{"serverTime":${NOW}}` };
    return { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
  });
  const code = await call(relay.origin);
  return { code, writes: relay.requests.filter(({ method }) => method !== 'GET').length };
}

describe.each(Object.entries(DOORS))('under default: refuse, by %s', (_door, callOf) => {
  it(`${WRITES.length - EXEMPT.length} of ${WRITES.length} writes stay, ${EXEMPT.length} that cancel or reduce leave`, async () => {
    const held: string[] = [];
    const exempt: string[] = [];
    for (const endpoint of WRITES) {
      const { code, writes } = await sentBy(callOf(endpoint));
      if (code === 9 && writes === 0) held.push(endpoint.id);
      else exempt.push(endpoint.id);
    }
    expect(exempt).toEqual(EXEMPT);
    expect(held.length).toBe(WRITES.length - EXEMPT.length);
  });
});
