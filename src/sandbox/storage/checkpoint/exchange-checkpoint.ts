/** What an image holds of an exchange: all that its deeds have led to. */

import type { EngineKey, ProductEngine } from '../../engine/exchange.ts';
import type { Checkpointer } from '../../engine/state/checkpointer.ts';
import type { SandboxExchange } from '../../exchange/open-exchange.ts';
import { CheckpointReader, CheckpointWriter } from './codec.ts';
import type { PageStore } from './pages.ts';

/**
 * Takes an image of an exchange as it is now, and returns the steps that make bytes of it, between which the exchange may
 * go on; what never changes any more goes to the pages. Throws where it can't be kept.
 */
export function takeCheckpoint(exchange: SandboxExchange, pages: PageStore): Generator<undefined, Buffer> {
  const writer = new CheckpointWriter(exchange.accounts.names, pages);
  checkpointExchange(exchange, writer, []);
  return writer.bytes();
}

/**
 * Makes an exchange on which nothing has been done the one of an image. Throws where the image does not fit: then the
 * exchange is neither.
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

/** Accounts come first: everything else mentions users. Limits, faults and listeners live as long as a process. */
function checkpointExchange(
  exchange: SandboxExchange,
  checkpointer: Checkpointer,
  keys: readonly EngineKey<ProductEngine>[],
): void {
  exchange.accounts.checkpoint(checkpointer);
  exchange.time.checkpoint(checkpointer);
  exchange.engines.checkpoint(checkpointer, keys);
  exchange.listenKeys.checkpoint(checkpointer);
  exchange.orderCounter.checkpoint(checkpointer);
  exchange.answeredCalls.checkpoint(checkpointer);
  exchange.executionLog.checkpoint(checkpointer);
}
