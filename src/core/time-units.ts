/** Lengths of time in milliseconds, and the names of the forms in which times are printed. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The forms of the times in an answer or an event, among which `--time` chooses. */
export const TIME_FORMS = ['iso', 'ms', 's'] as const;
export type TimeForm = (typeof TIME_FORMS)[number];
