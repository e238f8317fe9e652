import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { type DraftFields, exampleThesis, newThesis } from '../../src/thesis/draft.ts';
import { FIELDS, type FieldName, pointersOfField } from '../../src/thesis/draft-fields.ts';
import { lintText } from '../../src/thesis/lint.ts';
import { validateText } from '../../src/thesis/validate.ts';

const OPTIONS = { generatedAt: '2025-01-01T00:00:00.000Z' };

function refusalOf(action: string, fields: DraftFields): ToolError {
  try {
    newThesis(action, fields, OPTIONS);
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('it was not refused');
}

describe('a new thesis', () => {
  for (const action of ACTIONS) {
    it(`for ${action} is valid and without warnings as an example`, () => {
      const text = exampleThesis(action, OPTIONS);
      expect(validateText(text)).toEqual({ valid: true, errors: [] });
      expect(lintText(text).warnings).toEqual([]);
      expect(JSON.parse(text)).toMatchObject({ action, provenance: { generated_at: OPTIONS.generatedAt } });
    });
  }

  it('has every field at its place in the contract, and numbers with all their digits', () => {
    const text = newThesis(
      'add',
      {
        symbol: 'BTCUSDT',
        side: 'SHORT',
        margin: '100.500',
        leverage: '1e-7',
        reason: 'r',
        mode: 'watch',
        confidence: '0.70',
        'risk-note': ['a', 'b'],
        limitation: 'one more',
        agent: 'x',
        'run-id': 'y',
        source: 'z',
        'next-action': 'n',
        rationale: 'l',
      },
      OPTIONS,
    );
    expect(text).toContain('"requested_margin_usdt": 100.500,');
    expect(text).toContain('"paper_leverage": 0.0000001');
    expect(text).toContain('"confidence": 0.70');
    expect(JSON.parse(text)).toMatchObject({
      mode: 'watch',
      risk_notes: ['a', 'b'],
      limitations: ['paper or watch only; no real orders', 'one more'],
      provenance: { source: 'z', agent: 'x', research_cycle_run_id: 'y' },
      paper_intent: { side: 'SHORT', agent_authorized: true, real_order: false },
    });
  });

  it('allows every field in at least one action', () => {
    for (const name of Object.keys(FIELDS) as FieldName[]) {
      expect(
        ACTIONS.some((action) => pointersOfField(name, action).length > 0),
        name,
      ).toBe(true);
    }
  });

  it('is refused with all faults at once', () => {
    const { facts } = refusalOf('add', { side: 'UP', margin: 'much', fraction: '0.5', confidence: '2' });
    expect(facts.kind).toBe('usage');
    expect(facts.faults?.map(({ param, rule }) => `${param} ${rule}`)).toEqual([
      'reason required',
      'symbol required',
      'leverage required',
      'fraction only-with',
      'margin number',
      'confidence maximum',
      'side enum',
    ]);
    expect(facts.message).toContain('--side must be "LONG" or "SHORT", was "UP".');
  });

  it('needs a size and a reference if the action requires them', () => {
    const messages = (action: string) =>
      refusalOf(action, { reason: 'r' }).facts.faults?.map(({ message }) => message);
    expect(messages('add')).toEqual([
      'Action add needs --symbol.',
      'Action add needs --side.',
      'Action add needs --margin or --notional.',
      'Action add needs --leverage.',
    ]);
    expect(messages('close')).toEqual([
      'Action close needs --position-id, --execution-id or --symbol.',
      'Action close needs --fraction.',
    ]);
    expect(messages('reduce')?.[1]).toBe('Action reduce needs --fraction, --notional or --quantity.');
    expect(messages('adjust_exit')?.[1]).toBe('Action adjust_exit needs --stop, --target or --minutes.');
  });

  it('is refused for values that the contract refuses', () => {
    expect(refusalOf('close', { reason: 'r', symbol: 'S', fraction: '1.5' }).message).toContain(
      '--fraction must be a number above 0, at most 1, was 1.5.',
    );
    expect(refusalOf('hold', { reason: '' }).message).toContain('--reason must be a text that is not empty');
    expect(refusalOf('hold', { reason: 'r', mode: 'live' }).message).toContain(
      '--mode must be "paper" or "watch"',
    );
    expect(refusalOf('buy', { reason: 'r' }).message).toContain('--action must be hold, noop,');
  });
});
