/** Each row of the interface document is declared exactly, and has one command. */
import { describe, expect, it, test } from 'vitest';
import { effectiveValue, isDisputed } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Param, Security } from '../../src/catalogue/types.ts';
import { account } from '../../src/commands/account/verbs.ts';
import { endpointsOfGroup } from '../../src/commands/find-endpoint.ts';
import { market } from '../../src/commands/market/verbs.ts';
import { stream } from '../../src/commands/stream/verbs.ts';
import { trade } from '../../src/commands/trade/verbs.ts';
import { ON_PRODUCTS } from '../../src/commands/types.ts';
import { kebabOf } from '../../src/request/names.ts';
import { weightOf } from '../../src/request/weight.ts';
import { DOCUMENT_COUNTS, rowsOf, SPOT_MARKET_COUNT } from './document-rows.ts';

const PARTS = ['spot', 'usdm', 'coinm', 'options'] as const;
// Portfolio margin has its listen key among its own commands.
const KEYS = new Set(
  ENDPOINTS.filter(({ id, product }) => id.includes('.listen-key.') && product !== 'portfolio'),
);
const GROUPS = [market, trade, account, stream];

/** The endpoints of the four products, and those of every listen key. */
const declared = ENDPOINTS.filter((one) => PARTS.some((part) => part === one.product) || KEYS.has(one));

function endpointsOf(part: (typeof PARTS)[number] | 'keys'): Endpoint[] {
  const found = declared.filter((one) =>
    part === 'keys' ? KEYS.has(one) : one.product === part && !KEYS.has(one),
  );
  return found.filter(({ origin }) => origin === 'document');
}

const SECURITY: Readonly<Record<Security, string>> = {
  NONE: '',
  MARKET_DATA: 'K',
  USER_STREAM: 'K',
  USER_DATA: 'S',
  TRADE: 'S',
};

/** Returns a parameter in the notation of the table, which omits a min of 0 or 1 of a whole number. */
function notationOf(name: string, param: Param): string {
  const { above, min, max, default: fallback } = param;
  const isPlainStart = param.type !== 'DECIMAL' && (min === 0 || min === 1);
  const most = isDisputed(max) ? `${max.first}/${max.second}` : max;
  return [
    param.origin === 'facts' ? '~' : '',
    name,
    param.required ? '!' : '',
    fallback === undefined ? '' : `=${fallback}`,
    above === undefined ? '' : `>${above}`,
    min === undefined || isPlainStart ? '' : `>=${min}`,
    most === undefined ? '' : `<=${most}`,
  ].join('');
}

describe.each([...PARTS, 'keys'] as const)('the interface document on %s', (part) => {
  const found = endpointsOf(part);
  const rows = rowsOf(part);

  it('has as many rows as the catalogue has endpoints', () => {
    expect(found).toHaveLength(DOCUMENT_COUNTS[part]);
    expect(rows).toHaveLength(DOCUMENT_COUNTS[part] - (part === 'spot' ? SPOT_MARKET_COUNT : 0));
  });

  test.each(rows.map((row) => ({ ...row, name: `${row.method} ${row.path}` })))(
    'lists the parameters, weight, effect and security of $name as declared',
    (row) => {
      const endpoint = found.find(({ method, path }) => method === row.method && path === row.path);
      expect(endpoint).toBeDefined();
      const { params, security, effect } = endpoint!;
      const listed = Object.entries(params).filter(([, { origin }]) => origin !== 'today');
      expect(listed.map(([name, param]) => notationOf(name, param))).toEqual(row.params);
      expect(SECURITY[effectiveValue(security)!]).toBe(row.security);
      expect(effect === 'read').toBe(row.method === 'GET');
      const needed = Object.entries(params).filter(([, param]) => param.required);
      const { first, second, counted } = weightOf(endpoint!, new Map(needed.map(([name]) => [name, '1'])));
      expect([first, second, counted]).toEqual([...row.weights, Math.max(...row.weights)]);
    },
  );
});

