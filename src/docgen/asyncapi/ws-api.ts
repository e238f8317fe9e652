/** Channels of the WebSocket APIs: a request and its answer for each method. */
import { effectiveValue } from '../../catalogue/define.ts';
import type { UserEvent, WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { WS_APIS, type WsApiProduct } from '../../catalogue/ws-apis.ts';
import { WS_RETURN_LIMITS } from '../../catalogue/ws-methods.ts';
import { answerSchema } from '../openapi/answers.ts';
import { SIGNING_FIELDS } from '../openapi/constants.ts';
import { fieldsSchema } from '../openapi/parameters.ts';
import { pascalCase } from '../openapi/shared-schemas.ts';
import type { Schema } from '../parameter-schema.ts';
import { ruleLines } from '../rule-text.ts';
import type { DocumentParts } from './parts.ts';
import { serverReferences } from './servers.ts';
import { ERROR, eventsOf } from './streams.ts';

const ID: Schema = {
  description: 'Chosen by the client: text of at most 36 letters, digits, "-" and "_", or an integer',
  type: ['string', 'integer', 'null'],
};

/** The accounts whose events come over an API. */
const ACCOUNTS = { spot: ['spot', 'margin'], usdm: [], coinm: [] } as const;

/** Adds a channel for each API that has methods, and an operation for each method. */
export function addWsApis(
  parts: DocumentParts,
  methods: readonly WsMethod[],
  events: readonly UserEvent[],
): void {
  for (const api of Object.keys(WS_APIS) as WsApiProduct[]) {
    const own = methods.filter((one) => one.api === api);
    if (own.length > 0) addApi(parts, api, own, events);
  }
}

function addApi(
  parts: DocumentParts,
  api: WsApiProduct,
  methods: readonly WsMethod[],
  events: readonly UserEvent[],
): void {
  const channel = `${api}.ws-api`;
  const error = `${channel}.error`;
  parts.addMessage(error, { title: 'The request was refused', payload: errorSchema(parts) });
  const messages = [error];
  for (const method of methods) {
    const request = methodId(method);
    const answer = `${request}.answer`;
    parts.addMessage(request, { title: method.summary, ...requestParts(method, parts) });
    parts.addMessage(answer, {
      title: `The answer to ${method.method}`,
      payload: envelope(parts, { result: resultSchema(method, parts) }, ['result']),
      correlationId: CORRELATION,
    });
    messages.push(request, answer);
  }
  const accountEvents = ACCOUNTS[api].flatMap((account) => eventsOf(account, events));
  const event = `${channel}.event`;
  if (accountEvents.length > 0) {
    parts.addMessage(event, {
      title: 'An event of the account',
      payload: {
        type: 'object',
        properties: {
          subscriptionId: { type: 'integer' },
          event: {
            anyOf: [...new Set(accountEvents)].map((id) => ({ $ref: `#/components/messages/${id}/payload` })),
          },
        },
        required: ['subscriptionId', 'event'],
      },
    });
    messages.push(event);
  }
  const { title, host } = WS_APIS[api];
  parts.addChannel(channel, { address: '/', title, servers: serverReferences(host) }, messages);
  for (const method of methods) addMethod(parts, channel, method);
  if (accountEvents.length > 0)
    parts.addOperation(event, {
      action: 'receive',
      channel,
      summary: 'Receive the events of an account that userDataStream.subscribe names',
      messages: [event],
    });
}

/** Returns the id of a method in the document, and of its request; the names of some methods have a slash. */
export function methodId({ api, method }: Pick<WsMethod, 'api' | 'method'>): string {
  return `${api}.ws-api.${method.replaceAll('/', '.')}`;
}

function addMethod(parts: DocumentParts, channel: string, method: WsMethod): void {
  const { summary, effect, security, origin, endpoint, restEndpoint } = method;
  const id = methodId(method);
  const rest = endpoint?.id ?? restEndpoint;
  parts.addOperation(id, {
    action: 'send',
    channel,
    summary,
    messages: [id],
    reply: [`${id}.answer`, `${channel}.error`],
    ...(rest === undefined ? {} : { 'x-endpoint': rest }),
    'x-security': security,
    'x-effect': effect,
    'x-weight': effectiveValue(method.weight) ?? 'unlisted',
    'x-origin': origin,
  });
}

const CORRELATION: Schema = { location: '$message.payload#/id' };

function requestParts(method: WsMethod, parts: DocumentParts): Schema {
  const { rules = [] } = method;
  const fields = fieldsSchema(method.params, parts.schemas) as {
    readonly properties: Schema;
    readonly required?: readonly string[];
  };
  const { properties, required = [] } = fields;
  const isSigned = method.security === 'SIGNED';
  const needed = [...required, ...(isSigned ? ['timestamp'] : [])];
  const params = {
    type: 'object',
    properties: { ...properties, ...sharedFields(method, parts) },
    ...(needed.length === 0 ? {} : { required: needed }),
  };
  const description = rules.flatMap(ruleLines).join('\n\n');
  return {
    ...(description === '' ? {} : { description }),
    payload: {
      type: 'object',
      properties: { id: requestId(parts), method: { const: method.method }, params },
      required: ['id', 'method', ...(needed.length === 0 ? [] : ['params'])],
    },
    correlationId: CORRELATION,
  };
}

const SHOWS_LIMITS: Schema = {
  type: 'boolean',
  default: true,
  description: 'Whether the answer has the usage of rate limits',
};

const API_KEY: Schema = { type: 'string', description: 'May be left out on a connection that is logged on' };

const SIGNATURE: Schema = {
  type: 'string',
  description:
    'May be left out on a connection that is logged on. The signed text is all other parameters as name=value, sorted by name and joined by "&", text without its quotes. It is signed as in the REST interface, and the signature is not percent-encoded',
};

/** Returns the fields that requests have in common: those of their security, and whether limits are shown. */
function sharedFields({ security }: WsMethod, { schemas }: DocumentParts): Schema {
  const signing = { apiKey: API_KEY, ...SIGNING_FIELDS, signature: SIGNATURE };
  const fields = {
    ...(security === 'KEY' ? { apiKey: API_KEY } : security === 'SIGNED' ? signing : {}),
    [WS_RETURN_LIMITS]: SHOWS_LIMITS,
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemas.named(pascalCase(name), field as Schema)]),
  );
}

