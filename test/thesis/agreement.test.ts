/** The compiled validator, the published schema and a handwritten reference must always agree. */
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../src/generated/thesis-validator-schema.js';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { validateText } from '../../src/thesis/validate.ts';
import { isThesis } from './reference.ts';
import { sample, type Tree } from './samples.ts';

const SEED = 20_260_101;
const byPublishedSchema = new Ajv({ strict: true }).compile(JSON.parse(schemaText) as object);

const NAMES = [
  ...Object.keys({ ...sample('add'), ...sample('close'), ...sample('adjust_exit') }),
  'rationale',
  'confidence',
  'risk_notes',
  'next_action',
  'extra',
];
const INNER = [
  'position_id',
  'execution_id',
  'symbol',
  'close_fraction',
  'mark_price',
  'mark_price_source',
  'stop_loss_price',
  'take_profit_price',
  'max_holding_minutes',
  'exit_rationale',
  'side',
  'requested_margin_usdt',
  'requested_notional_usdt',
  'paper_leverage',
  'requested_leverage',
  'leverage',
  'reduce_fraction',
  'reduce_notional_usdt',
  'reduce_quantity',
  'agent_authorized',
  'real_order',
  'source',
  'agent',
  'generated_at',
  'research_cycle_run_id',
  'real_orders',
  'signed_requests',
  'reads_api_keys',
  'exchange_account_state',
  'extra',
  '__proto__',
  'constructor',
];
const PARTS = [
  'position_ref',
  'close_intent',
  'exit_update',
  'paper_intent',
  'provenance',
  'safety',
  'hard_boundaries',
];

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    1.0000001,
    5e-324,
    1e308,
    '',
    'x',
    'LONG',
    'SHORT',
    'paper',
    'watch',
    'Paper',
    '1.0.0',
    'svc_auto.position_management_thesis.v1',
    [],
    {},
    ['paper'],
    ['x'],
    ['no Binance', 1],
    [null],
    [''],
    { symbol: 'X' },
    { close_fraction: 1 },
    { stop_loss_price: 1 },
    { source: 's' },
    'hold',
    'close',
  ),
  fc.constantFrom<unknown>(...ACTIONS),
  fc.string({ maxLength: 4 }),
);

type Change = (tree: Tree) => void;

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), junk).map(
    ([name, value]) =>
      (tree: Tree) =>
        put(tree, name, value),
  ),
  fc.constantFrom(...NAMES).map((name) => (tree: Tree) => void delete tree[name]),
  fc.constantFrom(...ACTIONS).map((action) => (tree: Tree) => put(tree, 'action', action)),
  fc
    .tuple(fc.constantFrom(...PARTS), fc.constantFrom(...INNER), junk)
    .map(([part, name, value]) => (tree: Tree) => {
      const found = tree[part];
      if (typeof found === 'object' && found !== null && !Array.isArray(found))
        put(found as Tree, name, value);
    }),
  fc.tuple(fc.constantFrom(...PARTS), fc.nat()).map(([part, index]) => (tree: Tree) => {
    const found = tree[part];
    if (typeof found !== 'object' || found === null) return;
    const names = Object.keys(found);
    if (names.length > 0) delete (found as Tree)[names[index % names.length]!];
  }),
  fc.constantFrom(...ACTIONS).map((action) => (tree: Tree) => {
    for (const part of PARTS) if (sample(action)[part] !== undefined) tree[part] = sample(action)[part];
  }),
);

/** Sets an own property even if its name is `__proto__`. */
function put(tree: Tree, name: string, value: unknown): void {
  Object.defineProperty(tree, name, { value, enumerable: true, configurable: true, writable: true });
}

const theses = fc
  .tuple(fc.constantFrom(...ACTIONS), fc.array(change, { maxLength: 3 }))
  .map(([action, changes]) => {
    const tree = sample(action);
    for (const one of changes) one(tree);
    return tree;
  });

describe('the thesis validator', () => {
  it('agrees with a handwritten reference and with the published schema on modified theses', () => {
    let valid = 0;
    fc.assert(
      fc.property(theses, (tree) => {
        const text = JSON.stringify(tree);
        const value = JSON.parse(text) as unknown;
        const verdict = validateText(text);
        const wanted = isThesis(value);
        if (wanted) valid++;
        expect({ tree: text, byVerdict: verdict.valid, bySchema: byPublishedSchema(value) }).toEqual({
          tree: text,
          byVerdict: wanted,
          bySchema: wanted,
        });
        expect(verdict.errors.length === 0).toBe(verdict.valid);
      }),
      { seed: SEED, numRuns: 6_000 },
    );
    // The comparison is significant only if both valid and invalid theses are frequent.
    expect(valid).toBeGreaterThan(600);
    expect(valid).toBeLessThan(5_400);
  });

  it('never prints messages of the schema library', () => {
    fc.assert(
      fc.property(theses, (tree) => {
        for (const { message, expected, found, fix } of validateText(JSON.stringify(tree)).errors) {
          const said = `${message} ${expected} ${found} ${fix}`;
          expect(said).not.toMatch(/schema "|must match|oneOf|anyOf|discriminator|undefined|\[object/);
          expect(message.length).toBeLessThan(400);
        }
      }),
      { seed: SEED + 1, numRuns: 1_500 },
    );
  });

  it('reports each fault once, with its position in the text', () => {
    fc.assert(
      fc.property(theses, (tree) => {
        const text = JSON.stringify(tree, null, 2);
        const lines = text.split('\n');
        const { errors } = validateText(text);
        const keys = errors.map(({ path, rule, message }) => `${path} ${rule} ${message}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { line, column } of errors)
          expect([...lines[line - 1]!].length).toBeGreaterThanOrEqual(column);
      }),
      { seed: SEED + 2, numRuns: 1_000 },
    );
  });
});
