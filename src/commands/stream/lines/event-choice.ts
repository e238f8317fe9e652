/** Chooses the events of a stream by `--where`, and states their times in the form of `--time`. */
import type { Field, Fields } from '../../../catalogue/stream-types.ts';
import { noMatchText, parseCondition, type TestedCount } from '../../../core/condition.ts';
import { convertTime } from '../../../core/time-form.ts';
import type { TimeForm } from '../../../core/time-units.ts';
import { isObject, type JsonValue } from '../../../core/words.ts';
import type { CommandCall } from '../../types.ts';
import { ChosenFields } from './chosen-fields.ts';
import type { EventSource, ReadEvent } from './event-source.ts';

/**
 * Returns the source whose events are those that meet `--where`, with times as `--time` asks. Throws a usage error for a
 * condition that cannot be read, and for a field that its events do not have.
 */
export function chosenSource({ options, services }: CommandCall, source: EventSource): EventSource {
  const { where, time } = options;
  return {
    ...source,
    ...(typeof where === 'string' ? testOf(where, source, services.world.clock.now()) : {}),
    ...(typeof time === 'string' ? { shownValue: (event) => valueWithTimes(event, time as TimeForm) } : {}),
  };
}

type Now = ReturnType<CommandCall['services']['world']['clock']['now']>;

/** Returns the test of a condition and what it says if no event met it; an event of a kind that lacks a field is tested as if the value were missing. */
function testOf(where: string, source: EventSource, now: Now): Pick<EventSource, 'isShown' | 'noMatch'> {
  const condition = parseCondition(where, now);
  const fields = new ChosenFields(condition.fields, source);
  const counts: TestedCount = { tested: 0, met: 0 };
  return {
    isShown: (event) => {
      const isMet = condition.isMet((name) => fields.value(event, name));
      counts.tested += 1;
      if (isMet) counts.met += 1;
      return isMet;
    },
    noMatch: () => noMatchText(counts, 'event', where),
  };
}

function valueWithTimes({ value, kind }: ReadEvent, form: TimeForm): JsonValue {
  return kind === undefined ? value : objectWithTimes(value, kind.fields, form);
}

function objectWithTimes(value: JsonValue, fields: Fields, form: TimeForm): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one) => objectWithTimes(one, fields, form));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? member : memberWithTimes(member, field, form)];
    }),
  );
}

function memberWithTimes(member: JsonValue, field: Field, form: TimeForm): JsonValue {
  if (field.is === 'time') return convertTime(member, form);
  return field.fields === undefined ? member : objectWithTimes(member, field.fields, form);
}
