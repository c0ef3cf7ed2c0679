// One stream for all tabs of a browser. Browsers allow six connections to a server, so the tabs
// elect one that listens (a Web Lock) and passes on what it hears (a BroadcastChannel). Whoever
// takes over resumes from the last version heard.

import { HEARTBEAT_MS } from '#contract/heartbeat.ts'
import { heardUntil } from './stream-cursor.ts'

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
/** Two heartbeats that did not come, and a little for one that is late. */
const LONGEST_SILENCE_MS = 2 * HEARTBEAT_MS + 5000
const LOOK_MS = 5000

type Ear<Change> = (heard: Heard<Change>) => void

/**
 * Opens the stream again and again until `signal` ends it. A line that is cut in silence breaks nothing: the browser
 * would wait for ever, so what counts is how long ago the last word came.
 */
function listen<Change>(
  path: string,
  lastVersion: () => number | null,
  tell: Ear<Change>,
  signal: AbortSignal,
): void {
  let wait = FIRST_WAIT_MS
  let stream: EventSource | null = null
  let timer = 0
  let heardAt = 0
  const heard = (): void => {
    heardAt = Date.now()
  }
  const close = (): void => {
    clearTimeout(timer)
    stream?.close()
  }
  const open = (): void => {
    close()
    // An answer may take as long as a heartbeat.
    heard()
    const after = lastVersion()
    const opened = new EventSource(after === null ? path : `${path}?after=${after}`)
    stream = opened
    opened.addEventListener('ready', ({ lastEventId }) => {
      heard()
      wait = FIRST_WAIT_MS
      // A stream without versions cannot be resumed: back at it, everything may have changed.
      const version = lastEventId === '' ? null : Number(lastEventId)
      if (lastVersion() === null) tell({ type: 'fresh', version })
      tell({ type: 'up' })
    })
    opened.addEventListener('here', () => {
      heard()
      tell({ type: 'up' })
    })
    opened.addEventListener('message', ({ data, lastEventId }) => {
      heard()
      tell({
        type: 'change',
        change: JSON.parse(data),
        version: lastEventId === '' ? null : Number(lastEventId),
      })
    })
    opened.addEventListener('error', () => {
      if (stream !== opened) return
      tell({ type: 'down' })
      // A browser reconnects by itself after a broken stream, each at the moment that the server gave it, but not
      // after an answer that was none. Then too, not everybody comes back at once.
      if (opened.readyState !== EventSource.CLOSED || signal.aborted) return
      timer = window.setTimeout(open, wait * (0.5 + Math.random()))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }
  const openAnew = (): void => {
    tell({ type: 'down' })
    open()
  }
  const look = (): void => {
    if (Date.now() - heardAt > LONGEST_SILENCE_MS) openAnew()
  }
  const looking = setInterval(look, LOOK_MS)
  // Offline for the browser, a server on the same machine may still answer: it is asked.
  window.addEventListener('offline', openAnew, { signal })
  window.addEventListener('online', open, { signal })
  // A phone that was in a pocket has looked at nothing meanwhile.
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(looking)
    close()
  })
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
  let isDown = false
  const take = (heard: Heard<Change>): void => {
    if (heard.type === 'up' || heard.type === 'down') isDown = heard.type === 'down'
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
    else if (isListening) {
      if (version !== null) channel.postMessage({ type: 'stand', version })
      if (isDown) channel.postMessage({ type: 'down' })
    }
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
