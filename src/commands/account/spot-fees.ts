/** The commission rates and fees of spot symbols. */
import { formatTrimmed, parseDecimal, sumOf, ZERO } from '../../core/decimal.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { feeValue } from '../../pnl/spot.ts';
import type { CommandCall } from '../types.ts';
import type { AccountReader } from './account-reader.ts';
import { paidRows } from './fee-rows.ts';
import type { ProfitRows } from './profit-rows.ts';
import { REPORT_READS } from './report-reads.ts';
import { readSpotTrades } from './spot-trades.ts';
import type { BoundedWindow } from './window.ts';

/** The parts of an answer that add up to the rate of an order (interface document, commission rates). */
const RATE_PARTS = ['standardCommission', 'specialCommission', 'taxCommission'];

/** Returns a row for each symbol and fee asset. */
export async function spotFeeRows(
  call: CommandCall,
  reader: AccountReader,
  window: BoundedWindow,
): Promise<ProfitRows> {
  const { traded, notes } = await readSpotTrades(call, reader, window);
  const rows: JsonObject[] = [];
  for (const { market, trades } of traded) {
    const { symbol } = market;
    call.output.progress(`rates of ${symbol}`);
    const rates = await reader.attempt(`rates of ${symbol}`, async () =>
      ratesIn(await reader.answer(REPORT_READS.commission, { symbol })),
    );
    const fees = trades.map((trade) => ({ ...trade, value: feeValue(trade, market) }));
    for (const row of paidRows(fees, market.quote)) rows.push({ symbol, ...rates, ...row });
  }
  return { rows, notes };
}

function ratesIn(answer: JsonValue): JsonObject {
  const parts = isObject(answer) ? RATE_PARTS.map((name) => answer[name]) : [];
  const sum = (side: 'maker' | 'taker') =>
    sumOf(parts.map((part) => (isObject(part) && parseDecimal(String(part[side]))) || ZERO));
  return {
    maker: formatTrimmed(sum('maker')),
    taker: formatTrimmed(sum('taker')),
    discount: discountIn(isObject(answer) ? answer['discount'] : undefined),
  };
}

/** Returns the discount on the standard rate that applies to the account, such as "0.25 in BNB". */
function discountIn(discount: JsonValue | undefined): string | null {
  if (!isObject(discount) || discount['enabledForAccount'] !== true || discount['enabledForSymbol'] !== true)
    return null;
  return `${formatTrimmed(parseDecimal(String(discount['discount'])) ?? ZERO)} in ${discount['discountAsset']}`;
}
