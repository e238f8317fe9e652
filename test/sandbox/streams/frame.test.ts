import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textFrame, textFrames } from '../../../src/sandbox/streams/frame.ts';

describe('frames of several texts', () => {
  test('are the frames of each text, one after the other', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 300 });
    const any = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: ascii }, any), { maxLength: 20 }), (texts) => {
        expect(textFrames(texts)).toEqual(Buffer.concat(texts.map(textFrame)));
      }),
      { numRuns: 300 },
    );
  });

  test.each([0, 1, 125, 126, 127, 255, 256, 65_535, 65_536])(
    'have the right length for %i bytes',
    (length) => {
      const text = 'x'.repeat(length);
      expect(textFrames([text, 'next'])).toEqual(Buffer.concat([textFrame(text), textFrame('next')]));
    },
  );

  test('count bytes, not characters, of texts that are not ASCII', () => {
    const frames = textFrames(['{"s":"币"}', '{"s":"\u00ff"}', '{"s":"a"}']);
    expect(frames[1]).toBe(Buffer.byteLength('{"s":"币"}'));
    expect(frames.subarray(2, 2 + frames[1]!).toString()).toBe('{"s":"币"}');
  });
});
