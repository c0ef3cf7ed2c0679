// Who did what in a company, for its owner: every command leaves a line, also those on no ticket, and
// so does everybody who came in or tried to. Nobody can change a line afterwards.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import { activitySentence, type Detail } from '#domain/tickets/activity.ts'

/** One line of a company's trail. */
export type Deed = {
  readonly by: Signature
  readonly kind: string
  /** The ticket, employee or company that it was done to. */
  readonly id: string
  /** The kind and what was done: `employee.deactivate`. */
  readonly verb: string
  readonly detail: (Detail & { readonly employee?: string | undefined }) | null
}

type Facts = { readonly employee: string; readonly because: string }

const ELSEWHERE: Readonly<Record<string, (facts: Facts) => string>> = {
  'company.register': () => 'registered the company',
  'company.change': () => 'changed the company’s details',
  'company.change-image': () => 'changed the company’s image',
  'company.earn-trusted': () => 'earned Trusted for the company by reviews',
  'company.lose-trusted': () => 'took Trusted from the company: too few good reviews of late',
  'company.verify': () => 'of Rigwright marked the company Verified',
  'company.unverify': ({ because }) => `of Rigwright took Verified from the company${because}`,
  'company.set-pending': () => 'of Rigwright changed whether the company is pending',
  'company.suspend': ({ because }) => `of Rigwright suspended the company${because}`,
  'company.restore': ({ because }) => `of Rigwright restored the company${because}`,
  'company.sign-out-elsewhere': () => 'signed out elsewhere',
  'employee.sign-out-elsewhere': () => 'signed out elsewhere',
  'employee.register': ({ employee }) => `registered ${employee}`,
  'employee.change': ({ employee }) => `changed the details of ${employee}`,
  'employee.deactivate': ({ employee }) => `deactivated ${employee}`,
  'employee.reactivate': ({ employee }) => `reactivated ${employee}`,
  'employee.send-reset': ({ employee }) => `sent ${employee} a link for a new password`,
  'employee.delete': ({ employee }) => `deleted ${employee}`,
}

/** Whether a verb of the trail that is no ticket's has a sentence of its own. */
export const hasTrailSentence = (verb: string): boolean => Object.hasOwn(ELSEWHERE, verb)

/** One line as a sentence without its full stop: `Dana deactivated Sam Ortiz`. Old lines name nobody. */
export function trailSentence(deed: Deed): string {
  if (deed.kind === 'ticket') return activitySentence(deed)
  const { employee = 'an employee', reason } = deed.detail ?? {}
  const because = reason === undefined ? '' : `: ${reason}`
  const what = ELSEWHERE[deed.verb]?.({ employee, because }) ?? `changed the ${deed.kind}`
  return `${firstNameOf(deed.by)} ${what}`
}

/** What can happen at the door. */
export const SIGN_IN_EVENTS = [
  'signed-in',
  'password-given',
  'refused',
  'code-refused',
  'inactive',
  'suspended',
  'reset-asked',
  'password-reset',
  'password-changed',
  'second-step-on',
  'second-step-off',
  'recovery-codes',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number]

const EVENTS: Readonly<Record<SignInEvent, string>> = {
  'signed-in': 'signed in',
  'password-given': 'gave the password and was asked for the second step',
  refused: 'was refused: wrong password',
  'code-refused': 'was refused at the second step: wrong code',
  inactive: 'was refused: the account is inactive',
  suspended: 'was refused: the company is suspended',
  'reset-asked': 'asked for a link for a new password',
  'password-reset': 'chose a new password by a link',
  'password-changed': 'changed the password',
  'second-step-on': 'turned the second step on',
  'second-step-off': 'turned the second step off',
  'recovery-codes': 'made new recovery codes',
  'recovery-code-used': 'used a recovery code',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
}

/** `Rosa Díaz signed in`. */
export const signInSentence = (name: string, event: SignInEvent): string => `${name} ${EVENTS[event]}`