describe.each(declared.map((endpoint) => ({ id: endpoint.id, endpoint })))('$id', ({ endpoint }) => {
  it('has a summary, a description of each parameter and a view of its answer', () => {
    expect(endpoint.summary).toMatch(/^[A-Z0-9].*[^.]$/);
    for (const [name, param] of paramsWithin(endpoint)) expect(param.about, name).toMatch(/^\S.*[^.\s]$/);
    expect(endpoint.view).toBeDefined();
    const names = endpoint.view!.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is paged and looked up by existing parameters, columns and endpoints', () => {
    const { pages, lookup = endpoint.verifiedBy?.query } = endpoint;
    if (pages !== undefined) {
      const { by: _by, at = '', ...names } = { at: '', ...pages };
      const named = Object.values(names).filter((one) => typeof one === 'string');
      for (const name of named) expect(Object.keys(endpoint.params)).toContain(name);
      if (at !== '') expect(endpoint.view!.columns.map(({ name }) => name)).toContain(at);
    }
    const other = ENDPOINTS.find(({ id }) => id === lookup);
    if (lookup !== undefined) expect(other).toMatchObject({ effect: 'read', product: endpoint.product });
    if (effectiveValue(endpoint.security) === 'TRADE' && endpoint.effect !== 'dry-run')
      expect(other).toBeDefined();
  });

  it('has defaults that are allowed values', () => {
    for (const [name, { values, default: fallback }] of paramsWithin(endpoint)) {
      if (values !== undefined && fallback !== undefined) expect(values, name).toContain(fallback);
    }
  });
});

/** Returns the parameters of an endpoint and those of the objects in its lists. */
function paramsWithin({ params }: Endpoint): [string, Param][] {
  return Object.entries(params).flatMap(([name, param]) => {
    const items = param.type === 'LIST' ? Object.entries(param.items as Readonly<Record<string, Param>>) : [];
    return [[name, param], ...items] as [string, Param][];
  });
}

describe('the commands', () => {
  const entries = GROUPS.flatMap((group) =>
    group.verbs.flatMap((verb) =>
      Object.entries(verb.endpoint ?? {})
        .filter(([, id]) => !verb.reuses?.includes(id))
        .map(([product, id]) => ({ group, verb, product, id })),
    ),
  );

  it('include exactly one for each endpoint', () => {
    // Conversions of the futures wallet are commands of the group "convert".
    const others = declared.filter(({ id }) => !id.startsWith('usdm.convert.'));
    expect(entries.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort());
  });

  it('load the endpoint that they call', async () => {
    for (const { group, id } of entries) {
      const loaded = await endpointsOfGroup(group);
      expect(loaded.find((one) => one.id === id)).toBe(declared.find((one) => one.id === id));
    }
  });

  it('list their default product first', () => {
    for (const { verb } of entries) {
      const products = Object.keys(verb.endpoint ?? {});
      expect(products).toEqual(ON_PRODUCTS.filter((one) => products.includes(one)));
    }
  });

  it('have only positionals that are parameters of the endpoint', () => {
    for (const { verb, id } of entries) {
      const { params, product } = declared.find((one) => one.id === id)!;
      const names = Object.keys(params).map(kebabOf);
      for (const { name, on, listParam } of verb.positionals ?? []) {
        if (on !== undefined && !on.includes(product)) continue;
        expect(names, `${verb.words.join(' ')} on ${product}`).toContain(name);
        if (listParam !== undefined && on !== undefined) expect(names).toContain(kebabOf(listParam));
      }
    }
  });

  it('have --dry-run and --yes if they change something', () => {
    for (const { verb, id } of entries) {
      const { effect, security } = declared.find((one) => one.id === id)!;
      const options = (verb.options ?? []).map(({ name }) => name);
      if (effectiveValue(security) !== 'TRADE') continue;
      expect(verb.handler, id).toBeDefined();
      expect(options, id).toContain('dry-run');
      if (effect !== 'dry-run') expect(options, id).toContain('yes');
    }
  });

  it('have two examples that contain the command', () => {
    for (const { group, verb } of entries) {
      const words = [group.word, ...verb.words].join(' ');
      expect(verb.examples.length, words).toBeGreaterThan(1);
      for (const example of verb.examples) expect(`${example} `).toContain(`${words} `);
    }
  });
});
