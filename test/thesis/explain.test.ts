import { describe, expect, it } from 'vitest';
import { readThesis } from '../../src/thesis/document.ts';
import { explainThesis, type ThesisExplanation } from '../../src/thesis/explain.ts';
import { sample, type Tree, textOf, withValue } from './samples.ts';

function explain(tree: Tree | string): ThesisExplanation {
  const read = readThesis(typeof tree === 'string' ? tree : textOf(tree));
  if (!('document' in read)) throw new Error('the thesis is invalid');
  return explainThesis(read.document.thesis);
}

describe('an explanation', () => {
  it('states in one sentence what each action would do', () => {
    expect(explain(sample('hold')).sentence).toBe(
      'In the paper ledger: hold the position as it is, because "trend goes on". No real order.',
    );
    expect(explain(sample('noop')).sentence).toContain('do nothing');
    expect(explain(sample('close')).sentence).toContain('close 50% of the position p-1');
    expect(explain(withValue(sample('close'), '/close_intent/close_fraction', 1)).sentence).toContain(
      'close all of',
    );
    expect(explain(sample('adjust_exit')).sentence).toContain(
      'set the stop loss to 50000 for the position e-1',
    );
    expect(explain(sample('add')).sentence).toContain(
      'add to a LONG position in BTCUSDT with 100 USDT of margin at 3x leverage, 300 USDT of notional',
    );
    expect(explain(sample('reduce')).sentence).toContain('take off 25% of the position in BTCUSDT');
  });

  it('states that watching changes no position', () => {
    const watching = explain({ ...sample('close'), mode: 'watch' });
    expect(watching.changesPosition).toBe(false);
    expect(watching.sentence).toMatch(/^For the watch list, without changing any position: close/);
    expect(explain(sample('close')).changesPosition).toBe(true);
    expect(explain(sample('hold')).changesPosition).toBe(false);
  });

  it('keeps every digit of the thesis', () => {
    const text = textOf(sample('add')).replace('100', '100.10000000000000000001').replace(':3', ':1e-1');
    const { marginUsdt, leverage, notionalUsdt } = explain(text);
    expect([marginUsdt, leverage, notionalUsdt]).toEqual([
      '100.10000000000000000001',
      '0.1',
      '10.010000000000000000001',
    ]);
  });

  it('counts the smaller size and the first leverage of an add, and says which', () => {
    const withBoth = (notional: number) =>
      explain({
        ...sample('add'),
        paper_intent: {
          ...(sample('add')['paper_intent'] as Tree),
          requested_margin_usdt: 100,
          requested_notional_usdt: notional,
          paper_leverage: 3,
          requested_leverage: 3.0,
          leverage: 20,
        },
      });
    expect(withBoth(250)).toMatchObject({
      notionalUsdt: '250',
      leverage: '3',
      leverageFrom: 'paper_leverage',
      countedSize: 'the requested notional, which is smaller than margin times leverage',
      warnings: ['leverage_differs', 'sizes_differ'],
    });
    expect(withBoth(350)).toMatchObject({
      notionalUsdt: '300',
      countedSize: 'margin times leverage, which is smaller than the requested notional',
    });
    expect(withBoth(300)).toMatchObject({ countedSize: null, warnings: ['leverage_differs'] });
  });

  it('counts the largest size of a reduce', () => {
    const sizes = { reduce_fraction: 0.25, reduce_notional_usdt: 300, reduce_quantity: 0.5 };
    const paper = { ...(sample('reduce')['paper_intent'] as Tree), ...sizes };
    const { countedSize, sentence } = explain({ ...sample('reduce'), paper_intent: paper });
    expect(countedSize).toBe(
      'the largest of 25% of what is held, 300 USDT at the price of the moment and a quantity of 0.5, at most what is held',
    );
    expect(sentence).toContain(countedSize);
    expect(explain(sample('reduce')).countedSize).toBeNull();
  });

  it('does not use the size of parts that the action ignores', () => {
    const tree = {
      ...sample('hold'),
      paper_intent: { leverage: 5, reduce_fraction: 0.5 },
      close_intent: { close_fraction: 1 },
    };
    expect(explain(tree)).toMatchObject({ leverage: null, fraction: null, marginUsdt: null });
  });

  it('escapes control characters in the reason', () => {
    expect(explain({ ...sample('hold'), reason: '\u001b[2J\u202eevil' }).sentence).toMatch(/^[\x20-\x7e]*$/);
  });
});
