import { expect, it } from 'vitest';
import { errorSentences } from '../../src/cli/output/error-text.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { ToolError } from '../../src/core/errors.ts';

it.each([
  [4_200, '5s'],
  [120_000, '2m'],
])('a person is told how long a limit lasts, as programs are: %i ms', (retryAfterMs, span) => {
  const error = new ToolError({ kind: 'rate-limited', message: 'Too many.', retryAfterMs });
  expect(errorSentences(error, PLAIN_PAINT)).toBe(`error: Too many.\ntry again in: ${span}\n`);
});
