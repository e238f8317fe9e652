/** Views of settings. */
import type { Column, View } from '../../catalogue/types.ts';

const COLUMNS: readonly Column[] = [
  { name: 'key', is: 'text', pinned: true },
  { name: 'value', is: 'text', pinned: true },
  { name: 'source', title: 'from', is: 'text', pinned: true },
  { name: 'option', is: 'text' },
  { name: 'variable', is: 'text' },
  { name: 'default', is: 'text', hidden: true },
  { name: 'about', title: 'sets', is: 'text', hidden: true },
];

/** One row for each setting. */
export const SETTING_ROWS: View = { shape: 'rows', columns: COLUMNS };

/** The view that shows each field of a setting on its own line. */
export const SETTING_RECORD: View = {
  shape: 'record',
  columns: COLUMNS.map(({ hidden: _hidden, ...column }) => column),
};
