/** The keys of all product engines, by which a checkpoint opens its engines again. */
import { CONVERT } from '../engine/convert/engine.ts';
import { EARN } from '../engine/earn/engine.ts';
import type { EngineKey, ProductEngine } from '../engine/exchange.ts';
import { FUNDS } from '../engine/funds/engine.ts';
import { MARGIN } from '../engine/margin/engine.ts';
import { OPTIONS } from '../engine/options/engine.ts';
import { FUTURES } from '../handlers/futures/engines.ts';

export const ALL_ENGINES: readonly EngineKey<ProductEngine>[] = [
  MARGIN,
  ...FUTURES,
  OPTIONS,
  FUNDS,
  EARN,
  CONVERT,
];
