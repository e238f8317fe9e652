/** What commands have in common that send orders: the sender with its clock, the search for lost ones, and its words. */
import type { OpenSender } from '../../app/sender.ts';
import type { Services } from '../../app/services.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { safeText } from '../../core/text.ts';
import { newClientOrderId } from '../../orders/client-order-id.ts';
import type { DispatchOptions } from '../../orders/dispatch.ts';
import { type Lookup, orderListLookup, orderLookup } from '../../orders/lookup.ts';
import { ORDER_RECV_WINDOW_MS, type PlacementTools } from '../../orders/place.ts';
import type { PreparedRequest, WireArguments } from '../../request/types.ts';
import { resumeCommand } from '../calling/resume-command.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** What every id made here begins with. */
const ID_PREFIX = 'bo';

/** Returns a maker of client order ids. */
export function createIdGenerator({ services: { world } }: CommandCall): () => string {
  return () => newClientOrderId(ID_PREFIX, world.clock.now(), world.random);
}

/** Everything that one command needs to send orders and to find them again. */
export interface OrderSession {
  readonly sender: OpenSender;
  /** Without the lookup, which is each order's own. */
  readonly tools: Omit<PlacementTools, 'lookup'>;
  readonly options: DispatchOptions;
}

/** Runs that were told of their clock. */
const warnedOfClock = new WeakSet<Services>();

/** Opens a sender with the run's keys and knows the exchange's time; throws before anything is sent. */
export async function openOrderSession(call: CommandCall, request: PreparedRequest): Promise<OrderSession> {
  const { services, output } = call;
  const { world, settings } = services;
  const noun = call.endpoint?.ownId?.noun ?? 'order';
  const sender = await services.signedSender(request);
  const clock = sender.clockOf(request.host);
  await clock.sync(world.interrupt);
  if (clock.isFarOff && !warnedOfClock.has(services)) {
    warnedOfClock.add(services);
    output.note(`The clock of this machine is ${clock.offset?.offsetMs ?? 0} ms off; set it by the network.`);
  }
  return {
    sender,
    tools: {
      send: sender.sendOnce,
      clock: world.clock,
      random: world.random,
      serverTime: clock,
      onState: (state, { clientOrderId }) => {
        if (state === 'UNKNOWN')
          output.note(
            `No clear answer came for the ${noun} ${safeText(clientOrderId)}; looking it up, it is not sent again.`,
          );
      },
      onLookup: ({ remainingMs }) =>
        output.progress(`looking for the ${noun}, at most ${Math.ceil(remainingMs / 1000)} s more`),
    },
    options: {
      request,
      recvWindow: settings.recvWindowMs ?? ORDER_RECV_WINDOW_MS,
      signal: world.interrupt,
      abandon: world.abandon,
      noun,
    },
  };
}

/** The query that finds what a write made, and the lists in which it must be missing to be absent. */
export interface OrderFinder {
  readonly query: Endpoint;
  lookup(clientOrderId: string, wire: WireArguments): Lookup;
  /** Returns the command that looks it up later. */
  resume(clientOrderId: string, wire: WireArguments): Promise<string>;
}

/** Returns how what this endpoint makes is found again. */
export async function createOrderFinder(
  call: CommandCall,
  endpoint: Endpoint,
  read: OpenSender['call'],
): Promise<OrderFinder> {
  const query = await endpointById(endpoint.lookup!);
  const endpoints = await lookupEndpoints(query);
  const { parts, isChange = false } = endpoint.ownId!;
  const partEndpoints =
    parts === undefined ? undefined : await lookupEndpoints(await endpointById(parts.lookup));
  return {
    query,
    lookup(clientOrderId, wire) {
      const orderOrList = orderLookup({ endpoints, clientOrderId, wire, call: read, isChange });
      if (parts === undefined || partEndpoints === undefined) return orderOrList;
      const partWire = new Map([...wire].filter(([name]) => name === 'symbol' || name === 'side'));
      const legs = parts.params.map((name) =>
        orderLookup({ endpoints: partEndpoints, clientOrderId: wire.get(name)!, wire: partWire, call: read }),
      );
      return orderListLookup(orderOrList, legs);
    },
    resume(clientOrderId, wire) {
      const shared = ['symbol', 'isIsolated'].filter((name) => name in query.params && wire.has(name));
      const params = [
        ...shared.map((name) => [name, wire.get(name)!] as const),
        [query.shows!.by, clientOrderId] as const,
      ];
      return resumeCommand(call, query, new Map(params));
    },
  };
}

async function lookupEndpoints(query: Endpoint) {
  const { open, history } = query.shows!;
  return { order: query, open: await endpointById(open!), all: await endpointById(history!) };
}
