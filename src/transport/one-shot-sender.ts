/**
 * Sends a single request over a connection of its own with node:http, which loads much less code than the
 * connection pool.
 */
import * as http from 'node:http';
import type { Socket } from 'node:net';
import { createConnector } from './connection.ts';
import { HTTP_LIMITS } from './limits.ts';
import { followAnswer, requestOptions } from './node-request.ts';
import { type ClosableSend, createSender, type SenderOptions } from './sender.ts';
import type { Cancel, Carrier, WireCall, WireEvents } from './wire.ts';

/** Returns a Send that opens a connection for each call and closes it after the answer. */
export function createOneShotSend(options: SenderOptions): ClosableSend {
  const { connectTimeoutMs } = { ...HTTP_LIMITS, ...options.limits };
  const connector = createConnector({
    connectTimeoutMs,
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const carrier: Carrier = {
    carry(call, events) {
      let cancel: Cancel = () => {};
      const abandon = connector.open(call.address, (failure, socket) => {
        if (failure !== null) return events.fail(failure);
        if (socket !== undefined) cancel = sendOnSocket(call, socket, events);
      });
      return (reason) => {
        abandon();
        cancel(reason);
      };
    },
    close: async () => {},
  };
  return createSender(carrier, options);
}

/** Sends the request on the open socket and reports its answer to `events`. */
function sendOnSocket(call: WireCall, socket: Socket, events: WireEvents): Cancel {
  const request = http.request({ ...requestOptions(call, 'close'), createConnection: () => socket });
  followAnswer(request, call, events);
  request.on('close', () => socket.destroy());
  events.written({ reused: false });
  request.end(call.body);
  return (reason) => request.destroy(reason);
}
