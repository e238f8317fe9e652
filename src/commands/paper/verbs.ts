import { type CommandGroup, LINE_FORMATS, type Positional } from '../types.ts';
import { applyVerb } from './apply-verb.ts';
import { followOptions, groupOption, ledgerOption, sourceOptions } from './options.ts';

const ledger = ledgerOption;
const name: Positional = { name: 'name', about: 'Name of the ledger' };

const loadOpen = () => import('./open.ts');
const loadRecords = () => import('./records.ts');
const loadUpkeep = () => import('./upkeep.ts');

export const paper: CommandGroup = {
  word: 'paper',
  summary: 'Paper ledger: carry theses out with real prices and no order',
  verbs: [
    {
      words: ['open'],
      summary: 'Make a paper ledger',
      positionals: [name],
      options: [
        { name: 'cash', value: 'amount', about: 'Cash that the ledger starts with', default: '10000' },
        { name: 'on', value: 'market', values: ['usdm', 'spot'], about: 'Market of its prices and rules' },
        { name: 'set', value: 'key=value', about: 'A setting, such as slippage_bps=10', isRepeatable: true },
        {
          name: 'tiers',
          value: 'file',
          about: 'JSON list of maintenance tiers instead of the built-in ladder',
        },
      ],
      handler: () => loadOpen().then((part) => ({ run: part.open })),
      examples: ['paper open', 'paper open swing --cash 25000 --set slippage_bps=10'],
      notes: ['The settings of a ledger never change; docs/paper.md lists them.'],
    },
    {
      words: ['list'],
      summary: 'Names of the paper ledgers',
      handler: () => loadOpen().then((part) => ({ run: part.list })),
      examples: ['paper list', 'paper list -o json'],
    },
    {
      words: ['use'],
      summary: 'Choose the ledger of commands without --ledger',
      positionals: [{ ...name, required: true }],
      handler: () => loadOpen().then((part) => ({ run: part.use })),
      examples: ['paper use main', 'paper use main -o json'],
    },
    applyVerb,
    {
      words: ['tick'],
      summary: 'Let time pass up to the last whole minute: exits, funding, waiting theses',
      options: [
        { name: 'until', value: 'time', about: 'Stop there instead of now' },
        ...sourceOptions,
        ledger,
      ],
      handler: () => import('./tick.ts'),
      examples: ['paper tick', 'paper tick --until -1h -o json'],
      notes: ['Any division of the same time into ticks writes the same entries.'],
    },
    {
      words: ['run'],
      summary: 'Follow prices until Ctrl-C: carry the ledger on after each minute, print each entry',
      options: [...followOptions, ledger],
      outsideBatch: { why: 'it runs until it is stopped', unless: ['for', 'until'] },
      handler: () => import('./run.ts'),
      examples: ['paper run --for 1h', 'paper run -o ndjson'],
      notes: [
        'Entries are written when their minute is over, and are those that paper tick writes; a later run goes on from there.',
        'A level that is touched before is reported at once: {"notice":"touched",…} among JSON lines, else on stderr.',
        'Entries that other processes write to the ledger are printed too.',
      ],
    },
    {
      words: ['positions'],
      summary: 'Open positions of the paper book, with profit, exits and liquidation',
      options: [
        { name: 'all', about: 'Closed positions and those of the watch book too', showsAll: true },
        ledger,
      ],
      handler: () => loadRecords().then((part) => ({ run: part.positions })),
      examples: ['paper positions', 'paper positions --all -o json'],
      notes: ['Prices are those of the last tick or apply; run paper tick first to bring them up to date.'],
    },
    {
      words: ['executions'],
      summary: 'Fills of the paper ledger, both books',
      options: [ledger],
      handler: () => loadRecords().then((part) => ({ run: part.executions })),
      examples: ['paper executions', 'paper executions -o csv'],
    },
    {
      words: ['balance'],
      summary: 'Balances of all accounts of the paper ledger',
      options: [ledger],
      handler: () => loadRecords().then((part) => ({ run: part.balance })),
      examples: ['paper balance', 'paper balance -o json'],
    },
    {
      words: ['history'],
      summary: 'The journal of the paper ledger, entry by entry',
      options: [ledger],
      handler: () => loadRecords().then((part) => ({ run: part.history })),
      examples: ['paper history', 'paper history -o ndjson'],
    },
    {
      words: ['equity'],
      summary: 'Equity samples of the paper book',
      options: [
        { name: 'every', value: 'span', about: 'Pick a sample each span, a multiple of equity_every_ms' },
        { name: 'chart', about: 'Draw the equity and the drawdown below it in the terminal' },
        ledger,
      ],
      handler: () => loadRecords().then((part) => ({ run: part.equity })),
      examples: ['paper equity --chart', 'paper equity --every 1d -o csv'],
    },
    {
      words: ['metrics'],
      summary: 'Results of the paper ledger: profit, drawdown, win rate, Sharpe ratio',
      options: [groupOption, ledger],
      handler: () => loadRecords().then((part) => ({ run: part.metrics })),
      examples: ['paper metrics -o json', 'paper metrics --by agent'],
    },
    {
      words: ['show'],
      summary: 'Settings, symbols, cursor and head of the paper ledger',
      options: [ledger],
      handler: () => loadRecords().then((part) => ({ run: part.show })),
      examples: ['paper show', 'paper show --ledger main -o json'],
    },
    {
      words: ['explain'],
      summary: 'Explain an execution, a position or an entry: thesis, data, sums, postings',
      positionals: [{ name: 'what', required: true, about: 'exe-1, pos-1, or the number of an entry' }],
      options: [ledger],
      handler: () => import('./explain.ts'),
      examples: ['paper explain 1', 'paper explain 1 -o json'],
    },
    {
      words: ['verify'],
      summary: 'Check a paper ledger whole: hashes, sums, derived tables, receipt',
      options: [
        { name: 'expect-head', value: 'seq:hash', about: 'A head that the ledger must contain' },
        { name: 'replay', about: 'Decide each entry again from the data that are kept with it' },
        ledger,
      ],
      handler: () => loadUpkeep().then((part) => ({ run: part.verify })),
      examples: ['paper verify', 'paper verify --replay -o json'],
      notes: [
        'Exit code 10 if the ledger has a fault; the first one names the first entry that it concerns.',
      ],
    },
    {
      words: ['rebuild'],
      summary: 'Derive balances and positions from the journal again',
      options: [ledger],
      handler: () => loadUpkeep().then((part) => ({ run: part.rebuild })),
      examples: ['paper rebuild', 'paper rebuild --ledger main'],
    },
    {
      words: ['recover'],
      summary: 'Save the valid entries of a damaged paper ledger in a new file',
      options: [{ name: 'out', value: 'file', about: 'Path of the new file; required' }, ledger],
      handler: () => loadUpkeep().then((part) => ({ run: part.recover })),
      examples: ['paper recover --out new.db', 'paper recover --out new.db --ledger main'],
    },
    {
      words: ['export'],
      summary: 'Print a paper ledger as NDJSON: settings and symbols, entries, head',
      options: [ledger],
      formats: LINE_FORMATS,
      handler: () => loadUpkeep().then((part) => ({ run: part.exportLedger })),
      examples: ['paper export > ledger.ndjson', 'paper export --ledger main > ledger.ndjson'],
    },
    {
      words: ['import'],
      summary: 'Make a paper ledger from an export, after checking each hash and sum',
      positionals: [
        { name: 'file', required: true, about: 'Output of paper export, or - for standard input' },
        { ...name, required: true },
      ],
      options: [
        { name: 'on', value: 'market', values: ['usdm', 'spot'], about: 'Market of its prices and rules' },
      ],
      handler: () => loadUpkeep().then((part) => ({ run: part.importLedger })),
      examples: ['paper import ledger.ndjson copy', 'paper import ledger.ndjson copy --on spot'],
      notes: ['Theses that wait are not exported. Last prices are unknown until the first tick.'],
    },
  ],
};
