/** Each row of the document on margin, wallets and what belongs to them is declared as it stands, and has a command. */
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

/** A parameter in the notation of the table. Ids and times from 0 on and counts from 1 on go without saying. */
function written(name: string, param: Param): string {
  const { above, min, max, default: assumed } = param;
  const isPlainStart = param.type !== 'DECIMAL' && (min === 0 || min === 1);
  return [
    param.origin === 'facts' ? '~' : param.origin === 'today' ? '^' : '',
    name,
    param.required ? '!' : '',
    assumed === undefined ? '' : `=${assumed}`,
    above === undefined ? '' : `>${above}`,
    min === undefined || isPlainStart ? '' : `>=${min}`,
    max === undefined ? '' : `<=${max}`,
  ].join('');
}

describe.each(PARTS)('the document on %s', (part) => {
  const found = declared.filter(({ product, origin }) => product === part && origin === 'document');
  const rows = rowsOf(part);

  it('has as many rows as are declared', () => {
    expect(found).toHaveLength(DOCUMENT_COUNTS[part]);
    expect(rows).toHaveLength(DOCUMENT_COUNTS[part]);
  });

  test.each(rows.map((row) => ({ ...row, name: `${row.method} ${row.path}` })))('has $name', (row) => {
    const endpoint = found.find(({ method, path }) => method === row.method && path === row.path);
    expect(endpoint).toBeDefined();
    const { params, security, effect, weight, weightFrom } = endpoint!;
    expect(Object.entries(params).map(([name, param]) => written(name, param))).toEqual(row.params);
    expect(effect).toBe(row.effect);
    expect([effectiveValue(weight), weightFrom]).toEqual([row.weight, row.isSupplied ? 'facts' : undefined]);
    const signed = row.effect === 'read' ? 'USER_DATA' : 'TRADE';
    expect(effectiveValue(security)).toBe(UNSIGNED[row.path] ?? signed);
  });
});

describe.each(declared.map((endpoint) => ({ id: endpoint.id, endpoint })))('$id', ({ endpoint }) => {
  it('has a summary, a text for each parameter and a view of its answer', () => {
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

  it('is paged and looked up by what exists', () => {
    const { pages, lookup = endpoint.verifiedBy?.query } = endpoint;
    if (pages !== undefined) {
      const { by: _by, at, spanMs: _span, ...names } = { at: '', spanMs: 0, ...pages };
      for (const name of Object.values(names)) expect(Object.keys(endpoint.params)).toContain(name);
      if (at !== '') expect(endpoint.view!.columns.map(({ name }) => name)).toContain(at);
    }
    if (lookup === undefined) return;
    const query = ENDPOINTS.find(({ id }) => id === lookup);
    // What leaves a wallet of the account may show there alone.
    const products = [endpoint.product, 'spot'];
    expect(query!.effect).toBe('read');
    expect(products).toContain(query!.product);
    expect(endpoint.effect).not.toBe('read');
  });
});

describe('what money depends on', () => {
  const find = (id: string) => declared.find((one) => one.id === id)!;

  it('is verified by a unique id if it has one, and by comparison if not', () => {
    const lookups = declared
      .filter(({ effect }) => effect !== 'read')
      .map(({ id, lookup, verifiedBy: seenIn }) => [id, lookup ?? seenIn?.query]);
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

  it('says before every transfer what to compare where nobody can look it up', () => {
    const blind = declared.filter(
      ({ id, verifiedBy: seenIn, idempotencyKey: onceBy }) =>
        /transfer($|\.(to|uni))/.test(id) &&
        find(id).effect === 'funds' &&
        seenIn === undefined &&
        onceBy === undefined,
    );
    expect(blind.map(({ id }) => id)).toHaveLength(4);
    for (const { notes } of blind) expect(notes?.join(' ')).toContain('before it is sent again');
  });
});

describe('the commands', () => {
  const homes = Object.values(GROUPS).flatMap((group) =>
    group.verbs.map((verb) => ({ group, verb, id: verb.endpoint as string })),
  );

  it('give every endpoint exactly one home, in the group of its product', () => {
    expect(homes.map(({ id }) => id).sort()).toEqual(declared.map(({ id }) => id).sort());
    for (const { group, id } of homes) expect(id.slice(0, id.indexOf('.'))).toBe(group.word);
  });

  it('load the endpoint that they call', async () => {
    for (const { group, id } of homes) {
      const loaded = await endpointsOfGroup(group);
      expect(loaded.find((one) => one.id === id)).toBe(declared.find((one) => one.id === id));
    }
  });

  it('ask for every word that the endpoint cannot do without, and for none that it does not know', () => {
    for (const { verb, id } of homes) {
      const { params } = declared.find((one) => one.id === id)!;
      for (const { name, required } of verb.positionals ?? []) {
        const param = Object.entries(params).find(([known]) => kebabOf(known) === name)?.[1];
        expect(param, `${id} ${name}`).toBeDefined();
        expect(param!.required ?? false, `${id} ${name}`).toBe(required ?? false);
      }
    }
  });

  it('show whatever changes something before it is sent, and want a yes', () => {
    const changing = homes.filter(({ id }) => declared.find((one) => one.id === id)!.effect !== 'read');
    expect(changing).toHaveLength(20);
    for (const { verb, id } of homes) {
      // A quote can be accepted in the same breath.
      const isChanging = changing.some((one) => one.id === id) || id === 'convert.quote';
      // A table of the margin account leaves out what is zero.
      expect(verb.handler !== undefined, id).toBe(isChanging || id === 'margin.account');
      const careful = (verb.options ?? [])
        .map(({ name }) => name)
        .filter((name) => /^(dry-run|yes)$/.test(name));
      expect(careful).toEqual(isChanging ? ['dry-run', 'yes'] : []);
    }
  });

  it('show two examples that begin with the command itself', () => {
    for (const { group, verb } of homes) {
      const words = [group.word, ...verb.words].join(' ');
      expect(verb.examples, words).toHaveLength(2);
      for (const example of verb.examples) expect(`${example} `).toContain(`${words} `);
    }
  });
});
