/**
 * Each row of the interface document on margin, wallets and related services is declared exactly, and has a
 * command.
 */
import { describe, expect, it, test } from 'vitest';
import { effectiveValue } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Param } from '../../src/catalogue/types.ts';
import { c2c } from '../../src/commands/c2c/verbs.ts';
import { convert } from '../../src/commands/convert/verbs.ts';
import { earn } from '../../src/commands/earn/verbs.ts';
import { fiat } from '../../src/commands/fiat/verbs.ts';
import { endpointsOfGroup } from '../../src/commands/find-endpoint.ts';
import { funds } from '../../src/commands/funds/verbs.ts';
import { margin } from '../../src/commands/margin/verbs.ts';
import { mining } from '../../src/commands/mining/verbs.ts';
import { sub } from '../../src/commands/sub/verbs.ts';
import { kebabOf } from '../../src/request/names.ts';
import { DOCUMENT_COUNTS, DOCUMENT_ROWS, type Part, rowsOf, UNSIGNED } from './funds-rows.ts';

const PARTS = Object.keys(DOCUMENT_ROWS) as Part[];
const KEYS = new Set(ENDPOINTS.filter(({ id }) => id.includes('.listen-key.')));
const GROUPS = { margin, funds, sub, earn, mining, fiat, c2c, convert } as const;

const declared = ENDPOINTS.filter((one) => PARTS.some((part) => part === one.product) && !KEYS.has(one));

/** Returns a parameter in the notation of the table, which omits a min of 0 or 1 of a whole number. */
function notationOf(name: string, param: Param): string {
  const { above, min, max, default: fallback } = param;
  const isPlainStart = param.type !== 'DECIMAL' && (min === 0 || min === 1);
  return [
    param.origin === 'facts' ? '~' : param.origin === 'today' ? '^' : '',
    name,
    param.required ? '!' : '',
    fallback === undefined ? '' : `=${fallback}`,
    above === undefined ? '' : `>${above}`,
    min === undefined || isPlainStart ? '' : `>=${min}`,
    max === undefined ? '' : `<=${max}`,
  ].join('');
}

describe.each(PARTS)('the interface document on %s', (part) => {
  const found = declared.filter(({ product, origin }) => product === part && origin === 'document');
  const rows = rowsOf(part);

  it('has as many rows as the catalogue has endpoints', () => {
    expect(found).toHaveLength(DOCUMENT_COUNTS[part]);
    expect(rows).toHaveLength(DOCUMENT_COUNTS[part]);
  });

  test.each(rows.map((row) => ({ ...row, name: `${row.method} ${row.path}` })))(
    'lists the parameters, weight, effect and security of $name as declared',
    (row) => {
      const endpoint = found.find(({ method, path }) => method === row.method && path === row.path);
      expect(endpoint).toBeDefined();
      const { params, security, effect, weight, weightFrom } = endpoint!;
      expect(Object.entries(params).map(([name, param]) => notationOf(name, param))).toEqual(row.params);
      expect(effect).toBe(row.effect);
      expect([effectiveValue(weight), weightFrom]).toEqual([
        row.weight,
        row.isSupplied ? 'facts' : undefined,
      ]);
      const signed = row.effect === 'read' ? 'USER_DATA' : 'TRADE';
      expect(effectiveValue(security)).toBe(UNSIGNED[row.path] ?? signed);
    },
  );
});

describe.each(declared.map((endpoint) => ({ id: endpoint.id, endpoint })))('$id', ({ endpoint }) => {
  it('has a summary, a description of each parameter and a view of its answer', () => {
    expect(endpoint.summary).toMatch(/^[A-Z0-9].*[^.]$/);
    for (const [name, param] of Object.entries(endpoint.params)) {
      expect(param.about, name).toMatch(/^\S.*[^.\s]$/);
      const explained = Object.keys(param.meanings ?? {});
      for (const code of explained) expect(param.values?.map(String), name).toContain(code);
    }
    for (const note of endpoint.notes ?? []) expect(note).toMatch(/^[A-Z0-9]/);
    expect(endpoint.view).toBeDefined();
    const names = endpoint.view!.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is paged and looked up by existing parameters, columns and endpoints', () => {
    const { pages, lookup = endpoint.verifiedBy?.query } = endpoint;
    if (pages !== undefined) {
      const { by: _by, at, spanMs: _span, ...names } = { at: '', spanMs: 0, ...pages };
      for (const name of Object.values(names)) expect(Object.keys(endpoint.params)).toContain(name);
      if (at !== '') expect(endpoint.view!.columns.map(({ name }) => name)).toContain(at);
    }
    if (lookup === undefined) return;
    const query = ENDPOINTS.find(({ id }) => id === lookup);
    // Some transfers are listed only by the endpoints of the spot wallet.
    const products = [endpoint.product, 'spot'];
    expect(query!.effect).toBe('read');
    expect(products).toContain(query!.product);
    expect(endpoint.effect).not.toBe('read');
  });
});

