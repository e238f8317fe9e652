/**
 * Generates transfers, withdrawals, deposits, sub-account, earn and convert operations, and read-only
 * queries.
 */
import { UNIVERSAL_TRANSFER_TYPES } from '../../../../src/catalogue/enums/wallets.ts';
import {
  del,
  type Generator,
  type GeneratorContext,
  get,
  post,
  publicGet,
  singleCall,
  type WeightedGenerator,
} from './generator-context.ts';
import { SYMBOLS } from './spot-operations.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SUB = '/sapi/v1/sub-account';
const EARN = '/sapi/v1/simple-earn';
const ASSETS = ['USDT', 'BTC', 'ETH', 'BNB'] as const;

function randomAmount({ chance }: GeneratorContext, asset: string): string {
  const worth = chance.pick([20, 500, 5000]) * (0.2 + chance.next());
  const price: Readonly<Record<string, number>> = { BTC: 100_000, ETH: 4000, BNB: 600 };
  return (worth / (price[asset] ?? 1)).toFixed(6);
}

const transfer: Generator = (drawing) => {
  const asset = drawing.chance.pick(ASSETS);
  const params = {
    type: drawing.chance.pick(UNIVERSAL_TRANSFER_TYPES),
    asset,
    amount: randomAmount(drawing, asset),
    fromSymbol: 'BTCUSDT',
    toSymbol: drawing.chance.pick(['BTCUSDT', 'ETHUSDT']),
  };
  return singleCall('transfer', post('/sapi/v1/asset/transfer', params));
};

const withdraw: Generator = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BNB', 'ETH']);
  const params = {
    coin: asset,
    network: asset === 'ETH' ? 'ETH' : 'BSC',
    address: EVM,
    amount: randomAmount(drawing, asset),
    walletType: drawing.chance.integer(0, 1),
    name: drawing.chance.pick(['a friend', 'sandbox:cancelled', 'sandbox:rejected', 'sandbox:failed']),
  };
  return singleCall('withdrawal', post('/sapi/v1/capital/withdraw/apply', params));
};

const deposit: Generator = (drawing) => {
  const { user, chance } = drawing;
  const asset = chance.pick(['USDT', 'BNB']);
  const network = chance.isTrueWith(0.5) ? { network: 'BSC' } : {};
  const amount = randomAmount(drawing, asset);
  return { kind: 'deposit', calls: [], admin: { do: 'fund', user, asset, amount, ...network } };
};

/** Generates operations of the master on its sub-accounts. */
const manageSubAccounts: Generator = (drawing) => {
  const { chance } = drawing;
  const email = { email: chance.pick(['desk@example.com', 'research@example.com']) } as const;
  const asset = chance.pick(['USDT', 'BTC']);
  const amounts = { asset, amount: randomAmount(drawing, asset) };
  const wallets = ['SPOT', 'USDT_FUTURE', 'COIN_FUTURE', 'MARGIN'];
  const [fromAccountType, toAccountType] = [chance.pick(wallets), chance.pick(wallets)];
  const call = chance.pick([
    post(`${SUB}/universalTransfer`, { toEmail: email.email, fromAccountType, toAccountType, ...amounts }),
    post(`${SUB}/universalTransfer`, { fromEmail: email.email, fromAccountType, toAccountType, ...amounts }),
    post(`${SUB}/futures/transfer`, { ...email, ...amounts, type: chance.integer(1, 4) }),
    post(`${SUB}/margin/enable`, email),
    post(`${SUB}/futures/enable`, email),
  ]);
  return { ...singleCall('sub-account', call), user: 'demo' };
};

const transferFromSubAccount: Generator = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const amounts = { asset, amount: randomAmount(drawing, asset) };
  const call = drawing.chance.isTrueWith(0.5)
    ? post(`${SUB}/transfer/subToSub`, { toEmail: 'research@example.com', ...amounts })
    : post(`${SUB}/transfer/subToMaster`, amounts);
  return { ...singleCall('transfer of a sub-account', call), user: 'desk' };
};

const useEarn: Generator = (drawing) => {
  const { chance } = drawing;
  const asset = chance.pick(['USDT', 'BTC', 'BNB']);
  const productId = `${asset}001`;
  const amount = randomAmount(drawing, asset);
  const account = chance.pick(['SPOT', 'FUND']);
  const autoSubscribe = chance.pick(['true', 'false']);
  const call = chance.pick([
    post(`${EARN}/flexible/subscribe`, { productId, amount, autoSubscribe, sourceAccount: account }),
    post(`${EARN}/flexible/redeem`, { productId, amount, destAccount: account }),
    post(`${EARN}/flexible/redeem`, { productId, redeemAll: 'true', destAccount: account }),
    post(`${EARN}/locked/subscribe`, {
      projectId: 'Bnb*30',
      amount: randomAmount(drawing, 'BNB'),
      autoSubscribe,
    }),
  ]);
  return singleCall('earn', call);
};

const requestQuote: Generator = (drawing) => {
  const [fromAsset, toAsset] = drawing.chance.pick([
    ['USDT', 'BTC'],
    ['BTC', 'USDT'],
    ['BNB', 'ETH'],
  ] as const);
  const fromAmount = randomAmount(drawing, fromAsset);
  return singleCall(
    'quote',
    post('/sapi/v1/convert/getQuote', { fromAsset, toAsset, fromAmount, validTime: '1m' }),
  );
};

const convertDust: Generator = ({ chance }) =>
  singleCall('dust', post('/sapi/v1/asset/dust', { asset: chance.pick(['TRX', 'XLM', 'BNB']) }));

const setDiscount: Generator = ({ user, chance }) => ({
  kind: 'discount',
  calls: [],
  admin: { do: 'discount', user, isOn: chance.isTrueWith(0.5) },
});

const query: Generator = ({ chance }) => {
  const symbol = chance.pick(SYMBOLS);
  const call = chance.pick([
    publicGet('/api/v3/depth', { symbol, limit: 10 }),
    publicGet('/api/v3/ticker/bookTicker', { symbol }),
    publicGet('/api/v3/trades', { symbol, limit: 10 }),
    get('/api/v3/openOrders', { symbol }),
    get('/api/v3/account', { omitZeroBalances: 'true' }),
    get('/api/v3/allOrders', { symbol, limit: 5 }),
    get('/api/v3/myTrades', { symbol, limit: 5 }),
    get('/fapi/v1/openOrders'),
    get('/fapi/v2/balance'),
    get('/fapi/v2/positionRisk', { symbol: 'BTCUSDT' }),
    get('/fapi/v1/userTrades', { symbol: 'BTCUSDT', limit: 5 }),
    get('/dapi/v1/income', { limit: 5 }),
    get('/eapi/v1/account'),
    get('/eapi/v1/position'),
    get('/sapi/v1/margin/account'),
    get('/sapi/v1/capital/withdraw/history', { limit: 5 }),
  ]);
  return singleCall('question', call);
};

/** Creates or closes a listen key, so that some accounts have one and others do not. */
const changeListenKey: Generator = ({ chance }) =>
  singleCall(
    'listen key',
    chance.isTrueWith(0.7) ? post('/fapi/v1/listenKey', {}) : del('/fapi/v1/listenKey', {}),
  );

export const fundGenerators: readonly WeightedGenerator[] = [
  [3, transfer],
  [0.4, withdraw],
  [1, deposit],
  [0.6, manageSubAccounts],
  [0.3, transferFromSubAccount],
  [0.6, useEarn],
  [0.5, requestQuote],
  [0.1, convertDust],
  [0.05, setDiscount],
  [6, query],
  [0.05, changeListenKey],
];
