/** Every term that `explain` knows. */
import { GLOSSARY_TERMS } from './glossary.ts';
import { INTERFACE_TERMS } from './interface.ts';
import { MARKET_TERMS } from './markets.ts';
import { ORDER_TERMS } from './orders.ts';
import { REPORT_TERMS } from './reports.ts';
import type { Term } from './term.ts';

export const TERMS: readonly Term[] = [
  ...ORDER_TERMS,
  ...MARKET_TERMS,
  ...INTERFACE_TERMS,
  ...REPORT_TERMS,
  ...GLOSSARY_TERMS,
];

/** Returns the terms with this name or spelling; case, hyphens and a plural s don't matter. */
export function findTerms(name: string): readonly Term[] {
  const sought = plainName(name);
  return TERMS.filter(({ term, also = [] }) => [term, ...also].some((one) => plainName(one) === sought));
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(/([^s])s$/, '$1');
}
