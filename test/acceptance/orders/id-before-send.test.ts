/**
 * The id of a write is on stderr before its request leaves: a command that is killed afterwards has named what
 * may have been executed.
 */
import { expect, it } from 'vitest';
import { shellWords } from '../outcomes.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';

const LIMIT = 'BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BATCH = JSON.stringify([
  { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' },
  { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.1' },
]);

/** Commands, and the fields of their request that hold the ids. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  [`trade order place ${LIMIT}`]: ['newClientOrderId'],
  'trade buy BTCUSDT 0.01 --at 50000': ['newClientOrderId'],
  'trade oco place BTCUSDT --side SELL --quantity 0.01 --price 150000 --stop-price 40000': [
    'listClientOrderId',
  ],
  [`trade order place ${LIMIT} --on usdm --skip-filters`]: ['newClientOrderId'],
  [`margin order place ${LIMIT}`]: ['newClientOrderId'],
  'trade algo place BTCUSDT --algo-type CONDITIONAL --side SELL --type STOP_MARKET --quantity 0.1 --trigger-price 50000 --skip-filters':
    ['clientAlgoId'],
  [`trade order batch --on usdm --batch-orders '${BATCH}' --skip-filters`]: ['batchOrders'],
  'trade replace BTCUSDT --cancel-order-id 1 --side BUY --type LIMIT --time-in-force GTC --quantity 0.01 --price 50000':
    ['newClientOrderId'],
  'trade order amend BTCUSDT --order-id 1 --new-qty 0.005': ['newClientOrderId'],
  [`funds withdraw USDT 25 ${EVM} --network BSC`]: ['withdrawOrderId'],
  'sub transfer universal USDT 1 --from-account-type SPOT --to-account-type USDT_FUTURE --to-email a@b.example':
    ['clientTranId'],
};

it.each(Object.entries(WRITES))('%s', async (line, names) => {
  const { relay, run } = await openRelayedSandbox();
  const hosts = ['usdm', 'coinm'].map((host) => `--host=${host}=${relay.origin}`);
  let stderr = '';
  const seen: string[] = [];
  relay.setAction(({ method, query, body }) => {
    const sent = new URLSearchParams(method === 'DELETE' ? query : body);
    const ids = names.flatMap((name) => sent.get(name)?.match(/bo[0-9A-Z]{26}-\d+/g) ?? []);
    if (method === 'GET' || ids.length === 0) return 'pass';
    for (const id of ids) if (stderr.includes(id)) seen.push(id);
    return { status: 400, body: '{"code":-1100,"msg":"Recorded."}' };
  });
  const outcome = await run([...shellWords(line), ...hosts, '--yes', '-o', 'json'], {
    onWrite: (name, text) => {
      if (name === 'stderr') stderr += text;
    },
  });
  expect([outcome.code, outcome.stdout]).toEqual([4, '']);
  expect(seen).toHaveLength(names.includes('batchOrders') ? 2 : 1);
});

it.each([
  [
    'ws call order.place symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=50000 --yes',
    '',
  ],
  [
    'ws session --yes',
    '{"id":1,"method":"order.place","params":{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","timeInForce":"GTC","quantity":"0.01","price":"50000"}}\n',
  ],
])('%s', async (line, stdin) => {
  const { ws, run } = await openRelayedRestAndWs();
  let stderr = '';
  let isNamed = false;
  ws.setAction(({ params }) => {
    isNamed ||= stderr.includes(String(params?.['newClientOrderId']));
    return 'pass';
  });
  const { code } = await run(line, {
    stdin,
    onWrite: (name, text) => {
      if (name === 'stderr') stderr += text;
    },
  });
  expect([code, isNamed]).toEqual([0, true]);
});
