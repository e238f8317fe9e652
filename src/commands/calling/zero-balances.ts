/** The option of commands whose tables leave out what is zero. */
import type { OptionSpec } from '../types.ts';

export const zerosOption: OptionSpec = { name: 'zeros', about: 'Show what is zero as well', showsAll: true };
