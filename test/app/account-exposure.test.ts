/** What the account of a product gained or lost since the start of the day, from the records of the exchange. */
import { describe, expect, it } from 'vitest';
import { AccountExposure } from '../../src/app/policy/account-exposure.ts';
import type { OrderValuer } from '../../src/app/policy/order-valuer.ts';
import { formatDecimal } from '../../src/core/decimal.ts';
import { unixMs } from '../../src/core/words.ts';
import { answer } from '../transport/requests.ts';

const DAY_START = unixMs(1_710_460_800_000);
const CALL = 'BTC-240628-60000-C';
const PUT = 'BTC-240628-50000-P';

const tradeOf = (realizedProfit: string, fee: string) => ({ realizedProfit, fee, quoteAsset: 'USDT' });

/** Returns the profit of the day on options, given the answers of the exchange by the last part of their path. */
async function optionProfit(answers: Readonly<Record<string, unknown>>, symbols: readonly string[]) {
  const asked: string[] = [];
  const exposure = new AccountExposure({
    product: 'options',
    valuer: {
      contractOf: async () => ({ quoteAsset: 'USDT' }),
      inQuote: async ({ amount }: { amount: unknown }) => amount,
    } as unknown as OrderValuer,
    reader: {
      call: async ({ path, query }) => {
        const name = path.split('/').at(-1)!;
        const params = new URLSearchParams(query);
        asked.push([name, params.get('symbol'), params.get('startTime')].filter(Boolean).join(' '));
        const rows = answers[`${name} ${params.get('symbol')}`] ?? answers[name];
        if (rows === undefined) throw new Error(`there is no answer for ${name}`);
        return answer(200, JSON.stringify(rows));
      },
    },
  });
  const profit = await exposure.profitSince(DAY_START, symbols);
  return { profit: profit && formatDecimal(profit), asked };
}

const EMPTY = { position: [], userTrades: [], exerciseRecord: [] };

describe('the profit of the day on options', () => {
  it('is what trades earned, less their fees, plus the unrealised profit of the positions', async () => {
    const { profit, asked } = await optionProfit(
      {
        ...EMPTY,
        position: [{ symbol: PUT, unrealizedPNL: '-120.5' }],
        [`userTrades ${CALL}`]: [tradeOf('-40', '1.5'), tradeOf('10', '-0.5')],
        [`userTrades ${PUT}`]: [tradeOf('0', '2')],
      },
      [CALL],
    );
    expect(profit).toBe('-154.5');
    expect(asked.sort()).toEqual(
      [
        `exerciseRecord ${DAY_START}`,
        'position',
        `userTrades ${PUT} ${DAY_START}`,
        `userTrades ${CALL} ${DAY_START}`,
      ].sort(),
    );
  });

  it('is zero for an account that has traded nothing', async () => {
    expect((await optionProfit(EMPTY, [])).profit).toBe('0');
  });

  it.each<[string, object]>([
    ['an option expired today, because its cost is not stated', { exerciseRecord: [{ symbol: CALL }] }],
    ['the expired options cannot be read', { exerciseRecord: undefined }],
    ['the trades cannot be read', { userTrades: undefined }],
    ['a trade does not state its profit', { userTrades: [{ fee: '1', quoteAsset: 'USDT' }] }],
    ['a trade does not state its fee', { userTrades: [{ realizedProfit: '1', quoteAsset: 'USDT' }] }],
    ['a position does not state its profit', { position: [{ symbol: CALL }] }],
    ['trades may be missing', { userTrades: Array.from({ length: 1000 }, () => tradeOf('1', '0')) }],
  ])('is not known if %s', async (_why, more) => {
    expect((await optionProfit({ ...EMPTY, ...more }, [CALL])).profit).toBeUndefined();
  });
});
