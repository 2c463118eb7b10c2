/** Fields that describe the page and that only failures with certain error codes have (§14.1). */
export interface PageDetails {
  readonly status?: number;
  readonly retry_after_seconds?: number;
  readonly content_type?: string | null;
}
