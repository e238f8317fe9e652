/** The signature of a request, which is removed from its answer. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { signatureOf } from '../../src/app/keys.ts';

/** What `signatureOf` returns, by one regular expression over query and body. */
function byPattern({ query, body }: { readonly query: string; readonly body: string | undefined }) {
  const found = /(?:^|&)signature=([^&]*)/.exec(`${query}&${body ?? ''}`)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
}

const PIECES = ['signature=', 'signature', 'apiKey=', '=', '&', 'x', '%2B', 'ab%3D', '', 'listsignature='];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join(''));

it('is the first parameter of that name in the query or the body, decoded', () => {
  expect(signatureOf({ query: 'symbol=BTCUSDT&signature=ab%2Bc', body: undefined })).toBe('ab+c');
  expect(signatureOf({ query: '', body: 'symbol=BTCUSDT&signature=ab12' })).toBe('ab12');
  expect(signatureOf({ query: 'listsignature=1', body: undefined })).toBeUndefined();
  const request = fc.record({ query: text, body: fc.option(text, { nil: undefined }) });
  fc.assert(
    fc.property(request, (one) => {
      expect(signatureOf(one)).toBe(byPattern(one));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
