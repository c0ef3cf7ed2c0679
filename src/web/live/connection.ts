// One stream for all tabs of a browser. Browsers allow six connections to a server, so the tabs
// elect one that listens (a Web Lock) and passes on what it hears (a BroadcastChannel). Whoever
// takes over resumes from the last version heard.

import { heardUntil } from './heard.ts'

export type Heard<Change> =
  | { readonly type: 'change'; readonly change: Change; readonly version: number | null }
  /** Listening from now on, without knowing what was before: look at everything again. */
  | { readonly type: 'fresh'; readonly version: number | null }
  | { readonly type: 'up' }
  | { readonly type: 'down' }

/** What only the tabs say to each other: one has come, and where the one that listens stands. */
type Greeting = { readonly type: 'new' } | { readonly type: 'stand'; readonly version: number }

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8000

type Ear<Change> = (heard: Heard<Change>) => void

/** Opens the stream again and again until `signal` ends it. */
function listen<Change>(
  path: string,
  lastVersion: () => number | null,
  tell: Ear<Change>,
  signal: AbortSignal,
): void {
  let wait = FIRST_WAIT_MS
  const open = (): void => {
    const after = lastVersion()
    const stream = new EventSource(after === null ? path : `${path}?after=${after}`)
    const close = () => stream.close()
    signal.addEventListener('abort', close)
    stream.addEventListener('ready', ({ lastEventId }) => {
      wait = FIRST_WAIT_MS
      // A stream without versions cannot be resumed: back at it, everything may have changed.
      const version = lastEventId === '' ? null : Number(lastEventId)
      if (lastVersion() === null) tell({ type: 'fresh', version })
      tell({ type: 'up' })
    })
    stream.addEventListener('message', ({ data, lastEventId }) =>
      tell({
        type: 'change',
        change: JSON.parse(data),
        version: lastEventId === '' ? null : Number(lastEventId),
      }),
    )
    stream.addEventListener('error', () => {
      tell({ type: 'down' })
      // A browser reconnects by itself after a broken stream, each at the moment that the server gave it, but not
      // after an answer that was none. Then too, not everybody comes back at once.
      if (stream.readyState !== EventSource.CLOSED || signal.aborted) return
      signal.removeEventListener('abort', close)
      setTimeout(() => !signal.aborted && open(), wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }
  open()
}

/**
 * Follows a stream until `ending`. `scope` keeps the tabs of one person together: after a change of account nobody
 * hears the old one's stream.
 */
export function followStream<Change>(
  path: string,
  scope: string,
  ear: Ear<Change>,
  ending: AbortSignal,
): void {
  const name = `rigwright ${path} ${scope}`
  const channel = new BroadcastChannel(name)
  ending.addEventListener('abort', () => channel.close())
  let version = heardUntil(path, scope)
  let isListening = false
  let isNew = true
  const take = (heard: Heard<Change>): void => {
    if ('version' in heard && heard.version !== null) version = heard.version
    ear(heard)
  }
  /** Whoever listened before this tab came may have told the others what it does not know. */
  const meet = (theirs: number): void => {
    if (isNew && (version === null || theirs > version)) take({ type: 'fresh', version: theirs })
    isNew = false
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Heard<Change> | Greeting>) => {
    if (data.type === 'stand') meet(data.version)
    else if (data.type !== 'new') take(data)
    else if (isListening && version !== null) channel.postMessage({ type: 'stand', version })
  })
  channel.postMessage({ type: 'new' })
  const tellAll = (heard: Heard<Change>): void => {
    if (ending.aborted) return
    take(heard)
    channel.postMessage(heard)
  }
  const lead = (): Promise<void> => {
    isListening = true
    listen(path, () => version, tellAll, ending)
    return new Promise(resolve => ending.addEventListener('abort', () => resolve()))
  }
  // Without Web Locks (plain http away from localhost) every tab listens for itself.
  if (navigator.locks === undefined) void lead()
  else navigator.locks.request(name, { signal: ending }, lead).catch(() => {})
}
