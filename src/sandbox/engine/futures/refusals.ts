/** Refusals by the engine of futures (public facts, Futures codes). */
import { Refusal } from '../refusal.ts';

/** Returns the refusal of a code; all of them are answered with status 400. */
export function futuresRefusal(code: number, text: string): Refusal {
  return new Refusal(400, code, text);
}
