/** The AsyncAPI document: market streams, events of accounts, and the methods of the WebSocket APIs. */
import type { Stream, UserEvent, WsMethod } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { USER_EVENTS } from '../../catalogue/user-events.ts';
import { WS_METHODS } from '../../catalogue/ws-methods.ts';
import type { Schema } from '../parameter-schema.ts';
import { DocumentParts } from './parts.ts';
import { allServers } from './servers.ts';
import { addAccounts, addStreams } from './streams.ts';
import { addWsApis } from './ws-api.ts';

/** What the document describes; a test passes a changed catalogue. */
export interface MessageCatalogue {
  readonly streams: readonly Stream[];
  readonly events: readonly UserEvent[];
  readonly methods: readonly WsMethod[];
}

/** All streams, events and methods. */
export const MESSAGE_CATALOGUE: MessageCatalogue = {
  streams: STREAMS,
  events: USER_EVENTS,
  methods: WS_METHODS,
};

/** Returns the document. */
export function asyncApiDocument({ streams, events, methods }: MessageCatalogue): Schema {
  const parts = new DocumentParts();
  addStreams(parts, streams);
  addAccounts(parts, events);
  addWsApis(parts, methods, events);
  return {
    asyncapi: '3.0.0',
    info: ABOUT,
    defaultContentType: 'application/json',
    servers: allServers(),
    channels: parts.channels,
    operations: parts.operations,
    components: { schemas: parts.schemas.all(), messages: parts.messages },
  };
}

const ABOUT: Schema = {
  title: 'The streams and the WebSocket API of the exchange',
  version: '1',
  description: [
    'Derived from the catalogue of bourse by `npm run docs`. Operations are those of a client: it receives events, and sends requests.',
    'Messages are described as they are on the wire: prices and amounts are text with all digits, times are Unix milliseconds unless the connection asks for microseconds, and numbers of orders and trades can exceed 2^53. x-name is the name of a field in the events of the library of bourse. Messages can have further fields. A field that some messages lack, or have as null, is not required.',
    'A stream has a channel under its own name; a connection carries several streams with SUBSCRIBE, or at /stream, where each message has the name of its stream around it. A part of a name that may be left out is a parameter that may be empty.',
    "x-origin is where a message is from: the interface document, public facts, or today's interface. x-today says how the public hosts differ from the interface document today. x-effect, x-security and x-weight of a method mean what they mean in the OpenAPI document.",
  ].join('\n\n'),
  license: { name: 'MIT' },
};
