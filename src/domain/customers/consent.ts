// Whether a customer agreed to updates. Without an answer nobody asked them, and they get what others get.

export type Consent = {
  readonly agreesToEmail: boolean | null
  readonly agreesToText: boolean | null
  /** When that was noted last; null if it never was. */
  readonly consentAt: Date | null
}

/**
 * Whether a customer said no to emails that nobody at the desk sends: reminders, and the request for a review. Of those who
 * were found to be the same person, the answer that was noted last counts.
 */
export function refusesEmail(records: readonly Consent[]): boolean {
  const answered = records
    .filter(({ agreesToEmail }) => agreesToEmail !== null)
    .toSorted((one, other) => (one.consentAt?.getTime() ?? 0) - (other.consentAt?.getTime() ?? 0))
  return answered.at(-1)?.agreesToEmail === false
}
