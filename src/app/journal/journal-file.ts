/** The name of the journal of writes, a file in the state folder. */
export const JOURNAL_FILE = 'journal.db';
