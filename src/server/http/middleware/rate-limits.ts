// How often what may be done, and why just so often. Figures are for a busy day of a shop of thirty people
// behind one address; whoever needs more than that is reading the pool or guessing passwords.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3

/** Whose tries are counted together. `visitor` is the address of somebody who is not signed in. */
export type Per = 'address' | 'visitor' | 'account' | 'company' | 'email' | 'device' | 'link' | 'vin'

export type Limit = {
  readonly per: Per
  /** Tries, or bytes where `of` says so. */
  readonly max: number
  readonly of?: 'bytes'
  readonly withinSeconds: number
  readonly why: string
}

type Rule = {
  /**
   * A count that cannot be read or written stops every visitor. Somebody signed in is let through, as a broken
   * count must not stop a shop, except where the limit is what protects a password.
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

const LIMITS = {
  'sign-in': {
    protects: 'password',
    limits: [
      limit('address', 30, 15 * MINUTE, 'Only failures stay counted; thirty people mistype less than this.'),
      limit(
        'email',
        10,
        15 * MINUTE,
        'A guesser with many addresses; the owner waits a quarter hour at most.',
      ),
      limit(
        'device',
        10,
        15 * MINUTE,
        'Where this account has signed in before, so guessers do not lock it out.',
      ),
    ],
  },
  /** Counted beside `sign-in`, and kept when it was right. */
  'any-sign-in': {
    protects: 'server',
    limits: [
      limit('email', 60, 15 * MINUTE, 'Each costs a slow hash and leaves rows: a script signs in once.'),
      limit('address', 300, 15 * MINUTE, 'Thirty people of a shop, ten times each.'),
    ],
  },
  'second-factor': {
    protects: 'password',
    limits: [
      limit(
        'address',
        20,
        15 * MINUTE,
        'Six digits are few; a sign-in with a password alone stays counted at its email.',
      ),
    ],
  },
  'request-password-reset': {
    protects: 'password',
    limits: [
      limit('address', 10, HOUR, 'A morning on which ten people of one shop forgot theirs.'),
      limit('email', 3, HOUR, 'Each is a letter: nobody’s mailbox is filled.'),
    ],
  },
  'reset-password': {
    protects: 'password',
    limits: [
      limit('address', 20, 15 * MINUTE, 'A link cannot be guessed; a password may take several tries.'),
    ],
  },
  'change-password': {
    protects: 'password',
    limits: [
      limit('account', 10, 15 * MINUTE, 'Whoever finds a phone unlocked does not guess the password on it.'),
      limit('address', 60, 15 * MINUTE, 'The same for many accounts at once.'),
    ],
  },
  /** Whatever else the sign-in library is asked to do. */
  account: {
    protects: 'server',
    limits: [limit('address', 300, 5 * MINUTE, 'Signing out and the like, of everybody in the shop.')],
  },
  'rvOwners.requestSignup': {
    protects: 'password',
    limits: [
      limit('address', 20, HOUR, 'A campground whose guests share one address; each is a letter.'),
      limit('email', 3, HOUR, 'Each is a letter: nobody’s mailbox is filled.'),
    ],
  },
  'rvOwners.preview': {
    protects: 'server',
    limits: [limit('address', 300, HOUR, 'A link cannot be guessed; this only bounds what trying costs.')],
  },
  'rvOwners.confirmSignup': {
    protects: 'password',
    limits: [
      limit('address', 20, 15 * MINUTE, 'A link cannot be guessed; a password may take several tries.'),
    ],
  },
  'rvOwners.openTicket': {
    protects: 'server',
    limits: [limit('account', 300, HOUR, 'Each leaves a line on the trail; nobody has so many rigs.')],
  },
  'companies.register': {
    protects: 'server',
    limits: [
      limit('address', 10, HOUR, 'Each stands in the public list and costs a slow hash.'),
      limit('address', 30, DAY, 'A fair where companies register at one desk.'),
    ],
  },
  'employees.register': {
    protects: 'server',
    limits: [limit('company', 100, HOUR, 'A large shop on its first day; each costs a slow hash.')],
  },
  'employees.change': {
    protects: 'server',
    limits: [limit('company', 200, HOUR, 'Each new email is a letter to it, and says whether it is in use.')],
  },
  'employees.sendReset': {
    protects: 'server',
    limits: [limit('company', 60, HOUR, 'Each is a letter to somebody.')],
  },
  'companies.list': {
    protects: 'scraping',
    limits: [
      limit(
        'address',
        600,
        HOUR,
        'Home asks once, a search ten times while it is typed: sixty searches from one campground’s address.',
      ),
    ],
  },
  'companies.get': {
    protects: 'server',
    limits: [limit('address', 1200, HOUR, 'Thirty people who look at forty companies each.')],
  },
  booking: {
    protects: 'server',
    limits: [
      limit(
        'address',
        6,
        HOUR,
        'A family with two RVs and second thoughts; each is work for somebody’s desk.',
      ),
      limit('address', 20, DAY, 'A campground whose guests share one address.'),
      { ...limit('address', 320 * MEGABYTE, HOUR, 'Two with eight pictures of the largest.'), of: 'bytes' },
      limit('email', 5, DAY, 'Each is a letter: nobody’s mailbox is filled.'),
    ],
  },
  'bookings.preview': {
    protects: 'server',
    limits: [limit('address', 300, HOUR, 'A link cannot be guessed; this only bounds what trying costs.')],
  },
  'bookings.confirm': {
    protects: 'server',
    limits: [limit('address', 60, HOUR, 'Once is enough; a lost answer asks a few times more.')],
  },
  'workHistory.get': {
    protects: 'scraping',
    limits: [
      limit(
        'visitor',
        120,
        HOUR,
        'One rig every half minute; numbers that follow each other are not walked through.',
      ),
      limit('visitor', 600, DAY, 'The same over a day.'),
      limit('account', 300, HOUR, 'A desk that looks up every rig of the yard.'),
      limit('company', 3000, DAY, 'Many accounts of one company are one guesser.'),
    ],
  },
  'rigs.decode': {
    protects: 'scraping',
    limits: [
      limit(
        'visitor',
        300,
        HOUR,
        'It tells nothing of the pool, and each VIN is asked once when it is whole.',
      ),
      limit('account', 1200, HOUR, 'One every three seconds.'),
    ],
  },
  'rigs.suggest': {
    protects: 'scraping',
    limits: [
      limit('account', 600, HOUR, 'Forty VINs typed letter by letter.'),
      limit('company', 5000, DAY, 'Five rigs an answer: the pool is longer than what a day shows.'),
    ],
  },
  'rigs.get': {
    protects: 'scraping',
    limits: [
      limit('account', 200, HOUR, 'Asked once for each ticket that is made.'),
      limit('account', 600, DAY, 'It may tell who owns the rig: no desk takes in more in a day.'),
      limit('company', 2000, DAY, 'Many accounts of one company are one guesser.'),
    ],
  },
  'rigClaims.claim': {
    protects: 'password',
    limits: [
      limit('account', 20, HOUR, 'A family claims its rigs and mistypes a few codes.'),
      limit('vin', 1000, HOUR, 'Many accounts that guess at one rig; a code has ten letters.'),
    ],
  },
  'rigClaims.createReport': {
    protects: 'server',
    limits: [limit('account', 60, HOUR, 'Each is a link of its own; a seller makes a few.')],
  },
  'rigClaims.saveNote': {
    protects: 'server',
    limits: [limit('account', 60, HOUR, 'A dispute is a letter to a company.')],
  },
  'rigClaims.getReport': {
    protects: 'server',
    limits: [limit('address', 600, HOUR, 'A link cannot be guessed; this only bounds what trying costs.')],
  },
  'addressSearch.suggest': {
    protects: 'server',
    limits: [
      limit(
        'visitor',
        300,
        HOUR,
        'Ten registrations, letter by letter; others may have to be paid for answers.',
      ),
      limit('account', 1500, HOUR, 'Fifty addresses, letter by letter.'),
    ],
  },
  'webVitals.report': {
    protects: 'server',
    limits: [limit('address', 1200, HOUR, 'One for each visit; thirty people open forty pages an hour.')],
  },
  'customerView.verify': {
    protects: 'password',
    limits: [
      limit('link', 5, HOUR, 'Four digits: a customer mistypes them twice, a guesser needs thousands.'),
      limit('address', 60, HOUR, 'One who tries many links, each a few times.'),
    ],
  },
  'customerView.post': {
    protects: 'server',
    limits: [
      limit('link', 30, HOUR, 'One every two minutes: a talk, and no flood at the desk.'),
      limit('address', 120, HOUR, 'The same for whoever holds many links.'),
    ],
  },
  'customerView.subscribePush': {
    protects: 'server',
    limits: [
      limit('link', 30, HOUR, 'A page that is loaded again tells its address again.'),
      limit('address', 120, HOUR, 'The same for whoever holds many links.'),
    ],
  },
  'messages.post': {
    protects: 'server',
    limits: [limit('account', 300, HOUR, 'A desk that does nothing but write, five a minute.')],
  },
  'onHold.set': {
    protects: 'server',
    limits: [limit('company', 300, HOUR, 'Each may be a letter to a customer.')],
  },
  'reviews.list': {
    protects: 'scraping',
    limits: [limit('address', 600, HOUR, 'As the list of companies, of which each has one.')],
  },
  'customerLinks.email': {
    protects: 'server',
    limits: [limit('company', 200, HOUR, 'Each is a letter to a customer.')],
  },
  /** Counted within the work that writes it: what was undone was not written. */
  letters: {
    protects: 'server',
    limits: [
      limit('company', 300, DAY, 'Thirty tickets in work with ten letters each.'),
      limit('email', 12, DAY, 'What one customer may hear of one company, whose tickets are a few.'),
    ],
  },
  'approvals.request': {
    protects: 'server',
    limits: [limit('company', 200, HOUR, 'Each is a letter to a customer.')],
  },
  'tickets.search': {
    protects: 'server',
    limits: [limit('account', 1800, HOUR, 'Every second letter of an hour spent searching.')],
  },
  export: {
    protects: 'server',
    limits: [limit('company', 12, HOUR, 'Each reads everything that a company has.')],
  },
  paper: {
    protects: 'server',
    limits: [
      limit(
        'account',
        60,
        HOUR,
        'One a minute of a desk that prints all day; each is drawn and held in memory.',
      ),
      limit('link', 60, HOUR, 'A customer prints theirs twice.'),
    ],
  },
  upload: {
    protects: 'server',
    limits: [
      limit('account', 600, HOUR, 'One every six seconds; a phone sends them one by one.'),
      { ...limit('account', 4 * GIGABYTE, HOUR, 'Five hundred of a phone’s largest.'), of: 'bytes' },
      limit('company', 10_000, DAY, 'Sixty tickets with more than a hundred photos each.'),
      { ...limit('company', 40 * GIGABYTE, DAY, 'The same by size.'), of: 'bytes' },
    ],
  },
} as const satisfies Readonly<Record<string, Rule>>

/** What is limited. Names with a dot are procedures of the contract. */
export type LimitedAction = keyof typeof LIMITS

export const ruleOf = (action: LimitedAction): Rule => LIMITS[action]

export const isLimited = (name: string): name is LimitedAction => Object.hasOwn(LIMITS, name)
