/** Asks every endpoint of some products once through the gate, in an order in which each has something to tell. */
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { demoKeys } from '../../../src/sandbox/demo-keys.ts';
import { answer, type SandboxExchange } from '../../../src/sandbox/exchange.ts';
import type { StillClock } from '../clock.ts';
import { type Credentials, type Params, signedRequest } from '../signed-calls.ts';
import { expectShape, type Shape } from './shapes.ts';

/** One call and the shape of its answer. */
export interface Swept {
  readonly endpoint: string;
  readonly params?: Params | (() => Params);
  readonly shape: Shape;
  readonly keys?: Credentials;
  /** Columns of the view that this call's answer has no reason to have. */
  readonly lacks?: readonly string[];
  /** How long to wait before it, in ms. */
  readonly after?: number;
}

/** Declares the tests of a sweep: each call, that none of the products' endpoints is left out, and the views. */
export function sweep(
  products: readonly string[],
  exchange: SandboxExchange,
  clock: StillClock,
  calls: readonly Swept[],
): void {
  it.each(calls.map((one, number) => ({ ...one, number })))('$endpoint ($number)', (swept) => {
    const endpoint = ENDPOINTS.find((one) => one.id === swept.endpoint) as Endpoint;
    clock.move(swept.after ?? 0);
    const params = typeof swept.params === 'function' ? swept.params() : (swept.params ?? {});
    const keys = swept.keys ?? demoKeys(exchange.seed);
    const request =
      endpoint.security === 'NONE'
        ? { method: 'GET', target: endpoint.path, headers: {}, body: '', client: 'test' }
        : signedRequest(exchange, endpoint.method, endpoint.path, params, keys);
    const { status, body } = answer(exchange, request);
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    const found = JSON.parse(body);
    expectShape(found, swept.shape, endpoint.id);
    expectColumns(endpoint, found, swept.lacks ?? []);
  });

  it('leaves out no endpoint', () => {
    const all = ENDPOINTS.filter((one) => products.includes(one.product)).map((one) => one.id);
    expect([...new Set(calls.map((one) => one.endpoint))].sort()).toEqual(all.sort());
  });
}

/** What a table shows must be in the answer, in one row at least. */
function expectColumns({ id, view }: Endpoint, found: unknown, lacks: readonly string[]): void {
  if (view === undefined) return;
  const at = (view.rowsAt ?? '').split('.').filter((word) => word !== '');
  const inner = at.reduce<unknown>((value, word) => (value as Record<string, unknown>)[word], found);
  const rows = (Array.isArray(inner) ? inner : [inner]) as Record<string, unknown>[];
  if (rows.length === 0) return;
  const lacking = view.columns.filter(({ name }) => !rows.some((row) => Object.hasOwn(row, name)));
  expect(
    lacking.map(({ name }) => name),
    `columns of ${id}`,
  ).toEqual(lacks);
}
