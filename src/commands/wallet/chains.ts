import { CHAINS } from '../../catalogue/onchain/holdings.ts';
import type { CommandCall } from '../types.ts';

/** Prints the supported chains. */
export async function run({ output }: CommandCall): Promise<void> {
  const rows = CHAINS.map(({ id, name, aliases }) => ({ id, name, aliases: [...aliases] }));
  await output.value(
    output.format === 'table' || output.format === 'csv'
      ? rows.map((row) => ({ ...row, aliases: row.aliases.join(' ') }))
      : rows,
    {
      shape: 'rows',
      columns: [
        { name: 'id', is: 'text' },
        { name: 'name', is: 'text' },
        { name: 'aliases', title: 'also', is: 'text' },
      ],
    },
  );
}
