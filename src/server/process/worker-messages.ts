// What the parent and its workers say to each other.

import type { BootstrapResult } from './bootstrap.ts'

/** What a worker is told when it begins. */
export type WorkerConfig = BootstrapResult & {
  /** Its number, from 1: what took the place of one that ended has the same. */
  readonly slot: number
  readonly port: number
  /** How many it may have to the database, besides the one that listens. */
  readonly connections: number
}

export type WorkerCommand =
  | { readonly command: 'start'; readonly config: WorkerConfig }
  | { readonly command: 'collect-metrics' }
  | { readonly command: 'close' }

export type WorkerEvent =
  /** It listens to orders. */
  | { readonly event: 'ready' }
  | { readonly event: 'started'; readonly url: string }
  | { readonly event: 'failed'; readonly message: string }
  | { readonly event: 'metrics'; readonly metrics: readonly object[] }
