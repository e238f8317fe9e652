/** Reads a scenario file: settings, symbols, market data and theses, one JSON object per line. */
import { readJson } from '../../core/json.ts';
import { isObject, type JsonObject } from '../../core/words.ts';
import { EXPONENT_MAX } from '../../thesis/json-number.ts';
import { canonicalText, numbersWithinReach } from '../canonical.ts';
import type { BookSnapshot } from '../market/depth.ts';
import { minuteOf } from '../market/path.ts';
import { CandleList, TradeList } from '../market/price-lists.ts';
import { type LedgerSymbol, symbolOf } from '../market/symbol-rules.ts';
import { BadRecord, displayValue, FaultList, type RecordFault } from './faults.ts';
import { integerMember, objectMember, type RecordSource } from './fields.ts';
import type { PlainCandle } from './plain-candle.ts';
import { checkNames, kindOf } from './record-kind.ts';
import {
  type CandleInterval,
  type Funding,
  INTERVALS,
  readAgain,
  readBook,
  readCandle,
  readFunding,
  readSymbolName,
  readSymbolRecord,
  readTrade,
} from './records.ts';
import { type LedgerSettings, readSettingsRecord } from './settings.ts';
import { type PaperThesis, readPaperThesis } from './thesis-record.ts';

/** The deepest nesting of objects and lists that a scenario record may have. */
const DEPTH_MAX = 1000;

/**
 * Matches a number that a double may not hold exactly: one of more than 15 digits, or with an exponent. A match inside a
 * string is a false alarm that only costs the slower parser.
 */
const DIGITS_AT_RISK = /\d(?:[\d.]{15}|[eE])/;

/** The market data of one symbol, each list in the order of time. */
export interface SymbolData {
  readonly rules: LedgerSymbol;
  readonly minutes: CandleList;
  readonly seconds: CandleList;
  readonly trades: TradeList;
  readonly books: readonly BookSnapshot[];
  readonly fundings: readonly Funding[];
}

/** A thesis of a scenario with the time at which it was decided. */
export interface TimedThesis {
  readonly time: number;
  /** The thesis; null if it breaks the thesis contract or repeats a member name. */
  readonly thesis: PaperThesis | null;
  /** Whether the thesis is applied even if an equal thesis was applied before. */
  readonly isAgain: boolean;
}

/** A whole scenario. */
export interface Scenario {
  readonly settings: LedgerSettings;
  /** The symbols of the scenario in alphabetical order. */
  readonly symbols: readonly SymbolData[];
  /** In the order of the file. */
  readonly theses: readonly TimedThesis[];
}

/**
 * The market data of a symbol while they are read, with the number of the first line that named the symbol.
 */
interface Gathered {
  readonly firstLine: number;
  /** Whether the scenario file has a symbol record for this symbol, even a faulty one. */
  hasRecord: boolean;
  rules: LedgerSymbol | undefined;
  readonly minutes: CandleList;
  readonly seconds: CandleList;
  readonly trades: TradeList;
  readonly books: BookSnapshot[];
  readonly fundings: Funding[];
}

/**
 * Reads a scenario file line by line. Faults are collected, and `finish` refuses the file with all of them.
 */
export class ScenarioReader {
  readonly #source: string;
  readonly #isData: boolean;
  readonly #known: ReadonlyMap<string, LedgerSymbol>;
  readonly #faults = new FaultList();
  readonly #symbols = new Map<string, Gathered>();
  readonly #theses: TimedThesis[] = [];
  /**
   * The line numbers of the theses, whose times can be compared with the scenario's start only after the last
   * line.
   */
  readonly #thesisLines: number[] = [];
  #settings: LedgerSettings | undefined;
  #line = 0;
  #hasRecords = false;
  #lastWritten: string | undefined;
  #lastData: Gathered | undefined;

  /**
   * `source` is the name of the scenario file in errors. With `ledger` the file has no settings of its own and no
   * theses: it holds market data and symbol records only, of which those that the ledger has count.
   */
  constructor(
    source: string,
    ledger?: { readonly settings: LedgerSettings; readonly rules: readonly LedgerSymbol[] },
  ) {
    this.#source = source;
    this.#settings = ledger?.settings;
    this.#isData = ledger !== undefined;
    this.#hasRecords = this.#isData;
    this.#known = new Map(ledger?.rules.map((one) => [one.symbol, one]));
  }

