/**
 * Types by which the compiler checks the arguments of calls made from code against the catalogue's
 * declarations.
 */
import type { DecimalText, Param, Params } from './types.ts';

/** The TypeScript type of an argument for a parameter. */
export type ArgumentOf<P extends Param> = P['type'] extends 'DECIMAL'
  ? DecimalText
  : P extends { readonly values: readonly (infer V)[] }
    ? P['type'] extends 'ARRAY'
      ? readonly V[]
      : V
    : P['type'] extends 'INT'
      ? number
      : P['type'] extends 'LONG'
        ? number | bigint
        : P['type'] extends 'BOOLEAN'
          ? boolean
          : P['type'] extends 'ARRAY'
            ? readonly string[]
            : P['type'] extends 'LIST'
              ? readonly Readonly<Record<string, unknown>>[]
              : string;

type RequiredNames<P extends Params> = {
  [N in keyof P & string]: P[N] extends { readonly required: true } ? N : never;
}[keyof P & string];

/**
 * The arguments of a call made from code: a missing argument, a wrong value or a float for a decimal does not
 * compile.
 */
export type ArgumentsOf<P extends Params> = { readonly [N in RequiredNames<P>]: ArgumentOf<P[N]> } & {
  readonly [N in Exclude<keyof P & string, RequiredNames<P>>]?: ArgumentOf<P[N]>;
};
