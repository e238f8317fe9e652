/** Every field of the contract with allowed and refused values, and every requirement of each action. */
import { describe, expect, it } from 'vitest';
import { ACTIONS, type Action, HARD_BOUNDARIES, NUMBERS, SAFETY } from '../../src/thesis/contract.ts';
import { memberSchema } from '../../src/thesis/members.ts';
import { validateText } from '../../src/thesis/validate.ts';
import type { ThesisRule } from '../../src/thesis/verdict.ts';
import { sample, type Tree, textOf, withValue } from './samples.ts';

/** Returns the faults as "path rule". */
function faults(tree: unknown): string[] {
  return validateText(textOf(tree)).errors.map(({ path, rule }) => `${path} ${rule}`);
}

type Row = readonly [
  Action,
  pointer: string,
  good: readonly unknown[],
  bad: readonly (readonly [unknown, ThesisRule])[],
];

const NO_TEXT = [
  [1, 'type'],
  [null, 'type'],
  [['x'], 'type'],
  [{}, 'type'],
] as const;
const NO_FILLED_TEXT = [...NO_TEXT, ['', 'length']] as const;
const NO_POSITIVE = [
  [0, 'minimum'],
  [-1, 'minimum'],
  ['1', 'type'],
  [null, 'type'],
  [true, 'type'],
] as const;
const NO_FRACTION = [...NO_POSITIVE, [1.0001, 'maximum'], [2, 'maximum']] as const;
const NO_TRUE = [
  [false, 'const'],
  ['true', 'const'],
  [1, 'const'],
  [null, 'const'],
] as const;
const NO_FALSE = [
  [true, 'const'],
  ['false', 'const'],
  [0, 'const'],
  [null, 'const'],
] as const;
const NO_OBJECT = [
  [null, 'type'],
  [[], 'type'],
  ['x', 'type'],
  [1, 'type'],
] as const;
const POSITIVE = [1e-9, 0.5, 1, 1e12];
const FRACTION = [1e-9, 0.5, 1];

