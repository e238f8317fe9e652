/** Channels of market streams, of the events of accounts, and of connections that carry several streams. */
import type {
  NameSlot,
  Stream,
  StreamProduct,
  UserEvent,
  UserStreamProduct,
} from '../../catalogue/stream-types.ts';
import { CONTROL_METHODS, SERVER_SHUTDOWN, STREAM_ACCESS, TIME_UNIT } from '../../catalogue/streams.ts';
import { USER_STREAM_ACCESS } from '../../catalogue/user-streams.ts';
import { pascalCase } from '../openapi/shared-schemas.ts';
import type { Schema } from '../parameter-schema.ts';
import { fieldsSchema } from './messages.ts';
import type { DocumentParts } from './parts.ts';
import { serverReferences } from './servers.ts';

/** The id of the message before a server goes down. */
const SHUTDOWN = 'server-shutdown';

/** Adds a channel for each stream, and one for connections of each product. */
export function addStreams(parts: DocumentParts, streams: readonly Stream[]): void {
  for (const stream of streams) addStream(parts, stream);
  parts.addMessage(SHUTDOWN, {
    title: 'The server is going down',
    'x-origin': SERVER_SHUTDOWN.origin,
    payload: {
      type: 'object',
      properties: { e: { const: SERVER_SHUTDOWN.event }, E: { type: 'integer', format: 'int64' } },
      required: ['e', 'E'],
    },
  });
  addControlMessages(parts);
  const products = new Set(streams.map(({ product }) => product));
  for (const product of products) addConnection(parts, product);
}

function addStream(parts: DocumentParts, stream: Stream): void {
  const { id, product, kind, name, slots, summary, payload, fields, notes = [], origin } = stream;
  const schema = parts.schemas.named(pascalCase(id), fieldsSchema(fields, parts.schemas, eventOf(stream)));
  parts.addMessage(id, {
    title: summary,
    payload: payload === 'array' ? { type: 'array', items: schema } : schema,
  });
  const today = todayOf(stream);
  const channel = {
    address: `/ws/${name.replace(/\[[^\]]*<(\w+)>\]/g, '{$1}').replace(/<(\w+)>/g, '{$1}')}`,
    title: summary,
    ...(notes.length === 0 ? {} : { description: notes.join('\n\n') }),
    servers: serverReferences(STREAM_ACCESS[product].host),
    ...(Object.keys(slots).length === 0 ? {} : { parameters: parametersOf(stream) }),
    bindings: binding(),
    'x-stream': id,
    'x-stream-name': name,
    'x-origin': origin,
    ...(today.length === 0 ? {} : { 'x-today': today }),
  };
  parts.addChannel(id, channel, [id, SHUTDOWN]);
  parts.addOperation(id, {
    action: 'receive',
    channel: id,
    summary: `Receive: ${summary}`,
    messages: [id, SHUTDOWN],
    'x-command': commandOf(kind, product),
  });
}

/** Returns the values of the event type of a stream: one, or one for each value of the part of the name that it repeats. */
function eventOf({ event, slots }: Stream): Schema {
  if (event === undefined) return {};
  const [pattern, slot = ''] = /<(\w+)>/.exec(event) ?? [];
  if (pattern === undefined) return { const: event };
  const values = slots[slot]?.values;
  return values === undefined ? {} : { enum: values.map((value) => event.replace(pattern, value)) };
}

function commandOf(kind: string, product: StreamProduct | UserStreamProduct): string {
  return `bourse stream ${kind}${product === 'spot' ? '' : ` --on ${product}`}`;
}

/** Returns the parameters of an address. A part of a name that may be left out is a parameter that may be empty. */
function parametersOf({ name, slots }: Stream): Schema {
  return Object.fromEntries(
    Object.entries(slots).map(([slot, facts]) => {
      const [, before] = new RegExp(`\\[([^\\]]*)<${slot}>\\]`).exec(name) ?? [];
      return [slot, before === undefined ? neededParameter(facts) : optionalParameter(facts, before)];
    }),
  );
}

function neededParameter({ about, values, default: value }: NameSlot): Schema {
  return {
    description: about,
    ...(values === undefined ? {} : { enum: values }),
    ...(value === undefined ? {} : { default: value }),
  };
}

function optionalParameter({ about, values, default: value }: NameSlot, before: string): Schema {
  const meaning = value === undefined ? '' : `; ${value} if the parameter is empty`;
  return {
    description: `${about}, after "${before}"${meaning}`,
    ...(values === undefined
      ? value === undefined
        ? {}
        : { examples: [`${before}${value}`] }
      : { enum: ['', ...values.map((one) => `${before}${one}`)] }),
    default: '',
  };
}

function todayOf({ nameToday, routeToday, isRetiredToday }: Stream): readonly string[] {
  return [
    ...(nameToday === undefined ? [] : [`The public hosts call the stream ${nameToday}`]),
    ...(routeToday === undefined
      ? []
      : [`Public hosts have it under /${routeToday}/ws and /${routeToday}/stream`]),
    ...(isRetiredToday === true ? ['Public hosts no longer send it'] : []),
  ];
}

