/** The words of a fault are kept for theses with the same fault, and must not become those of another one. */
import { describe, expect, it, vi } from 'vitest';
import { ACTIONS } from '../../src/thesis/contract.ts';
import type { ThesisVerdict } from '../../src/thesis/verdict.ts';
import { sample, textOf, withValue } from './samples.ts';

const POINTERS = [
  ...['/mode', '/ok', '/error_code', '/symbol', '/confidence', '/safety/real_orders', '/position_ref/symbol'],
  ...['/hard_boundaries/real_orders', '/paper_intent', '/paper_intent/side', '/exit_update', '/close_intent'],
  ...['/provenance/source', '/limitations', '/risk_notes', '/schema', '/extra', '/position_ref/extra'],
];
const VALUES = [
  undefined,
  null,
  true,
  false,
  'true',
  'false',
  '',
  'wach',
  'long',
  'x'.repeat(61),
  0,
  2,
  [],
  {},
];

/** All theses in which one member is replaced or removed. */
const texts = ACTIONS.flatMap((action) =>
  POINTERS.flatMap((pointer) => VALUES.map((value) => textOf(withValue(sample(action), pointer, value)))),
);

/** Returns the verdicts of a validator that has seen no thesis before. */
async function verdictsOf(order: readonly string[]): Promise<ReadonlyMap<string, ThesisVerdict>> {
  vi.resetModules();
  const { validateText } = await import('../../src/thesis/validate.ts');
  return new Map(order.map((text) => [text, validateText(text)]));
}

describe('the words of faults', () => {
  it('are the same whichever theses were validated before', async () => {
    const forward = await verdictsOf(texts);
    expect(await verdictsOf([...texts].reverse())).toEqual(forward);
    expect([...forward.values()].filter(({ valid }) => !valid).length).toBeGreaterThan(300);
  });
});
