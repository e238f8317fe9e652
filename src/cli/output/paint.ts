import { Chalk } from 'chalk';
import type { Paint } from '../../commands/types.ts';

/** Returns a paint that colours text for a terminal. */
export function colourPaint(): Paint {
  const chalk = new Chalk({ level: 1 });
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    red: (text) => chalk.red(text),
    green: (text) => chalk.green(text),
    yellow: (text) => chalk.yellow(text),
    cyan: (text) => chalk.cyan(text),
  };
}
