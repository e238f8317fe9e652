// What happened in a replay, in lines that a person compares with a worked example.
import { START } from './examples.mjs';

const two = (n) => String(n).padStart(2, '0');
const clock = (ms) =>
  `${two(Math.floor(ms / 60000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;

function executionText({ effect, trigger, quantity, side, price, value, realised }) {
  const what = trigger === 'thesis' ? effect : trigger;
  const profit = realised === '0' ? '' : `, realised ${realised}`;
  return `${what} ${quantity} ${side} at ${price} = ${value}${profit}`;
}

function entryText(entry) {
  const book = entry.book === 'watch' ? 'watch ' : '';
  const what = entry.action ?? entry.kind;
  const duplicate = entry.status === 'duplicate' ? ` duplicate of entry ${entry.of}` : '';
  const done = entry.executions.length === 0 ? '' : `: ${entry.executions.map(executionText).join('; ')}`;
  const money = entry.postings
    .filter(({ asset }) => asset === 'USDT')
    .map(({ account, amount }) => `${account} ${amount.startsWith('-') ? '' : '+'}${amount}`);
  return `${clock(entry.time - START)} ${book}${what}${duplicate}${done}${money.length > 0 ? ` → ${money.join(', ')}` : ''}`;
}

function positionText(found) {
  return `${found.position_id} ${found.quantity}, entry ${found.entry_price}, margin ${found.margin}, liquidation ${found.liquidation_price}, unrealised ${found.unrealised}`;
}

/** The lines of a replay: each entry but the first, and how the paper book ends. */
export function linesOf(output) {
  const { entries, balances, positions, equity } = JSON.parse(output);
  const accounts = Object.entries(balances.paper)
    .filter(([account, assets]) => account !== 'capital' && assets.USDT !== undefined)
    .map(([account, assets]) => `${account} ${assets.USDT}`);
  const open = positions
    .filter(({ book, status }) => book === 'paper' && status === 'open')
    .map(positionText);
  const end = [accounts.join(', '), ...open, `equity ${equity.paper.at(-1).equity}`].join('; ');
  return [...entries.slice(1).map(entryText), `end: ${end}`];
}
