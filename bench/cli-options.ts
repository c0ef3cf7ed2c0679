// What was asked for on the command line.

import { parseArgs } from 'node:util'

const SCENARIOS = ['create', 'live', 'board', 'history', 'screen', 'memory', 'start'] as const
export type ScenarioName = (typeof SCENARIOS)[number]

export type BenchOptions = {
  readonly quick: boolean
  readonly json: boolean
  readonly only: readonly ScenarioName[]
  /** How far the loader goes: everything, a tenth, a twentieth to try it out; null without it. */
  readonly growth: 'full' | 'small' | 'tiny' | null
  /** What pages that listen cost, instead of the rows. */
  readonly listeners: boolean
  /** The product runs under --cpu-prof, and its profile is left in this folder. */
  readonly profile: string | undefined
}

const isScenario = (name: string): name is ScenarioName => (SCENARIOS as readonly string[]).includes(name)

/** Throws an Error with one sentence when it is not understood. */
export function parseOptions(args: readonly string[]): BenchOptions {
  // `--growth` alone is the whole of it; the parser knows options with a value or without.
  const spelled = args.map(arg => (arg === '--growth' ? '--growth=full' : arg))
  const { values } = parseArgs({
    args: spelled,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      growth: { type: 'string' },
      listeners: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const names = values.only?.split(',') ?? [...SCENARIOS]
  const stranger = names.find(name => !isScenario(name))
  if (stranger !== undefined)
    throw new Error(`There is no row "${stranger}"; there are ${SCENARIOS.join(', ')}.`)
  const { growth = null } = values
  if (growth !== null && growth !== 'full' && growth !== 'small' && growth !== 'tiny')
    throw new Error('Growth is full, small or tiny.')
  return { ...values, growth, profile: values.profile, only: names.filter(isScenario) }
}
