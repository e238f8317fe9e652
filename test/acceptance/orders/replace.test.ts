/** `trade replace`: the outcome of both halves in words, rows and exit codes, and the look-up of a lost answer. */
import { describe, expect, it } from 'vitest';
import { csv, failure, json } from '../outcomes.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

const OLD =
  'trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000 --new-client-order-id old';
const REPLACE =
  'trade replace BTCUSDT BUY 0.01 --at 49000 --cancel-orig-client-order-id old --new-client-order-id new';
const ALLOW = `${REPLACE} --cancel-replace-mode ALLOW_FAILURE`;

interface Preview {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

async function open(...before: readonly string[]) {
  const relayed = await openRelayedSandbox();
  for (const line of before) expect(await relayed.run(line)).toMatchObject({ code: 0 });
  const openIds = async () =>
    json<{ clientOrderId: string }[]>(await relayed.run('trade open-orders BTCUSDT')).map(
      ({ clientOrderId }) => clientOrderId,
    );
  const sent = () => relayed.relay.requests.filter(({ path }) => path.endsWith('/cancelReplace'));
  return { ...relayed, openIds, sent };
}

describe('trade replace', () => {
  it('shows the request of a limit order that stops on failure, and sends nothing with --dry-run', async () => {
    const { run, sent } = await open(OLD);
    const { method, url, body } = json<Preview>(await run(`${REPLACE} --dry-run`));
    expect([method, new URL(url).pathname]).toEqual(['POST', '/api/v3/order/cancelReplace']);
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: '49000',
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'old',
      newClientOrderId: 'new',
    });
    expect(sent()).toEqual([]);
  });

  it('says in words and rows what became of both halves', async () => {
    const { run, openIds } = await open(OLD);
    const outcome = await run(`${REPLACE} -o csv`);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('The order old was cancelled. The new order new was placed.');
    const [names, ...rows] = csv(outcome.stdout);
    const halves = rows.map((row) => Object.fromEntries(names!.map((name, at) => [name, row[at]])));
    expect(halves).toMatchObject([
      { half: 'cancel', result: 'SUCCESS', status: 'CANCELED' },
      { half: 'new order', result: 'SUCCESS', status: 'NEW', clientOrderId: 'new', price: '49000.00000000' },
    ]);
    expect(await openIds()).toEqual(['new']);
  });

  it('exits with 8 if one half was executed', async () => {
    const { run, openIds } = await open(OLD);
    const outcome = await run(REPLACE.replace('0.01', '100'));
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain('The order old was cancelled. The new order new was not placed: ');
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'FAILURE',
      newOrderResponse: { code: -2010 },
    });
    expect(await openIds()).toEqual([]);
    expect(await run(ALLOW)).toMatchObject({ code: 8 });
    expect(await openIds()).toEqual(['new']);
  });

  it('exits with 4 if neither half was executed', async () => {
    const { run, openIds } = await open(OLD);
    const error = failure(await run(REPLACE.replace(' old', ' unknown')));
    expect(error).toMatchObject({ exitCode: 4, execution: 'not_executed', clientOrderId: 'new' });
    expect(error.message).toContain('The order unknown was not cancelled: ');
    expect(await openIds()).toEqual(['old']);
  });

  it('exits with 6 over the order limit, and still cancels with CANCEL_ONLY: 8', async () => {
    const { run, openIds, exchange } = await open(OLD);
    const user = [...exchange.accounts.users].find(
      (one) => exchange.spot.instruments !== undefined && one.id > 0,
    )!;
    exchange.spot.counts.add(user.id, exchange.clock.now(), 300_000);
    expect(failure(await run(REPLACE))).toMatchObject({ exitCode: 6, code: -1015 });
    expect(await openIds()).toEqual(['old']);
    const outcome = await run(`${REPLACE} --order-rate-limit-exceeded-mode CANCEL_ONLY`);
    expect(outcome.code).toBe(8);
    expect(await openIds()).toEqual([]);
  });

  it('waited for a rate limit with a timestamp that became too old, and was refused with -1021', async () => {
    const { run, openIds, exchange } = await open(OLD);
    const user = [...exchange.accounts.users].find((one) => one.id > 0)!;
    exchange.spot.counts.add(user.id, exchange.clock.now(), 300_000);
    expect(failure(await run(REPLACE))).toMatchObject({ code: -1015 });
    const { stderr } = await run(`${REPLACE} --order-rate-limit-exceeded-mode CANCEL_ONLY`);
    expect(stderr).toContain('Waiting');
    expect(stderr).not.toContain('-1021');
    expect(await openIds()).toEqual([]);
  });

  it('checks the filters of the new order before anything is sent', async () => {
    const { run, sent } = await open(OLD);
    const error = failure(await run(REPLACE.replace('49000', '49000.001')));
    expect(error.faults).toMatchObject([{ param: 'price', filter: 'PRICE_FILTER' }]);
    expect(sent()).toEqual([]);
  });

  it('needs the id of an order to cancel', async () => {
    const { run } = await open();
    const error = failure(await run('trade replace BTCUSDT BUY 0.01 --at 49000'));
    expect(error).toMatchObject({ exitCode: 2, faults: [{ rule: 'at-least-one' }] });
  });

  it('looks up both orders if the answer is lost, and sends nothing again', async () => {
    const { run, relay, sent, openIds } = await open(OLD);
    relay.setAction(({ path }) => (path.endsWith('/cancelReplace') ? 'cut-answer' : 'pass'));
    const outcome = await run(REPLACE);
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { clientOrderId: 'old', status: 'CANCELED' },
      newOrderResponse: { clientOrderId: 'new', status: 'NEW' },
    });
    expect([sent().length, await openIds()]).toEqual([1, ['new']]);
  });

  it('proves that a request that never arrived was not executed: 5', async () => {
    const { run, relay, sent } = await open(OLD);
    relay.setAction(({ path }) => (path.endsWith('/cancelReplace') ? 'cut' : 'pass'));
    expect(failure(await run(REPLACE))).toMatchObject({ exitCode: 5, execution: 'not_executed' });
    expect(sent()).toHaveLength(1);
  });
});

