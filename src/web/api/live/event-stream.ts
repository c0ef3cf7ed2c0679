// One stream for all tabs of a browser. Browsers allow six connections to a server, so the tabs
// elect one that listens (a Web Lock) and passes on what it hears (a BroadcastChannel). Whoever
// takes over resumes from the last version heard.

import { HEARTBEAT_INTERVAL_MS } from '#contract/heartbeat.ts'
import { takeStreamCursor } from '#web/api/stream-cursor.ts'

export type StreamEvent<Change> =
  | { readonly type: 'change'; readonly change: Change; readonly version: number | null }
  /** Listening from now on, without knowing what was before: look at everything again. */
  | { readonly type: 'reset'; readonly version: number | null }
  | { readonly type: 'up' }
  | { readonly type: 'down' }

/** What only the tabs say to each other: one has come, and where the one that listens stands. */
type TabMessage = { readonly type: 'new' } | { readonly type: 'version'; readonly version: number }

const MIN_RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 8000
/** Two heartbeats that did not come, and a little for one that is late. */
const SILENCE_TIMEOUT_MS = 2 * HEARTBEAT_INTERVAL_MS + 5000
const SILENCE_CHECK_INTERVAL_MS = 5000

type StreamListener<Change> = (event: StreamEvent<Change>) => void

/**
 * Opens the stream again and again until `signal` ends it. A line that is cut in silence breaks nothing: the browser
 * would wait for ever, so what counts is how long ago the last word came.
 */
function listen<Change>(
  path: string,
  lastVersion: () => number | null,
  emit: StreamListener<Change>,
  signal: AbortSignal,
): void {
  let retryDelay = MIN_RETRY_DELAY_MS
  let stream: EventSource | null = null
  let timer = 0
  let lastEventAt = 0
  const recordEvent = (): void => {
    lastEventAt = Date.now()
  }
  const close = (): void => {
    clearTimeout(timer)
    stream?.close()
  }
  const connect = (): void => {
    close()
    // An answer may take as long as a heartbeat.
    recordEvent()
    const resumeFrom = lastVersion()
    const source = new EventSource(resumeFrom === null ? path : `${path}?after=${resumeFrom}`)
    stream = source
    source.addEventListener('ready', ({ lastEventId }) => {
      recordEvent()
      retryDelay = MIN_RETRY_DELAY_MS
      // A stream without versions cannot be resumed: back at it, everything may have changed.
      const version = lastEventId === '' ? null : Number(lastEventId)
      if (lastVersion() === null) emit({ type: 'reset', version })
      emit({ type: 'up' })
    })
    source.addEventListener('heartbeat', () => {
      recordEvent()
      emit({ type: 'up' })
    })
    source.addEventListener('message', ({ data, lastEventId }) => {
      recordEvent()
      emit({
        type: 'change',
        change: JSON.parse(data),
        version: lastEventId === '' ? null : Number(lastEventId),
      })
    })
    source.addEventListener('error', () => {
      if (stream !== source) return
      emit({ type: 'down' })
      // A browser reconnects by itself after a broken stream, each at the moment that the server gave it, but not
      // after an answer that was none. Then too, not everybody comes back at once.
      if (source.readyState !== EventSource.CLOSED || signal.aborted) return
      timer = window.setTimeout(connect, retryDelay * (0.5 + Math.random()))
      retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS)
    })
  }
  const reconnect = (): void => {
    emit({ type: 'down' })
    connect()
  }
  const checkSilence = (): void => {
    if (Date.now() - lastEventAt > SILENCE_TIMEOUT_MS) reconnect()
  }
  const silenceTimer = setInterval(checkSilence, SILENCE_CHECK_INTERVAL_MS)
  // Offline for the browser, a server on the same machine may still answer: it is asked.
  window.addEventListener('offline', reconnect, { signal })
  window.addEventListener('online', connect, { signal })
  // A phone that was in a pocket has looked at nothing meanwhile.
  document.addEventListener('visibilitychange', checkSilence, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(silenceTimer)
    close()
  })
  connect()
}

/**
 * Follows a stream until `ending`. `scope` keeps the tabs of one person together: after a change of account nobody
 * hears the old one's stream.
 */
export function subscribeToStream<Change>(
  path: string,
  scope: string,
  onEvent: StreamListener<Change>,
  stopSignal: AbortSignal,
): void {
  const name = `rigwright ${path} ${scope}`
  const channel = new BroadcastChannel(name)
  stopSignal.addEventListener('abort', () => channel.close())
  let version = takeStreamCursor(path, scope)
  let isLeader = false
  let isNew = true
  let isDown = false
  const handleEvent = (event: StreamEvent<Change>): void => {
    if (event.type === 'up' || event.type === 'down') isDown = event.type === 'down'
    if ('version' in event && event.version !== null) version = event.version
    onEvent(event)
  }
  /** Whoever listened before this tab came may have told the others what it does not know. */
  const catchUp = (leaderVersion: number): void => {
    if (isNew && (version === null || leaderVersion > version))
      handleEvent({ type: 'reset', version: leaderVersion })
    isNew = false
  }
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent<Change> | TabMessage>) => {
    if (data.type === 'version') catchUp(data.version)
    else if (data.type !== 'new') handleEvent(data)
    else if (isLeader) {
      if (version !== null) channel.postMessage({ type: 'version', version })
      if (isDown) channel.postMessage({ type: 'down' })
    }
  })
  channel.postMessage({ type: 'new' })
  const broadcast = (heard: StreamEvent<Change>): void => {
    if (stopSignal.aborted) return
    handleEvent(heard)
    channel.postMessage(heard)
  }
  const runAsLeader = (): Promise<void> => {
    isLeader = true
    listen(path, () => version, broadcast, stopSignal)
    return new Promise(resolve => stopSignal.addEventListener('abort', () => resolve()))
  }
  // Without Web Locks (plain http away from localhost) every tab listens for itself.
  if (navigator.locks === undefined) void runAsLeader()
  else navigator.locks.request(name, { signal: stopSignal }, runAsLeader).catch(() => {})
}
