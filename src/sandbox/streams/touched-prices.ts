/**
 * At which prices users change a spot book: an order that comes and goes between two looks at the book is seen in what
 * its owner is told.
 */
import type { Notices } from '../engine/notices.ts';
import type { MarketSymbol } from '../engine/symbols.ts';

/** An order as its owner is told of it, by the letters of executionReport. */
interface ToldOrder {
  readonly s: string;
  readonly S: 'BUY' | 'SELL';
  /** Its price, and that of its last trade. */
  readonly p: string;
  readonly L: string;
  /** Whether it was the maker of that trade. */
  readonly m: boolean;
}

/** Decimals of prices in events. */
const DECIMALS = 8;

/** Calls back for each price of a symbol's book that an order touches; returns what ends that. */
export function listenForPrices(
  notices: Notices,
  { name, tickDecimals }: MarketSymbol,
  touch: (isBids: boolean, price: number) => void,
): () => void {
  const ticks = (text: string) => Number(text.replace('.', '')) / 10 ** (DECIMALS - tickDecimals);
  return notices.listen(({ scope, payload }) => {
    if (scope !== 'spot' && !scope.startsWith('margin')) return;
    const text = payload();
    if (!text.startsWith('{"e":"executionReport"') || !text.includes(`"s":"${name}"`)) return;
    const { s, S, p, L, m } = JSON.parse(text) as ToldOrder;
    if (s !== name) return;
    const isBuy = S === 'BUY';
    if (ticks(p) > 0) touch(isBuy, ticks(p));
    if (ticks(L) > 0) touch(m ? isBuy : !isBuy, ticks(L));
  });
}
