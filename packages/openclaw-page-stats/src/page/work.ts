/** Fetches the page, parses it and builds the result. The deadline of a call starts when this work starts. */
import { Deadline } from '../deadline.ts';
import { PageStatsError } from '../failure.ts';
import { CONTENT_TYPE_MAX, FINAL_URL_MAX, TITLE_MAX } from '../generated/contract.ts';
import { clean } from '../sanitize.ts';
import type { Request } from './arguments.ts';
import type { Config } from './config.ts';
import { fetchPage } from './fetch/flow.ts';
import type { Network } from './network.ts';
import { parseInSlices } from './parse/index.ts';

/** The payload of a successful call (§13). */
export interface PageStats {
  readonly ok: true;
  readonly url: string;
  readonly final_url: string;
  readonly status: number;
  readonly content_type: string;
  readonly title: string | null;
  readonly word_count: number;
  readonly link_word_count: number;
  readonly truncated: boolean;
}

/** Returns the result of `request`; throws `PageStatsError`, or the abort reason if `caller` is aborted. */
export async function run(
  request: Request,
  config: Config,
  network: Network,
  caller?: AbortSignal,
): Promise<PageStats> {
  const deadline = new Deadline(request.input.timeout_seconds, caller);
  try {
    const page = await fetchPage(request.url, config, network, deadline);
    const parsed = await deadline.run(parseInSlices(page.body, page.declaredType));
    return {
      ok: true,
      url: request.input.url,
      final_url: clean(page.finalUrl, FINAL_URL_MAX),
      status: page.status,
      content_type: clean(page.contentType, CONTENT_TYPE_MAX),
      title: clean(parsed.title ?? '', TITLE_MAX) || null,
      word_count: parsed.wordCount,
      link_word_count: parsed.linkWordCount,
      truncated: page.truncated,
    };
  } catch (error) {
    throw deadline.over && !(error instanceof PageStatsError) ? deadline.error() : error;
  } finally {
    deadline.stop();
  }
}
