/** Money that moves: transfers, withdrawals, deposits, sub-accounts, earn, conversions; and questions that change nothing. */
import { UNIVERSAL_TRANSFER_TYPES } from '../../../../src/catalogue/enums/wallets.ts';
import { type Draw, type Drawing, get, type Kind, look, one, post, remove } from './drawing.ts';
import { SYMBOLS } from './spot-draws.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SUB = '/sapi/v1/sub-account';
const EARN = '/sapi/v1/simple-earn';
const ASSETS = ['USDT', 'BTC', 'ETH', 'BNB'] as const;

function amountOf({ chance }: Drawing, asset: string): string {
  const worth = chance.pick([20, 500, 5000]) * (0.2 + chance.next());
  const price: Readonly<Record<string, number>> = { BTC: 100_000, ETH: 4000, BNB: 600 };
  return (worth / (price[asset] ?? 1)).toFixed(6);
}

const transferred: Draw = (drawing) => {
  const asset = drawing.chance.pick(ASSETS);
  const params = {
    type: drawing.chance.pick(UNIVERSAL_TRANSFER_TYPES),
    asset,
    amount: amountOf(drawing, asset),
    fromSymbol: 'BTCUSDT',
    toSymbol: drawing.chance.pick(['BTCUSDT', 'ETHUSDT']),
  };
  return one('transfer', post('/sapi/v1/asset/transfer', params));
};

const withdrawn: Draw = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BNB', 'ETH']);
  const params = {
    coin: asset,
    network: asset === 'ETH' ? 'ETH' : 'BSC',
    address: EVM,
    amount: amountOf(drawing, asset),
    walletType: drawing.chance.whole(0, 1),
    name: drawing.chance.pick(['a friend', 'sandbox:cancelled', 'sandbox:rejected', 'sandbox:failed']),
  };
  return one('withdrawal', post('/sapi/v1/capital/withdraw/apply', params));
};

const deposited: Draw = (drawing) => {
  const { user, chance } = drawing;
  const asset = chance.pick(['USDT', 'BNB']);
  const network = chance.isLess(0.5) ? { network: 'BSC' } : {};
  const amount = amountOf(drawing, asset);
  return { kind: 'deposit', calls: [], admin: { do: 'fund', user, asset, amount, ...network } };
};

/** The master of the sub-accounts acts for them. */
const amongSubAccounts: Draw = (drawing) => {
  const { chance } = drawing;
  const email = { email: chance.pick(['desk@example.com', 'research@example.com']) } as const;
  const asset = chance.pick(['USDT', 'BTC']);
  const money = { asset, amount: amountOf(drawing, asset) };
  const wallets = ['SPOT', 'USDT_FUTURE', 'COIN_FUTURE', 'MARGIN'];
  const [fromAccountType, toAccountType] = [chance.pick(wallets), chance.pick(wallets)];
  const sent = chance.pick([
    post(`${SUB}/universalTransfer`, { toEmail: email.email, fromAccountType, toAccountType, ...money }),
    post(`${SUB}/universalTransfer`, { fromEmail: email.email, fromAccountType, toAccountType, ...money }),
    post(`${SUB}/futures/transfer`, { ...email, ...money, type: chance.whole(1, 4) }),
    post(`${SUB}/margin/enable`, email),
    post(`${SUB}/futures/enable`, email),
  ]);
  return { ...one('sub-account', sent), user: 'demo' };
};

const bySubAccount: Draw = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const money = { asset, amount: amountOf(drawing, asset) };
  const sent = drawing.chance.isLess(0.5)
    ? post(`${SUB}/transfer/subToSub`, { toEmail: 'research@example.com', ...money })
    : post(`${SUB}/transfer/subToMaster`, money);
  return { ...one('transfer of a sub-account', sent), user: 'desk' };
};

const earned: Draw = (drawing) => {
  const { chance } = drawing;
  const asset = chance.pick(['USDT', 'BTC', 'BNB']);
  const productId = `${asset}001`;
  const amount = amountOf(drawing, asset);
  const account = chance.pick(['SPOT', 'FUND']);
  const autoSubscribe = chance.pick(['true', 'false']);
  const sent = chance.pick([
    post(`${EARN}/flexible/subscribe`, { productId, amount, autoSubscribe, sourceAccount: account }),
    post(`${EARN}/flexible/redeem`, { productId, amount, destAccount: account }),
    post(`${EARN}/flexible/redeem`, { productId, redeemAll: 'true', destAccount: account }),
    post(`${EARN}/locked/subscribe`, {
      projectId: 'Bnb*30',
      amount: amountOf(drawing, 'BNB'),
      autoSubscribe,
    }),
  ]);
  return one('earn', sent);
};

const quoted: Draw = (drawing) => {
  const [fromAsset, toAsset] = drawing.chance.pick([
    ['USDT', 'BTC'],
    ['BTC', 'USDT'],
    ['BNB', 'ETH'],
  ] as const);
  const fromAmount = amountOf(drawing, fromAsset);
  return one('quote', post('/sapi/v1/convert/getQuote', { fromAsset, toAsset, fromAmount, validTime: '1m' }));
};

const dusted: Draw = ({ chance }) =>
  one('dust', post('/sapi/v1/asset/dust', { asset: chance.pick(['TRX', 'XLM', 'BNB']) }));

const discounted: Draw = ({ user, chance }) => ({
  kind: 'discount',
  calls: [],
  admin: { do: 'discount', user, isOn: chance.isLess(0.5) },
});

const asked: Draw = ({ chance }) => {
  const symbol = chance.pick(SYMBOLS);
  const sent = chance.pick([
    look('/api/v3/depth', { symbol, limit: 10 }),
    look('/api/v3/ticker/bookTicker', { symbol }),
    look('/api/v3/trades', { symbol, limit: 10 }),
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
  return one('question', sent);
};

/** A listen key now and then, so that there are accounts that are listened to and such that are not. */
const heard: Draw = ({ chance }) =>
  one('listen key', chance.isLess(0.7) ? post('/fapi/v1/listenKey', {}) : remove('/fapi/v1/listenKey', {}));

export const fundKinds: readonly Kind[] = [
  [3, transferred],
  [0.4, withdrawn],
  [1, deposited],
  [0.6, amongSubAccounts],
  [0.3, bySubAccount],
  [0.6, earned],
  [0.5, quoted],
  [0.1, dusted],
  [0.05, discounted],
  [6, asked],
  [0.05, heard],
];
