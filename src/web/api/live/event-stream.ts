// One stream for all tabs of a browser. Browsers allow six connections per server, so the tabs elect a leader that
// listens and forwards events (a BroadcastChannel). A new leader resumes from the last version.

import { HEARTBEAT_INTERVAL_MS } from '#contract/heartbeat.ts'
import { leadTabs } from '#web/api/browser/tab-lock.ts'
import { takeStreamCursor } from '#web/api/stream-cursor.ts'

export type StreamEvent<Change> =
  | { readonly type: 'change'; readonly change: Change; readonly version: number | null }
  /** Listening from now on, with unknown changes before: refetch everything. */
  | { readonly type: 'reset'; readonly version: number | null }
  | { readonly type: 'up' }
  | { readonly type: 'down' }

/** Messages between tabs: a new tab, and the leader's version. */
export type TabMessage = { readonly type: 'new' } | { readonly type: 'version'; readonly version: number }

const MIN_RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 8000
/** Two missed heartbeats, and some tolerance. */
const SILENCE_TIMEOUT_MS = 2 * HEARTBEAT_INTERVAL_MS + 5000
const SILENCE_CHECK_INTERVAL_MS = 5000

type StreamListener<Change> = (event: StreamEvent<Change>) => void

/**
 * Keeps the stream open until `stopSignal` aborts. The browser reports no error for a silently dropped connection, so
 * the time since the last event counts.
 */
function listen<Change>(
  path: string,
  lastVersion: () => number | null,
  emit: StreamListener<Change>,
  stopSignal: AbortSignal,
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
    // A response may take as long as a heartbeat.
    recordEvent()
    const resumeFrom = lastVersion()
    const source = new EventSource(resumeFrom === null ? path : `${path}?after=${resumeFrom}`)
    stream = source
    source.addEventListener('ready', ({ lastEventId }) => {
      recordEvent()
      retryDelay = MIN_RETRY_DELAY_MS
      // A stream without versions cannot be resumed: after reconnecting, everything may have changed.
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
      // A browser reconnects by itself after a broken stream, with the server's delay, but not after an error
      // response. Then too, reconnecting is spread out.
      if (source.readyState !== EventSource.CLOSED || stopSignal.aborted) return
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
  // A browser that is offline may still reach a server on the same machine.
  window.addEventListener('offline', reconnect, { signal: stopSignal })
  window.addEventListener('online', connect, { signal: stopSignal })
  // A phone in a pocket does not run the check.
  document.addEventListener('visibilitychange', checkSilence, { signal: stopSignal })
  stopSignal.addEventListener('abort', () => {
    clearInterval(silenceTimer)
    close()
  })
  connect()
}

/**
 * Follows a stream until `stopSignal` aborts. `scope` separates accounts: after switching, no tab gets events of the
 * earlier account.
 */
export function subscribeToStream<Change>(
  path: string,
  scope: string,
  onEvent: StreamListener<Change>,
  stopSignal: AbortSignal,
): void {
  // Also in bay/ticket-changes.ts.
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
  /** The leader may have forwarded events before this tab was opened. */
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
  const runAsLeader = (ended: AbortSignal): Promise<void> => {
    isLeader = true
    const broadcast = (event: StreamEvent<Change>): void => {
      if (ended.aborted) return
      handleEvent(event)
      channel.postMessage(event)
    }
    listen(path, () => version, broadcast, ended)
    return new Promise(resolve =>
      ended.addEventListener('abort', () => {
        isLeader = false
        resolve()
      }),
    )
  }
  void leadTabs(name, stopSignal, runAsLeader)
}
