/** The one call: check the arguments, fetch, parse, assemble. The deadline of a call begins here. */
import { accept } from './arguments.ts';
import type { Request } from './arguments.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { CONTENT_TYPE_MAX, TITLE_MAX } from './generated/contract.ts';
import { Deadline } from './deadline.ts';
import { PageStatsError } from './failure.ts';
import type { Failure } from './failure.ts';
import { fetchPage } from './page/fetch/flow.ts';
import type { Network } from './page/fetch/guard.ts';
import { parseInSlices } from './page/parse/index.ts';
import { clean } from './sanitize.ts';

/** A page's title and length (§13). */
export interface PageStats {
  readonly ok: true;
  readonly url: string;
  readonly final_url: string;
  readonly status: number;
  readonly content_type: string;
  readonly title: string | null;
  readonly word_count: number;
  readonly truncated: boolean;
}

/**
 * Answers whatever `given` and `configuration` hold, with a success or a failure (§13, §14).
 *
 * Rejects only when the caller aborted, with the signal's reason.
 */
export async function pageStats(
  given: unknown,
  configuration: unknown,
  network: Network,
  caller?: AbortSignal,
): Promise<PageStats | Failure> {
  try {
    const request = accept(given);
    return await look(request, readConfig(configuration), network, caller);
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof PageStatsError) return error.failure;
    throw error;
  }
}

async function look(request: Request, config: Config, network: Network, caller?: AbortSignal): Promise<PageStats> {
  const deadline = new Deadline(request.input.timeout_seconds, caller);
  try {
    const page = await fetchPage(request.url, config, network, deadline);
    const parsed = await deadline.run(parseInSlices(page.body, page.contentType));
    return {
      ok: true,
      url: request.input.url,
      final_url: page.finalUrl,
      status: page.status,
      content_type: clean(page.contentType, CONTENT_TYPE_MAX),
      title: clean(parsed.title ?? '', TITLE_MAX) || null,
      word_count: parsed.wordCount,
      truncated: page.truncated,
    };
  } catch (error) {
    throw deadline.over && !(error instanceof PageStatsError) ? deadline.error() : error;
  } finally {
    deadline.stop();
  }
}
