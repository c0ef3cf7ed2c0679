// One stream for all tabs of a browser. Browsers allow six connections to a server, so the tabs
// elect one that listens (a Web Lock) and passes on what it hears (a BroadcastChannel). Whoever
// takes over resumes from the last version heard.

export type Heard<Change> =
  | { readonly type: 'change'; readonly change: Change; readonly version: number | null }
  /** Listening from now on, without knowing what was before: look at everything again. */
  | { readonly type: 'fresh'; readonly version: number | null }
  | { readonly type: 'up' }
  | { readonly type: 'down' }

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
 * Follows a stream until the returned function is called. `scope` keeps the tabs of one person
 * together: after a change of account nobody hears the old one's stream.
 */
export function followStream<Change>(path: string, scope: string, ear: Ear<Change>): () => void {
  const name = `rigwright ${path} ${scope}`
  const channel = new BroadcastChannel(name)
  const ending = new AbortController()
  let version: number | null = null
  const take = (heard: Heard<Change>): void => {
    if ('version' in heard && heard.version !== null) version = heard.version
    ear(heard)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Heard<Change>>) => take(data))
  const tellAll = (heard: Heard<Change>): void => {
    if (ending.signal.aborted) return
    take(heard)
    channel.postMessage(heard)
  }
  const lead = (): Promise<void> => {
    listen(path, () => version, tellAll, ending.signal)
    return new Promise(resolve => ending.signal.addEventListener('abort', () => resolve()))
  }
  // Without Web Locks (plain http away from localhost) every tab listens for itself.
  if (navigator.locks === undefined) void lead()
  else navigator.locks.request(name, { signal: ending.signal }, lead).catch(() => {})
  return () => {
    ending.abort()
    channel.close()
  }
}