const ROWS: readonly Row[] = [
  [
    'hold',
    '/schema',
    ['svc_auto.position_management_thesis.v1'],
    [
      ['v1', 'const'],
      [null, 'const'],
      [1, 'const'],
    ],
  ],
  [
    'hold',
    '/schema_version',
    ['1.0.0'],
    [
      ['1.0', 'const'],
      ['1.0.1', 'const'],
      [1, 'const'],
    ],
  ],
  [
    'hold',
    '/ok',
    [true, false],
    [
      ['true', 'type'],
      [1, 'type'],
      [null, 'type'],
    ],
  ],
  [
    'hold',
    '/mode',
    ['paper', 'watch'],
    [
      ['live', 'enum'],
      ['Paper', 'enum'],
      [null, 'enum'],
      [1, 'enum'],
    ],
  ],
  [
    'hold',
    '/action',
    ['hold', 'noop'],
    [
      ['buy', 'enum'],
      ['HOLD', 'enum'],
      [null, 'enum'],
      [[], 'enum'],
    ],
  ],
  ['hold', '/symbol', ['BTCUSDT', ' '], NO_FILLED_TEXT],
  ['hold', '/reason', ['r', ' '], NO_FILLED_TEXT],
  ['hold', '/rationale', ['', 'why'], NO_TEXT],
  [
    'hold',
    '/confidence',
    [0, 0.5, 1],
    [
      [-0.1, 'minimum'],
      [1.1, 'maximum'],
      ['0.5', 'type'],
      [null, 'type'],
    ],
  ],
  [
    'hold',
    '/risk_notes',
    [[], ['a', '']],
    [
      ['a', 'type'],
      [null, 'type'],
      [{}, 'type'],
    ],
  ],
  ['hold', '/next_action', ['', 'wait'], NO_TEXT],
  [
    'hold',
    '/error_code',
    [null, '', 'E1'],
    [
      [1, 'type'],
      [true, 'type'],
      [[], 'type'],
    ],
  ],
  ['hold', '/position_ref/position_id', ['p'], NO_FILLED_TEXT],
  ['hold', '/position_ref/execution_id', ['e'], NO_FILLED_TEXT],
  ['hold', '/position_ref/symbol', ['S'], NO_FILLED_TEXT],
  ['close', '/close_intent/close_fraction', FRACTION, NO_FRACTION],
  ['close', '/close_intent/mark_price', POSITIVE, NO_POSITIVE],
  ['close', '/close_intent/mark_price_source', ['', 'index'], NO_TEXT],
  ['close', '/close_intent/agent_authorized', [true, undefined], NO_TRUE],
  ['close', '/close_intent/real_order', [false, undefined], NO_FALSE],
  ['adjust_exit', '/exit_update/stop_loss_price', POSITIVE, NO_POSITIVE],
  ['adjust_exit', '/exit_update/take_profit_price', POSITIVE, NO_POSITIVE],
  ['adjust_exit', '/exit_update/max_holding_minutes', POSITIVE, NO_POSITIVE],
  ['adjust_exit', '/exit_update/exit_rationale', ['', 'r'], NO_TEXT],
  ['adjust_exit', '/exit_update/agent_authorized', [true, undefined], NO_TRUE],
  ['adjust_exit', '/exit_update/real_order', [false, undefined], NO_FALSE],
  [
    'add',
    '/paper_intent/side',
    ['LONG', 'SHORT'],
    [
      ['long', 'enum'],
      ['BUY', 'enum'],
      [null, 'enum'],
    ],
  ],
  ['add', '/paper_intent/requested_margin_usdt', POSITIVE, NO_POSITIVE],
  ['add', '/paper_intent/requested_notional_usdt', POSITIVE, NO_POSITIVE],
  ['add', '/paper_intent/paper_leverage', POSITIVE, NO_POSITIVE],
  ['add', '/paper_intent/requested_leverage', POSITIVE, NO_POSITIVE],
  ['add', '/paper_intent/leverage', POSITIVE, NO_POSITIVE],
  ['add', '/paper_intent/agent_authorized', [true], NO_TRUE],
  ['add', '/paper_intent/real_order', [false], NO_FALSE],
  ['reduce', '/paper_intent/reduce_fraction', FRACTION, NO_FRACTION],
  ['reduce', '/paper_intent/reduce_notional_usdt', POSITIVE, NO_POSITIVE],
  ['reduce', '/paper_intent/reduce_quantity', POSITIVE, NO_POSITIVE],
  ['hold', '/provenance/source', ['s'], NO_FILLED_TEXT],
  ['hold', '/provenance/research_cycle_run_id', ['', 'r'], NO_TEXT],
  ['hold', '/provenance/agent', ['', 'a'], NO_TEXT],
  ['hold', '/provenance/generated_at', ['', 'yesterday', '2025-01-01T00:00:00Z'], NO_TEXT],
  ...(
    [
      'position_ref',
      'close_intent',
      'exit_update',
      'paper_intent',
      'provenance',
      'safety',
      'hard_boundaries',
    ] as const
  ).map((part): Row => ['hold', `/${part}`, [], NO_OBJECT]),
  ...Object.entries(SAFETY).map(
    ([name, fixed]): Row => ['hold', `/safety/${name}`, [fixed], fixed ? NO_TRUE : NO_FALSE],
  ),
  ...Object.keys(HARD_BOUNDARIES).map((name): Row => ['hold', `/hard_boundaries/${name}`, [false], NO_FALSE]),
];

