// The bench's command line options.

import { parseArgs } from 'node:util'

const SCENARIOS = [
  'create',
  'live',
  'desk',
  'board',
  'history',
  'promises',
  'screen',
  'memory',
  'start',
  'import',
] as const
export type ScenarioName = (typeof SCENARIOS)[number]

export type BenchOptions = {
  readonly quick: boolean
  readonly json: boolean
  readonly only: readonly ScenarioName[]
  /** The size of the growth seed: full, a tenth, or a twentieth for trying it out; null without it. */
  readonly growth: 'full' | 'small' | 'tiny' | null
  /** Measures the cost of listening pages instead of the rows. */
  readonly listeners: boolean
  /** Measures the cost of the cluster of CITUS_URL instead of the rows. */
  readonly citus: boolean
  /** The size of the imported tree. */
  readonly importMegabytes: number
  /** Runs the product under --cpu-prof, with its profile in this folder. */
  readonly profile: string | undefined
}

const isScenario = (name: string): name is ScenarioName => (SCENARIOS as readonly string[]).includes(name)

/** Throws an Error with one sentence for invalid options. */
export function parseOptions(args: readonly string[]): BenchOptions {
  // `--growth` alone means full; the parser has no options with optional values.
  const spelled = args.map(arg => (arg === '--growth' ? '--growth=full' : arg))
  const { values } = parseArgs({
    args: spelled,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      growth: { type: 'string' },
      listeners: { type: 'boolean', default: false },
      citus: { type: 'boolean', default: false },
      'import-mb': { type: 'string', default: '100' },
      profile: { type: 'string' },
    },
  })
  const names = values.only?.split(',') ?? [...SCENARIOS]
  const unknown = names.find(name => !isScenario(name))
  if (unknown !== undefined)
    throw new Error(`There is no scenario "${unknown}"; there are ${SCENARIOS.join(', ')}.`)
  const { growth = null } = values
  if (growth !== null && growth !== 'full' && growth !== 'small' && growth !== 'tiny')
    throw new Error('Growth is full, small or tiny.')
  const importMegabytes = Number(values['import-mb'])
  if (!(importMegabytes >= 1))
    throw new Error('--import-mb is the size of a tree in megabytes, such as 1000.')
  return { ...values, importMegabytes, growth, profile: values.profile, only: names.filter(isScenario) }
}
