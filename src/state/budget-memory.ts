/**
 * A request budget in memory, for a process that shares its limits with no other, and for tests that simulate
 * several processes.
 */
import { type BudgetHome, type LogName, outdatedLogs } from './budget-home.ts';

/** Returns a new place for budget logs in the memory of this process, without logs. */
export function memoryBudgetHome(clocks: BudgetHome['clocks'] = 'own'): BudgetHome {
  const logs = new Map<string, { readonly name: LogName; bytes: Buffer; length: number }>();
  return {
    clocks,
    list: () => [...logs.values()].map(({ name }) => name),
    indices: ({ key, windowMs }) =>
      [...logs.values()].flatMap(({ name }) =>
        name.key === key && name.windowMs === windowMs ? [name.index] : [],
      ),
    open(name, mayCreate) {
      const key = textOf(name);
      let log = logs.get(key);
      if (log === undefined) {
        if (!mayCreate) return undefined;
        log = { name, bytes: Buffer.alloc(1024), length: 0 };
        logs.set(key, log);
      }
      const found = log;
      return {
        append(bytes) {
          while (found.length + bytes.length > found.bytes.length) {
            found.bytes = Buffer.concat([found.bytes, Buffer.alloc(found.bytes.length)]);
          }
          bytes.copy(found.bytes, found.length);
          found.length += bytes.length;
        },
        read: (from) => found.bytes.subarray(from, found.length),
        close() {},
      };
    },
    prune(now) {
      for (const name of outdatedLogs(
        [...logs.values()].map((one) => one.name),
        now,
      ))
        logs.delete(textOf(name));
    },
  };
}

function textOf({ key, windowMs, index }: LogName): string {
  return `${key}~${windowMs}~${index}`;
}
