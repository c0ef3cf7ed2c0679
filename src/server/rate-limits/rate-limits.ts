// The rate limits, each with its reason. They fit a busy day of a shop with thirty people behind one IP
// address; more than that is scraping or password guessing.

import { MAX_HOURLY_WRONG_ANSWERS } from '#domain/customer-links/link.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3
const GIGAPIXEL = 10 ** 9

/** What attempts are counted by. `visitor` is the IP address of a client that is not signed in. */
export type Per = 'address' | 'visitor' | 'account' | 'company' | 'email' | 'device' | 'link' | 'vin'

export type Limit = {
  readonly per: Per
  /** Attempts, or what `of` says. */
  readonly max: number
  readonly of?: 'bytes' | 'pixels' | 'rows'
  readonly withinSeconds: number
  readonly why: string
}

type Rule = {
  /**
   * When a count cannot be read or written, visitors are refused. Signed-in users are let through, so that a
   * failing count does not stop a shop, except where the limit protects a password.
   */
  readonly protects: 'password' | 'scraping' | 'server'
  readonly limits: readonly Limit[]
}

const limit = (per: Per, max: number, withinSeconds: number, why: string): Limit => ({
  per,
  max,
  withinSeconds,
  why,
})

/** What a rule protects, and its limits. */
const rule = (protects: Rule['protects'], ...limits: readonly Limit[]): Rule => ({ protects, limits })