  /**
   * Reads the next line of the scenario file as JSON; blank lines are only counted. Throws when the list of faults is
   * full.
   */
  addLine(text: string): void {
    this.#line += 1;
    if (/^[ \t\r]*$/.test(text)) return;
    try {
      this.#readRecord(text);
    } catch (thrown) {
      if (!(thrown instanceof BadRecord)) throw thrown;
      this.#addFault(thrown.fault);
    }
  }

  /** Reads the next line of the scenario file, which is a candle. Throws when the list of faults is full. */
  addPlainCandle(candle: PlainCandle): void {
    this.#line += 1;
    if (!this.#hasRecords) {
      this.#hasRecords = true;
      this.#addFault({ path: '/kind', expected: '"settings" in the first line', found: '"candle"' });
      return;
    }
    this.#candlesOf(this.#dataOf(candle.symbol), candle.interval).pushUnits(candle.time, candle);
  }

  /** Adds a fault for a line that was not read, such as a line that is too long. */
  rejectLine(expected: string, found: string, fix: string): void {
    this.#line += 1;
    this.#hasRecords = true;
    this.#addFault({ path: '', expected, found, fix });
  }

  /** Returns the scenario that was read. Throws a usage error `bad_scenario` if the file has a fault. */
  finish(): Scenario {
    if (this.#settings === undefined && this.#faults.isEmpty) {
      this.#faults.add(0, {
        path: '',
        expected: 'a settings record in the first line',
        found: 'no record',
        fix: 'Begin the file with {"kind":"settings","version":1,"start":…,"end":…}.',
      });
    }
    this.#checkTheses();
    const symbols = this.#sortedSymbols();
    this.#faults.throwIfAny(this.#source);
    return { settings: this.#settings!, symbols, theses: this.#theses };
  }

  #addFault(fault: RecordFault): void {
    this.#faults.add(this.#line, fault);
    if (this.#faults.isFull) this.#faults.throwIfAny(this.#source);
  }

  #readRecord(text: string): void {
    const isFirst = !this.#hasRecords;
    this.#hasRecords = true;
    const hasPlainNumbers = !DIGITS_AT_RISK.test(text);
    const outcome = readJson(text, { maxDepth: DEPTH_MAX, numbers: hasPlainNumbers ? 'native' : 'exact' });
    if (!outcome.ok || text.charCodeAt(0) === 0xfeff) {
      const found = outcome.ok
        ? 'a byte order mark'
        : `other text: ${outcome.fault.replace(' at line 1, column', ' at column')}`;
      throw new BadRecord({ path: '', expected: 'one JSON object', found });
    }
    if (!isObject(outcome.value)) {
      throw new BadRecord({ path: '', expected: 'one JSON object', found: displayValue(outcome.value) });
    }
    const source: RecordSource = { members: outcome.value, path: '' };
    const kind = kindOf(outcome.value);
    const isThesis = kind === 'thesis';
    if (isThesis && this.#isData) {
      throw new BadRecord({
        path: '/kind',
        expected: 'market data and symbol records',
        found: '"thesis"',
        fix: 'Give theses as files of their own.',
      });
    }
    const canonical = isThesis ? canonicalThesis(outcome.value, hasPlainNumbers) : undefined;
    const hasRepeatedNames = checkNames(text, outcome.value, { canonical, hasPlainNumbers });
    if (isFirst !== (kind === 'settings')) {
      throw new BadRecord({
        path: '/kind',
        expected: isFirst ? '"settings" in the first line' : 'the settings in the first line only',
        found: JSON.stringify(kind),
      });
    }
    if (kind === 'settings') this.#settings = readSettingsRecord(source);
    else if (isThesis) this.#readThesis(source, hasRepeatedNames ? null : canonical);
    else this.#readMarketRecord(kind, source);
  }

  /**
   * Reads a thesis; `canonical` is its canonical text, null where it repeats a member name and undefined where it has none.
   */
  #readThesis(source: RecordSource, canonical: string | null | undefined): void {
    const time = integerMember(source, 't');
    const document = objectMember(source, 'thesis');
    const isAgain = readAgain(source);
    if (canonical === undefined || (canonical === null && !numbersWithinReach(document))) {
      throw new BadRecord({
        path: '/thesis',
        expected: `numbers d × 10^e with 1 ≤ d < 10 and e from -${EXPONENT_MAX} to ${EXPONENT_MAX}`,
        found: 'a number out of reach',
      });
    }
    const thesis = canonical === null ? null : readPaperThesis(document, canonical);
    this.#theses.push({ time, thesis, isAgain });
    this.#thesisLines.push(this.#line);
  }

  #readMarketRecord(kind: string, source: RecordSource): void {
    const data = this.#dataOf(readSymbolName(source));
    if (kind === 'candle') {
      const { interval, time, prices } = readCandle(source);
      this.#candlesOf(data, interval).push(time, prices);
    } else if (kind === 'trade') {
      const { time, price } = readTrade(source);
      data.trades.push(time, price);
    } else if (kind === 'book') data.books.push(readBook(source));
    else if (kind === 'funding') data.fundings.push(readFunding(source));
    else {
      if (data.hasRecord) {
        throw new BadRecord({
          path: '/symbol',
          expected: 'one symbol record of each symbol',
          found: `a second one of ${readSymbolName(source)}`,
        });
      }
      data.hasRecord = true;
      data.rules = readSymbolRecord(source);
    }
  }

  #candlesOf(data: Gathered, interval: CandleInterval): CandleList {
    return interval === '1m' ? data.minutes : data.seconds;
  }

  /** Returns the data of a symbol as it is written; lines of one symbol mostly follow each other. */
  #dataOf(written: string): Gathered {
    if (written === this.#lastWritten) return this.#lastData!;
    const symbol = symbolOf(written);
    let data = this.#symbols.get(symbol);
    if (data === undefined) {
      data = {
        firstLine: this.#line,
        hasRecord: false,
        rules: undefined,
        minutes: new CandleList(INTERVALS['1m']),
        seconds: new CandleList(INTERVALS['1s']),
        trades: new TradeList(),
        books: [],
        fundings: [],
      };
      this.#symbols.set(symbol, data);
    }
    this.#lastWritten = written;
    this.#lastData = data;
    return data;
  }

  #checkTheses(): void {
    const start = this.#settings?.start;
    if (start === undefined) return;
    for (const [index, { time }] of this.#theses.entries()) {
      if (time >= start || this.#faults.isFull) continue;
      this.#faults.add(this.#thesisLines[index]!, {
        path: '/t',
        expected: `a time at or after start, ${start}`,
        found: String(time),
      });
    }
  }

  #sortedSymbols(): readonly SymbolData[] {
    const names = [...this.#symbols.keys()].sort();
    return names.flatMap((name) => {
      const { firstLine, hasRecord, rules: written, ...data } = this.#symbols.get(name)!;
      const rules = this.#known.get(name) ?? written;
      if (rules === undefined && hasRecord) return [];
      if (rules === undefined) {
        this.#faults.add(firstLine, {
          path: '/symbol',
          expected: `a symbol record of ${name} somewhere in the file`,
          found: 'none',
        });
        return [];
      }
      for (const list of [data.minutes, data.seconds]) {
        const repeated = list.sort();
        if (repeated === undefined) continue;
        const interval = list === data.minutes ? '1m' : '1s';
        this.#faults.add(0, {
          path: '',
          expected: `one ${interval} candle of ${name} at ${repeated}`,
          found: 'two',
          fix: 'Remove the duplicate candle.',
        });
      }
      data.trades.sort();
      data.books.sort((a, b) => a.time - b.time);
      data.fundings.sort((a, b) => minuteOf(a.time) - minuteOf(b.time));
      return [{ rules, ...data }];
    });
  }
}

/**
 * Returns the canonical text of the thesis in a record; undefined where it is no object or has a number out of reach.
 * Numbers without exponent and with few digits are within reach.
 */
function canonicalThesis(record: JsonObject, hasPlainNumbers: boolean): string | undefined {
  const thesis = Object.hasOwn(record, 'thesis') ? record['thesis'] : undefined;
  if (!isObject(thesis) || !(hasPlainNumbers || numbersWithinReach(thesis))) return undefined;
  return canonicalText(thesis);
}
