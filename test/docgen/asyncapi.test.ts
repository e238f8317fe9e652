/** The AsyncAPI document satisfies the schema of AsyncAPI 3.0, and describes every stream, event and method of the catalogue. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Stream, WsMethod } from '../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { USER_EVENTS } from '../../src/catalogue/user-events.ts';
import { WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { asyncApiDocument, MESSAGE_CATALOGUE } from '../../src/docgen/asyncapi/document.ts';
import { eventId } from '../../src/docgen/asyncapi/streams.ts';
import { methodId } from '../../src/docgen/asyncapi/ws-api.ts';
import { ASYNCAPI, messageFaults } from './asyncapi.ts';

interface Document {
  readonly channels: Readonly<Record<string, { readonly address: string; readonly parameters?: object }>>;
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components: { readonly messages: Readonly<Record<string, unknown>> };
}

const { channels, operations, components } = ASYNCAPI as unknown as Document;

const require = createRequire(import.meta.url);
const schema = require.resolve('@asyncapi/specs/schemas/3.0.0.json');
// The file holds the schema of JSON Schema itself.
const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false });
const accepts = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

/** Returns what is wrong with a document by the schema of AsyncAPI 3.0. */
function schemaFaults(document: unknown): readonly string[] {
  return accepts(document) ? [] : (accepts.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

/** Returns the references of a document that lead nowhere. */
function danglingReferences(document: unknown): readonly string[] {
  const lost: string[] = [];
  const isThere = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document) !==
    undefined;
  JSON.stringify(document, (key, value) => {
    if (key === '$ref' && !isThere(value)) lost.push(value);
    return value;
  });
  return lost;
}

describe('the AsyncAPI document', () => {
  it('satisfies the schema of AsyncAPI 3.0, and all its references lead somewhere', () => {
    expect(schemaFaults(ASYNCAPI)).toEqual([]);
    expect(danglingReferences(ASYNCAPI)).toEqual([]);
  });

  it('would be refused with an operation of no action, or a reference that leads nowhere', () => {
    const text = JSON.stringify(ASYNCAPI);
    expect(schemaFaults(JSON.parse(text.replace('"action":"receive"', '"action":"get"')))).not.toEqual([]);
    const broken = JSON.parse(text.replace('"$ref":"#/servers/spot-ws-live"', '"$ref":"#/servers/none"'));
    expect(danglingReferences(broken)).toEqual(['#/servers/none']);
  });

  it('has a channel, an operation and a message for each stream', () => {
    for (const { id, slots } of STREAMS) {
      expect([id, id in operations, id in components.messages]).toEqual([id, true, true]);
      const { address, parameters = {} } = channels[id]!;
      const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      expect([id, named, Object.keys(parameters).sort()]).toEqual([id, Object.keys(slots).sort(), named]);
    }
  });

  it('has a message for each event of an account, and a request and an answer for each method', () => {
    for (const event of USER_EVENTS) expect(eventId(event) in components.messages, event.event).toBe(true);
    for (const method of WS_METHODS) {
      const id = methodId(method);
      const known = [id in operations, id in components.messages, `${id}.answer` in components.messages];
      expect([id, ...known]).toEqual([id, true, true, true]);
    }
  });

  it('describes a part of a stream name that may be left out as a parameter that may be empty', () => {
    expect(channels['spot.depth']).toMatchObject({
      address: '/ws/{symbol}@depth{speed}',
      parameters: { speed: { enum: ['', '@1000ms', '@100ms'], default: '' } },
    });
  });

  it('refuses requests and events with a wrong value', () => {
    const request = { id: 1, method: 'klines', params: { symbol: 'BTCUSDT', interval: '1m', limit: 10 } };
    expect(messageFaults('spot.ws-api.klines', request)).toEqual([]);
    const wrong = { ...request, params: { symbol: 'BTCUSDT', interval: '7m', limit: 0 } };
    expect(messageFaults('spot.ws-api.klines', wrong)).toHaveLength(2);
    const trade = { e: 'trade', E: 1, s: 'BTCUSDT', t: 1, p: '1', q: '1', T: 1, m: true, M: true };
    expect(messageFaults('spot.trade', trade)).toEqual([]);
    expect(messageFaults('spot.trade', { ...trade, p: 1 })).toEqual(['spot.trade/p must be string']);
    expect(messageFaults('spot.trade', { ...trade, t: undefined })).not.toEqual([]);
  });
});

describe('a changed bound in the catalogue', () => {
  const changedLines = (catalogue: Partial<typeof MESSAGE_CATALOGUE>) => {
    const text = (document: unknown) => JSON.stringify(document, null, 1).split('\n');
    const known = new Set(text(ASYNCAPI));
    const lines = text(asyncApiDocument({ ...MESSAGE_CATALOGUE, ...catalogue }));
    return lines.filter((line) => !known.has(line)).map((line) => line.trim());
  };

  it('of a method changes the AsyncAPI document, in one place', () => {
    const methods = WS_METHODS.map((one): WsMethod => {
      if (one.api !== 'spot' || one.method !== 'klines') return one;
      return { ...one, params: { ...one.params, limit: { ...one.params['limit']!, max: 1234 } } };
    });
    expect(changedLines({ methods })).toEqual([
      '"description": "Number of rows: 1 to 1234",',
      '"maximum": 1234,',
    ]);
  });

  it('of a stream name changes the AsyncAPI document, in one place', () => {
    const streams = STREAMS.map((one): Stream => {
      if (one.id !== 'spot.depth') return one;
      return { ...one, slots: { ...one.slots, speed: { ...one.slots['speed']!, values: ['1234ms'] } } };
    });
    expect(changedLines({ streams })).toEqual(['"@1234ms"']);
  });
});
