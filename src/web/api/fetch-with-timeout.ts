// `fetch` with an end to its patience. A line that is cut in silence, in a dead zone or by a router that forgot it,
// breaks nothing that the browser could tell: without a limit a press would wait for its answer for ever.

/** More than the server gives its database before it says itself that it cannot (`query_timeout`). */
const SILENCE_MS = 25_000

/**
 * As `fetch`, and rejects when no answer, or no further piece of it, has come for a while. Not for pictures, which
 * take their time to be sent.
 */
export async function askServer(request: Request | string, init?: RequestInit): Promise<Response> {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  const wait = (): void => {
    stop()
    timer = setTimeout(() => ending.abort(), SILENCE_MS)
  }
  // By hand: `AbortSignal.any` is younger than the oldest browsers that this is built for.
  const theirs = typeof request === 'string' ? init?.signal : request.signal
  if (theirs?.aborted) ending.abort(theirs.reason)
  theirs?.addEventListener('abort', () => ending.abort(theirs.reason))
  wait()
  try {
    const answer = await fetch(request, { ...init, signal: ending.signal })
    if (answer.body === null) stop()
    else wait()
    const pieces = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, onward) => {
          wait()
          onward.enqueue(piece)
        },
        flush: stop,
      }),
    )
    return pieces === undefined ? answer : new Response(pieces, answer)
  } catch (fault) {
    stop()
    throw fault
  }
}
