/** Rejections by the futures engine (public facts, Futures codes). */
import { Refusal } from '../refusal.ts';

/** Returns a rejection with an error code and HTTP status 400. */
export function futuresRefusal(code: number, text: string): Refusal {
  return new Refusal(400, code, text);
}