function binding(query: Schema = {}): Schema {
  const properties = {
    ...query,
    [TIME_UNIT.name]: {
      type: 'string',
      enum: TIME_UNIT.values,
      description: 'Unit of the times in messages',
    },
  };
  return { ws: { method: 'GET', query: { type: 'object', properties }, bindingVersion: '0.1.0' } };
}

const CONTROL_ANSWER = 'control.answer';
const CONTROL_ERROR = 'control.error';
const COMBINED = 'combined';

const CONTROL_PARAMS: Readonly<Record<string, Schema>> = {
  streams: { type: 'array', items: { type: 'string' }, description: 'Names of streams' },
  property: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 },
  value: { type: 'array', items: [{ type: 'string' }, { type: 'boolean' }], minItems: 2, maxItems: 2 },
};

const ID: Schema = { description: 'Chosen by the client', type: ['integer', 'string', 'null'] };

function addControlMessages(parts: DocumentParts): void {
  for (const control of CONTROL_METHODS) {
    const params = 'params' in control ? CONTROL_PARAMS[control.params] : undefined;
    parts.addMessage(controlId(control.method), {
      title: control.about,
      payload: {
        type: 'object',
        properties: {
          method: { const: control.method },
          ...(params === undefined ? {} : { params }),
          id: ID,
        },
        required: ['method', ...(params === undefined ? [] : ['params']), 'id'],
      },
    });
  }
  const result = { description: 'Names of streams, the value of a property, or null' };
  parts.addMessage(CONTROL_ANSWER, {
    title: 'The control message was carried out',
    payload: { type: 'object', properties: { result, id: ID }, required: ['result', 'id'] },
  });
  parts.addMessage(CONTROL_ERROR, {
    title: 'The control message was refused',
    payload: {
      type: 'object',
      properties: { error: parts.schemas.named('Error', ERROR), id: ID },
      required: ['error'],
    },
  });
  parts.addMessage(COMBINED, {
    title: 'A message with the name of its stream',
    payload: {
      type: 'object',
      properties: {
        stream: { type: 'string' },
        data: { description: 'A message of the channel of the stream' },
      },
      required: ['stream', 'data'],
    },
  });
}

/** The error of a refused request. */
export const ERROR: Schema = {
  type: 'object',
  properties: { code: { type: 'integer', format: 'int32' }, msg: { type: 'string' } },
  required: ['code', 'msg'],
};

function controlId(method: string): string {
  return `control.${method}`;
}

function addConnection(parts: DocumentParts, product: StreamProduct): void {
  const id = `${product}.connection`;
  const controls = CONTROL_METHODS.map(({ method }) => controlId(method));
  const streams = { type: 'string', description: 'Names of streams, separated by "/"' };
  const channel = {
    address: STREAM_ACCESS[product].combined,
    title: 'A connection that carries several streams',
    servers: serverReferences(STREAM_ACCESS[product].host),
    bindings: binding({ streams }),
  };
  parts.addChannel(id, channel, [COMBINED, ...controls, CONTROL_ANSWER, CONTROL_ERROR]);
  parts.addOperation(id, {
    action: 'receive',
    channel: id,
    summary: 'Receive the messages of several streams',
    messages: [COMBINED],
  });
  parts.addOperation(`${product}.control`, {
    action: 'send',
    channel: id,
    summary: 'Open and close streams on an open connection',
    messages: controls,
    reply: [CONTROL_ANSWER, CONTROL_ERROR],
  });
}

/** Adds a channel for the events of each account. */
export function addAccounts(parts: DocumentParts, events: readonly UserEvent[]): void {
  for (const one of events) {
    const { summary, event, fields, origin, notes = [] } = one;
    parts.addMessage(eventId(one), {
      title: summary,
      ...(notes.length === 0 ? {} : { description: notes.join('\n\n') }),
      payload: fieldsSchema(fields, parts.schemas, { const: event }),
      'x-origin': origin,
    });
  }
  for (const account of new Set(events.flatMap(({ products }) => products))) {
    const { create, isRetiredToday, routeToday } = USER_STREAM_ACCESS[account];
    const id = `${account}.account`;
    const ids = eventsOf(account, events);
    const today = [
      ...(isRetiredToday === true ? ['Public hosts send these events over the WebSocket API'] : []),
      ...(routeToday === undefined ? [] : [`Public hosts have it under /${routeToday}/ws`]),
    ];
    const channel = {
      address: '/ws/{listenKey}',
      title: `Events of the ${account} account`,
      servers: serverReferences(STREAM_ACCESS[account].host),
      parameters: { listenKey: { description: `What ${create} of the REST interface answers` } },
      bindings: binding(),
      ...(today.length === 0 ? {} : { 'x-today': today }),
    };
    parts.addChannel(id, channel, ids);
    parts.addOperation(id, {
      action: 'receive',
      channel: id,
      summary: `Receive the events of the ${account} account`,
      messages: ids,
      'x-command': commandOf('user', account),
    });
  }
}

/** Returns the ids of the messages of an account. */
export function eventsOf(account: UserStreamProduct, events: readonly UserEvent[]): readonly string[] {
  return events.filter(({ products }) => products.includes(account)).map(eventId);
}

/** Returns the id of the message of an event. */
export function eventId({ event, products }: Pick<UserEvent, 'event' | 'products'>): string {
  return `${products[0]}.${event}`;
}
