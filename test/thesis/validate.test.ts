import { describe, expect, it } from 'vitest';
import { DOCUMENT_BYTES_MAX } from '../../src/thesis/limits.ts';
import { validateBytes, validateText } from '../../src/thesis/validate.ts';
import { RULES } from '../../src/thesis/verdict.ts';
import { sample, textOf, withValue } from './samples.ts';

/** Returns the faults as "line:column path rule". */
function positionedFaults(text: string): string[] {
  return validateText(text).errors.map(({ line, column, path, rule }) => `${line}:${column} ${path} ${rule}`);
}

describe('the verdict on a document', () => {
  it('lists all faults in the order of the text, each with its position', () => {
    const text = `{
  "schema": "svc_auto.position_management_thesis.v1", "schema_version": "1.0.0",
  "ok": "yes", "mode": "Paper",
  "action": "add", "symbol": "😀é", "reason": "", "confidence": 1.25,
  "paper_intent": {"side": "long", "requested_margin_usdt": "100", "agent_authorized": true, "agent_authorized": true},
  "error_code": null, "provenance": {},
  "safety": {}, "hard_boundaries": null,
  "limitations": ["none"]
}`;
    expect(positionedFaults(text)).toEqual([
      '3:9 /ok type',
      '3:24 /mode enum',
      '4:46 /reason length',
      '4:64 /confidence maximum',
      '5:19 /paper_intent at-least-one',
      '5:19 /paper_intent required',
      '5:28 /paper_intent/side enum',
      '5:61 /paper_intent/requested_margin_usdt type',
      '5:94 /paper_intent/agent_authorized duplicate-key',
      '6:37 /provenance required',
      ...Array.from({ length: 7 }, () => '7:13 /safety required'),
      '7:36 /hard_boundaries type',
      '8:18 /limitations contains',
    ]);
  });

  it('has eight fields for each error, with a listed rule and messages', () => {
    const { errors } = validateText('{"ok":1,"mode":"x","mode":2,"limitations":[]}');
    expect(errors.length).toBeGreaterThan(5);
    for (const error of errors) {
      expect(Object.keys(error)).toEqual([
        'path',
        'line',
        'column',
        'rule',
        'expected',
        'found',
        'message',
        'fix',
      ]);
      expect(Object.keys(RULES)).toContain(error.rule);
      for (const words of [error.expected, error.found, error.message, error.fix]) expect(words).not.toBe('');
    }
  });

  it('suggests fixes for frequent mistakes', () => {
    const fixOf = (pointer: string, value: unknown) =>
      validateText(textOf(withValue(sample('add'), pointer, value))).errors[0]?.fix;
    expect(fixOf('/paper_intent/paper_leverage', '3')).toBe('Write it without the quotes: 3.');
    expect(fixOf('/ok', 'true')).toBe('Write it without the quotes: true.');
    expect(fixOf('/paper_intent/side', 'long')).toBe('Write "LONG" exactly.');
    expect(fixOf('/safety/real_orders', true)).toBe('Set safety.real_orders to false.');
    expect(fixOf('/safety/real_orders', undefined)).toBe('Add "real_orders": false to safety.');
    expect(fixOf('/position_ref', { positionId: 'x' })).toBe('Write position_id.');
  });

  it('is invalid for anything but one JSON object without repeated names', () => {
    for (const text of ['[]', '"x"', '1', 'null', 'true'])
      expect(positionedFaults(text)).toEqual(['1:1  type']);
    for (const text of ['', '  ', 'NaN', '\ufeff{}'])
      expect(validateText(text).errors.map(({ rule }) => rule)).toEqual(['syntax']);
    const whole = textOf(sample('hold'));
    expect(positionedFaults(`${whole}\n${whole}`)).toEqual(['2:1  syntax']);
    expect(validateText(`\r\n\t ${whole} \n`).valid).toBe(true);
  });

  it('also reports duplicate names before a syntax fault', () => {
    expect(positionedFaults('{"a":1,\n"a":2,\n]')).toEqual(['2:1 /a duplicate-key', '3:1  syntax']);
  });

  const faultsWith = (spelling: string, member = '"paper_leverage":3') =>
    validateText(textOf(sample('add')).replace(member, `${member.split(':')[0]}:${spelling}`)).errors;

  it.each(['1e500', '1e-500', '9.99e1000', '1e-1000', `0.${'0'.repeat(400)}1`, `1${'0'.repeat(400)}`])(
    'does not call %s too large or too close to zero, because a thesis may hold it',
    (spelling) => {
      expect(faultsWith(spelling)).toEqual([]);
    },
  );

  it.each(['1e1001', '0.1e-1000', '1e99999999999999999999', `1${'0'.repeat(1001)}`])(
    'refuses %s as the paper ledger does, wherever it stands',
    (spelling) => {
      expect(faultsWith(spelling)).toMatchObject([
        { path: '/paper_intent/paper_leverage', rule: 'number', found: expect.stringMatching(/^[01]/) },
      ]);
      const inList = validateText(textOf(sample('hold')).replace('{', `{"extra":[0,${spelling}],`)).errors;
      expect(inList).toMatchObject([{ path: '/extra/1', rule: 'number', line: 1, column: 13 }]);
    },
  );

  it.each(['1.00000000000000000001', '10000000000000000001e-19', '-1e-400'])(
    'compares %s with the bounds of a share by all its digits, and quotes it as written',
    (spelling) => {
      const text = textOf(sample('close')).replace(/"close_fraction":[\d.]+/, `"close_fraction":${spelling}`);
      expect(validateText(text).errors).toMatchObject([
        { path: '/close_intent/close_fraction', found: spelling, message: expect.stringContaining(spelling) },
      ]);
    },
  );

  it('quotes a zero as it is written', () => {
    expect(faultsWith('-0.00')).toMatchObject([{ rule: 'minimum', found: '-0.00' }]);
    expect(faultsWith('-0.00000000000000000')).toMatchObject([
      { rule: 'minimum', found: '-0.00000000000000000' },
    ]);
  });

  it('reports a number that stands for a text as a text that is missing', () => {
    const text = textOf(sample('hold')).replace(/"reason":"[^"]*"/, '"reason":1e999');
    expect(validateText(text).errors).toMatchObject([{ path: '/reason', rule: 'type', found: '1e999' }]);
  });

  it('is valid at a depth of 10,000, and invalid beyond', () => {
    const nest = (depth: number) =>
      textOf(sample('hold')).replace('{', `{"x":${'['.repeat(depth)}${']'.repeat(depth)},`);
    expect(validateText(nest(9_999)).valid).toBe(true);
    expect(validateText(nest(10_000)).errors.map(({ rule }) => rule)).toEqual(['depth']);
    expect(validateText(nest(200_000)).errors.map(({ rule }) => rule)).toEqual(['depth']);
    expect(validateText('{"x":'.repeat(200_000)).errors.map(({ rule }) => rule)).toEqual(['depth']);
    const brackets = textOf(withValue(sample('hold'), '/reason', '['.repeat(20_000)));
    expect(validateText(brackets).valid).toBe(true);
  });

  it('finds a repeated name 5,000 deep', () => {
    const text = textOf(sample('hold')).replace(
      '{',
      `{"x":${'{"y":'.repeat(5_000)}{"z":1,"z":2}${'}'.repeat(5_000)},`,
    );
    const { errors } = validateText(text);
    expect(errors.map(({ rule }) => rule)).toEqual(['duplicate-key']);
    expect(errors[0]?.path).toBe(`/x${'/y'.repeat(5_000)}/z`);
    expect(errors[0]?.message.length).toBeLessThan(200);
  });

  it('shows hostile text escaped and truncated', () => {
    const evil = `\u001b]0;x\u0007\u202e${'A'.repeat(5_000)}`;
    const { errors } = validateText(
      textOf(withValue(withValue(sample('close'), '/mode', evil), `/position_ref/${'e\u001b'}`, 1)),
    );
    expect(errors).toHaveLength(2);
    for (const { found, message, fix } of errors) {
      expect(found + message + fix).toMatch(/^[\x20-\x7e…]*$/);
      expect(found.length).toBeLessThanOrEqual(60);
    }
  });

  it('lists a thousand faults and counts the others', () => {
    const many = withValue(
      sample('hold'),
      '/risk_notes',
      Array.from({ length: 5_000 }, (_, index) => index),
    );
    const { errors } = validateText(textOf(many));
    expect(errors).toHaveLength(1_001);
    expect(errors[999]?.path).toBe('/risk_notes/999');
    expect(errors.at(-1)).toMatchObject({ rule: 'more', found: '4000 more' });
    const members = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`m${index}`, 0]));
    const closed = validateText(textOf(withValue(sample('close'), '/position_ref', members))).errors;
    expect(closed).toHaveLength(1_001);
    expect(closed.at(-1)?.found).toBe('2000 more');
  });

  it('finds the required item after a thousand faulty ones', () => {
    const list = [...Array.from({ length: 1_200 }, () => 0), 'paper'];
    const rules = new Set(
      validateText(textOf(withValue(sample('hold'), '/limitations', list))).errors.map(({ rule }) => rule),
    );
    expect([...rules]).toEqual(['type', 'more']);
  });
});

describe('the verdict on bytes', () => {
  it('is invalid for text that is not UTF-8, with the position', () => {
    const bytes = Buffer.concat([Buffer.from('{"é😀":\n"ü'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(validateBytes(bytes).errors).toMatchObject([{ rule: 'encoding', line: 2, column: 3 }]);
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      expect(validateBytes(Buffer.from(bad)).errors.map(({ rule }) => rule)).toEqual(['encoding']);
    }
  });

  it('is valid for text in any script', () => {
    const tree = withValue(sample('hold'), '/reason', 'Grund: ünïcödé 理由 😀');
    expect(validateBytes(Buffer.from(textOf(tree))).valid).toBe(true);
  });

  it('is invalid above 16 MiB, without reading the text', () => {
    const large = Buffer.alloc(DOCUMENT_BYTES_MAX + 1, 0x20);
    expect(validateBytes(large).errors.map(({ rule }) => rule)).toEqual(['size']);
    large.write(textOf(sample('hold')));
    expect(validateBytes(large.subarray(0, DOCUMENT_BYTES_MAX)).valid).toBe(true);
  });
});
