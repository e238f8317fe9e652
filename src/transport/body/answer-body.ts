/** The body of an answer: its bytes, its text and the memory that they occupy. */
import type { Answer } from '../../request/types.ts';

/** The size in bytes above which a body is decoded only when its text is read. */
const DECODED_AT_ONCE_MAX = 16_384;

/**
 * Returns an answer with its body. A long page of a history is often written as it came, so its text is made when it is
 * first read. A copy of the answer reads the text and leaves the bytes behind, so they never contradict each other. Bytes
 * that are not valid UTF-8 become U+FFFD in the text, so that the answer to an order stays readable. `giveBack` gives the
 * memory of the bytes back; undefined if it is not used again.
 */
export function answerWithBody(
  bytes: Buffer,
  rest: Omit<Answer, 'body' | 'bytes' | 'release'>,
  giveBack: (() => void) | undefined,
): Answer {
  if (bytes.length <= DECODED_AT_ONCE_MAX) {
    const body = bytes.toString('utf8');
    giveBack?.();
    return { ...rest, body };
  }
  let text: string | undefined;
  let kept: Buffer | undefined = bytes;
  const read = () => {
    if (kept === undefined) throw new Error('the body of an answer was read after its memory was given back');
    return kept;
  };
  const answer: Answer = {
    ...rest,
    get body() {
      text ??= read().toString('utf8');
      return text;
    },
  };
  const release = () => {
    if (kept === undefined) return;
    kept = undefined;
    giveBack?.();
  };
  Object.defineProperties(answer, {
    bytes: { get: read, enumerable: false },
    release: { value: release, enumerable: false },
  });
  return answer;
}
