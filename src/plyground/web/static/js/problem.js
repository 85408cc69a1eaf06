/** What goes wrong between the page and whoever answers it. */

/** A refusal: its message is a sentence for a person, `reason` the rule that forbids a move. */
export class ProblemError extends Error {
  /** @param {{detail: string, reason?: string | null}} problem */
  constructor({ detail, reason = null }) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * Whether something ended because it was given up on purpose.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof Error && error.name === "AbortError";
}
