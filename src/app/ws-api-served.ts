/** Checks that a host serves a WebSocket API before anything is sent to it. */
import type { Interface } from '../catalogue/environments.ts';
import { isOnlyToday, type WsApiProduct, wsApiOf } from '../catalogue/ws-apis.ts';
import { usageError } from '../core/errors.ts';

/** Throws a usage error if the interface that a host serves does not have the WebSocket API of a product. */
export function assertWsApiServed(api: WsApiProduct, served: Interface): void {
  if (served === 'today' || !isOnlyToday(api)) return;
  const { title, host } = wsApiOf(api);
  throw usageError(
    `The interface document does not have ${title}, and the host ${host} serves the document's interface.`,
    "Use a host of today's interface with --interface today; the sandbox serves it with: bourse sandbox serve --interface today.",
  );
}