describe('a field of the thesis', () => {
  for (const [action, pointer, good, bad] of ROWS) {
    it(`${pointer} allows exactly the values of the contract`, () => {
      for (const value of good) expect(faults(withValue(sample(action), pointer, value))).toEqual([]);
      for (const [value, rule] of bad) {
        expect(faults(withValue(sample(action), pointer, value)), JSON.stringify(value)).toEqual([
          `${pointer} ${rule}`,
        ]);
      }
    });
  }

  it('is in the table above if the schema describes it', () => {
    const covered = new Set(ROWS.map(([, pointer]) => pointer));
    const described = Object.entries(memberSchema('')?.properties ?? {}).flatMap(([name]) => {
      const inner = Object.keys(memberSchema(`/${name}`)?.properties ?? {}).map((one) => `/${name}/${one}`);
      return [`/${name}`, ...inner];
    });
    expect(described.filter((pointer) => !covered.has(pointer))).toEqual(['/limitations']);
    expect(described).toHaveLength(60);
    expect(described.filter((pointer) => memberSchema(pointer)?.type === 'number').sort()).toEqual(
      [...NUMBERS].sort(),
    );
  });

  it('limitations must contain the exact statement that nothing real is traded', () => {
    for (const good of [['paper'], ['xwatchx'], ['no real orders'], ['no Binance'], ['other', 'newspaper']]) {
      expect(faults(withValue(sample('hold'), '/limitations', good))).toEqual([]);
    }
    for (const bad of [['Paper'], ['no  real'], ['no binance'], ['none', 'WATCH']]) {
      expect(faults(withValue(sample('hold'), '/limitations', bad))).toEqual(['/limitations contains']);
    }
    expect(faults(withValue(sample('hold'), '/limitations', []))).toEqual(['/limitations items']);
    expect(faults(withValue(sample('hold'), '/limitations', 'paper'))).toEqual(['/limitations type']);
    expect(faults(withValue(sample('hold'), '/limitations', ['paper', 1]))).toEqual(['/limitations/1 type']);
  });

  it('is reported if it is required and missing', () => {
    const required = [
      'schema',
      'schema_version',
      'ok',
      'mode',
      'action',
      'reason',
      'error_code',
      'provenance',
      'safety',
      'hard_boundaries',
      'limitations',
    ];
    for (const name of required)
      expect(faults(withValue(sample('hold'), `/${name}`, undefined))).toEqual([' required']);
    expect(faults({})).toEqual(required.map(() => ' required'));
    for (const flag of Object.keys(SAFETY)) {
      expect(faults(withValue(sample('hold'), `/safety/${flag}`, undefined))).toEqual(['/safety required']);
    }
    expect(faults(withValue(sample('hold'), '/provenance/source', undefined))).toEqual([
      '/provenance required',
    ]);
    expect(faults(withValue(sample('hold'), '/close_intent', {}))).toEqual(['/close_intent required']);
  });

  it('may be an unknown one at the top and in the parts, but not in position_ref', () => {
    for (const part of [
      '',
      '/close_intent',
      '/exit_update',
      '/paper_intent',
      '/provenance',
      '/safety',
      '/hard_boundaries',
    ]) {
      const action = part === '/close_intent' ? 'close' : part === '/exit_update' ? 'adjust_exit' : 'add';
      expect(faults(withValue(sample(action), `${part}/unheard_of`, { deep: [1] }))).toEqual([]);
    }
    const other = withValue(sample('close'), '/position_ref/id', 'x');
    expect(faults(other)).toEqual(['/position_ref/id unknown-member']);
    expect(faults(withValue(sample('close'), '/position_ref', {}))).toEqual(['/position_ref at-least-one']);
  });
});

