/** Balances of wallets, sub-accounts, earn and conversions under random calls at random times. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNIVERSAL_TRANSFER_TYPES } from '../../../src/catalogue/enums/wallets.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { replayEntry, runAdminCommand, runDueEvents } from '../../../src/sandbox/exchange/requests.ts';
import { answerDigest, type JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, sendSigned } from '../signed-calls.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SUB = '/sapi/v1/sub-account';
const EARN = '/sapi/v1/simple-earn';

/** Rate limits are not tested here, so they are set out of reach. */
const limits = { spotWeight: 1e9, sapiAddressWeight: 1e9, sapiAccountWeight: 1e9 };

/** One operation of a user. */
interface Step {
  readonly path: string;
  readonly params: Params;
  readonly waitMs: number;
}

const amount = fc.integer({ min: 1, max: 40_000_000 }).map((hundredths) => (hundredths / 100).toFixed(2));
const asset = fc.constantFrom('USDT', 'BTC', 'BNB', 'TRX');
const email = fc.constantFrom('desk@example.com', 'research@example.com');
const subWallet = fc.constantFrom('SPOT', 'USDT_FUTURE', 'COIN_FUTURE', 'MARGIN');

const does: fc.Arbitrary<Omit<Step, 'waitMs'>> = fc.oneof(
  fc.record({
    path: fc.constant('/sapi/v1/asset/transfer'),
    params: fc.record({
      type: fc.constantFrom(...UNIVERSAL_TRANSFER_TYPES),
      asset,
      amount,
      fromSymbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
      toSymbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
    }),
  }),
  fc.record({
    path: fc.constant('/sapi/v1/capital/withdraw/apply'),
    params: fc.record({
      coin: asset,
      network: fc.constant('BSC'),
      address: fc.constant(EVM),
      amount,
      walletType: fc.constantFrom(0, 1),
      name: fc.constantFrom('', 'sandbox:cancelled', 'sandbox:rejected', 'sandbox:failed'),
    }),
  }),
  fc.record({
    path: fc.constant(`${SUB}/universalTransfer`),
    params: fc.record({
      toEmail: email,
      fromAccountType: subWallet,
      toAccountType: subWallet,
      asset,
      amount,
    }),
  }),
  fc.record({
    path: fc.constant(`${SUB}/universalTransfer`),
    params: fc.record({
      fromEmail: email,
      fromAccountType: subWallet,
      toAccountType: subWallet,
      asset,
      amount,
    }),
  }),
  fc.record({
    path: fc.constant(`${SUB}/futures/transfer`),
    params: fc.record({ email, type: fc.constantFrom(1, 2, 3, 4), asset, amount }),
  }),
  fc.record({
    path: fc.constant(`${SUB}/futures/enable`),
    params: fc.record({ email }),
  }),
  fc.record({
    path: fc.constant(`${EARN}/flexible/subscribe`),
    params: fc.record({
      productId: fc.constantFrom('USDT001', 'BTC001', 'BNB001'),
      amount,
      autoSubscribe: fc.constantFrom('true', 'false'),
      sourceAccount: fc.constantFrom('SPOT', 'FUND', 'ALL'),
    }),
  }),
  fc.record({
    path: fc.constant(`${EARN}/flexible/redeem`),
    params: fc.record({
      productId: fc.constantFrom('USDT001', 'BTC001', 'BNB001'),
      redeemAll: fc.constantFrom('true', 'false'),
      amount,
      destAccount: fc.constantFrom('SPOT', 'FUND'),
    }),
  }),
  fc.record({
    path: fc.constant(`${EARN}/locked/subscribe`),
    params: fc.record({
      projectId: fc.constantFrom('Bnb*30', 'Bnb*60'),
      amount,
      autoSubscribe: fc.constantFrom('true', 'false'),
    }),
  }),
  fc.record({
    path: fc.constant('convert'),
    params: fc.record({ fromAsset: asset, toAsset: asset, fromAmount: amount }),
  }),
  fc.record({
    path: fc.constant('/sapi/v1/asset/dust'),
    params: fc.record({ asset: fc.constantFrom('TRX', 'XLM', 'BTC') }),
  }),
  fc.record({
    path: fc.constant('fund'),
    params: fc.record({ asset, amount, network: fc.constantFrom('', 'BSC') }),
  }),
);

const steps = fc.array(
  fc
    .tuple(
      does,
      fc.oneof(
        fc.constant(0),
        fc.integer({ max: 60_000, min: 0 }),
        fc.integer({ max: 5 * 86_400_000, min: 0 }),
      ),
    )
    .map(([one, waitMs]): Step => ({ ...one, waitMs })),
  { minLength: 1, maxLength: 16 },
);

