/**
 * A write sent by `bourse api` is the write of its command: the same requests leave, and a lost answer is
 * resolved in the same way. Swept over every write of the catalogue.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { json } from '../acceptance/outcomes.ts';
import { type RelayAction, type RelayedRequest, startRelay } from '../acceptance/relay.ts';
import { bourse, NOW } from '../acceptance/world.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';

const WRITES = ENDPOINTS.filter(({ effect }) => effect !== 'read').map((endpoint) => ({
  id: endpoint.id,
  endpoint,
}));
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
const HOSTS = ['spot', 'usdm', 'coinm', 'options', 'papi'];
/** Parameters and headers that signing adds. */
const SIGNING = ['recvWindow', 'timestamp', 'signature'];

/** Returns the words of the command and those of `bourse api` that send the same arguments. */
function linesOf(endpoint: Endpoint) {
  const wire = leastArguments(endpoint);
  const command = COMMANDS.get(endpoint.id)!;
  const pairs = [...wire].map(([name, value]) => `${name}=${value}`);
  const canConfirm = command.verb.options?.some(({ name }) => name === 'yes') === true;
  return {
    command: [...command.line.split(' '), ...optionWords(endpoint, wire), ...(canConfirm ? ['--yes'] : [])],
    api: ['api', endpoint.method, endpoint.path, ...pairs, '--yes'],
  };
}

/** Replaces ids that bourse makes, which differ between runs, and the signature over them. */
function normalize(text: string): string {
  return text.replace(/bo[0-9A-Z]{26}-\d+/g, 'ID').replace(/signature=[^&"\s]*/g, 'signature=S');
}

/** Runs a command line against an exchange that refuses queries and does `action` with the write. */
async function runAgainst(action: RelayAction, endpoint: Endpoint, words: readonly string[]) {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ method, path }) => {
    if (method === endpoint.method && path === endpoint.path) return action;
    if (method === 'GET' && path.endsWith('/time')) return { status: 200, body: `{"serverTime":${NOW}}` };
    return { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
  });
  const hosts = HOSTS.flatMap((host) => ['--host', `${host}=${relay.origin}`]);
  const outcome = await bourse([...words, ...hosts], { environment: KEYS });
  const lines = relay.requests.map(({ method, path, query, body }) =>
    normalize(`${method} ${path} ${query} ${body}`),
  );
  return { outcome, lines, requests: relay.requests };
}

/** Returns the error that a run printed, without what differs between two runs. */
function errorOf(stderr: string, origin: RegExp = /http:\/\/127\.0\.0\.1:\d+/g): Record<string, unknown> {
  const line = stderr.trim().split('\n').at(-1)!;
  return (JSON.parse(normalize(line.replace(origin, 'ORIGIN'))) as { error: Record<string, unknown> }).error;
}

function namesOf({ query, body }: RelayedRequest): readonly string[] {
  const text = query === '' ? body : query;
  return text === '' ? [] : text.split('&').map((entry) => entry.split('=')[0]!);
}

describe.each(WRITES)('$id by bourse api', ({ endpoint }) => {
  const refused: RelayAction = { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
  const { command, api } = linesOf(endpoint);
  const isWrite = ({ method, path }: RelayedRequest) => method === endpoint.method && path === endpoint.path;
  /** The refused call by `bourse api`, which two tests look at. */
  let refusedByApi: ReturnType<typeof runAgainst> | undefined;
  const callRefused = () => {
    refusedByApi ??= runAgainst(refused, endpoint, api);
    return refusedByApi;
  };

  it('sends the same requests as its command', async () => {
    const [byCommand, byApi] = [await runAgainst(refused, endpoint, command), await callRefused()];
    expect(byApi.lines).toEqual(byCommand.lines);
    expect(byApi.requests.filter(isWrite)).toHaveLength(1);
    const { param, parts, listField } = endpoint.clientIds ?? {};
    const ids = listField === undefined ? [param ?? [], parts?.params ?? []].flat() : [];
    expect(namesOf(byApi.requests.find(isWrite)!)).toEqual(expect.arrayContaining(ids));
  });

  it('is resolved as its command if the answer is lost', async () => {
    const [byCommand, byApi] = [
      await runAgainst('cut', endpoint, command),
      await runAgainst('cut', endpoint, api),
    ];
    expect(byApi.lines).toEqual(byCommand.lines);
    expect(byApi.outcome.code).toBe(byCommand.outcome.code);
    expect(errorOf(byApi.outcome.stderr)).toEqual(errorOf(byCommand.outcome.stderr));
  });

  it('is shown by --dry-run with what is then added', async () => {
    const { outcome } = await runAgainst(refused, endpoint, [...api, '--dry-run', '--skip-filters']);
    const shown = json<{ url: string; body: string | null; addedWhenSent: string[] }>(outcome);
    const { requests } = await callRefused();
    const sent = requests.find(isWrite)!;
    const query = new URL(shown.url).search.slice(1);
    expect([...namesOf({ ...sent, query, body: shown.body ?? '' }), ...shown.addedWhenSent]).toEqual([
      ...namesOf(sent).filter((name) => !SIGNING.includes(name)),
      ...('x-mbx-apikey' in sent.headers ? ['X-MBX-APIKEY'] : []),
      ...namesOf(sent).filter((name) => SIGNING.includes(name)),
    ]);
  });
});
