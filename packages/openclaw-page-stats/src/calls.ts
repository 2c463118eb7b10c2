/** Runs a call: checks the arguments, then the configuration, and then calls `run` of `page/work.ts`. */
import { accept } from './arguments.ts';
import { PageStatsError } from './failure.ts';
import type { Failure } from './failure.ts';
import { readConfig } from './page/config.ts';
import type { Network } from './page/network.ts';
import { run } from './page/work.ts';
import type { PageStats } from './page/work.ts';

/**
 * Resolves to a success (§13) or a failure (§14) for all values of `given` and `configuration`.
 *
 * Rejects only if the caller aborts, with the reason of the abort signal.
 */
export async function pageStats(
  given: unknown,
  configuration: unknown,
  network: Network,
  caller?: AbortSignal,
): Promise<PageStats | Failure> {
  try {
    const request = accept(given);
    return await run(request, readConfig(configuration), network, caller);
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof PageStatsError) return error.failure;
    throw error;
  }
}
