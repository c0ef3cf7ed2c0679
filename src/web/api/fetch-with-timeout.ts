// `fetch` with a timeout. A silently dropped connection, in a dead zone or by a router, is no error to the browser:
// without a limit a request would wait forever.

/** Longer than the server's database timeout (`query_timeout`). */
const TIMEOUT_MS = 25_000

/**
 * Like `fetch`, but rejects when no response, or no further part of it, has arrived for a while. Not for images,
 * whose upload takes time.
 */
export async function fetchWithTimeout(url: string, init?: RequestInit): Promise<Response> {
  const timeoutController = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => clearTimeout(timer)
  const restartTimer = (): void => {
    stopTimer()
    timer = setTimeout(() => timeoutController.abort(), TIMEOUT_MS)
  }
  // Without `AbortSignal.any`, which the oldest supported browsers lack.
  const callerSignal = init?.signal
  if (callerSignal?.aborted) timeoutController.abort(callerSignal.reason)
  callerSignal?.addEventListener('abort', () => timeoutController.abort(callerSignal.reason))
  restartTimer()
  try {
    const response = await fetch(url, { ...init, signal: timeoutController.signal })
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
