/** The orders of one account in the journal of this machine that the limits on exposure and loss need. */
import type { OrderRules } from '../../catalogue/write-types.ts';
import type { UnixMs } from '../../core/words.ts';
import { writeIntentOf } from '../../request/intent.ts';
import type { IntentPart, PreparedRequest } from '../../request/types.ts';
import { endpointById } from '../find-endpoint.ts';
import { openJournal } from '../journal/write-journal.ts';
import { recordOf, UNRESOLVED_STATES, WRITE_KIND } from '../journal/write-record.ts';
import type { World } from '../world.ts';

export interface RecordedOrders {
  /** How many orders under a limit on exposure the account has recorded, as the journal counts them. */
  readonly sequence: number;
  /** The orders that were sent and whose outcome is not recorded; their exposure may not show at the exchange yet. */
  readonly unresolved: readonly { readonly part: IntentPart; readonly rules: OrderRules | undefined }[];
  /** The symbols of the orders since the given time, by product. */
  readonly symbols: ReadonlyMap<PreparedRequest['product'], ReadonlySet<string>>;
}

export interface RecordedOrdersOptions {
  readonly venue: string;
  readonly account: string;
  readonly products: readonly PreparedRequest['product'][];
  readonly since: UnixMs;
  /** The counter of the orders under a limit on exposure. */
  readonly counter: string;
}

/** Reads the journal; the sequence is read first, so that an order recorded meanwhile changes it. */
export async function readRecordedOrders(
  world: World,
  { venue, account, products, since, counter }: RecordedOrdersOptions,
): Promise<RecordedOrders> {
  const state = await openJournal(world);
  try {
    const sequence = Number(await state.counted(counter));
    const [unresolved, recent] = await Promise.all([
      state.subjects({ kind: WRITE_KIND, states: UNRESOLVED_STATES }),
      state.subjects({ kind: WRITE_KIND, since }),
    ]);
    const isOwn = ({ origin }: ReturnType<typeof recordOf>) =>
      origin.venue === venue && origin.account === account;
    const orders: { part: IntentPart; rules: OrderRules | undefined }[] = [];
    for (const { endpoint: id, params } of unresolved.map(recordOf).filter(isOwn)) {
      const endpoint = await endpointById(id).catch(() => undefined);
      const intent = endpoint && writeIntentOf(endpoint, new Map(Object.entries(params)));
      const isCounted = endpoint !== undefined && products.includes(endpoint.product);
      if (isCounted && intent?.isOrder === true && !intent.isReducing)
        orders.push(...intent.parts.map((part) => ({ part, rules: intent.orderRules })));
    }
    const symbols = new Map<PreparedRequest['product'], Set<string>>();
    for (const { endpoint: id, symbol } of recent.map(recordOf).filter(isOwn)) {
      const endpoint = await endpointById(id).catch(() => undefined);
      if (endpoint === undefined || symbol === undefined) continue;
      symbols.set(endpoint.product, (symbols.get(endpoint.product) ?? new Set()).add(symbol));
    }
    return { sequence, unresolved: orders, symbols };
  } finally {
    await state.close();
  }
}
