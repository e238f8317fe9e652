/** The door by which a write comes, which policies and the audit log name. */
import { POLICY_DOORS, type PolicyDoor } from '../../policy/policy.ts';

/** Returns the door that the words of a command name. */
export function doorOf(command: string): PolicyDoor {
  const [word = ''] = command.split(' ');
  return POLICY_DOORS.find((door) => door === word) ?? 'cli';
}
