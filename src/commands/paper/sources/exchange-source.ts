/** Market data of the exchange or the sandbox, by public calls that read no key. */
import type { Services } from '../../../app/services.ts';
import { PUBLIC_MARKETS, type PublicMarket } from '../../../catalogue/public-markets.ts';
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import { ToolError, usageError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/json.ts';
import type { JsonObject, JsonValue } from '../../../core/words.ts';
import { emptyData, type PointNow } from '../../../paper/live/live-ledger.ts';
import type { FinerData, MarketSource } from '../../../paper/live/market-source.ts';
import type { Level } from '../../../paper/market/depth.ts';
import { CandleList, TradeList } from '../../../paper/market/price-lists.ts';
import type { LedgerSymbol } from '../../../paper/market/symbol-rules.ts';
import type { SymbolData } from '../../../paper/scenario/reader.ts';
import { type Funding, INTERVALS } from '../../../paper/scenario/records.ts';
import type { LedgerMarket } from '../../../paper/storage/ledger-store.ts';
import { buildRequest } from '../../../request/prepare.ts';
import { endpointById } from '../../find-endpoint.ts';
import { rulesOfListing } from './listed-rules.ts';

/** Rows of one answer; both markets allow as many. */
const PAGE_ROWS = 1000;

/** The price levels of an order book snapshot. */
const DEPTH_LEVELS = 1000;

/** The exchange's answer to a symbol that it does not list (interface document, error codes). */
const BAD_SYMBOL = -1121;

/** Reads the public market data of the environment of a run, never through a profile. */
export class ExchangeSource implements MarketSource {
  readonly #services: Services;
  readonly #endpoints: PublicMarket;
  readonly #tiers: readonly JsonObject[] | null;

  /** Throws a usage error if the run names a profile. */
  constructor(services: Services, market: LedgerMarket, tiers: readonly JsonObject[] | null) {
    // A profile that is named would be read, and its keys with it.
    if (services.settings.profile !== undefined) {
      throw usageError(
        'Paper ledgers use no profile, found --profile.',
        'Choose the environment of prices: --env.',
      );
    }
    this.#services = services;
    this.#endpoints = PUBLIC_MARKETS[market];
    this.#tiers = tiers;
  }

  async now(): Promise<number> {
    const { serverTime } = (await this.#get(this.#endpoints.time, {})) as { serverTime: number };
    return serverTime;
  }

  async rulesOf(symbol: string): Promise<LedgerSymbol | undefined> {
    const endpoint = await endpointById(this.#endpoints.listing);
    try {
      const answer = await this.#get(this.#endpoints.listing, 'symbol' in endpoint.params ? { symbol } : {});
      const { symbols } = answer as { symbols: readonly JsonObject[] };
      const listing = symbols.find((one) => one['symbol'] === symbol);
      return listing && rulesOfListing(listing, this.#tiers);
    } catch (error) {
      if (error instanceof ToolError && error.facts.code === BAD_SYMBOL) return undefined;
      throw error;
    }
  }

  knownSymbols(): readonly string[] {
    return this.#services.knownSymbols();
  }

  async dataOf(rules: LedgerSymbol, from: number, to: number): Promise<SymbolData> {
    const minutes = await this.#candles(rules.symbol, '1m', from, to);
    return { ...emptyData(rules), minutes, fundings: await this.#fundings(rules.symbol, from, to) };
  }

  async finer(rules: LedgerSymbol, from: number, to: number): Promise<FinerData> {
    const seconds = this.#endpoints.hasSeconds
      ? await this.#candles(rules.symbol, '1s', from, to)
      : new CandleList(INTERVALS['1s']);
    return { seconds, trades: await this.#trades(rules.symbol, from, to) };
  }

  async pointOf({ symbol }: LedgerSymbol): Promise<PointNow | undefined> {
    const answer = await this.#get(this.#endpoints.depth, { symbol, limit: DEPTH_LEVELS });
    const { bids, asks } = answer as { bids: readonly PrintedLevel[]; asks: readonly PrintedLevel[] };
    if (bids.length === 0 || asks.length === 0) return undefined;
    const read = (levels: readonly PrintedLevel[]) =>
      levels.map(([price, quantity]): Level => [decimalOf(price), decimalOf(quantity)]);
    return { snapshot: { time: 0, bids: read(bids), asks: read(asks) } };
  }

  async #candles(symbol: string, interval: '1m' | '1s', from: number, to: number): Promise<CandleList> {
    const list = new CandleList(INTERVALS[interval]);
    let start = from;
    while (start < to) {
      const rows = (await this.#get(this.#endpoints.candles, {
        symbol,
        interval,
        startTime: start,
        endTime: to - 1,
        limit: PAGE_ROWS,
      })) as readonly (readonly [number, string, string, string, string])[];
      for (const [time, ...prices] of rows) {
        const [open, high, low, close] = prices.slice(0, 4).map(decimalOf) as [
          Decimal,
          Decimal,
          Decimal,
          Decimal,
        ];
        list.push(time, { open, high, low, close });
      }
      if (rows.length < PAGE_ROWS) break;
      start = rows.at(-1)![0] + INTERVALS[interval];
    }
    return list;
  }

  async #trades(symbol: string, from: number, to: number): Promise<TradeList> {
    const list = new TradeList();
    let page: Readonly<Record<string, string | number>> = { startTime: from, endTime: to - 1 };
    for (;;) {
      const rows = (await this.#get(this.#endpoints.trades, {
        symbol,
        ...page,
        limit: PAGE_ROWS,
      })) as readonly {
        readonly a: number;
        readonly p: string;
        readonly T: number;
      }[];
      for (const { p, T } of rows) if (T < to) list.push(T, decimalOf(p));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_ROWS || last.T >= to) return list;
      page = { fromId: last.a + 1 };
    }
  }

  async #fundings(symbol: string, from: number, to: number): Promise<SymbolData['fundings']> {
    const { fundings: endpoint } = this.#endpoints;
    const fundings: Funding[] = [];
    let start = from;
    while (endpoint !== undefined && start < to) {
      const rows = (await this.#get(endpoint, {
        symbol,
        startTime: start,
        endTime: to - 1,
        limit: PAGE_ROWS,
      })) as readonly {
        readonly fundingTime: number;
        readonly fundingRate: string;
        readonly markPrice?: string;
      }[];
      for (const { fundingTime: time, fundingRate, markPrice } of rows) {
        // Records of early years have no mark price, which the exchange prints as an empty text.
        const mark = markPrice === undefined || markPrice === '' ? null : decimalOf(markPrice);
        fundings.push({ time, rate: decimalOf(fundingRate), mark });
      }
      if (rows.length < PAGE_ROWS) break;
      start = rows.at(-1)!.fundingTime + 1;
    }
    return fundings;
  }

  async #get(id: string, params: Readonly<Record<string, string | number>>): Promise<JsonValue> {
    const wire = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const request = buildRequest(await endpointById(id), wire);
    const { body } = await this.#services.call(request, { isOneOfMany: true });
    return parseJson(body, { what: `the answer of ${id}`, kind: 'unavailable' });
  }
}

type PrintedLevel = readonly [price: string, quantity: string];
