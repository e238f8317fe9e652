/** Commands that move funds: shown in full before they are sent, sent once, and looked up if unconfirmed. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { type RelayAction, type RelayedRequest, startRelay } from '../relay.ts';
import { bourse, fixedClock, NOW, temporaryFolder } from '../world.ts';

const SECRET = 'S'.repeat(64);
const okAnswer = (value: unknown): RelayAction => ({ status: 200, body: JSON.stringify(value) });

/** An exchange that answers by path, and a user who answers prompts. */
async function open(answers: Readonly<Record<string, (request: RelayedRequest) => RelayAction>>) {
  const clock = fixedClock();
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction((request) => {
    if (request.path === '/api/v3/time') return okAnswer({ serverTime: clock.now() });
    return answers[`${request.method} ${request.path}`]?.(request) ?? { status: 404, body: '' };
  });
  const home = temporaryFolder();
  const asked: string[] = [];
  const run = async (line: string, answer?: string, delayMs = 0) => {
    const outcome = await bourse(`${line} --host spot=${relay.origin}`, {
      clock,
      home,
      environment: { BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: SECRET },
      ask: async (question) => {
        asked.push(question);
        clock.advance(delayMs);
        return answer;
      },
    });
    expect(outcome.stdout + outcome.stderr + asked.join()).not.toContain(SECRET);
    return outcome;
  };
  const postsTo = (path: string) =>
    relay.requests.filter((one) => one.path === path && one.method === 'POST');
  return { clock, asked, run, postsTo };
}

describe('convert quote --accept', () => {
  const QUOTE = 'convert quote USDT BTC --from-amount 100';
  const ACCEPT = '/sapi/v1/convert/acceptQuote';
  const FLOW = 'GET /sapi/v1/convert/tradeFlow';
  const openWithAnswers = async (
    more: Readonly<Record<string, (request: RelayedRequest) => RelayAction>> = {},
  ) => {
    const exchange = await open({
      'POST /sapi/v1/convert/getQuote': () =>
        okAnswer({
          quoteId: 'q-1',
          ratio: '0.000015',
          fromAmount: '100',
          toAmount: '0.0015',
          validTimestamp: exchange.clock.now() + 10_000,
        }),
      [`POST ${ACCEPT}`]: () => okAnswer({ orderId: '7', orderStatus: 'PROCESS' }),
      ...more,
    });
    return exchange;
  };

  it('shows both amounts and the remaining seconds in the prompt, and accepts after yes', async () => {
    const { run, asked, postsTo } = await openWithAnswers();
    expect(json(await run(`${QUOTE} --accept`, 'yes'))).toMatchObject({ orderId: '7' });
    expect(asked.join()).toContain('Convert 100 USDT to 0.0015 BTC, at 0.000015 BTC per USDT.');
    expect(asked.join()).toContain('is valid for 10 seconds more');
    expect(postsTo(ACCEPT).map(({ body }) => new URLSearchParams(body).get('quoteId'))).toEqual(['q-1']);
  });

  it('accepts nothing after no, without a terminal, or once the quote has expired', async () => {
    const { run, postsTo } = await openWithAnswers();
    expect(failure(await run(`${QUOTE} --accept`, 'no')).exitCode).toBe(9);
    expect(failure(await run(`${QUOTE} --accept`)).exitCode).toBe(9);
    const late = failure(await run(`${QUOTE} --accept`, 'yes', 10_000));
    expect(late).toMatchObject({ exitCode: 9, execution: 'not_executed' });
    expect(late.message).toContain('expired before it was accepted');
    expect(postsTo(ACCEPT)).toEqual([]);
  });

  it('prints the accept command without --accept, and accepts nothing', async () => {
    const { run, postsTo } = await openWithAnswers();
    const outcome = await run(QUOTE);
    expect(json(outcome)).toMatchObject({ quoteId: 'q-1' });
    expect(outcome.stderr).toContain('valid for 10 seconds. Accept it with: bourse convert accept q-1');
    expect(postsTo(ACCEPT)).toEqual([]);
  });

  it('refuses a quote without an id because of insufficient funds', async () => {
    const { run } = await openWithAnswers({
      'POST /sapi/v1/convert/getQuote': () => okAnswer({ ratio: '1' }),
    });
    expect(failure(await run(`${QUOTE} --accept`, 'yes'))).toMatchObject({
      exitCode: 4,
      execution: 'not_executed',
    });
  });

  it('without an answer is found in the conversion history or stays unknown, and is sent once', async () => {
    const row = { quoteId: 'q-1', orderId: 9, orderStatus: 'SUCCESS' };
    const there = await openWithAnswers({
      [`POST ${ACCEPT}`]: () => 'cut',
      [FLOW]: () => okAnswer({ list: [row] }),
    });
    expect(json(await there.run(`${QUOTE} --accept --yes`))).toEqual(row);
    expect(there.postsTo(ACCEPT).length).toBe(1);
    const gone = await openWithAnswers({
      [`POST ${ACCEPT}`]: () => 'cut',
      [FLOW]: () => okAnswer({ list: [] }),
    });
    const error = failure(await gone.run(`${QUOTE} --accept --yes`));
    expect(error).toMatchObject({ exitCode: 7, execution: 'unknown' });
    expect(error.resume).toMatch(/^bourse convert trades --start-time \d+ --end-time \d+/);
    expect(gone.postsTo(ACCEPT).length).toBe(1);
  });

  it('that the exchange reports as failed exits with 4', async () => {
    const { run } = await openWithAnswers({ [`POST ${ACCEPT}`]: () => okAnswer({ orderStatus: 'FAIL' }) });
    expect(failure(await run('convert accept q-1 --yes'))).toMatchObject({
      exitCode: 4,
      execution: 'not_executed',
    });
  });
});

