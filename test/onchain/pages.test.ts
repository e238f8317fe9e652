import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HoldingsPage, TokenHolding } from '../../src/onchain/envelope.ts';
import { collectHoldings, collectPages } from '../../src/onchain/pages.ts';

function tokens(count: number): TokenHolding[] {
  return Array.from({ length: count }, (_, index) => ({
    chainId: '56',
    address: '0x1',
    contractAddress: `0x${index}`,
    name: null,
    symbol: `T${index}`,
    icon: null,
    decimals: null,
    price: null,
    percentChange24h: null,
    remainQty: null,
    entry: null,
  }));
}

/** Returns a service with pages of `size`, and the requested offsets. */
function service(wallet: readonly TokenHolding[], size: number) {
  const asked: number[] = [];
  const fetchPage = async (offset: number): Promise<HoldingsPage> => {
    asked.push(offset);
    return { offset: String(offset), addressStatus: null, list: wallet.slice(offset, offset + size) };
  };
  return { asked, fetchPage };
}

describe('paging through a wallet', () => {
  it('returns every token once, in order, whatever the page size', async () => {
    const cases = fc.record({
      count: fc.integer({ min: 0, max: 90 }),
      size: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ count, size }) => {
        const wallet = tokens(count);
        const collected = await collectHoldings(service(wallet, size).fetchPage);
        expect(collected).toEqual({
          holdings: wallet,
          isComplete: true,
          nextOffset: count,
          addressStatus: null,
        });
      }),
      { seed: 20240131 },
    );
  });

  it('requests the offset plus the received rows until a page is empty', async () => {
    const { asked, fetchPage } = service(tokens(40), 20);
    await collectHoldings(fetchPage);
    expect(asked).toEqual([0, 20, 40]);
  });

  it('starts at the given offset', async () => {
    const { asked, fetchPage } = service(tokens(25), 20);
    const collected = await collectHoldings(fetchPage, { offset: 20 });
    expect(asked).toEqual([20, 25]);
    expect(collected.holdings.map((one) => one.symbol)).toEqual(['T20', 'T21', 'T22', 'T23', 'T24']);
  });

  it('ends if the service ignores the offset and repeats its page', async () => {
    const first = tokens(20);
    let calls = 0;
    const collected = await collectHoldings(async () => {
      calls += 1;
      return { offset: '0', addressStatus: null, list: first };
    });
    expect(collected.holdings).toEqual(first);
    expect(calls).toBe(2);
  });

  it('returns a token once that moved to the next page in the meantime', async () => {
    const wallet = tokens(5);
    const pages = [wallet.slice(0, 3), wallet.slice(2), []];
    const collected = await collectHoldings(async () => ({
      offset: null,
      addressStatus: null,
      list: pages.shift() ?? [],
    }));
    expect(collected).toMatchObject({ isComplete: true, nextOffset: 6 });
    expect(collected.holdings).toEqual(wallet);
  });

  it('stops at the page limit and returns the offset to resume from', async () => {
    const { asked, fetchPage } = service(tokens(100), 20);
    const collected = await collectHoldings(fetchPage, { maxPages: 2 });
    expect(asked).toEqual([0, 20]);
    expect(collected).toMatchObject({ isComplete: false, nextOffset: 40 });
    expect(collected.holdings).toHaveLength(40);
  });

  it('returns rows page by page, requesting each page only when it is needed', async () => {
    const { asked, fetchPage } = service(tokens(100), 20);
    const pages = collectPages(fetchPage);
    expect((await pages.next()).value).toHaveLength(20);
    expect(asked).toEqual([0]);
    await pages.return({ isComplete: false, nextOffset: 20, addressStatus: null });
    expect(asked).toEqual([0]);
  });

  it('throws the error of a failed page', async () => {
    const failing = async () => Promise.reject(new Error('gone'));
    await expect(collectHoldings(failing)).rejects.toThrow('gone');
  });
});
