/**
 * What later runs make of each write of the catalogue whose process was killed after it had recorded the write: nothing is
 * forgotten, and orders resolve proves what became of a write or says what a person has to do.
 */
import { expect, it, onTestFinished } from 'vitest';
import { WriteJournal } from '../../../src/app/journal/write-journal.ts';
import { isWriteEffect } from '../../../src/catalogue/define.ts';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { unixMs } from '../../../src/core/words.ts';
import { buildRequest } from '../../../src/request/prepare.ts';
import { leastArguments } from '../../catalogue/sweep-arguments.ts';
import { recordedAs } from '../../wire/journal-at-arrival.ts';
import { startRelay } from '../relay.ts';
import { bourse, fixedClock, NOW, temporaryFolder, testWorld } from '../world.ts';

const WRITES = ENDPOINTS.filter(({ effect }) => isWriteEffect(effect));
const KEYS = { BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) };

/** How orders resolve finds out what became of a write. */
type Proof =
  | 'the order by its id'
  | 'the order that was cancelled'
  | 'the open orders'
  | 'a record'
  | 'a person';

/** The state that orders resolve proves of a write if the exchange knows no order. */
const PROVED: Partial<Readonly<Record<Proof, string>>> = {
  'the order by its id': 'ABSENT',
  'the order that was cancelled': 'ABSENT',
  'the open orders': 'FOUND',
};

/** The calls that cancel all open orders of a symbol. */
const CANCELS_ALL = /(open|algo)-orders\.cancel$/;

function proofOf(endpoint: Endpoint): Proof {
  if (endpoint.verifiedBy !== undefined) return 'a record';
  if (CANCELS_ALL.test(endpoint.id)) return 'the open orders';
  const query = ENDPOINTS.find(({ id }) => id === endpoint.lookup);
  if (query?.lookupFields === undefined) return 'a person';
  if (endpoint.clientIds !== undefined) return 'the order by its id';
  return endpoint.method === 'DELETE' ? 'the order that was cancelled' : 'a person';
}

/** Returns arguments of a write with client order ids, as the commands generate them. */
function argumentsOf(endpoint: Endpoint, index: number): Map<string, string> {
  const wire = leastArguments(endpoint);
  const { clientIds } = endpoint;
  const list = clientIds?.listField;
  if (list !== undefined)
    wire.set(list, JSON.stringify([{ symbol: 'BTCUSDT', [clientIds!.param]: `id-${index}` }]));
  else if (clientIds !== undefined) wire.set(clientIds.param, `id-${index}`);
  for (const param of clientIds?.parts?.params ?? []) wire.set(param, `id-${index}-${param}`);
  return wire;
}

/** Records every write as a process does that is killed before the answer arrives; the exchange knows none of them. */
async function leaveEveryWrite() {
  const [home, clock] = [temporaryFolder(), fixedClock()];
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ path }) =>
    path.endsWith('/time')
      ? { status: 200, body: `{"serverTime":${clock.now()}}` }
      : path.toLowerCase().includes('open') ||
          path.toLowerCase().includes('all') ||
          path.endsWith('historyOrders')
        ? { status: 200, body: '[]' }
        : { status: 400, body: '{"code":-2013,"msg":"Order does not exist."}' },
  );
  const journal = new WriteJournal({
    world: testWorld({ home, clock }, { stdout: '', stderr: '' }),
    note: () => {},
    command: 'killed',
    ignoresUnresolved: true,
  });
  const venue = new URL(relay.origin).host;
  const origin = { venue, account: '', profile: undefined, origin: relay.origin };
  for (const [index, endpoint] of WRITES.entries()) {
    const request = buildRequest(endpoint, argumentsOf(endpoint, index));
    await journal.begin(request, origin, { timestamp: unixMs(NOW), recvWindow: 3_000 });
  }
  const hosts = HOSTS.filter(({ protocol }) => protocol === 'https').map(
    ({ name }) => `--host=${name}=${relay.origin}`,
  );
  const run = (line: string) => bourse([...line.split(' '), ...hosts], { home, clock, environment: KEYS });
  return { run, clock };
}

interface Row {
  readonly endpoint: string;
  readonly state: string;
  readonly why: string | null;
}

it(`of ${WRITES.length} writes none is forgotten, and each is proved or left to a person with a reason`, async () => {
  const { run, clock } = await leaveEveryWrite();
  const left = JSON.parse((await run('orders list --unresolved --limit 10000 -o json')).stdout) as Row[];
  expect(new Set(left.map(({ endpoint }) => endpoint))).toEqual(new Set(WRITES.flatMap(recordedAs)));
  clock.advance(200_000);
  const { code, stdout } = await run('orders resolve -o json');
  expect(code).toBe(7);
  const rows = JSON.parse(stdout) as Row[];
  expect(rows).toHaveLength(left.length);
  const counts = new Map<string, number>();
  for (const { endpoint: id, state, why } of rows) {
    const proof = proofOf(WRITES.find((one) => one.id === id)!);
    const count = `${proof}: ${state}`;
    counts.set(count, (counts.get(count) ?? 0) + 1);
    expect([id, state, why]).toEqual([id, PROVED[proof] ?? expect.any(String), expect.stringMatching(/\S/)]);
  }
  process.stdout.write(`${rows.length} writes: ${JSON.stringify(Object.fromEntries(counts))}\n`);
});
