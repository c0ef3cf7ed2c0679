// Problems of the demo rigs, and their corrections.

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

/** Job lines for open tickets. */
export const complaints = [
  ['Roof leak above the bunk', 'Sealant cracked at the vent, soft spot about a foot wide?'],
  ['Slide-out stops halfway', 'Grinds on the left side'],
  ['Furnace lights, then goes out'],
  ['Brakes pull to the right', 'Check the breakaway switch as well'],
  ['Black tank gauge always shows full'],
  ['Solar controller shows no charge', 'Install a second battery'],
  ['Leveling jacks will not retract', 'Fluid on the ground below the pump'],
  ['Entry door does not latch'],
] as const
