/** The chain of the audit log: every change, removal and insertion of a line is found. */
import { describe, expect, it } from 'vitest';
import { type AuditEntry, auditLine, auditLinkOf, checkAudit } from '../../src/policy/audit.ts';

const entry = (outcome: string): AuditEntry => ({
  time: '2024-03-15T12:34:56.789Z',
  door: 'cli',
  client: 'a program',
  command: 'trade buy',
  endpoint: 'spot.order.new',
  digest: 'd',
  rule: 'default',
  verdict: 'allow',
  venue: 'sandbox',
  profile: '',
  outcome,
  latencyMs: null,
});

/** Returns the lines of a log with this many entries. */
function logOf(count: number): readonly string[] {
  const lines: string[] = [];
  for (let one = 0; one < count; one += 1) {
    const last = lines.at(-1);
    lines.push(auditLine(entry(`o${one}`), last === undefined ? undefined : auditLinkOf(last)));
  }
  return lines;
}

const LINES = logOf(5);

describe('an audit log', () => {
  it('numbers its lines from 1, each with the hash of the one before', () => {
    const links = LINES.map((line) => JSON.parse(line) as { seq: number; prev: string; hash: string });
    expect(links.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(links.map(({ prev }) => prev)).toEqual([
      '0'.repeat(64),
      ...links.slice(0, -1).map(({ hash }) => hash),
    ]);
  });

  it('has no link in a line that lacks its number or its hash', () => {
    for (const line of ['[]', 'null', '1', '{}', '{"seq":1}', '{"hash":"a"}', '{"seq":"1","hash":"a"}'])
      expect(auditLinkOf(line), line).toBeUndefined();
    expect(auditLinkOf('{"seq":1,"hash":"a"}')).toEqual({ seq: 1, hash: 'a' });
    expect(checkAudit('[]\n').fault).toEqual({ line: 1, why: 'the line is no entry' });
  });

  it('that is whole has no fault; an empty one neither', () => {
    expect(checkAudit(LINES.join(''))).toEqual({ lines: 5, head: auditLinkOf(LINES[4]!)!.hash });
    expect(checkAudit('')).toEqual({ lines: 0, head: '0'.repeat(64) });
  });

  it('shows a change of any character, by the line that was changed', () => {
    const text = LINES.join('');
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
      const line = text.slice(0, at).split('\n').length;
      expect(checkAudit(changed).fault?.line).toBe(line);
    }
  });

  it('goes on after lines that state no client, as earlier versions wrote them', () => {
    const { client: _, ...older } = entry('o0');
    const first = auditLine(older as AuditEntry);
    const second = auditLine(entry('o1'), auditLinkOf(first));
    expect(checkAudit(first + second)).toEqual({ lines: 2, head: auditLinkOf(second)!.hash });
    expect(checkAudit(first + second.replace('a program', 'another')).fault?.line).toBe(2);
  });

  it.each<[string, readonly number[], number]>([
    ['removed', [0, 1, 3, 4], 3],
    ['repeated', [0, 1, 1, 2, 3, 4], 3],
    ['exchanged', [0, 2, 1, 3, 4], 2],
    ['removed from the start', [1, 2, 3, 4], 1],
  ])('shows lines that were %s', (_what, order, line) => {
    expect(checkAudit(order.map((at) => LINES[at]).join('')).fault?.line).toBe(line);
  });

  it('shows a line whose number or whose hash of the line before is wrong, although its own hash is right', () => {
    const { seq, hash } = auditLinkOf(LINES[1]!)!;
    for (const link of [
      { seq, hash: '0'.repeat(64) },
      { seq: seq + 1, hash },
    ]) {
      const text = [LINES[0], LINES[1], auditLine(entry('forged'), link)].join('');
      expect(checkAudit(text).fault).toEqual({
        ...{ line: 3, why: 'lines before it are missing or were changed' },
      });
    }
  });

  it('shows an incomplete last line', () => {
    expect(checkAudit(LINES.join('').slice(0, -1)).fault).toEqual({
      line: 5,
      why: 'the line is not complete',
    });
  });
});
