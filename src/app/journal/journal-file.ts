/** The file of the journal of writes, in the state folder. */
export const JOURNAL_FILE = 'journal.db';
