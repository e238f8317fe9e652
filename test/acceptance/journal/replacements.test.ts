/** A call that cancels an order and places another leaves two writes in the journal, each with an outcome of its own. */
import { describe, expect, it } from 'vitest';
import { json } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import type { Outcome } from '../world.ts';

const OLD =
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id old --yes';

interface Replacement {
  readonly quantity?: string;
  readonly cancels?: string;
  readonly mode?: 'STOP_ON_FAILURE' | 'ALLOW_FAILURE';
}

interface Typed {
  readonly line: string;
  readonly stdin?: string;
}

const paramsOf = ({ quantity = '0.01', cancels = 'old', mode = 'STOP_ON_FAILURE' }: Replacement) => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity,
  price: '49000',
  cancelOrigClientOrderId: cancels,
  newClientOrderId: 'new',
  cancelReplaceMode: mode,
});

const commandOf = ({ quantity = '0.01', cancels = 'old', mode = 'STOP_ON_FAILURE' }: Replacement) =>
  `trade replace BTCUSDT BUY ${quantity} --at 49000 --cancel-orig-client-order-id ${cancels} --new-client-order-id new --cancel-replace-mode ${mode} --yes`;

/** The ways to replace an order. */
const DOORS: Readonly<Record<string, (replacement: Replacement) => Typed>> = {
  'trade replace': (replacement) => ({ line: commandOf(replacement) }),
  'trade replace --via ws': (replacement) => ({ line: `${commandOf(replacement)} --via ws` }),
  'ws call': (replacement) => ({
    line: `ws call order.cancelReplace ${Object.entries(paramsOf(replacement))
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')} --yes`,
  }),
  'ws session': (replacement) => ({
    line: 'ws session --yes',
    stdin: `${JSON.stringify({ id: 1, method: 'order.cancelReplace', params: paramsOf(replacement) })}\n`,
  }),
};

type Doors = Awaited<ReturnType<typeof openRelayedRestAndWs>>;

async function openWithOrder(): Promise<Doors> {
  const doors = await openRelayedRestAndWs();
  expect(await doors.run(OLD)).toMatchObject({ code: 0 });
  return doors;
}

async function writesOf({ run }: Doors): Promise<readonly string[]> {
  const writes = json<{ noun: string; state: string; clientOrderId: string | null }[]>(
    await run('orders list -o json'),
  );
  return writes
    .filter(({ clientOrderId }) => clientOrderId !== 'old')
    .map(({ noun, state }) => `${noun} ${state}`)
    .sort();
}

const typed = ({ run }: Doors, { line, stdin }: Typed): Promise<Outcome> =>
  run(line, stdin === undefined ? {} : { stdin });

describe.each(Object.entries(DOORS))('%s records', (_door, replace) => {
  it.each<[string, Replacement, readonly string[]]>([
    ['that both halves were executed', {}, ['cancellation ACKED', 'order ACKED']],
    [
      'that only the cancellation was executed',
      { quantity: '100' },
      ['cancellation ACKED', 'order REJECTED'],
    ],
    [
      'that only the new order was placed',
      { cancels: 'unknown', mode: 'ALLOW_FAILURE' },
      ['cancellation REJECTED', 'order ACKED'],
    ],
    ['that neither was executed', { cancels: 'unknown' }, ['cancellation REJECTED', 'order REJECTED']],
  ])('%s', async (_case, replacement, expected) => {
    const doors = await openWithOrder();
    await typed(doors, replace(replacement));
    expect(await writesOf(doors)).toEqual(expected);
  });

  it('what the look-up of each half found after a lost answer', async () => {
    const doors = await openWithOrder();
    doors.rest.setAction(({ path }) => (path.endsWith('/cancelReplace') ? 'cut-answer' : 'pass'));
    doors.ws.setAction(() => 'cut-answer');
    await typed(doors, replace({}));
    expect(await writesOf(doors)).toEqual(['cancellation FOUND', 'order FOUND']);
  });

  it('halves that stay unknown, and orders resolve finds both', async () => {
    const doors = await openWithOrder();
    let isSent = false;
    doors.rest.setAction(({ path, query }) => {
      isSent ||= path.endsWith('/cancelReplace');
      if (path.endsWith('/cancelReplace')) return 'cut-answer';
      return isSent && query.includes('signature=') ? { status: 503, body: '' } : 'pass';
    });
    doors.ws.setAction(() => {
      isSent = true;
      return 'cut-answer';
    });
    expect((await typed(doors, replace({}))).code).toBe(7);
    expect(await writesOf(doors)).toEqual(['cancellation UNKNOWN', 'order UNKNOWN']);
    doors.rest.setAction(() => 'pass');
    expect((await doors.run('orders resolve')).code).toBe(0);
    expect(await writesOf(doors)).toEqual(['cancellation FOUND', 'order FOUND']);
  });
});
