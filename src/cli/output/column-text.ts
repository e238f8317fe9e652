/** The columns of a table as text, and the colours of their cells. */
import type { Paint } from '../../commands/types.ts';

/** A table column: its title and its cells as text. */
export interface ColumnText {
  readonly title: string;
  readonly alignsRight: boolean;
  readonly cells: readonly string[];
  /** Whether the cells are profits and losses. */
  readonly isProfit: boolean;
}

/** Returns a cell in the colour of its sign where the column holds profits and losses; zero has no colour. */
export function paintCell(cell: string, { isProfit }: ColumnText, paint: Paint): string {
  if (!isProfit || !/[1-9]/.test(cell)) return cell;
  return /^>?-/.test(cell) ? paint.red(cell) : paint.green(cell);
}
