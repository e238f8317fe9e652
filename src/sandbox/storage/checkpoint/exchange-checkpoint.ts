/** What an image holds of an exchange: all that its deeds have led to. */
import type { SandboxExchange } from '../../open-exchange.ts';
import type { Part, PartKey } from '../../types.ts';
import { ImageReader, ImageWriter, type Keeping } from './checkpoint-codec.ts';
import type { PageStore } from './pages.ts';

/**
 * Takes an image of an exchange as it is now, and returns the steps that make bytes of it, between which the exchange may
 * go on; what never changes any more goes to the pages. Throws where it can't be kept.
 */
export function imageOf(exchange: SandboxExchange, pages: PageStore): Generator<undefined, Buffer> {
  const writer = new ImageWriter(exchange.accounts.names, pages);
  keep(exchange, writer, []);
  return writer.bytes();
}

/**
 * Makes an exchange on which nothing has been done the one of an image. Throws where the image does not fit: then the
 * exchange is neither.
 */
export function loadImage(
  exchange: SandboxExchange,
  image: Uint8Array,
  pages: PageStore,
  keys: readonly PartKey<Part>[],
): void {
  const reader = new ImageReader(image, exchange.accounts.names, pages);
  keep(exchange, reader, keys);
  reader.end();
}

/** Accounts come first: everything else mentions users. Limits, faults and listeners live as long as a process. */
function keep(exchange: SandboxExchange, keeping: Keeping, keys: readonly PartKey<Part>[]): void {
  exchange.accounts.keep(keeping);
  exchange.time.keep(keeping);
  exchange.parts.keep(keeping, keys);
  exchange.listenKeys.keep(keeping);
  exchange.orderGate.keep(keeping);
  exchange.done.keep(keeping);
  exchange.truth.keep(keeping);
}
