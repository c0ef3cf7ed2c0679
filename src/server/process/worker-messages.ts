// The messages between the parent process and its workers.

import type { BootstrapResult } from './bootstrap.ts'

/** Sent to a worker at its start. */
export type WorkerConfig = BootstrapResult & {
  /** Its number, from 1; a replacement has the same. */
  readonly slot: number
  readonly port: number
  /** Its pool size, besides the LISTEN connection. */
  readonly connections: number
}

export type WorkerCommand =
  | { readonly command: 'start'; readonly config: WorkerConfig }
  | { readonly command: 'collect-metrics' }
  | { readonly command: 'close' }

export type WorkerEvent =
  /** It is ready for messages. */
  | { readonly event: 'ready' }
  | { readonly event: 'started'; readonly url: string }
  | { readonly event: 'failed'; readonly message: string }
  | { readonly event: 'metrics'; readonly metrics: readonly object[] }