describe('an action', () => {
  const NEEDS: readonly (readonly [Action, pointer: string, fault: string, message: string])[] = [
    ['close', '/position_ref', ' required', 'action close needs position_ref'],
    ['close', '/close_intent', ' required', 'action close needs close_intent'],
    [
      'close',
      '/close_intent/close_fraction',
      '/close_intent required',
      'close_intent.close_fraction is missing',
    ],
    ['adjust_exit', '/position_ref', ' required', 'action adjust_exit needs position_ref'],
    ['adjust_exit', '/exit_update', ' required', 'action adjust_exit needs exit_update'],
    [
      'adjust_exit',
      '/exit_update/stop_loss_price',
      '/exit_update at-least-one',
      'exit_update needs stop_loss_price, take_profit_price or max_holding_minutes',
    ],
    ['add', '/symbol', ' required', 'action add needs symbol'],
    ['add', '/paper_intent', ' required', 'action add needs paper_intent'],
    ['add', '/paper_intent/side', '/paper_intent required', 'action add needs paper_intent.side'],
    [
      'add',
      '/paper_intent/agent_authorized',
      '/paper_intent required',
      'action add needs paper_intent.agent_authorized',
    ],
    ['add', '/paper_intent/real_order', '/paper_intent required', 'action add needs paper_intent.real_order'],
    [
      'add',
      '/paper_intent/requested_margin_usdt',
      '/paper_intent at-least-one',
      'action add needs paper_intent.requested_margin_usdt or paper_intent.requested_notional_usdt',
    ],
    [
      'add',
      '/paper_intent/paper_leverage',
      '/paper_intent at-least-one',
      'action add needs paper_intent.paper_leverage, paper_intent.requested_leverage or paper_intent.leverage',
    ],
    ['reduce', '/position_ref', ' required', 'action reduce needs position_ref'],
    ['reduce', '/paper_intent', ' required', 'action reduce needs paper_intent'],
    [
      'reduce',
      '/paper_intent/agent_authorized',
      '/paper_intent required',
      'action reduce needs paper_intent.agent_authorized',
    ],
    [
      'reduce',
      '/paper_intent/real_order',
      '/paper_intent required',
      'action reduce needs paper_intent.real_order',
    ],
    [
      'reduce',
      '/paper_intent/reduce_fraction',
      '/paper_intent at-least-one',
      'action reduce needs paper_intent.reduce_fraction, paper_intent.reduce_notional_usdt or paper_intent.reduce_quantity',
    ],
  ];

  for (const action of ACTIONS) {
    it(`${action} is valid with exactly its required fields`, () => {
      expect(validateText(textOf(sample(action)))).toEqual({ valid: true, errors: [] });
    });
  }

  for (const [action, pointer, fault, message] of NEEDS) {
    it(`${action} is refused without ${pointer}, with one sentence`, () => {
      const { errors } = validateText(textOf(withValue(sample(action), pointer, undefined)));
      expect(errors.map(({ path, rule }) => `${path} ${rule}`)).toEqual([fault]);
      expect(errors[0]?.message).toBe(message);
    });
  }

  it('add allows either size with any leverage field', () => {
    for (const size of ['requested_margin_usdt', 'requested_notional_usdt']) {
      for (const leverage of ['paper_leverage', 'requested_leverage', 'leverage']) {
        const paper_intent = {
          side: 'SHORT',
          [size]: 5,
          [leverage]: 2,
          agent_authorized: true,
          real_order: false,
        };
        expect(faults({ ...sample('add'), paper_intent })).toEqual([]);
      }
    }
  });

  it('validates the fields of every part that is present, whatever the action', () => {
    const tree: Tree = {
      ...sample('hold'),
      exit_update: { exit_rationale: 'x' },
      paper_intent: { leverage: 0 },
    };
    expect(faults(tree)).toEqual(['/exit_update at-least-one', '/paper_intent/leverage minimum']);
    expect(faults({ ...sample('hold'), paper_intent: {}, close_intent: { close_fraction: 1 } })).toEqual([]);
  });
});

describe('a member named like a built-in object property', () => {
  it('is an ordinary extra field and meets no requirement', () => {
    const text = textOf(sample('hold'));
    const inherited = `{"__proto__":${text}}`;
    expect(validateText(inherited).errors.map(({ rule }) => rule)).toEqual(
      Array.from({ length: 11 }, () => 'required'),
    );
    expect(
      validateText(text.replace('{', '{"__proto__":{"mode":"live"},"constructor":null,"toString":1,')),
    ).toEqual({
      valid: true,
      errors: [],
    });
    const intent = textOf(sample('add')).replace('"side":"LONG"', '"__proto__":{"side":"LONG"}');
    expect(validateText(intent).errors.map(({ message }) => message)).toEqual([
      'action add needs paper_intent.side',
    ]);
    const reference = textOf(sample('close')).replace(
      '{"position_id":"p-1"}',
      '{"__proto__":{"position_id":"p"}}',
    );
    expect(validateText(reference).errors.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '/position_ref/__proto__ unknown-member',
    ]);
    expect(({} as Tree)['mode']).toBeUndefined();
  });

  it('meets no requirement if it is defined on Object.prototype', () => {
    const text = textOf(withValue(sample('add'), '/symbol', undefined));
    try {
      Object.defineProperty(Object.prototype, 'symbol', {
        value: 'BTCUSDT',
        configurable: true,
        enumerable: true,
        writable: true,
      });
      expect(validateText(text).errors.map(({ message }) => message)).toEqual(['action add needs symbol']);
      expect(validateText(textOf(sample('close'))).valid).toBe(true);
    } finally {
      delete (Object.prototype as Tree)['symbol'];
    }
  });
});