const LIMITS = {
  'sign-in': rule(
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
  'any-sign-in': rule(
    'server',
    limit('email', 60, 15 * MINUTE, 'Each costs a slow hash and adds rows; a script needs one login.'),
    limit('address', 300, 15 * MINUTE, 'A shop of thirty people, ten logins each.'),
  ),
  'second-factor': rule(
    'password',
    limit(
      'address',
      20,
      15 * MINUTE,
      'Six digits are quick to guess; after ten wrong codes the account accepts none for 15 minutes.',
    ),
  ),
  'request-password-reset': rule(
    'password',
    limit('address', 10, HOUR, 'Ten people of one shop forget theirs the same morning.'),
    limit('email', 3, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
  'reset-password': rule(
    'password',
    limit(
      'address',
      20,
      15 * MINUTE,
      'A link can’t be guessed; choosing a password may take several attempts.',
    ),
  ),
  'change-password': rule(
    'password',
    limit('account', 10, 15 * MINUTE, 'Stops password guessing on an unlocked phone.'),
    limit('address', 60, 15 * MINUTE, 'The same, across many accounts.'),
  ),
  /** All other routes of the authentication library. */
  account: rule(
    'server',
    limit('address', 300, 5 * MINUTE, 'Logging out and similar, for everyone in a shop.'),
  ),
  'account.sendConfirmation': rule(
    'server',
    limit('account', 5, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
  'account.previewConfirmation': rule(
    'server',
    limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
  ),
  'account.confirmEmail': rule(
    'server',
    limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
  ),
  'account.previewEmailRelease': rule(
    'server',
    limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
  ),
  'account.releaseEmail': rule(
    'server',
    limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
  ),
  'account.wasDeleted': rule(
    'scraping',
    limit('address', 120, HOUR, 'Each phone of a shop asks once in a while; an id can’t be guessed.'),
  ),
  'bay.report': rule(
    'server',
    limit('account', 600, HOUR, 'Ten a minute: what waits on two phones, as it is sent.'),
  ),
  'bay.handOver': rule('server', limit('account', 300, HOUR, 'A phone full of what was refused.')),
  'rvOwners.requestSignup': rule(
    'password',
    limit('address', 20, HOUR, 'Guests of a campground share one address; each sends an email.'),
    limit('email', 3, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
  'rvOwners.preview': rule(
    'server',
    limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
  ),
  'rvOwners.confirmSignup': rule(
    'password',
    limit(
      'address',
      20,
      15 * MINUTE,
      'A link can’t be guessed; choosing a password may take several attempts.',
    ),
  ),
  'rvOwners.openTicket': rule(
    'server',
    limit('account', 300, HOUR, 'Each adds a log entry; no one owns that many rigs.'),
  ),
  'companies.register': rule(
    'server',
    limit('address', 10, HOUR, 'Each appears in the public list and costs a slow hash.'),
    limit('address', 30, DAY, 'A trade show where companies register on one computer.'),
  ),
  'employees.register': rule(
    'server',
    limit('company', 100, HOUR, 'A large shop on its first day; each costs a slow hash.'),
  ),
  'employees.change': rule(
    'server',
    limit('company', 200, HOUR, 'Each new address gets an email, and the answer shows whether it is in use.'),
  ),
  'employees.sendReset': rule('server', limit('company', 60, HOUR, 'Each sends an email.')),
  'companies.list': rule(
    'scraping',
    limit(
      'address',
      600,
      HOUR,
      'The home page sends one, typing a search sends ten: sixty searches from one campground’s address.',
    ),
  ),
  'companies.get': rule('server', limit('address', 1200, HOUR, 'Thirty people view forty companies each.')),
  booking: rule(
    'server',
    limit('address', 6, HOUR, 'A family with two RVs that changes its mind; each costs a shop time.'),
    limit('address', 20, DAY, 'Guests of a campground share one address.'),
    {
      ...limit('address', 320 * MEGABYTE, HOUR, 'Two bookings with eight photos of the maximum size.'),
      of: 'bytes',
    },
    limit('email', 5, DAY, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
  'bookings.preview': rule(
    'server',
    limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
  ),
  'bookings.confirm': rule(
    'server',
    limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
  ),
  'workHistory.get': rule(
    'scraping',
    limit('visitor', 120, HOUR, 'One rig every 30 seconds; too slow to enumerate serial numbers.'),
    limit('visitor', 600, DAY, 'The same over a day.'),
    limit('account', 300, HOUR, 'A service writer looks up every rig on the lot.'),
    limit('company', 3000, DAY, 'Counts all accounts of a company together.'),
  ),
  'rigs.decode': rule(
    'scraping',
    limit('visitor', 300, HOUR, 'Reveals no stored data; sent once per complete VIN.'),
    limit('account', 1200, HOUR, 'One every three seconds.'),
  ),
  'rigs.suggest': rule(
    'scraping',
    limit('account', 600, HOUR, 'Forty VINs, one request per typed character.'),
    limit('company', 5000, DAY, 'Five rigs per answer: a day reveals only a part of all rigs.'),
  ),
  'rigs.get': rule(
    'scraping',
    limit('account', 200, HOUR, 'Once per new ticket.'),
    limit('account', 600, DAY, 'May reveal the owner’s contact info; no shop takes in more rigs a day.'),
    limit('company', 2000, DAY, 'Counts all accounts of a company together.'),
  ),
  'rigClaims.claim': rule(
    'password',
    limit('account', 20, HOUR, 'A family claims its rigs and mistypes a few codes.'),
    limit('vin', 1000, HOUR, 'Many accounts guessing at one rig; a code has ten characters.'),
  ),
  'rigClaims.createReport': rule(
    'server',
    limit('account', 60, HOUR, 'Each creates a link; a seller needs a few.'),
  ),
  'rigClaims.saveNote': rule('server', limit('account', 60, HOUR, 'A dispute may email a company.')),
  'rigClaims.getReport': rule(
    'server',
    limit('address', 600, HOUR, 'A link can’t be guessed; this only limits the load.'),
  ),
  'addressSearch.suggest': rule(
    'server',
    limit(
      'visitor',
      300,
      HOUR,
      'Ten registrations, one request per typed character; providers may charge per request.',
    ),
    limit('account', 1500, HOUR, 'Fifty addresses, one request per typed character.'),
  ),
  'webVitals.report': rule(
    'server',
    limit('address', 1200, HOUR, 'One per page view; thirty people open forty pages an hour.'),
  ),
  'customerView.verify': rule(
    'password',
    limit(
      'link',
      MAX_HOURLY_WRONG_ANSWERS,
      HOUR,
      'Four digits: a customer mistypes them twice, a guesser needs thousands.',
    ),
    limit('address', 60, HOUR, 'Stops trying many links a few times each.'),
  ),
  'customerView.post': rule(
    'server',
    limit('link', 30, HOUR, 'One every two minutes: enough to talk, too few to flood a shop.'),
    limit('address', 120, HOUR, 'The same, across many links.'),
  ),
  'customerView.reschedule': rule(
    'server',
    limit('link', 10, HOUR, 'A customer who looks for a free day; each sends an email.'),
    limit('address', 60, HOUR, 'The same, across many links.'),
  ),
  'customerView.pay': rule(
    'server',
    limit('link', 20, HOUR, 'A customer who tries several cards; each asks the payment service.'),
    limit('address', 60, HOUR, 'The same, across many links.'),
  ),
  'billing.connectCards': rule(
    'server',
    limit('company', 30, HOUR, 'An owner who comes back a few times; each asks the payment service.'),
  ),
  'billing.refundCard': rule(
    'server',
    limit('company', 60, HOUR, 'One a minute; each asks the payment service.'),
  ),
  'customerView.answerLine': rule(
    'server',
    limit('link', 40, HOUR, 'Each line of a long ticket, and a few changes of mind; each sends an email.'),
    limit('address', 160, HOUR, 'The same, across many links.'),
  ),
  'customerView.subscribePush': rule(
    'server',
    limit('link', 30, HOUR, 'Each page load sends the subscription again.'),
    limit('address', 120, HOUR, 'The same, across many links.'),
  ),
  'messages.post': rule(
    'server',
    limit('account', 300, HOUR, 'A service writer who sends five a minute for an hour.'),
  ),
  'onHold.set': rule('server', limit('company', 300, HOUR, 'Each may email a customer.')),
  'reviews.list': rule('scraping', limit('address', 600, HOUR, 'As many as views of the company list.')),
  'customerLinks.email': rule('server', limit('company', 200, HOUR, 'Each emails a customer.')),
  /** Counted within the transaction that queues the email: a rollback undoes the count. */
  'customer-emails': rule(
    'server',
    limit('company', 300, DAY, 'Thirty active tickets with ten emails each.'),
    limit('email', 12, DAY, 'One customer with a few tickets at one company.'),
  ),
  /** Counted likewise, for a company whose owner has not confirmed their email. */
  'unconfirmed-emails': rule(
    'server',
    limit('company', 5, DAY, 'A shop that tries the product out; anyone can register with any address.'),
  ),
  /** Counted likewise; what is over the limit waits for the next email. */
  'owner-emails': rule(
    'server',
    limit('company', 12, HOUR, 'One every five minutes: as often as an owner looks on a busy day.'),
  ),
  'approvals.request': rule('server', limit('company', 200, HOUR, 'Each emails a customer.')),
  'tickets.search': rule(
    'server',
    limit('account', 1800, HOUR, 'An hour of searching, one request for every two typed characters.'),
  ),
  'imports.start': rule(
    'server',
    limit('company', 30, HOUR, 'A shop that tries how its columns fit; each may bring 20,000 rows.'),
  ),
  'imports.addCustomers': rule('server', limit('company', 600, HOUR, 'Seven full files of 80 requests.')),
  'imports.addEmployees': rule('server', limit('company', 30, HOUR, 'One for each import.')),
  /** What an import says of other companies' accounts and rigs: rows beyond it are imported without being asked about. */
  'import-hints': rule(
    'scraping',
    { ...limit('company', 600, HOUR, 'Three looks at a list of 200 employees.'), of: 'rows' },
    { ...limit('account', 600, HOUR, 'The same, with several companies.'), of: 'rows' },
  ),
  /** Each blocks an email until its mailbox answers, and shows whether it was free. */
  'imported-employees': rule('scraping', {
    ...limit('company', 400, DAY, 'The longest list, and once more after a mistake.'),
    of: 'rows',
  }),
  'imports.addVisits': rule('server', limit('company', 600, HOUR, 'As many as of customers.')),
  'imports.checkCustomers': rule('server', limit('company', 1200, HOUR, 'Twice as many.')),
  'imports.checkEmployees': rule(
    'scraping',
    limit('company', 120, HOUR, 'It says whose email has an account: a list, and the corrections in it.'),
  ),
  'imports.checkVisits': rule('server', limit('company', 1200, HOUR, 'As many as of customers.')),
  'customers.suggest': rule(
    'server',
    limit('account', 1500, HOUR, 'Fifty new tickets, one request for every two typed characters.'),
  ),
  'companyExports.start': rule(
    'server',
    limit('company', 6, HOUR, 'Each reads all data and images of a company.'),
  ),
  export: rule('server', limit('company', 12, HOUR, 'Each reads all data of a company.')),
  documents: rule(
    'server',
    limit('account', 60, HOUR, 'One a minute for a shop that prints all day; each is rendered in memory.'),
    limit('link', 60, HOUR, 'A customer needs one or two.'),
  ),
  upload: rule(
    'server',
    limit('account', 600, HOUR, 'One every six seconds; a phone uploads one at a time.'),
    { ...limit('account', 4 * GIGABYTE, HOUR, 'Five hundred of a phone’s largest photos.'), of: 'bytes' },
    limit('company', 10_000, DAY, 'Sixty tickets with more than a hundred photos each.'),
    { ...limit('company', 40 * GIGABYTE, DAY, 'The same by size.'), of: 'bytes' },
  ),
  /** Of a photo that is counted as an upload with its first one. */
  'upload-piece': rule(
    'server',
    limit('account', 20_000, HOUR, 'As many photos as may be uploaded, each in more than thirty pieces.'),
  ),
  /** A file of a few thousand bytes can have as many pixels as a photo, and takes as long. */
  'process-images': rule(
    'server',
    {
      ...limit('visitor', 1 * GIGAPIXEL, HOUR, 'Two bookings with eight photos of the most pixels.'),
      of: 'pixels',
    },
    { ...limit('account', 24 * GIGAPIXEL, HOUR, 'Five hundred of a phone’s largest photos.'), of: 'pixels' },
    { ...limit('company', 240 * GIGAPIXEL, DAY, 'Ten times as many in a day.'), of: 'pixels' },
  ),
} as const satisfies Readonly<Record<string, Rule>>

/** A rate-limited action. Names with a dot are procedures of the contract. */
export type LimitedAction = keyof typeof LIMITS

export const ruleOf = (action: LimitedAction): Rule => LIMITS[action]

export const isLimited = (name: string): name is LimitedAction => Object.hasOwn(LIMITS, name)
