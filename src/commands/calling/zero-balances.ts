/** The option of commands whose tables hide rows in which all amounts are zero. */
import type { OptionSpec } from '../types.ts';

export const zerosOption: OptionSpec = { name: 'zeros', about: 'Show zero rows as well', showsAll: true };
