/** Calls the handlers of spot market data and checks the form of their responses. */
import { expect } from 'vitest';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { type UnixMs, unixMs } from '../../src/core/words.ts';
import { createExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { spotMarketHandlers } from '../../src/sandbox/handlers/spot/market.ts';
import { manualClock } from './manual-clock.ts';

/** 2026-11-20T12:34:56.789Z. */
export const NOW = unixMs(Date.UTC(2026, 10, 20, 12, 34, 56, 789));
const untouched = createExchange({ clock: manualClock(NOW), seed: 3 });
export const { market } = untouched;

export type Row = Record<string, unknown>;

export function textOf(id: string, params: Record<string, string> = {}, now: UnixMs = NOW): string {
  const found: Endpoint | undefined = spotMarket.find((one) => one.id === id) as Endpoint | undefined;
  if (found === undefined) throw new Error(`no endpoint ${id}`);
  const filled = new Map<string, string>();
  for (const [name, param] of Object.entries(found.params)) {
    if (param.default !== undefined) filled.set(name, String(param.default));
  }
  for (const [name, value] of Object.entries(params)) filled.set(name, value);
  const exchange = { ...untouched, clock: manualClock(now) };
  return spotMarketHandlers[id]!({ endpoint: found, params: filled, now, exchange, interface: 'document' });
}

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field.
export const ask = (id: string, params: Record<string, string> = {}, now: UnixMs = NOW): any =>
  JSON.parse(textOf(id, params, now));

/**
 * Checks the names, their order and the type of each value: d decimal, p percentage, i integer, b boolean, s
 * text.
 */
export function expectRecord(row: Row, fields: string): void {
  const wanted = fields.split(' ').map((field) => field.split(':') as [string, string]);
  expect(Object.keys(row)).toEqual(wanted.map(([name]) => name));
  for (const [name, form] of wanted) {
    const value = row[name];
    if (form === 'd') expect(value, name).toMatch(/^-?\d+\.\d{8}$/);
    else if (form === 'p') expect(value, name).toMatch(/^-?\d+\.\d{3}$/);
    else if (form === 'i') expect(Number.isSafeInteger(value), name).toBe(true);
    else if (form === 'b') expect(typeof value, name).toBe('boolean');
    else if (form === 's') expect(typeof value, name).toBe('string');
    else if (form === 'a') expect(Array.isArray(value), name).toBe(true);
    else throw new Error(`no form ${form}`);
  }
}
