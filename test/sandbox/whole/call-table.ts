/**
 * The table of endpoint calls: for every endpoint of the catalogue, its parameters and the shape of its
 * responses.
 */
import type { AnswerRows } from './endpoint-calls.ts';
import { algoOrderRows } from './rows/algo-orders.ts';
import { coinmRows } from './rows/coinm.ts';
import { coinmTodayRows } from './rows/coinm-today.ts';
import { convertRows, earnRows } from './rows/earn-and-convert.ts';
import { earnTodayRows } from './rows/earn-today.ts';
import { fundsRows } from './rows/funds.ts';
import { fundsTodayRows } from './rows/funds-today.ts';
import { futuresTodayRows } from './rows/futures-today.ts';
import { marginRows } from './rows/margin.ts';
import { marginTodayRows } from './rows/margin-today.ts';
import { optionsRows } from './rows/options.ts';
import { optionsTodayRows } from './rows/options-today.ts';
import { fiatRows, listenKeyRows, miningRows, onchainRows } from './rows/services.ts';
import { spotListRows } from './rows/spot-lists.ts';
import { spotMarketRows } from './rows/spot-market.ts';
import { spotTradingRows } from './rows/spot-trading.ts';
import { subAccountRows } from './rows/sub-accounts.ts';
import { subAccountTodayRows } from './rows/sub-accounts-today.ts';
import { usdmMarketRows } from './rows/usdm-market.ts';
import { usdmTodayRows } from './rows/usdm-today.ts';
import { usdmTradingRows } from './rows/usdm-trading.ts';

export const ANSWERS: AnswerRows = {
  ...spotMarketRows,
  ...spotTradingRows,
  ...spotListRows,
  ...usdmMarketRows,
  ...usdmTradingRows,
  ...coinmRows,
  ...coinmTodayRows,
  ...futuresTodayRows,
  ...usdmTodayRows,
  ...algoOrderRows,
  ...optionsRows,
  ...optionsTodayRows,
  ...marginRows,
  ...marginTodayRows,
  ...fundsRows,
  ...fundsTodayRows,
  ...subAccountRows,
  ...subAccountTodayRows,
  ...earnRows,
  ...earnTodayRows,
  ...convertRows,
  ...miningRows,
  ...fiatRows,
  ...listenKeyRows,
  ...onchainRows,
};
