// The camera, on only while somebody looks at its picture: it goes out with the page, with the tab, and with
// the dialog, and comes on again when the tab is looked at again.

/** Why there is no picture. */
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

/** From the name of what `getUserMedia` refused with. */
export const toCameraError = (error: unknown): CameraError =>
  (error instanceof Error && ERROR_BY_NAME.get(error.name)) || 'broken'

const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  // The narrow bars of a long code need a sharp picture.
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

const stopStream = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

type CameraHandlers = {
  /** Null while there is no picture. */
  onStream: (stream: MediaStream | null) => void
  onError: (fault: CameraError) => void
}

/** Runs the camera for as long as the page is looked at. Answers with what ends it, at once. */
export function runCamera({ onStream, onError }: CameraHandlers): () => void {
  let stream: MediaStream | null = null
  // Permission may be given after the wish is gone: what comes then is let go at once.
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
      // Never after a stop of our own: unplugged, or the system took it.
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

  const watchTrack = (): void => (document.visibilityState === 'visible' ? void start() : stop())
  document.addEventListener('visibilitychange', watchTrack)
  addEventListener('pagehide', stop)
  if (document.visibilityState === 'visible') void start()
  return () => {
    document.removeEventListener('visibilitychange', watchTrack)
    removeEventListener('pagehide', stop)
    stop()
  }
}
