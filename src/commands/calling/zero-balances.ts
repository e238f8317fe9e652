/** The option of commands whose tables hide zero rows. */
import type { OptionSpec } from '../types.ts';

export const zerosOption: OptionSpec = { name: 'zeros', about: 'Show zero rows as well', showsAll: true };
