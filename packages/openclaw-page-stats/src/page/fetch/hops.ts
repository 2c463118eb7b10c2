/** The requests of one call: the URLs visited, and the cookies of each request (§5.4, §5.5, §5.20). */
import { MAX_REDIRECTS } from '../../generated/contract.ts';
import { PageStatsError, fail } from '../../failure.ts';
import { readRefresh } from '../parse/refresh.ts';
import type { Refresh } from '../parse/refresh.ts';
import { resolveRedirect, resolveRefresh } from '../urls.ts';
import type { Url } from '../urls.ts';
import { Jar } from './cookies.ts';

/** The current request and all earlier ones. */
export class Hops {
  url: Url;
  /** The Cookie header of the current request, or an empty string. */
  cookies = '';
  private readonly jar = new Jar();
  private readonly visited: { readonly href: string; readonly cookies: string }[];

  constructor(url: Url) {
    this.url = url;
    this.visited = [{ href: url.href, cookies: '' }];
  }

  /** Stores the cookies in `values`, which are the Set-Cookie headers of the response to the current request. */
  store(values: readonly string[]): void {
    this.jar.store(new URL(this.url.href), values, Date.now());
  }

  /** Sets the current request to the target of a redirect; throws `unreachable` (`redirect`) on error (§5.5). */
  redirect(location: string): void {
    this.go(resolveRedirect(location, this.url));
  }

  /**
   * Sets the current request to the target of a page's refresh, if there is one to follow (§5.23-5.25).
   *
   * `header` is the page's Refresh header, `found` has the refreshes in its markup. Returns whether there is a target.
   */
  refresh(header: string | null, found: readonly Refresh[]): boolean {
    const url = readRefresh(header ?? '');
    for (const refresh of url === null ? found : [{ url, base: null }, ...found]) {
      const target = this.unvisited(refresh);
      if (target === null) continue;
      this.go(target);
      return true;
    }
    return false;
  }

  private unvisited({ url, base }: Refresh): Url | null {
    try {
      const target = resolveRefresh(url, base, this.url);
      return this.visited.some(({ href }) => href === target.href) ? null : target;
    } catch (error) {
      if (error instanceof PageStatsError) return null;
      throw error;
    }
  }

  private go(url: Url): void {
    const { href } = url;
    const cookies = this.jar.header(new URL(href), Date.now());
    if (this.visited.some((each) => each.href === href && each.cookies === cookies)) throw fail('redirect.loop');
    if (this.visited.length > MAX_REDIRECTS) throw fail('redirect.count');
    this.visited.push({ href, cookies });
    this.url = url;
    this.cookies = cookies;
  }
}
