/**
 * What commands that send orders share: the sender, the exchange's clock, and the look-up of unconfirmed
 * orders.
 */
import type { OpenSender } from '../../app/sender.ts';
import type { Services } from '../../app/services.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { safeText } from '../../core/text.ts';
import { keyedOrderIds, newClientOrderId } from '../../orders/client-order-id.ts';
import { type DispatchOptions, orderRecvWindowOf } from '../../orders/dispatch.ts';
import { type Lookup, orderListLookup, orderLookup } from '../../orders/lookup.ts';
import type { PlacementTools } from '../../orders/place.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** Prefix of every client order id that bourse generates. */
const ID_PREFIX = 'bo';

/** The ids that runs with an idempotency key give to their orders; all orders of a run take them from one sequence. */
const KEYED_IDS = new WeakMap<object, () => string>();

/**
 * Returns a generator of client order ids for one request. With `--idempotency-key` the ids follow from the key; without it
 * the first id is random and the others of the request follow from the first, so that it can serve as the key.
 */
export function createIdGenerator({
  services,
  options,
}: {
  readonly services: Pick<Services, 'world'>;
  readonly options?: CommandCall['options'];
}): () => string {
  const key = options?.['idempotency-key'];
  if (typeof key !== 'string')
    return keyedOrderIds(
      ID_PREFIX,
      newClientOrderId(ID_PREFIX, services.world.clock.now(), services.world.random),
    );
  const ids = KEYED_IDS.get(services) ?? keyedOrderIds(ID_PREFIX, key);
  KEYED_IDS.set(services, ids);
  return ids;
}

/** The sender, functions and options with which one command sends orders and looks them up. */
export interface OrderSession {
  readonly sender: OpenSender;
  /** All functions for placing orders except the look-up, which differs for each order. */
  readonly tools: Omit<PlacementTools, 'lookup'>;
  readonly options: DispatchOptions;
}

/** The runs whose user was already warned that this machine's clock is off. */
const warnedOfClock = new WeakSet<Services>();

/** Opens a sender with the run's keys and measures the exchange's time; throws before any order is sent. */
export async function openOrderSession(call: CommandCall, request: PreparedRequest): Promise<OrderSession> {
  const { services, output } = call;
  const { world, settings } = services;
  const noun = call.endpoint?.clientIds?.noun ?? 'order';
  const sender = await services.signedSender(request);
  const clock = sender.clockOf(request.host);
  await clock.sync(world.interrupt);
  if (clock.isFarOff && !warnedOfClock.has(services)) {
    warnedOfClock.add(services);
    output.note(`The clock of this machine is ${clock.offset?.offsetMs ?? 0} ms off; synchronize it by NTP.`);
  }
  return {
    sender,
    tools: {
      send: sender.sendOnce,
      clock: world.clock,
      random: world.random,
      serverTime: clock,
      onState: async (state, { clientOrderId }, why) => {
        // PREPARED and SENT are recorded by the sender, which knows where the order goes.
        if (state !== 'PREPARED' && state !== 'SENT')
          await (await services.journal()).record(request, state, {
            clientOrderId,
            ...(why === undefined ? {} : { why }),
          });
        if (state === 'UNKNOWN')
          output.note(
            `Execution status unknown: looking up the ${noun} ${safeText(clientOrderId)}; it is not sent again.`,
          );
      },
      onLookup: ({ remainingMs }) =>
        output.progress(`looking up the ${noun}, at most ${Math.ceil(remainingMs / 1000)} s more`),
    },
    options: {
      request,
      recvWindow: orderRecvWindowOf(settings),
      signal: world.interrupt,
      abandon: world.abandon,
      noun,
    },
  };
}

/** Finds an order by its client order id. */
export interface OrderFinder {
  readonly query: Endpoint;
  lookup(clientOrderId: string, wire: WireArguments): Lookup;
  /** Returns the command line that looks up the order later. */
  resume(clientOrderId: string, wire: WireArguments): Promise<string>;
}

/** Returns the finder of orders that this endpoint places, from the queries that the catalogue names. */
export async function createOrderFinder(
  call: CommandCall,
  endpoint: Endpoint,
  read: OpenSender['call'],
): Promise<OrderFinder> {
  const query = await endpointById(endpoint.lookup!);
  const endpoints = await lookupEndpoints(query);
  const { parts, isChange = false } = endpoint.clientIds!;
  const partEndpoints =
    parts === undefined ? undefined : await lookupEndpoints(await endpointById(parts.lookup));
  return {
    query,
    lookup(clientOrderId, wire) {
      const orderOrList = orderLookup({ endpoints, clientOrderId, wire, call: read, isChange });
      if (parts === undefined || partEndpoints === undefined) return orderOrList;
      const legs = parts.params.map((name) =>
        orderLookup({
          endpoints: partEndpoints,
          clientOrderId: wire.get(name)!,
          wire: partTerms(endpoint, name, wire),
          call: read,
        }),
      );
      return orderListLookup(orderOrList, legs);
    },
    resume(clientOrderId, wire) {
      const shared = ['symbol', 'isIsolated'].filter((name) => name in query.params && wire.has(name));
      const params = [
        ...shared.map((name) => [name, wire.get(name)!] as const),
        [query.lookupFields!.param, clientOrderId] as const,
      ];
      return resumeCommand(call, query, new Map(params));
    },
  };
}

/**
 * Returns the values by which the record of one order of a list is recognised: those parameters that the
 * record repeats.
 */
function partTerms({ legs = [] }: Endpoint, idParam: string, wire: WireArguments): WireArguments {
  const leg = legs.find(({ params }) => params['newClientOrderId'] === idParam);
  const names = ['symbol', 'side', ...(leg === undefined ? [] : ['type', 'quantity', 'price'])];
  return new Map(
    names.flatMap((name) => {
      const value = wire.get(leg?.params[name] ?? name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

async function lookupEndpoints(query: Endpoint) {
  const { open, history } = query.lookupFields!;
  return { order: query, open: await endpointById(open!), all: await endpointById(history!) };
}
