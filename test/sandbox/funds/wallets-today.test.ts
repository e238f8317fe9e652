/** Wallets, permissions and listings of the account agree with the ledger. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { setUpFutures } from '../futures-setup.ts';
import { requestJson, sendSigned } from '../signed-calls.ts';

type Row = Readonly<Record<string, string>>;

it('the values of the wallets add up, also after a transfer and a subscription', () => {
  const { exchange } = setUpFutures();
  const total = () => {
    const rows: readonly Row[] = requestJson(exchange, 'GET', '/sapi/v1/asset/wallet/balance', {
      quoteAsset: 'USDT',
    });
    return new Map(rows.map(({ walletName, balance }) => [walletName!, Number(balance)]));
  };
  const before = total();
  requestJson(exchange, 'POST', '/sapi/v1/asset/transfer', {
    type: 'MAIN_UMFUTURE',
    asset: 'USDT',
    amount: '500',
  });
  requestJson(exchange, 'POST', '/sapi/v1/simple-earn/flexible/subscribe', {
    productId: 'USDT001',
    amount: '250',
  });
  const after = total();
  const change = (name: string) => after.get(name)! - before.get(name)!;
  expect(change('Spot')).toBeCloseTo(-750, 4);
  expect(change('USDⓈ-M Futures')).toBeCloseTo(500, 4);
  expect(change('Earn')).toBeCloseTo(250, 4);
});

it('the wallets list their assets when asked to, and the values of these add up', () => {
  const { exchange } = setUpFutures();
  requestJson(exchange, 'POST', '/sapi/v1/simple-earn/flexible/subscribe', {
    productId: 'USDT001',
    amount: '250',
  });
  const path = '/sapi/v1/asset/wallet/balance';
  expect(requestJson(exchange, 'GET', path)[0]).not.toHaveProperty('assetBalances');
  const wallets = requestJson(exchange, 'GET', path, { needBalanceDetail: 'true' });
  for (const { balance, assetBalances } of wallets) {
    const values = assetBalances.map(({ btcValuation }: Row) => Number(btcValuation));
    const sum = values.reduce((total: number, one: number) => total + one, 0);
    expect(sum).toBeCloseTo(Number(balance), 6);
  }
  const assetsOf = (name: string) =>
    wallets.find(({ walletName }: Row) => walletName === name).assetBalances as readonly Row[];
  expect(assetsOf('Earn')).toMatchObject([{ asset: 'USDT', assetName: 'USDT', free: '250.00000000' }]);
  const spot = requestJson(exchange, 'POST', '/sapi/v3/asset/getUserAsset', { needBtcValuation: 'true' });
  expect(assetsOf('Spot').map(({ assetName: _, ...row }) => row)).toEqual(
    spot.map(({ ipoable: _, ...row }: Row) => row),
  );
});

it('a wallet lists balances above 0, and values them when asked to', () => {
  const { exchange } = setUpFutures();
  const list = (params = {}) =>
    requestJson(exchange, 'POST', '/sapi/v3/asset/getUserAsset', params) as readonly Row[];
  const account = requestJson(exchange, 'GET', '/api/v3/account');
  const balances: readonly Row[] = account.balances;
  const held = balances.filter(({ free, locked }) => Number(free) + Number(locked) > 0);
  expect(
    list()
      .map(({ asset }) => asset)
      .sort(),
  ).toEqual(held.map(({ asset }) => asset).sort());
  expect(list()[0]!['btcValuation']).toBe('0.00000000');
  const [btc] = list({ asset: 'BTC', needBtcValuation: 'true' });
  expect(btc!['btcValuation']).toBe(btc!['free']);
});

it('the log of dust shows what a conversion answered', () => {
  const { exchange, clock } = setUpFutures();
  const log = () => requestJson(exchange, 'GET', '/sapi/v1/asset/dribblet');
  expect(log()).toEqual({ total: 0, userAssetDribblets: [] });
  const converted = requestJson(exchange, 'POST', '/sapi/v1/asset/dust', { asset: 'TRX,XLM' });
  clock.move(DAY_MS);
  const [entry] = log().userAssetDribblets;
  expect([entry.totalTransferedAmount, entry.totalServiceChargeAmount]).toEqual([
    converted.totalTransfered,
    converted.totalServiceCharge,
  ]);
  expect(entry.userAssetDribbletDetails.map(({ transId }: Row) => transId)).toEqual(
    converted.transferResult.map(({ tranId }: Row) => tranId),
  );
});

it('dust is converted to the asset that the call names, for the amount that was listed', () => {
  const { exchange } = setUpFutures();
  const root = '/sapi/v1/asset/dust-convert';
  const free = (asset: string) => {
    const [row] = requestJson(exchange, 'POST', '/sapi/v3/asset/getUserAsset', { asset }) as readonly Row[];
    return Number(row?.['free'] ?? 0);
  };
  const listed = requestJson(exchange, 'POST', `${root}/query-convertible-assets`, { targetAsset: 'USDC' });
  const trx = listed.details.find(({ asset }: Row) => asset === 'TRX');
  expect(Number(trx.toQuotaAssetAmount)).toBeLessThan(Number(listed.dribbletBase));
  expect(listed.details.map(({ asset }: Row) => asset)).not.toContain('USDC');
  const [usdc, bnb] = [free('USDC'), free('BNB')];
  const body = { asset: 'TRX', targetAsset: 'USDC' };
  const converted = requestJson(exchange, 'POST', `${root}/convert`, body);
  expect(converted.totalTransfered).toBe(trx.toTargetAssetOffExchange);
  expect(free('USDC') - usdc).toBeCloseTo(Number(trx.toTargetAssetOffExchange), 8);
  expect([free('TRX'), free('BNB')]).toEqual([0, bnb]);
  const [entry] = requestJson(exchange, 'GET', '/sapi/v1/asset/dribblet').userAssetDribblets;
  expect(entry.userAssetDribbletDetails).toMatchObject([{ fromAsset: 'TRX', targetAsset: 'USDC' }]);
  const again = sendSigned(exchange, 'POST', `${root}/convert`, body);
  expect(JSON.parse(again.body).code).toBe(-1130);
  const unknown = sendSigned(exchange, 'POST', `${root}/convert`, { asset: 'XLM', targetAsset: 'NOPE' });
  expect(JSON.parse(unknown.body).code).toBe(-4019);
});

it('the permissions are those of the key of the call', () => {
  const { exchange } = setUpFutures();
  const keys = { apiKey: 'SandboxKeyLimited'.padEnd(64, '0'), apiSecret: 'secret'.padEnd(64, '0') };
  runAdminCommand(exchange, {
    do: 'add-key',
    user: 'demo',
    kind: 'HMAC',
    apiKey: keys.apiKey,
    secret: keys.apiSecret,
    permissions: ['reading', 'futures'],
    addresses: ['127.0.0.1'],
  });
  const path = '/sapi/v1/account/apiRestrictions';
  expect(requestJson(exchange, 'GET', path, {}, keys)).toMatchObject({
    ipRestrict: true,
    enableReading: true,
    enableFutures: true,
    enableSpotAndMarginTrading: false,
    enableWithdrawals: false,
  });
  expect(requestJson(exchange, 'GET', path)).toMatchObject({
    ipRestrict: false,
    enableSpotAndMarginTrading: true,
    enableWithdrawals: true,
  });
});

it('deposit addresses of a coin are those of its networks', () => {
  const { exchange } = setUpFutures();
  const rows: readonly Row[] = requestJson(exchange, 'GET', '/sapi/v1/capital/deposit/address/list', {
    coin: 'USDT',
  });
  expect(rows.length).toBeGreaterThan(2);
  const path = '/sapi/v1/capital/deposit/address';
  const one = requestJson(exchange, 'GET', path, { coin: 'USDT', network: 'BSC' });
  expect(rows.map(({ address }) => address)).toContain(one.address);
});
