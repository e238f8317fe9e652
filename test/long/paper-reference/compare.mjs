// Compares two replays of the same scenario, and makes a scenario that shows a difference short.

import { replay as naive } from './replay.mjs';
import { BadScenario } from './scenario.mjs';

const REFUSED = 'refused as a whole';

/** The output of the naive ledger, or that it refuses the scenario, or how it crashed. */
export function naiveOutput(content) {
  try {
    return naive(content);
  } catch (error) {
    return error instanceof BadScenario ? REFUSED : `crashed: naive: ${error.stack}`;
  }
}

/** The output of the product, or that it refuses the scenario as a wrong use, or how it crashed. */
export async function productOutput(product, content) {
  try {
    return await product.replay(content);
  } catch (error) {
    return product.isRefusal(error) ? REFUSED : `crashed: product: ${error.stack}`;
  }
}

/** Where two outputs part, with some text around it; undefined where they are equal. */
export function difference(expected, found) {
  if (expected === found) return undefined;
  let at = 0;
  while (expected[at] === found[at]) at += 1;
  const around = (text) => text.slice(Math.max(0, at - 160), at + 240);
  return { at, expected: around(expected), found: around(found) };
}

const differs = async (product, content) => naiveOutput(content) !== (await productOutput(product, content));

/** Leaves out every line that the difference does not need. */
export async function shrunk(product, content) {
  let lines = content.split('\n');
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 1; from < lines.length; ) {
      const shorter = lines.filter((_, at) => at < from || at >= from + size);
      const stillDiffers = shorter.length < lines.length && (await differs(product, shorter.join('\n')));
      if (stillDiffers) lines = shorter;
      else from += size;
    }
  }
  return lines.join('\n');
}
