// What the parent and its workers say to each other.

import type { Premises } from './bootstrap.ts'

/** What a worker is told when it begins. */
export type Place = Premises & {
  /** Its number, from 1: what took the place of one that ended has the same. */
  readonly slot: number
  readonly port: number
  /** How many it may have to the database, besides the one that listens. */
  readonly connections: number
}

export type Order =
  | { readonly order: 'open'; readonly place: Place }
  | { readonly order: 'count' }
  | { readonly order: 'close' }

export type Told =
  /** It listens to orders. */
  | { readonly told: 'here' }
  | { readonly told: 'open'; readonly url: string }
  | { readonly told: 'failed'; readonly sentence: string }
  | { readonly told: 'counted'; readonly figures: readonly object[] }
