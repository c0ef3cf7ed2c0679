// Problems of the demo rigs, and their corrections.

import type { DamagePlace } from './demo-photos.ts'

const job = (problem: string, cause: string, correction: string, estimatedTime: number) => ({
  problem,
  cause,
  correction,
  estimatedTime,
})

/** June Park's trailer, oldest first: how many days ago each ticket was completed. */
export const juneHistory = [
  {
    daysAgo: 1107,
    jobs: [
      job(
        'Annual inspection before the first trip',
        'Due',
        'Inspected, tires at 80 psi, all lights work',
        1.5,
      ),
      job(
        'Water pump runs without a tap open',
        'Loose fitting behind the shower',
        'Tightened and pressure tested',
        1,
      ),
    ],
    parts: [{ quantity: 1, description: 'Water filter cartridge', perPartAmount: 24.95 }],
  },
  {
    daysAgo: 742,
    jobs: [
      job(
        'Awning will not retract',
        'Stripped gear in the awning motor',
        'Replaced the motor, cycled ten times',
        2.25,
      ),
    ],
    parts: [{ quantity: 1, description: 'Awning motor', perPartAmount: 289 }],
  },
  {
    daysAgo: 396,
    jobs: [
      job('Wheel bearings, by mileage', 'Due', 'Cleaned, packed, new seals on both axles', 3),
      job(
        'Refrigerator does not cool on gas',
        'Soot in the burner tube',
        'Cleaned the burner, set the flame',
        1.75,
      ),
    ],
    parts: [
      { quantity: 4, description: 'Grease seal 10-36', perPartAmount: 9.8 },
      { quantity: 0.5, description: 'Wheel bearing grease, lb', perPartAmount: 18.4 },
    ],
  },
  {
    daysAgo: 61,
    jobs: [job('Winterize', 'Season', 'Drained, blown out, antifreeze in every trap', 1.25)],
    parts: [{ quantity: 3, description: 'RV antifreeze, gallon', perPartAmount: 6.49 }],
  },
] as const

/** What was found on an open ticket's first line, and where its photos show the damage. */
type Finding = { readonly cause: string; readonly correction: string; readonly damage: DamagePlace }

/** The job lines of open tickets; a finding where a technician has looked. */
export const openTickets: readonly { problems: readonly string[]; finding: Finding | null }[] = [
  {
    problems: ['Roof leak above the bunk', 'Sealant cracked at the vent, soft spot about a foot wide?'],
    finding: null,
  },
  {
    problems: ['Slide-out stops halfway', 'Grinds on the left side'],
    finding: { cause: 'Bent rack on the left rail', correction: '', damage: [850, 330] },
  },
  {
    problems: ['Furnace lights, then goes out'],
    finding: { cause: 'Sail switch sticks', correction: '', damage: [700, 520] },
  },
  {
    problems: ['Brakes pull to the right', 'Check the breakaway switch as well'],
    finding: { cause: 'Grease on the left front lining', correction: '', damage: [480, 560] },
  },
  {
    problems: ['Black tank gauge always shows full'],
    finding: { cause: 'Sender fouled', correction: '', damage: [250, 540] },
  },
  {
    problems: ['Solar controller shows no charge', 'Install a second battery'],
    finding: {
      cause: 'Corroded connector on the roof',
      correction: 'Replaced the connector, charges at 14.2 V',
      damage: [600, 215],
    },
  },
  { problems: ['Leveling jacks will not retract', 'Fluid on the ground below the pump'], finding: null },
  { problems: ['Entry door does not latch'], finding: null },
]

/** Completed visits that their customers reviewed, one for each of the other customers. */
export const reviewedVisits = [
  {
    daysAgo: 590,
    stars: 5,
    words: 'Fixed the same day. They showed me photos.',
    ...reviewed('Awning arm bent', 1.5),
  },
  { daysAgo: 470, stars: 5, words: '', ...reviewed('Annual inspection', 2) },
  {
    daysAgo: 340,
    stars: 4,
    words: 'Good work, a day later than promised.',
    ...reviewed('Generator will not start', 2.5),
  },
  {
    daysAgo: 250,
    stars: 5,
    words: 'Called before doing anything extra.',
    ...reviewed('Water heater leaks', 1.75),
  },
  { daysAgo: 180, stars: 5, words: '', ...reviewed('Tire wear on one side', 1) },
  { daysAgo: 120, stars: 5, words: 'Honest about what could wait.', ...reviewed('Roof vent cracked', 0.75) },
  { daysAgo: 95, stars: 4, words: '', ...reviewed('Brake lights out', 0.5) },
  { daysAgo: 40, stars: 5, words: 'Came out to the campground.', ...reviewed('Step motor dead', 1.25) },
] as const

function reviewed(problem: string, estimatedTime: number) {
  return { jobs: [job(problem, 'Worn', 'Replaced and tested', estimatedTime)], parts: [] }
}

/** What June Park wrote about the last of her visits, oldest first. */
export const juneReviews = [
  { stars: 5, words: 'The fridge has been cold ever since.' },
  { stars: 5, words: 'Quick and clean.' },
] as const