describe('trade replace without a side and a type', () => {
  const CHANGE = 'trade replace BTCUSDT --cancel-orig-client-order-id old --new-client-order-id new';
  const bodyOf = (body: string) => Object.fromEntries(new URLSearchParams(body));

  it('keeps the terms of the order but for the price', async () => {
    const { run, sent, openIds } = await open(OLD);
    const outcome = await run(`${CHANGE} --at 49500 -o csv`);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain(
      'Kept of the order old: side BUY, type LIMIT, timeInForce GTC, quantity 0.01000000.',
    );
    expect(bodyOf(sent()[0]!.body)).toMatchObject({
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01000000',
      price: '49500',
      cancelRestrictions: 'ONLY_NEW',
      cancelReplaceMode: 'STOP_ON_FAILURE',
    });
    expect(await openIds()).toEqual(['new']);
  });

  it('takes the order by its id in place of the side', async () => {
    const { run, openIds, sent } = await open(OLD);
    const [{ orderId }] = json<[{ orderId: number }]>(await run('trade open-orders BTCUSDT'));
    expect(await run(`trade replace BTCUSDT ${orderId} --at 48000 --new-client-order-id new1`)).toMatchObject(
      {
        code: 0,
      },
    );
    expect(new URLSearchParams(sent()[0]!.body).get('cancelOrderId')).toBe(String(orderId));
    expect(await run('trade replace BTCUSDT new1 --at 47000 --new-client-order-id new2')).toMatchObject({
      code: 0,
    });
    expect(await openIds()).toEqual(['new2']);
  });

  it('refuses a mistyped side, and names the command of another product', async () => {
    const { run, sent } = await open();
    expect(
      failure(await run('trade replace BTCUSDT BYU 0.01 --at 48000 --cancel-order-id 1')).message,
    ).toContain('must be BUY or SELL, was BYU');
    expect(failure(await run('trade replace BTCUSDT 28 --at 48000 --on usdm')).hint).toBe(
      'On usdm it is bourse trade order change --on usdm.',
    );
    expect(failure(await run('trade order change BTCUSDT --order-id 28 --on spot')).hint).toBe(
      'On spot it is bourse trade replace.',
    );
    expect(sent()).toEqual([]);
  });

  it('keeps a stop a stop, and its type where --at gives a limit price', async () => {
    const stop =
      'trade order place BTCUSDT --side SELL --type STOP_LOSS_LIMIT --time-in-force GTC --quantity 0.01 --price 39000 --stop-price 40000 --new-client-order-id old';
    const { run } = await open(stop);
    const { body } = json<Preview>(await run(`${CHANGE} --at 39500 --dry-run`));
    expect(bodyOf(body)).toMatchObject({
      type: 'STOP_LOSS_LIMIT',
      stopPrice: '40000.00000000',
      price: '39500',
    });
    const market = stop.replace('_LIMIT --time-in-force GTC', '').replace(' --price 39000', '');
    const other = await open(market);
    const moved = json<Preview>(await other.run(`${CHANGE} --stop-price 41000 --dry-run`));
    const terms = bodyOf(moved.body);
    expect(terms).toMatchObject({ type: 'STOP_LOSS', stopPrice: '41000', side: 'SELL' });
    expect(terms).not.toHaveProperty('price');
    expect(terms).not.toHaveProperty('timeInForce');
  });

  it('needs the quantity of an order that is filled in part', async () => {
    const { run, relay, sent } = await open(OLD);
    relay.setAction(({ path, method }) =>
      method === 'GET' && path === '/api/v3/order'
        ? {
            status: 200,
            body: '{"symbol":"BTCUSDT","orderId":1,"side":"BUY","type":"LIMIT","timeInForce":"GTC","price":"50000.0","origQty":"0.01","executedQty":"0.004","status":"PARTIALLY_FILLED"}',
          }
        : 'pass',
    );
    const error = failure(await run(`${CHANGE} --at 49500`));
    expect([error.exitCode, error.message]).toEqual([2, 'The order old is filled in part: 0.004 of 0.01.']);
    const { body } = json<Preview>(await run(`${CHANGE} --at 49500 --quantity 0.006 --dry-run`));
    expect(bodyOf(body)).toMatchObject({ quantity: '0.006', side: 'BUY' });
    expect(bodyOf(body)).not.toHaveProperty('cancelRestrictions');
    expect(sent()).toEqual([]);
  });

  it('is refused for an order that is no longer open', async () => {
    const { run, sent } = await open(OLD, 'trade cancel BTCUSDT old --yes');
    const error = failure(await run(`${CHANGE} --at 49500`));
    expect([error.exitCode, error.message]).toEqual([
      2,
      'The order old is not open: its status is CANCELED.',
    ]);
    expect(sent()).toEqual([]);
  });
});
