// Which emails may go to the mailbox of a company's owner. Anyone can type any address when they register.

/** `notice`: what happens in the shop's day. `security`: what happened to the account. */
export type OwnerEmailKind = 'confirmation' | 'password-reset' | 'security' | 'notice'

/**
 * Whether an email of this kind may be sent to the owner. Until the owner has opened the link in the confirmation
 * email, only what belongs to the account itself may.
 */
export const mayEmailOwner = (
  kind: OwnerEmailKind,
  { isConfirmed }: { readonly isConfirmed: boolean },
): boolean => isConfirmed || kind !== 'notice'
