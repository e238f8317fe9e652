/** How the limits on exposure ask for another check of an order. */
import { ToolError } from '../../core/errors.ts';

/** The name of the error of an order that must be checked again, because another order was recorded meanwhile. */
export const EXPOSURE_CHANGED = 'exposure-changed';

/** Returns whether an order must be checked again against the limits on exposure. */
export function hasExposureChanged(error: unknown): boolean {
  return error instanceof ToolError && error.facts.name === EXPOSURE_CHANGED;
}
