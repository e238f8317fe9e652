/**
 * Adds a profile. Its keys are given by reference, piped in, or typed at a hidden prompt; never on the
 * command line.
 */
import type { Keyring } from '../../app/keys.ts';
import type { Source } from '../../app/world.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import type { CommandCall } from '../types.ts';
import { rejectTypedKeys } from './typed-secrets.ts';
import { PROFILE_RECORD, profileRecord } from './view.ts';

type NewProfile = Parameters<Keyring['profiles']['add']>[0];
type Stored = Extract<NewProfile['keys'], { readonly store: unknown }>;

/** The largest size of keys on stdin, in bytes; an API key and a private key in PEM form have a few KiB. */
const INPUT_BYTES_MAX = 65_536;

/** Adds the profile and prints it without its keys. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output, options } = call;
  const { settings } = services;
  const { name = '' } = call.positionals as { readonly name?: string };
  const [apiKey, secret] = [options['api-key'], options['secret']] as (string | undefined)[];
  rejectTypedKeys([name, apiKey ?? '', secret ?? '', ...settings.hosts]);
  const environment = settings.chosenEnvironment;
  if (environment === undefined) {
    throw usageError(
      'A profile belongs to one environment; choose it with --env.',
      `Such as: bourse profile add ${name} --env testnet (or live, demo, sandbox)`,
    );
  }
  if ((apiKey === undefined) !== (secret === undefined)) {
    throw usageError(
      `--api-key and --secret must be given together; --${apiKey === undefined ? 'api-key' : 'secret'} is missing.`,
      'Give a reference for each, or neither to type the keys at a prompt.',
    );
  }
  const { profiles, io } = await services.keyring();
  const isReplacement = options['replace'] === true;
  // An invalid or existing name is reported before a key is typed.
  if (profiles.has(name) && !isReplacement) {
    throw usageError(`The profile "${name}" already exists.`, 'Choose another name, or use --replace.');
  }
  const added = await profiles.add(
    {
      name,
      environment,
      isReplacement,
      ...(settings.hosts.length === 0 ? {} : { hosts: readHosts(settings.hosts) }),
      interface: settings.interface,
      keys:
        apiKey !== undefined && secret !== undefined
          ? { apiKey, secret }
          : { store: storeOf(call), credentials: await readKeys(call) },
    },
    io,
  );
  await output.value(profileRecord(added), PROFILE_RECORD);
  output.note(`Added ${name}. Test it with: bourse profile test ${name}`);
  if (added.isActive)
    output.note(
      `Commands without --profile use the keys of ${name} from now on; bourse profile use --none changes that.`,
    );
}

function storeOf({ options }: CommandCall): Stored['store'] {
  const store = (options['store'] ?? 'vault') as Stored['store'];
  if (store !== 'plain' || options['insecure-storage'] === true) return store;
  throw new ToolError({
    kind: 'refused',
    message: '--store plain would leave the keys unprotected in the profile file.',
    hint: 'Use --store vault, or add --insecure-storage to allow it.',
  });
}

async function readKeys(call: CommandCall): Promise<Stored['credentials']> {
  if (call.options['keys'] === '-') return splitKeys(await readInput(call.services.world.stdin));
  const { world } = call.services;
  const apiKey = await world.ask('API key: ', { isHidden: true });
  if (apiKey?.trim() === '') throw usageError('No API key was typed; nothing was added.');
  const secret = apiKey === undefined ? undefined : await world.ask('Secret: ', { isHidden: true });
  if (apiKey !== undefined && secret !== undefined) return { apiKey: apiKey.trim(), secret };
  throw usageError(
    'The keys are typed at a terminal, and there is no terminal.',
    'Pipe them in with --keys - (the API key in the first line, the secret after it), or give references with --api-key and --secret.',
  );
}

function splitKeys(text: string): Stored['credentials'] {
  const at = text.search(/\r?\n/);
  const secret = at === -1 ? '' : text.slice(at).trim();
  if (secret !== '') return { apiKey: text.slice(0, at).trim(), secret };
  throw usageError(
    'Standard input must hold the API key in its first line and the secret after it; there is no second line.',
    'Such as: printf "%s\\n%s\\n" "$KEY" "$SECRET" | bourse profile add main --env live --keys -',
  );
}

async function readInput(stdin: Source): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stdin.read()) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX)
      throw usageError(`Standard input must hold two keys, but has more than ${INPUT_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses --host values as the profile's hosts; the profile checks names and addresses. */
function readHosts(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
      throw usageError('--host must be name=url, such as spot=https://api.example.com.');
    }),
  );
}