describe('funds withdraw', () => {
  const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
  const APPLY = '/sapi/v1/capital/withdraw/apply';
  const network = (name: string, more: object = {}) => ({
    network: name,
    isDefault: false,
    withdrawEnable: true,
    withdrawFee: '0.8',
    withdrawMin: '10',
    withdrawMax: '1000',
    withdrawIntegerMultiple: '0.01',
    ...more,
  });
  const coins = [
    {
      coin: 'USDT',
      networkList: [
        network('ETH', { isDefault: true, withdrawFee: '4' }),
        network('BSC'),
        network('TRX', { withdrawEnable: false }),
      ],
    },
  ];
  const openWithAnswers = (more: Readonly<Record<string, (request: RelayedRequest) => RelayAction>> = {}) =>
    open({
      'GET /sapi/v1/capital/config/getall': () => okAnswer(coins),
      [`POST ${APPLY}`]: () => okAnswer({ id: 'w-1' }),
      ...more,
    });

  it('shows the full address, network, amount, fee and received amount in the prompt', async () => {
    const { run, asked, postsTo } = await openWithAnswers();
    json(await run(`funds withdraw USDT 25 ${ADDRESS} --network BSC`, 'yes'));
    const question = asked.join();
    expect(question).toContain(`address   ${ADDRESS}\n`);
    expect(question).toMatch(/network {3}BSC\n/);
    expect(question).toContain('fee       0.8 USDT, 24.2 USDT received');
    const own = new URLSearchParams(postsTo(APPLY)[0]!.body).get('withdrawOrderId');
    expect(own).toMatch(/^bo[0-9A-Z]{26}-1$/);
  });

  it('names the default network if none was given, and prints the details with --yes too', async () => {
    const { run } = await openWithAnswers();
    const outcome = await run(`funds withdraw USDT 25 ${ADDRESS} --yes`);
    expect(outcome.stderr).toMatch(/network {3}ETH \(the default\)\n/);
    expect(outcome.stderr).toContain('4 USDT, 21 USDT received');
  });

  it.each([
    ['a network of another coin', '25', '--network SOL', 'network'],
    ['a network that is closed', '25', '--network TRX', 'network'],
    ['too little', '9.99', '--network BSC', 'amount'],
    ['too much', '1000.01', '--network BSC', 'amount'],
    ['too fine an amount', '25.005', '--network BSC', 'amount'],
  ])('refuses %s with 2 before the prompt', async (_what, amount, more, param) => {
    const { run, asked, postsTo } = await openWithAnswers();
    const error = failure(await run(`funds withdraw USDT ${amount} ${ADDRESS} ${more}`, 'yes'));
    expect(error).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(error.faults?.map((one) => one.param)).toEqual([param]);
    expect([asked, postsTo(APPLY)]).toEqual([[], []]);
  });

  it('sends nothing unless the answer is yes', async () => {
    const { run, postsTo } = await openWithAnswers();
    for (const answer of ['no', 'y', undefined])
      expect(failure(await run(`funds withdraw USDT 25 ${ADDRESS}`, answer)).exitCode).toBe(9);
    expect(postsTo(APPLY)).toEqual([]);
  });

  it('still asks, with an unknown fee, if the coins cannot be fetched', async () => {
    const { run, asked } = await openWithAnswers({
      'GET /sapi/v1/capital/config/getall': () => ({ status: 400, body: '{}' }),
    });
    json(await run(`funds withdraw USDT 25 ${ADDRESS} --network BSC`, 'yes'));
    expect(asked.join()).toContain('fee       unknown');
  });

  it('without an answer is found by its id or stays unknown, and is sent once', async () => {
    const HISTORY = 'GET /sapi/v1/capital/withdraw/history';
    const rowOf = ({ query }: RelayedRequest) => ({
      withdrawOrderId: new URLSearchParams(query).get('withdrawOrderId'),
      coin: 'USDT',
      address: ADDRESS,
      applyTime: new Date(NOW + 60_000).toISOString().slice(0, 19).replace('T', ' '),
    });
    const there = await openWithAnswers({
      [`POST ${APPLY}`]: () => 'cut',
      [HISTORY]: (one) => okAnswer([rowOf(one)]),
    });
    const outcome = await there.run(`funds withdraw USDT 25 ${ADDRESS} --withdraw-order-id rent --yes`);
    expect(json(outcome)).toMatchObject({ withdrawOrderId: 'rent', address: ADDRESS });
    expect(outcome.stderr).toContain('was executed once');
    const gone = await openWithAnswers({ [`POST ${APPLY}`]: () => 'cut', [HISTORY]: () => okAnswer([]) });
    const error = failure(await gone.run(`funds withdraw USDT 25 ${ADDRESS} --withdraw-order-id rent --yes`));
    expect(error).toMatchObject({
      exitCode: 7,
      execution: 'unknown',
      resume: expect.stringContaining('--withdraw-order-id rent'),
    });
    expect([there.postsTo(APPLY).length, gone.postsTo(APPLY).length]).toEqual([1, 1]);
  });
});
