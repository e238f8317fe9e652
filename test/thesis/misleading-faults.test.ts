/** Faults whose location or next step was about something else than the document at hand. */
import { describe, expect, it } from 'vitest';
import { validateLines } from '../../src/thesis/lines.ts';
import { lintText } from '../../src/thesis/lint.ts';
import { validateText } from '../../src/thesis/validate.ts';
import { sample, textOf, withValue } from './samples.ts';

async function faultsOfLines(text: string) {
  const verdicts = [];
  for await (const batch of validateLines(
    's',
    (async function* () {
      yield Buffer.from(text);
    })(),
  ))
    verdicts.push(...batch);
  return verdicts.flatMap(({ errors }) => errors);
}

describe('a duplicate name on line 7 of a stream', () => {
  it('is located on line 7, also where the message names its first occurrence', async () => {
    const good = textOf(sample('hold'));
    const twice = good.replace('"ok":true', '"ok":true,"ok":true');
    const [fault] = await faultsOfLines(`${`${good}\n`.repeat(6)}${twice}\n`);
    expect(fault).toMatchObject({ line: 7, rule: 'duplicate-key' });
    expect(fault!.message).toMatch(/first at 7:\d+$/);
  });

  it('is located by the lines of the document in a file of one document', () => {
    const text = '{"a":1,\n"a":2}';
    expect(validateText(text).errors.find(({ rule }) => rule === 'duplicate-key')).toMatchObject({
      line: 2,
      message: 'a occurs twice, first at 1:2',
    });
  });
});

describe('a number too large or too small for JSON', () => {
  it.each([
    ['/reason', '1e400', 'type', /Write a text/],
    ['/reason', '-1e400', 'type', /Write a text/],
    ['/provenance/source', '1e-400', 'type', /Write a text/],
    ['/error_code', '1e400', 'type', /Write a text or null/],
    ['/ok', '1e400', 'type', /Write true or false/],
    ['/risk_notes', '[1e400]', 'type', /Write a text/],
    ['/schema', '1e400', 'const', /^Set schema to/],
    ['/hard_boundaries/real_orders', '1e-400', 'const', /^Set hard_boundaries.real_orders to false/],
    ['/mode', '1e400', 'enum', /"paper" or "watch"/],
    ['/confidence', '1e400', 'number', /at most 300 digits/],
  ])('at %s: %s is answered with what belongs there', (path, literal, rule, fix) => {
    const text = textOf(withValue(sample('hold'), path, '@')).replace('"@"', literal);
    const [fault] = validateText(text).errors;
    expect(fault).toMatchObject({ rule });
    expect(fault!.fix).toMatch(fix);
    expect(fault!.message).not.toContain('read as 0');
  });
});

describe('a missing member that is there under a similar name', () => {
  it.each([
    ['/error_code', 'errorcode', null],
    ['/error_code', 'errorCode', null],
    ['/hard_boundaries/real_orders', 'real_order', false],
    ['/close_intent/close_fraction', 'close_fracton', 0.5],
    ['/exit_update/stop_loss_price', 'stoploss_price', 1],
  ])('%s written as %s: the fix says to rename it', (path, typed, value) => {
    const action = path.startsWith('/close') ? 'close' : path.startsWith('/exit') ? 'adjust_exit' : 'hold';
    const owner = path.slice(0, path.lastIndexOf('/'));
    const thesis = withValue(withValue(sample(action), path, undefined), `${owner}/${typed}`, value);
    const fault = validateText(textOf(thesis)).errors.find(
      ({ rule }) => rule === 'required' || rule === 'at-least-one',
    );
    expect(fault!.fix).toBe(`Did you mean "${path.split('/').at(-1)}" where it says "${typed}"? Rename it.`);
  });

  it('is not sought among members of the contract, nor far from the name', () => {
    const fixOf = (text: string) => validateText(text).errors[0]!.fix;
    const without = withValue(sample('hold'), '/error_code', undefined);
    expect(fixOf(textOf(without))).toMatch(/^Add "error_code" to the thesis/);
    expect(fixOf(textOf({ ...without, failure: null }))).toMatch(/^Add "error_code"/);
  });
});

describe('a byte order mark before a thesis', () => {
  const text = textOf(sample('hold'));

  it('does not make it invalid, in a file or a stream', async () => {
    expect(validateText(`\ufeff${text}`).valid).toBe(true);
    expect(await faultsOfLines(`\ufeff${text}\n${text}\n`)).toEqual([]);
    expect(validateText(`\ufeff\ufeff${text}`).errors).toMatchObject([
      { rule: 'syntax', found: 'a byte order mark' },
    ]);
  });

  it('is a warning of lint at the first character, and shifts no other position', () => {
    const odd = textOf(withValue(sample('hold'), '/symbol', 'btc'));
    const [mark, ...others] = lintText(`\ufeff${odd}`).warnings;
    expect(mark).toMatchObject({ rule: 'byte-order-mark', line: 1, column: 1, path: '' });
    expect(others.length).toBeGreaterThan(0);
    expect(others).toEqual(lintText(odd).warnings);
    expect(lintText(text).warnings).toEqual([]);
    const bad = text.replace('"ok":true', '"ok":1');
    expect(validateText(`\ufeff${bad}`)).toEqual(validateText(bad));
  });
});
