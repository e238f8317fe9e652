/**
 * A write counts as done only if its answer proves it, and is in the journal before the exchange receives it. Swept over every
 * write of the catalogue: answers of status 200 that prove nothing end in exit code 7 through each door, or are looked
 * up; never in exit code 0.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { messageProof } from '../../src/catalogue/write-proofs.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import type { RelayedRequest } from '../acceptance/relay.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { endpointsRecordedIn, recordedAs } from './journal-at-arrival.ts';
import { MEANINGLESS_BODIES, startMeaninglessExchange } from './meaningless-answers.ts';

const WRITES = ENDPOINTS.filter(({ effect }) => effect === 'write' || effect === 'funds');
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
const HOSTS = ['spot', 'usdm', 'coinm', 'options', 'papi'];

/** The words of a call by its command and by `bourse api`. */
const DOORS: Readonly<Record<string, (endpoint: Endpoint) => readonly string[]>> = {
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

/**
 * Returns the body that the write with this number tries, never the one that is documented for it. Successive numbers
 * try different bodies. The judgement of every body for every write is tested without a run, in
 * test/request/write-proof.test.ts; here each write shows through each door that it is judged.
 */
function bodyOf({ proof }: Endpoint, number: number): string {
  const isMeaningless = (body: string) =>
    body !== '{"success":true}' &&
    !(body === '{}' && proof?.by === 'empty-object') &&
    !(body === '{"msg":"success"}' && proof === messageProof);
  const bodies = MEANINGLESS_BODIES.filter(isMeaningless);
  return bodies[number % bodies.length]!;
}

describe.each(Object.keys(DOORS))(
  `each of ${WRITES.length} writes, answered with nothing that proves it, by %s`,
  (door) => {
    const wordsOf = DOORS[door]!;
    const shift = Object.keys(DOORS).indexOf(door);
    const calls = WRITES.map((endpoint, index) => ({
      id: endpoint.id,
      body: bodyOf(endpoint, 2 * index + shift),
      endpoint,
    }));

    it.each(calls)('$id: is recorded first, and $body leaves it unknown', async ({ endpoint, body }) => {
      const home = temporaryFolder();
      let recorded: readonly string[] = [];
      const relay = await startMeaninglessExchange(endpoint, body, async () => {
        recorded = await endpointsRecordedIn(home);
      });
      const hosts = HOSTS.flatMap((host) => ['--host', `${host}=${relay.origin}`]);
      const { code, stdout } = await bourse([...wordsOf(endpoint), ...hosts], { environment: KEYS, home });
      expect(recorded).toEqual(recordedAs(endpoint));
      const isSent = ({ method, path }: RelayedRequest) =>
        method === endpoint.method && path === endpoint.path;
      expect([code, stdout, relay.requests.filter(isSent).length]).toEqual([7, '', 1]);
    });
  },
);

it('a call of a path that the catalogue lacks is recorded first', async () => {
  const home = temporaryFolder();
  let recorded: readonly string[] = [];
  const path = '/api/v3/unlisted';
  const relay = await startMeaninglessExchange({ method: 'POST', path }, '{}', async () => {
    recorded = await endpointsRecordedIn(home);
  });
  const words = ['api', 'POST', path, 'symbol=BTCUSDT', '--sign', '--yes', '--host', `spot=${relay.origin}`];
  await bourse(words, { environment: KEYS, home });
  expect(recorded).toEqual(['raw']);
});
