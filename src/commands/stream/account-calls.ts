/**
 * REST calls of a user data stream: listen keys, and the queries that find events missed while disconnected.
 */
import type { CallOptions } from '../../app/services.ts';
import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { type OrderQueries, USER_STREAM_ACCESS } from '../../catalogue/user-streams.ts';
import { asToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { NO_SUCH_ORDER } from '../../orders/lookup.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { ListenKeys } from '../../stream/user/listen-key-feed.ts';
import type { OrderCalls, ReconcileCalls } from '../../stream/user/reconcile.ts';
import type { Members } from '../../stream/user/state.ts';
import { endpointById } from '../find-endpoint.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

/** Sends the signed calls of one account through the shared rate limiter. */
export class AccountCalls {
  readonly #call: CommandCall;
  readonly #product: UserStreamProduct;
  readonly #isolated: string | undefined;

  constructor(call: CommandCall, product: UserStreamProduct, isolated: string | undefined) {
    this.#call = call;
    this.#product = product;
    this.#isolated = isolated;
  }

  listenKeys(): ListenKeys {
    const { create, keepAlive, close } = USER_STREAM_ACCESS[this.#product];
    const send = this.#send.bind(this);
    const createKey = async () => {
      const answer = await send(create, {});
      const key = (answer as Members | null)?.['listenKey'];
      if (typeof key === 'string' && /^[\w-]{1,200}$/.test(key)) return key;
      throw usageError('The exchange answered without a listen key.');
    };
    return {
      create: createKey,
      async keepAlive(key) {
        // If the account has no call that keeps a listen key alive, creating the key again extends it, or returns a
        // new key if it expired.
        if (keepAlive === undefined) return createKey();
        await send(keepAlive, { listenKey: key });
        return key;
      },
      async close(key) {
        if (close !== undefined) await send(close, { listenKey: key }, { isCleanup: true });
      },
    };
  }

  /** Creates a listen token of the account. */
  async createListenToken(): Promise<string> {
    const { token } = USER_STREAM_ACCESS[this.#product];
    if (token === undefined) throw new Error(`${this.#product} has no listen tokens`);
    const isolated = this.#isolated === undefined ? {} : { isIsolated: 'true' };
    const answer = await this.#send(token, isolated);
    const text = (answer as Members | null)?.['token'];
    if (typeof text === 'string' && text !== '') return text;
    throw usageError('The exchange answered without a listen token.');
  }

  reconcileCalls(): ReconcileCalls {
    const { queries, account, isolatedAccount } = USER_STREAM_ACCESS[this.#product];
    const isolated = this.#isolated === undefined ? undefined : isolatedAccount;
    return {
      ...(queries === undefined ? {} : { orders: this.#orderCalls(queries) }),
      account: () =>
        isolated === undefined
          ? this.#send(account, {})
          : this.#send(isolated.endpoint, { [isolated.symbols]: this.#isolated! }),
      now: () => this.#exchangeTime(account),
    };
  }

  #orderCalls({ openOrders, orders, order, trades, tradeId }: OrderQueries): OrderCalls {
    return {
      tradeId,
      openOrders: () => this.#send(openOrders, {}),
      orders: (symbol, since) => this.#fetchAll(orders, { symbol, startTime: since }),
      order: (symbol, orderId) =>
        this.#send(order, { symbol, orderId }).catch((error: unknown) => {
          // Futures return an order that was closed without a fill for a few days only (public facts, futures orders),
          // so a missing order is not an error.
          if (asToolError(error).facts.code === NO_SUCH_ORDER) return undefined;
          throw error;
        }),
      trades: (symbol, since) => this.#fetchAll(trades, { symbol, startTime: since }),
    };
  }

  async #exchangeTime(id: string): Promise<UnixMs> {
    const endpoint = await endpointById(id);
    const { request } = this.#prepare(endpoint, {});
    return (await openOrderSession(this.#call, request)).tools.serverTime.now();
  }

  /**
   * Returns the rows of all pages of a query, because the history of a long disconnect can exceed one page.
   */
  async #fetchAll(id: string, given: Readonly<Record<string, string | number>>): Promise<JsonValue> {
    const endpoint = await endpointById(id);
    if (endpoint.pages === undefined) return this.#send(id, given);
    const { fetchPages: pagesOf } = await import('../calling/paged-call.ts');
    const call = { ...this.#call, endpoint, given: this.#arguments(endpoint, given), options: {} };
    const rows: JsonValue[] = [];
    for await (const { value } of pagesOf(call, endpoint)) rows.push(...(value as readonly JsonValue[]));
    return rows;
  }

  /**
   * Sends a query with those of the arguments that its endpoint has as parameters, and with the isolated
   * account's symbol if it has such a parameter.
   */
  async #send(
    id: string,
    given: Readonly<Record<string, string | number>>,
    options: CallOptions = {},
  ): Promise<JsonValue> {
    const endpoint = await endpointById(id);
    const { request } = this.#prepare(endpoint, given);
    const { services } = this.#call;
    try {
      const { body } = await services.call(request, { ...options, isOneOfMany: true });
      // The stream runs for days: without this its listen key would count as unresolved until it ends.
      if (request.intent !== undefined) await (await services.journal()).recordEnd(request);
      return parseJson(body);
    } catch (error) {
      if (request.intent !== undefined) await (await services.journal()).recordEnd(request, error);
      throw error;
    }
  }

  #prepare(endpoint: Endpoint, given: Readonly<Record<string, string | number>>) {
    const now = this.#call.services.world.clock.now();
    return prepareRequest(endpoint, this.#arguments(endpoint, given), { now });
  }

  #arguments({ params }: Endpoint, given: Readonly<Record<string, string | number>>) {
    const isolated = this.#isolated === undefined ? {} : { isIsolated: 'TRUE', symbol: this.#isolated };
    return Object.entries({ ...isolated, ...given })
      .filter(([name]) => name in params)
      .map(([name, value]) => ({ name, text: String(value) }));
  }
}