describe('a write that moves funds', () => {
  const find = (id: string) => declared.find((one) => one.id === id)!;

  it('names the endpoint that verifies it, by a unique id or by its values', () => {
    const lookups = declared
      .filter(({ effect }) => effect !== 'read')
      .map(({ id, lookup, verifiedBy }) => [id, lookup ?? verifiedBy?.query]);
    expect(Object.fromEntries(lookups)).toMatchObject({
      'funds.withdraw': 'funds.withdrawals',
      'margin.order.new': 'margin.order.get',
      'margin.order.cancel': 'margin.order.get',
      'convert.accept': 'convert.trades',
      'funds.transfer': 'funds.transfers',
      'margin.borrow': 'margin.loans',
      'margin.repay': 'margin.repayments',
      'earn.flexible.subscribe': 'earn.flexible.subscriptions',
      'earn.locked.subscribe': 'earn.locked.subscriptions',
      'margin.transfer': 'margin.account',
    });
    expect(Object.keys(find('funds.withdrawals').params)).toContain('withdrawOrderId');
    expect(find('convert.trades').view!.columns.map(({ name }) => name)).toContain('quoteId');
  });

  it('has a note on what to compare before it is sent again, if it is a transfer without a look-up', () => {
    const unverifiable = declared.filter(
      ({ id, verifiedBy, idempotencyKey }) =>
        /transfer($|\.(to|uni))/.test(id) &&
        find(id).effect === 'funds' &&
        verifiedBy === undefined &&
        idempotencyKey === undefined,
    );
    expect(unverifiable.map(({ id }) => id)).toHaveLength(5);
    for (const { notes } of unverifiable) expect(notes?.join(' ')).toContain('before it is sent again');
  });
});

describe('the commands', () => {
  // Conversions of the futures wallet stand beside those of the spot wallet.
  const entries = Object.values(GROUPS).flatMap((group) =>
    group.verbs
      .map((verb) => ({ group, verb, id: verb.endpoint as string }))
      .filter(({ id }) => !id.startsWith('usdm.')),
  );

  it('include exactly one for each endpoint, in the group of its product', () => {
    expect(entries.map(({ id }) => id).sort()).toEqual(declared.map(({ id }) => id).sort());
    for (const { group, id } of entries) expect(id.slice(0, id.indexOf('.'))).toBe(group.word);
  });

  it('load the endpoint that they call', async () => {
    for (const { group, id } of entries) {
      const loaded = await endpointsOfGroup(group);
      expect(loaded.find((one) => one.id === id)).toBe(declared.find((one) => one.id === id));
    }
  });

  it('require the positionals that the endpoint requires, and have none that it does not know', () => {
    for (const { verb, id } of entries) {
      const { params } = declared.find((one) => one.id === id)!;
      for (const { name, required } of verb.positionals ?? []) {
        const param = Object.entries(params).find(([known]) => kebabOf(known) === name)?.[1];
        expect(param, `${id} ${name}`).toBeDefined();
        expect(param!.required ?? false, `${id} ${name}`).toBe(required ?? false);
      }
    }
  });

  it('have --dry-run and --yes if they change something', () => {
    const changing = entries.filter(({ id }) => declared.find((one) => one.id === id)!.effect !== 'read');
    expect(changing.length).toBeGreaterThanOrEqual(20);
    for (const { verb, id } of entries) {
      // convert quote can also accept the quote.
      const isChanging = changing.some((one) => one.id === id) || id === 'convert.quote';
      // The table of the margin account hides zero rows.
      expect(verb.handler !== undefined, id).toBe(isChanging || id === 'margin.account');
      const writeOptions = (verb.options ?? [])
        .map(({ name }) => name)
        .filter((name) => /^(dry-run|yes)$/.test(name));
      expect(writeOptions).toEqual(isChanging ? ['dry-run', 'yes'] : []);
    }
  });

  it('have two examples that contain the command', () => {
    for (const { group, verb } of entries) {
      const words = [group.word, ...verb.words].join(' ');
      expect(verb.examples, words).toHaveLength(2);
      for (const example of verb.examples) expect(`${example} `).toContain(`${words} `);
    }
  });
});
