/** Fields about the page that a failure has only with certain error codes (§14.1). */
export interface PageDetails {
  readonly status?: number;
  readonly retry_after_seconds?: number;
  readonly content_type?: string | null;
}
