// The camera, on only while its image is shown: it stops with the page, the tab, and the dialog, and restarts when
// the tab is shown again.

/** Why there is no image. */
export type CameraError = 'blocked' | 'none' | 'busy' | 'broken'

export const CAMERA_ERROR_MESSAGES: Readonly<Record<CameraError, string>> = {
  blocked:
    'The camera is blocked for this site. Allow it in the address bar or the browser’s settings and try again, or use a photo.',
  none: 'No camera was found on this device. Use a photo, or type the VIN.',
  busy: 'The camera is in use or was disconnected. Close other apps that use it and try again, or use a photo.',
  broken: 'Couldn’t start the camera. Try again, use a photo, or type the VIN.',
}

const ERROR_BY_NAME = new Map<string, CameraError>([
  ['NotAllowedError', 'blocked'],
  ['SecurityError', 'blocked'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])

/** From the name of `getUserMedia`'s error. */
export const toCameraError = (error: unknown): CameraError =>
  (error instanceof Error && ERROR_BY_NAME.get(error.name)) || 'broken'

const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  // The narrow bars of a long code need a sharp image.
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

const stopStream = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

type CameraHandlers = {
  /** Null without an image. */
  onStream: (stream: MediaStream | null) => void
  onError: (error: CameraError) => void
}

/** Runs the camera while the page is visible. Returns how to stop it at once. */
export function runCamera({ onStream, onError }: CameraHandlers): () => void {
  let stream: MediaStream | null = null
  // Permission may be granted too late: then the stream is stopped at once.
  let attempt = 0

  function stop(): void {
    attempt += 1
    stopStream(stream)
    stream = null
    onStream(null)
  }

  async function start(): Promise<void> {
    attempt += 1
    const currentAttempt = attempt
    try {
      const next = await navigator.mediaDevices.getUserMedia(CONSTRAINTS)
      if (currentAttempt !== attempt) return stopStream(next)
      stream = next
      // Not after our own stop: unplugged, or taken by the system.
      next.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (currentAttempt !== attempt) return
        stop()
        onError('busy')
      })
      onStream(next)
    } catch (error) {
      if (currentAttempt === attempt) onError(toCameraError(error))
    }
  }

  const onVisibilityChange = (): void => (document.visibilityState === 'visible' ? void start() : stop())
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('pagehide', stop)
  if (document.visibilityState === 'visible') void start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('pagehide', stop)
    stop()
  }
}
