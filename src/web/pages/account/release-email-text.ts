// What happens to the account whose email is freed.

/** The sentence before the button that frees an email; `isOwner`: from the account of the company's owner. */
export const releaseText = (companyName: string, isOwner: boolean): string =>
  isOwner
    ? `If you use your email for an account of your own, nobody can log in as the owner of ${companyName} with it anymore.`
    : `If you use your email for an account of your own, the one at ${companyName} is deactivated, and ${companyName} is notified.`
