import { describe, expect, it } from 'vitest';
import { lintText, WARNINGS } from '../../src/thesis/lint.ts';
import { sample, type Tree, textOf, withValue } from './samples.ts';

/** Returns the warnings as "path rule". */
function warnings(tree: Tree | string): string[] {
  const result = lintText(typeof tree === 'string' ? tree : textOf(tree));
  expect(result.errors).toEqual([]);
  return result.warnings.map(({ path, rule }) => `${path} ${rule}`);
}

function withChanges(action: Parameters<typeof sample>[0], changes: Readonly<Record<string, unknown>>): Tree {
  return Object.entries(changes).reduce(
    (tree, [path, value]) => withValue(tree, path, value),
    sample(action),
  );
}

describe('lint', () => {
  it('reports nothing for ordinary theses', () => {
    for (const action of ['hold', 'noop', 'close', 'adjust_exit', 'add', 'reduce'] as const) {
      expect(warnings(sample(action))).toEqual([]);
    }
  });

  it('reports the errors of an invalid thesis, and no warnings', () => {
    const result = lintText(textOf({ ...sample('hold'), mode: 'x', ok: false }));
    expect(result).toMatchObject({ valid: false, warnings: [], errors: [{ path: '/mode' }] });
  });

  it('warns if ok and error_code contradict each other', () => {
    expect(warnings(withChanges('hold', { '/error_code': 'E' }))).toEqual(['/ok ok-with-error']);
    expect(warnings(withChanges('hold', { '/ok': false }))).toEqual(['/ok ok-with-error']);
    expect(warnings(withChanges('hold', { '/ok': false, '/error_code': 'E' }))).toEqual([]);
    expect(warnings(withChanges('close', { '/ok': false, '/error_code': 'E' }))).toEqual(['/action not-ok']);
  });

  it('warns of two symbols and of symbols in an unusual form', () => {
    expect(
      warnings(withChanges('close', { '/symbol': 'ETHUSDT', '/position_ref/symbol': 'BTCUSDT' })),
    ).toEqual(['/position_ref/symbol symbol-differs']);
    expect(warnings(withChanges('hold', { '/symbol': 'btc/usdt' }))).toEqual(['/symbol symbol-form']);
    expect(warnings(withChanges('hold', { '/symbol': 'BTCUSD_250926' }))).toEqual([]);
    expect(warnings(withChanges('hold', { '/symbol': 'BTC-250926-60000-C' }))).toEqual([]);
  });

  it('compares margin times leverage with the notional exactly', () => {
    const size = (margin: string, leverage: string, notional: string) =>
      textOf(sample('add')).replace(
        '"requested_margin_usdt":100,"paper_leverage":3',
        `"requested_margin_usdt":${margin},"paper_leverage":${leverage},"requested_notional_usdt":${notional}`,
      );
    expect(warnings(size('0.1', '3', '0.3'))).toEqual([]);
    expect(warnings(size('0.1', '3', '0.30000000000000004'))).toEqual([
      '/paper_intent/requested_notional_usdt notional-differs',
    ]);
    expect(warnings(size('1e2', '3.0', '300.00'))).toEqual([]);
    expect(warnings(size('100', '3', '301'))).toEqual([
      '/paper_intent/requested_notional_usdt notional-differs',
    ]);
  });

  it('warns of different leverages, not of equal ones', () => {
    expect(warnings(withChanges('add', { '/paper_intent/leverage': 3 }))).toEqual([]);
    expect(
      warnings(withChanges('add', { '/paper_intent/leverage': 5, '/paper_intent/requested_leverage': 3 })),
    ).toEqual(['/paper_intent/leverage leverage-differs']);
  });

  it('warns if the stop loss is on the wrong side of the take profit', () => {
    const exits = (stop: number, target: number, side?: string) =>
      warnings(
        withChanges('adjust_exit', {
          '/exit_update': { stop_loss_price: stop, take_profit_price: target },
          ...(side === undefined ? {} : { '/paper_intent': { side } }),
        }),
      ).filter((one) => one.endsWith('exits-crossed')).length;
    expect([exits(1, 2, 'LONG'), exits(2, 1, 'LONG'), exits(2, 2, 'LONG')]).toEqual([0, 1, 1]);
    expect([exits(1, 2, 'SHORT'), exits(2, 1, 'SHORT'), exits(2, 2, 'SHORT')]).toEqual([1, 0, 1]);
    expect([exits(1, 2), exits(2, 1), exits(2, 2)]).toEqual([0, 0, 1]);
  });

  it('warns of a reduction with two sizes, and of objects that the action does not use', () => {
    expect(warnings(withChanges('reduce', { '/paper_intent/reduce_quantity': 1 }))).toEqual([
      '/paper_intent/reduce_quantity several-sizes',
    ]);
    expect(warnings(withChanges('hold', { '/close_intent': { close_fraction: 1 } }))).toEqual([
      '/close_intent unused-part',
    ]);
  });

  it('warns of digits that a float loses', () => {
    const text = textOf(sample('close')).replace('0.5', '0.12345678901234567891');
    expect(warnings(text)).toEqual(['/close_intent/close_fraction imprecise-number']);
    expect(warnings(text.replace('0.12345678901234567891', '0.99999999999999999999'))).toEqual([
      '/close_intent/close_fraction imprecise-number',
    ]);
    expect(warnings(textOf(sample('close')).replace('0.5', '5.0e-1'))).toEqual([]);
  });

  it('warns of misspelt field names and of names of built-in properties', () => {
    expect(warnings(withChanges('hold', { '/confidance': 0.5, '/note': 'x' }))).toEqual([
      '/confidance misspelt-member',
    ]);
    expect(warnings(withChanges('adjust_exit', { '/exit_update/take_profit': 5 }))).toEqual([
      '/exit_update/take_profit misspelt-member',
    ]);
    expect(warnings(textOf(sample('hold')).replace('{', '{"__proto__":1,"constructor":{},'))).toEqual([
      '/__proto__ hazardous-name',
      '/constructor hazardous-name',
    ]);
  });

  it('reports the position and a listed rule', () => {
    const text = JSON.stringify(withChanges('hold', { '/error_code': 'E\u001b' }), null, 2);
    expect(lintText(text).warnings).toEqual([
      {
        path: '/ok',
        line: 4,
        column: 9,
        rule: 'ok-with-error',
        message: 'ok is true with the error code "E\\u001b"',
        fix: 'Set ok to false, or error_code to null.',
      },
    ]);
    expect(Object.keys(WARNINGS)).toContain('ok-with-error');
  });

  it('is limited in length for a thesis with very many unknown names', () => {
    const extras = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`confidence${index % 10}${index}`, 0]),
    );
    expect(lintText(textOf({ ...sample('hold'), ...extras })).warnings.length).toBeLessThanOrEqual(1_000);
  });
});
