import { expect, it } from 'vitest';
import { errorSentences } from '../../src/cli/output/error-text.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { ToolError } from '../../src/core/errors.ts';

it.each([
  [4_200, '5s'],
  [120_000, '2m'],
])('shows the time until a retry, rounded up to seconds: %i ms', (retryAfterMs, span) => {
  const error = new ToolError({ kind: 'rate-limited', message: 'Too many.', retryAfterMs });
  expect(errorSentences(error, PLAIN_PAINT, 80)).toBe(`error: Too many.\nretry after: ${span}\n`);
});

it('wraps messages at the width of the terminal with an indent, and keeps commands on one line', () => {
  const error = new ToolError({
    kind: 'interrupted',
    message: 'one two three four five six',
    hint: 'seven\neight',
    resume: 'bourse market klines BTCUSDT 1h --all',
  });
  expect(errorSentences(error, PLAIN_PAINT, 20)).toBe(
    [
      'error: one two three',
      '       four five six',
      'hint: seven\\u{a}eight',
      'resume with: bourse market klines BTCUSDT 1h --all',
      '',
    ].join('\n'),
  );
});
