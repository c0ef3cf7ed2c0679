// Many names, rigs and complaints, so that search terms match some tickets, not all and not one.

const FIRST = ['Harold', 'Priya', 'Earl', 'Lucille', 'Gus', 'Marisol', 'Tom', 'Ingrid', 'Dwight', 'Naomi']
const LAST = [
  'Whitcomb',
  'Raman',
  'Jorgensen',
  'Okafor',
  'Lindqvist',
  'Delgado',
  'Abbott',
  'Petersen',
  'Nakamura',
  'Castellano',
  'Fitzgerald',
  'Oyelaran',
  'Brandt',
]
const RIGS = [
  ['Jayco', 'Jay Flight 264BH'],
  ['Coachmen', 'Catalina 293QBCK'],
  ['Forest River', 'Sunseeker 2860DS'],
  ['Tiffin', 'Allegro Bus 45OPP'],
  ['Winnebago', 'Minnie 2529RG'],
  ['Grand Design', 'Imagine 2800BH'],
  ['Airstream', 'Bambi 20FB'],
] as const
const COMPLAINTS = [
  'Roof leak above the bunk',
  'Slide-out stops halfway',
  'Furnace lights, then goes out',
  'Brakes pull to the right',
  'Black tank gauge always shows full',
  'Solar controller shows no charge',
  'Leveling jacks will not retract',
  'Entry door does not latch',
  'Awning will not retract',
  'Water pump runs without a tap open',
  'Refrigerator does not cool on gas',
]

const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** The rig of the ticket with this number in the whole database. */
export function vinOf(number: number): string {
  // Random like real ones: similar VINs would share their trigrams.
  let vin = ''
  for (let rest = number + 1, place = 0; place < 9; place += 1) {
    rest = (Math.imul(rest, 1_103_515_245) + 12_345) >>> 0
    vin += VIN_CHARACTERS[(rest >>> 16) % VIN_CHARACTERS.length]
  }
  return `${vin}${String(number).padStart(8, '0')}`
}

/** The customer, rig and job lines of that ticket. */
export function ticketDetailsOf(number: number) {
  const [firstName, lastName] = [pick(FIRST, number), pick(LAST, number >> 3)]
  const [make, model] = pick(RIGS, number >> 2)
  return {
    customerDetails: {
      firstName,
      lastName,
      email: `${firstName}.${lastName}@mail.example`.toLowerCase(),
      phone: `(574) 555-${String(number % 10_000).padStart(4, '0')}`,
      address: `${number % 900} Maple Street, Goshen, IN 46526`,
      coordinates: null,
      profileImageUrl: null,
    },
    customerRV: {
      vin: vinOf(number),
      make,
      model,
      year: String(2000 + (number % 25)),
      axleAmount: '2' as const,
      rvImage: null,
    },
    jobs: [0, 1].map(line => ({
      problem: pick(COMPLAINTS, number + line * 5),
      estimatedTime: 1 + line * 0.5,
      estimate: false,
    })),
  }
}
