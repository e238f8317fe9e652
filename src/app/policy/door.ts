/** The door by which a write comes, which policies and the audit log name. */
import type { PolicyDoor } from '../../policy/policy.ts';

/** Returns the door that the words of a command name. */
export function doorOf(command: string): PolicyDoor {
  const [word = ''] = command.split(' ');
  return word === 'api' || word === 'ws' || word === 'library' ? word : 'cli';
}
