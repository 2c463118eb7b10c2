/** Fields about pages that a code may add to a failure (§14.1). */
export interface PageDetails {
  readonly status?: number;
  readonly retry_after_seconds?: number;
  readonly content_type?: string | null;
}
