/** The error of a call of which only a part was done. */
import { nameOf } from '../catalogue/errors/error-codes.ts';
import { ToolError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { BourseError } from './errors.ts';
import type { AnswerValue } from './types.ts';

/** Returns the error of a call that was done in part only, with the first refusal among the parts of its answer. */
export function partialError(name: string, answer: AnswerValue, endpoint?: string): BourseError {
  const refusal = refusalIn(answer);
  const codeName = refusal === undefined ? undefined : nameOf(refusal.code);
  return new BourseError(
    new ToolError({
      kind: 'partial',
      message: `${name} was done in part only${refusal === undefined ? '' : `: ${safeText(refusal.text)}`}${/[.!]$/.test(refusal?.text ?? '') ? '' : '.'}`,
      hint: 'The answer of this error says what became of each part.',
      execution: 'executed',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(refusal === undefined ? {} : { code: refusal.code }),
      ...(codeName === undefined ? {} : { name: codeName }),
    }),
    answer,
  );
}

/** Returns the first refusal of the exchange in an answer: an object with a negative code and a text. */
function refusalIn(value: AnswerValue): { readonly code: number; readonly text: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, msg } = value as { readonly [field: string]: AnswerValue };
  if (Number(code) < 0 && typeof msg === 'string') return { code: Number(code), text: msg };
  for (const inner of Object.values(value)) {
    const found = refusalIn(inner as AnswerValue);
    if (found !== undefined) return found;
  }
  return undefined;
}