/** Runs a step and returns the response. A quote is accepted 5 seconds later. */
function runStep(exchange: SandboxExchange, clock: ManualClock, { path, params }: Step): string {
  if (path === 'fund') {
    const { asset: of, amount: given, network } = params as Record<string, string>;
    runAdminCommand(exchange, {
      do: 'fund',
      user: 'demo',
      asset: of!,
      amount: given!,
      ...(network === '' ? {} : { network: network! }),
    });
    return '';
  }
  if (path !== 'convert') return sendSigned(exchange, 'POST', path, params).body;
  const { body } = sendSigned(exchange, 'POST', '/sapi/v1/convert/getQuote', params);
  clock.move(5000);
  const { quoteId } = JSON.parse(body);
  if (quoteId === undefined) return body;
  return sendSigned(exchange, 'POST', '/sapi/v1/convert/acceptQuote', { quoteId }).body;
}

/** Returns every balance query with a digest of its response. */
function balanceDigests(exchange: SandboxExchange): readonly string[] {
  const ask = (path: string, params: Params = {}) => {
    const { status, body } = sendSigned(exchange, 'GET', path, params);
    return `${path} ${params['type'] ?? ''} ${status} ${answerDigest(body)}`;
  };
  const from = { startTime: exchange.clock.now() - 30 * 86_400_000 };
  return [
    ask('/api/v3/account'),
    ask('/sapi/v1/capital/config/getall'),
    ask('/sapi/v1/capital/deposit/hisrec'),
    ask('/sapi/v1/capital/withdraw/history'),
    ask('/sapi/v1/asset/dividendRecord', { limit: 500 }),
    ...['SPOT', 'MARGIN', 'FUTURES'].map((type) => ask('/sapi/v1/account/snapshot', { type, limit: 30 })),
    ...UNIVERSAL_TRANSFER_TYPES.map((type) =>
      ask('/sapi/v1/asset/transfer', { type, ...from, fromSymbol: 'BTCUSDT', toSymbol: 'ETHUSDT' }),
    ),
    ask(`${SUB}/spotSummary`),
    ask(`${SUB}/sub/transfer/history`),
    ask(`${EARN}/flexible/history/subscriptionRecord`, { size: 100 }),
    ask(`${EARN}/locked/history/subscriptionRecord`, { size: 100 }),
    ask('/sapi/v1/convert/tradeFlow', { ...from, endTime: exchange.clock.now() }),
  ];
}

function expectSound({ accounts }: SandboxExchange): void {
  for (const [of, sum] of accounts.ledger.totals()) expect([of, sum]).toEqual([of, 0n]);
  for (const { name, mayGoNegative: mayOwe, balances: holdings } of accounts.ledger.accounts) {
    for (const [of, { free, locked }] of holdings) {
      expect([name, of, locked >= 0n && (mayOwe || free >= 0n)]).toEqual([name, of, true]);
    }
  }
  for (const house of ['earn', 'withdrawals']) {
    for (const { free } of accounts.houseAccount(house).balances.values()) expect(free >= 0n).toBe(true);
  }
}

describe('any sequence of wallet operations', () => {
  it('conserves all balances, and neither queries in between nor a replay change the result', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const play = (queriesBetween: boolean) => {
          const clock = manualClock();
          const exchange = createTestExchange({ clock, limits });
          const entries: JournalEntry[] = [];
          exchange.appendEntry = (entry) => void entries.push(entry);
          for (const step of done) {
            const parts = queriesBetween ? 4 : 1;
            for (let part = 0; part < parts; part += 1) {
              clock.move(
                Math.floor((step.waitMs * (part + 1)) / parts) - Math.floor((step.waitMs * part) / parts),
              );
              if (queriesBetween) runDueEvents(exchange, clock.now());
            }
            if (queriesBetween && entries.length % 4 === 1) balanceDigests(exchange);
            runStep(exchange, clock, step);
            expectSound(exchange);
          }
          clock.move(40 * 86_400_000);
          return { exchange, entries, picture: balanceDigests(exchange) };
        };
        const once = play(false);
        expectSound(once.exchange);
        expect(play(true).picture).toEqual(once.picture);
        const replayed = createTestExchange({ clock: once.exchange.clock, limits });
        for (const entry of once.entries)
          replayEntry(replayed, JSON.parse(JSON.stringify(entry)) as JournalEntry);
        expect(balanceDigests(replayed)).toEqual(once.picture);
      }),
      { numRuns: 20, interruptAfterTimeLimit: 10_000 },
    );
  });
});
