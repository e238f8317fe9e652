import { MARGIN, type MarginEngine } from '../../../src/sandbox/engine/margin/engine.ts';
import type { ExchangeOptions, SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from '../signed-calls.ts';

export const ORDER = '/sapi/v1/margin/order';
export const LOAN = '/sapi/v1/margin/loan';
export const REPAY = '/sapi/v1/margin/repay';
export const TRANSFER = '/sapi/v1/margin/transfer';

/** One asset row of a margin account. */
export interface AssetRow {
  readonly asset: string;
  readonly borrowed: string;
  readonly free: string;
  readonly interest: string;
  readonly locked: string;
  readonly netAsset: string;
}

/** An exchange with a clock and calls of the demo user, who has 100000 USDT and 1 BTC on cross margin. */
export interface MarginSetup {
  readonly exchange: SandboxExchange;
  readonly clock: ManualClock;
  readonly engine: MarginEngine;
  post(path: string, params: Params): Record<string, unknown>;
  refusal(path: string, params: Params): { status: number; code: number; msg: string };
  account(): Record<string, string> & { userAssets: readonly AssetRow[] };
  asset(name: string): AssetRow;
}

/** Amounts in these tests suit the prices of market model 1, which never change. */
export function setUpMargin(changed: Partial<ExchangeOptions> = {}): MarginSetup {
  const clock = manualClock();
  const exchange = createTestExchange({ clock, marketModel: 1, ...changed });
  const account = () => requestJson(exchange, 'GET', '/sapi/v1/margin/account');
  return {
    exchange,
    clock,
    engine: exchange.engines.get(MARGIN),
    post: (path, params) => requestJson(exchange, 'POST', path, params),
    refusal(path, params) {
      const { status, body } = sendSigned(exchange, 'POST', path, params);
      return { status, ...JSON.parse(body) };
    },
    account,
    asset: (name) => account().userAssets.find(({ asset }: AssetRow) => asset === name),
  };
}

/** Returns the assets whose lent amount differs from the sum of principals; none if no money was lost. */
export function lentAndOwed({ exchange, engine }: Pick<MarginSetup, 'exchange' | 'engine'>) {
  const sums = new Map<string, { lent: bigint; owed: bigint }>();
  for (const [asset, { free }] of exchange.accounts.houseAccount('margin lender').balances) {
    if (free !== 0n) sums.set(asset, { lent: -free, owed: 0n });
  }
  for (const { debts } of engine.accounts.all()) {
    for (const [asset, { principal }] of debts) {
      const sum = sums.get(asset) ?? { lent: 0n, owed: 0n };
      sums.set(asset, { ...sum, owed: sum.owed + principal });
    }
  }
  return [...sums].filter(([, { lent, owed }]) => lent !== owed);
}
