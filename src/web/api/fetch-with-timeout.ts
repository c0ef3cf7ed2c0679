// `fetch` with an end to its patience. A line that is cut in silence, in a dead zone or by a router that forgot it,
// breaks nothing that the browser could tell: without a limit a press would wait for its answer for ever.

/** More than the server gives its database before it says itself that it cannot (`query_timeout`). */
const TIMEOUT_MS = 25_000

/**
 * As `fetch`, and rejects when no answer, or no further piece of it, has come for a while. Not for pictures, which
 * take their time to be sent.
 */
export async function fetchWithTimeout(request: Request | string, init?: RequestInit): Promise<Response> {
  const timeoutController = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => clearTimeout(timer)
  const restartTimer = (): void => {
    stopTimer()
    timer = setTimeout(() => timeoutController.abort(), TIMEOUT_MS)
  }
  // By hand: `AbortSignal.any` is younger than the oldest browsers that this is built for.
  const callerSignal = typeof request === 'string' ? init?.signal : request.signal
  if (callerSignal?.aborted) timeoutController.abort(callerSignal.reason)
  callerSignal?.addEventListener('abort', () => timeoutController.abort(callerSignal.reason))
  restartTimer()
  try {
    const response = await fetch(request, { ...init, signal: timeoutController.signal })
    if (response.body === null) stopTimer()
    else restartTimer()
    const streamedBody = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          restartTimer()
          controller.enqueue(chunk)
        },
        flush: stopTimer,
      }),
    )
    return streamedBody === undefined ? response : new Response(streamedBody, response)
  } catch (error) {
    stopTimer()
    throw error
  }
}
