// Which components a problem is about, by the words that people use for them.

import { COMPONENT_KIND_LIST, type ComponentKind } from './component.ts'

type NamedKind = Exclude<ComponentKind, 'other'>

/** Parts of regular expressions; each is a word of its own, also in the plural. */
const WORDS: Readonly<Record<NamedKind, readonly string[]>> = {
  refrigerator: ['refrigerator', 'fridge', 'refer', 'freezer', 'ice ?maker'],
  furnace: ['furnace'],
  'water-heater': ['(?:hot )?water ?heater', 'hot water tank', '(?:aqua ?hot|truma aquago|tankless)'],
  'air-conditioner': ['air ?-?condition(?:er|ing)', 'a\\/?c(?: unit)?', 'roof ?top air', 'heat pump'],
  range: ['range', 'stove ?(?:top)?', 'cook ?top', 'oven'],
  converter: ['converter', 'power center'],
  inverter: ['inverter'],
  generator: ['generator', 'gen ?-?set', 'onan'],
  solar: ['solar(?: panel| controller)?'],
  batteries: ['batter(?:y|ie)', 'house bank'],
  awning: ['awning'],
  'slide-out': ['slide(?:r|-? ?out)?', 'slide ?room'],
  axles: ['axle', 'brake', 'wheel bearing'],
  tires: ['tire'],
  leveling: [
    'level(?:er|ing(?: system| jack)?)',
    '(?:landing|stabilizer|tongue|hydraulic) ?(?:jack|gear|leg)',
    'jack',
  ],
  toilet: ['toilet', 'commode'],
  pump: ['(?:fresh )?water ?pump'],
  roof: ['roof'],
  windows: ['window', 'windshield', 'sky ?light', '(?:roof|fan|fantastic|maxx?air) ?vent', 'vent(?: fan)?'],
  antenna: ['antenna', 'tv', 'television'],
}

/** Longer terms first: a roof vent is no roof. */
const TERMS = COMPONENT_KIND_LIST.flatMap(kind =>
  kind === 'other' ? [] : WORDS[kind].map(word => ({ kind, word })),
)
  .sort((one, other) => other.word.length - one.word.length)
  .map(({ kind, word }) => ({
    kind,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${word}(?:e?s)?(?![\\p{L}\\p{N}])`, 'giu'),
  }))

/**
 * The kinds of components that a problem names, in the order of the list: `Furnace will not light` is about the furnace. Of
 * several terms in the same place the longest counts. None for one that is described without its name.
 *
 * Source: the words of shops and owners in tickets, forums and trade press.
 */
export function kindsNamed(problem: string): readonly ComponentKind[] {
  let left = problem
  const named = new Set<ComponentKind>()
  for (const { kind, pattern } of TERMS)
    left = left.replace(pattern, term => {
      named.add(kind)
      return ' '.repeat(term.length)
    })
  return COMPONENT_KIND_LIST.filter(kind => named.has(kind))
}