/** Returns the schema of a result: the answer of the REST endpoint without the fields that the method leaves out. */
function resultSchema({ endpoint, omits = [] }: WsMethod, parts: DocumentParts): Schema {
  if (endpoint === undefined) return {};
  return answerSchema(omits.length === 0 ? endpoint : without(endpoint, omits), parts.schemas);
}

function without(endpoint: Endpoint, omits: readonly string[]): Endpoint {
  const { view } = endpoint;
  if (view === undefined) return endpoint;
  const columns = view.columns.filter(({ name }) => !omits.includes(name));
  return { ...endpoint, view: { ...view, columns } };
}

function errorSchema(parts: DocumentParts): Schema {
  const data = { type: 'object', description: 'What more the exchange says, such as when to try again' };
  const error = { ...ERROR, properties: { ...(ERROR['properties'] as Schema), data } };
  return envelope(parts, { error: parts.schemas.named('WsError', error) }, ['error']);
}

function envelope(parts: DocumentParts, own: Schema, required: readonly string[]): Schema {
  return {
    type: 'object',
    properties: {
      id: requestId(parts),
      status: parts.schemas.named('Status', STATUS),
      ...own,
      rateLimits: parts.schemas.named('RateLimits', { type: 'array', items: RATE_LIMIT }),
    },
    required: ['id', 'status', ...required],
  };
}

const STATUS: Schema = { type: 'integer', description: 'As the HTTP status of the REST interface' };

function requestId({ schemas }: DocumentParts): Schema {
  return schemas.named('RequestId', ID);
}

const RATE_LIMIT: Schema = {
  type: 'object',
  properties: {
    rateLimitType: { type: 'string' },
    interval: { type: 'string' },
    intervalNum: { type: 'integer' },
    limit: { type: 'integer' },
    count: { type: 'integer' },
  },
  required: ['rateLimitType', 'interval', 'intervalNum', 'limit', 'count'],
};
