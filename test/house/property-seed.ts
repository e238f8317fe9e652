/**
 * Gives each property test that states no seed of its own the same one, so that a run tries what the run before tried.
 * PROPERTY_SEED (a whole number of 32 bits) tries other inputs. fast-check prints the seed of a property that fails.
 */
import fc from 'fast-check';

const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_128);
if (!Number.isInteger(seed) || seed !== (seed | 0))
  throw new Error(`PROPERTY_SEED must be a whole number of 32 bits, was "${process.env['PROPERTY_SEED']}".`);
fc.configureGlobal({ seed });
