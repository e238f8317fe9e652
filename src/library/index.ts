/** What programs import. */
export { BourseError, UnknownExecution } from './errors.ts';
export { openBourse } from './open-bourse.ts';
