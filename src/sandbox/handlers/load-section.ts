/** Loads the handlers of single sections of the catalogue, for an exchange that needs no others. */
import type { SectionName } from '../../catalogue/sections.ts';
import type { Handler } from '../types.ts';

type Load = () => Promise<Readonly<Record<string, Handler>>>;

const spotMarket: Load = () => import('./spot/market.ts').then((file) => file.spotMarketHandlers);

const spotTrading: Load = async () => {
  const [trading, replacement] = await Promise.all([
    import('./spot/trading.ts'),
    import('./spot/replacement.ts'),
  ]);
  return { ...trading.spotTradingHandlers, ...replacement.spotReplacementHandlers };
};

const futuresTrading: Load = async () => {
  const [trading, changes, settings] = await Promise.all([
    import('./futures/trading.ts'),
    import('./futures/order-changes.ts'),
    import('./futures/settings.ts'),
  ]);
  return {
    ...trading.futuresTradingHandlers,
    ...changes.futuresOrderChangeHandlers,
    ...settings.futuresSettingHandlers,
  };
};

/** The sections whose handlers can be loaded separately; `all.ts` has the handlers of every section. */
export const SECTION_HANDLER_LOADERS = {
  'spot.server': spotMarket,
  'spot.trades': spotMarket,
  'spot.candles': spotMarket,
  'spot.tickers': spotMarket,
  'spot.trading': spotTrading,
  'usdm.market': async () => {
    const [market, reads] = await Promise.all([
      import('./futures/market.ts'),
      import('./futures/market-reads.ts'),
    ]);
    return { ...market.usdmMarketHandlers, ...reads.usdmMarketReadHandlers };
  },
  'usdm.trading': futuresTrading,
  'coinm.market': () => import('./futures/coinm-market.ts').then((file) => file.coinmMarketHandlers),
  'coinm.trading': futuresTrading,
  'options.market': async () => {
    const [market, blocks] = await Promise.all([
      import('./options/market.ts'),
      import('./options/block-trades.ts'),
    ]);
    return { ...market.optionsMarketHandlers, ...blocks.optionsBlockHandlers };
  },
  'options.trading': async () => {
    const [trading, cancellations, blocks] = await Promise.all([
      import('./options/trading.ts'),
      import('./options/cancellations.ts'),
      import('./options/block-trades.ts'),
    ]);
    return {
      ...trading.optionsTradingHandlers,
      ...cancellations.optionsCancellationHandlers,
      ...blocks.optionsBlockHandlers,
    };
  },
} satisfies Readonly<Partial<Record<SectionName, Load>>>;

/** The name of a section whose handlers can be loaded separately. */
export type LoadableSection = keyof typeof SECTION_HANDLER_LOADERS;
