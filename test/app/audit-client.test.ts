/** The client as the audit log names it: whatever a program says of itself, one short harmless line. */
import { describe, expect, it } from 'vitest';
import { clientName } from '../../src/app/policy/client.ts';

const nameOf = (name: string | undefined, redact?: (text: string) => string) =>
  clientName({ BOURSE_CLIENT: name }, redact);

describe('the client of an audit line', () => {
  it.each([
    ['as it is', 'momentum-agent 2.1', 'momentum-agent 2.1'],
    ['without spaces around it', '  agent ', 'agent'],
    ['with control characters escaped', 'a\u001b[31m\nb', 'a\\u{1b}[31m\\u{a}b'],
    ['with direction marks escaped', 'a\u202eb', 'a\\u{202e}b'],
    ['cut off', 'x'.repeat(500), 'x'.repeat(64)],
    ['cut off after it was escaped', '\u0007'.repeat(64), '\\u{7}'.repeat(13).slice(0, 64)],
    ['without a word that could be a key', 'K3yOfTheTest'.repeat(6), 'a word that could be a key'],
    ['empty if there is none', undefined, ''],
  ])('is its name %s', (_how, name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it('holds no key of the run', () => {
    expect(nameOf('agent hunter2', (text) => text.replaceAll('hunter2', '***'))).toBe('agent ***');
  });
});
