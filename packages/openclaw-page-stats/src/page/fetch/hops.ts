/** The requests of one call: the URLs visited, and the cookies of each request (§5.4, §5.5, §5.19). */
import { MAX_REDIRECTS } from '../../generated/contract.ts';
import { fail } from '../../failure.ts';
import { resolveRedirect } from '../urls.ts';
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

  /** Stores the cookies that the response to the current request set with the Set-Cookie headers `values`. */
  store(values: readonly string[]): void {
    this.jar.store(new URL(this.url.href), values, Date.now());
  }

  /** Makes the target of a redirect the current request; throws `unreachable`, reason `redirect`, on error (§5.5). */
  redirect(location: string): void {
    this.go(resolveRedirect(location, this.url));
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
