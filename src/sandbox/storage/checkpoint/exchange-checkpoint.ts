/** Takes and loads checkpoints of an exchange: all state that follows from its journal. */

import type { EngineKey, ProductEngine } from '../../engine/exchange.ts';
import type { Checkpointer } from '../../engine/state/checkpointer.ts';
import type { SandboxExchange } from '../../exchange/open-exchange.ts';
import { CheckpointReader, CheckpointWriter } from './codec.ts';
import type { PageStore } from './pages.ts';

/**
 * Takes a checkpoint of the current state of an exchange and returns the steps that serialize it, between which the
 * exchange may continue. Immutable bytes go to the pages. Throws if a value can't be serialized.
 */
export function takeCheckpoint(exchange: SandboxExchange, pages: PageStore): Generator<undefined, Buffer> {
  const writer = new CheckpointWriter(exchange.accounts.names, pages);
  checkpointExchange(exchange, writer, []);
  return writer.bytes();
}

/**
 * Loads a checkpoint into a new exchange. Throws if the checkpoint does not fit; the exchange must then be discarded.
 */
export function loadCheckpoint(
  exchange: SandboxExchange,
  bytes: Uint8Array,
  pages: PageStore,
  keys: readonly EngineKey<ProductEngine>[],
): void {
  const reader = new CheckpointReader(bytes, exchange.accounts.names, pages);
  checkpointExchange(exchange, reader, keys);
  reader.end();
}

/**
 * Writes or restores the accounts first, because all other state refers to users. Rate limits, faults and
 * listeners are not saved.
 */
function checkpointExchange(
  exchange: SandboxExchange,
  checkpointer: Checkpointer,
  keys: readonly EngineKey<ProductEngine>[],
): void {
  exchange.accounts.checkpoint(checkpointer);
  exchange.clock.checkpoint(checkpointer);
  exchange.engines.checkpoint(checkpointer, keys);
  exchange.listenKeys.checkpoint(checkpointer);
  exchange.listenTokens.checkpoint(checkpointer);
  exchange.orderCounter.checkpoint(checkpointer);
  exchange.answeredCalls.checkpoint(checkpointer);
  exchange.executionLog.checkpoint(checkpointer);
}
