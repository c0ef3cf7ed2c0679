// The rate limits: those of procedures and routes stand with them in the contract.

import { type LimitedProcedureName, PROCEDURES, ROUTES, type RouteLimit } from '#contract/index.ts'
import { DAY, HOUR, limit, MINUTE, type RateLimit, rateLimit } from '#contract/procedure/procedure.ts'

const GIGAPIXEL = 10 ** 9

/** Of sign-in, and what is counted beside a procedure or a route. */
const OTHER_LIMITS = {
  'sign-in': rateLimit(
    'password',
    limit('address', 30, 15 * MINUTE, 'Only failures count; thirty people mistype less than this.'),
    limit(
      'email',
      10,
      15 * MINUTE,
      'Stops guessing from many addresses; the owner waits at most 15 minutes.',
    ),
    limit(
      'device',
      10,
      15 * MINUTE,
      'A device that has logged in before has its own count, so guessers can’t lock it out.',
    ),
  ),
  /** Counted in addition to `sign-in`; successes count too. */
  'any-sign-in': rateLimit(
    'server',
    limit('email', 60, 15 * MINUTE, 'Each costs a slow hash and adds rows; a script needs one login.'),
    limit('address', 300, 15 * MINUTE, 'A shop of thirty people, ten logins each.'),
  ),
  'second-factor': rateLimit(
    'password',
    limit(
      'address',
      20,
      15 * MINUTE,
      'Six digits are quick to guess; after ten wrong codes the account accepts none for 15 minutes.',
    ),
  ),
  'request-password-reset': rateLimit(
    'password',
    limit('address', 10, HOUR, 'Ten people of one shop forget theirs the same morning.'),
    limit('email', 3, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
  'reset-password': rateLimit(
    'password',
    limit(
      'address',
      20,
      15 * MINUTE,
      'A link can’t be guessed; choosing a password may take several attempts.',
    ),
  ),
  'change-password': rateLimit(
    'password',
    limit('account', 10, 15 * MINUTE, 'Stops password guessing on an unlocked phone.'),
    limit('address', 60, 15 * MINUTE, 'The same, across many accounts.'),
  ),
  /** All other routes of the authentication library. */
  account: rateLimit(
    'server',
    limit('address', 300, 5 * MINUTE, 'Logging out and similar, for everyone in a shop.'),
  ),
  /** Counted within the transaction that queues the email: a rollback undoes the count. */
  'customer-emails': rateLimit(
    'server',
    limit('company', 300, DAY, 'Thirty active tickets with ten emails each.'),
    limit('email', 12, DAY, 'One customer with a few tickets at one company.'),
  ),
  /** Counted likewise, for a company whose owner has not confirmed their email. */
  'unconfirmed-emails': rateLimit(
    'server',
    limit('company', 5, DAY, 'A shop that tries the product out; anyone can register with any address.'),
  ),
  /** Counted likewise; what is over the limit waits for the next email. */
  'owner-emails': rateLimit(
    'server',
    limit('company', 12, HOUR, 'One every five minutes: as often as an owner looks on a busy day.'),
  ),
  'tickets.search': rateLimit(
    'server',
    limit('account', 1800, HOUR, 'An hour of searching, one request for every two typed characters.'),
  ),
  /** What an import says of other companies' accounts and rigs: rows beyond it are imported without being asked about. */
  'import-hints': rateLimit(
    'scraping',
    { ...limit('company', 600, HOUR, 'Three looks at a list of 200 employees.'), of: 'rows' },
    { ...limit('account', 600, HOUR, 'The same, with several companies.'), of: 'rows' },
  ),
  /** Each blocks an email until its mailbox answers, and shows whether it was free. */
  'imported-employees': rateLimit('scraping', {
    ...limit('company', 400, DAY, 'The longest list, and once more after a mistake.'),
    of: 'rows',
  }),
  /** A file of a few thousand bytes can have as many pixels as a photo, and takes as long. */
  'process-images': rateLimit(
    'server',
    {
      ...limit('visitor', 1 * GIGAPIXEL, HOUR, 'Two bookings with eight photos of the most pixels.'),
      of: 'pixels',
    },
    { ...limit('account', 24 * GIGAPIXEL, HOUR, 'Five hundred of a phone’s largest photos.'), of: 'pixels' },
    { ...limit('company', 240 * GIGAPIXEL, DAY, 'Ten times as many in a day.'), of: 'pixels' },
  ),
} satisfies Readonly<Record<string, RateLimit>>

/** A rate-limited action: a procedure of the contract, what its routes share, or one of the others. */
export type LimitedAction = LimitedProcedureName | RouteLimit | keyof typeof OTHER_LIMITS

const LIMITS: ReadonlyMap<string, RateLimit> = new Map([
  ...Object.entries(OTHER_LIMITS),
  ...Object.entries(PROCEDURES).flatMap(([name, procedure]) => {
    const { rateLimit: declared } = procedure['~orpc'].meta
    return declared === 'none' ? [] : [[name, declared] as const]
  }),
  ...Object.values(ROUTES).flatMap(({ rateLimit: declared }) =>
    declared === 'none' ? [] : [[declared.name, declared] as const],
  ),
])

export const listLimitedActions = (): readonly string[] => [...LIMITS.keys()]

export const isLimited = (name: string): name is LimitedAction => LIMITS.has(name)

/** Throws for a procedure without a limit. */
export function ruleOf(action: LimitedAction): RateLimit {
  const declared = LIMITS.get(action)
  if (declared === undefined) throw new Error(`${action} has no rate limit.`)
  return declared
}
