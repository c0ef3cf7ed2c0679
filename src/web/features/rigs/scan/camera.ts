// The camera, on only while somebody looks at its picture: it goes out with the page, with the tab, and with
// the dialog, and comes on again when the tab is looked at again.

/** Why there is no picture. */
export type CameraFault = 'blocked' | 'none' | 'busy' | 'broken'

export const CAMERA_FAULTS: Readonly<Record<CameraFault, string>> = {
  blocked:
    'The camera is blocked for this site. Allow it beside the address or in the browser’s settings and try again, or use a photo.',
  none: 'No camera was found on this device. Use a photo, or type the VIN.',
  busy: 'The camera is in use or was taken away. Close what else uses it and try again, or use a photo.',
  broken: 'The camera could not be started. Try again, use a photo, or type the VIN.',
}

const BY_NAME = new Map<string, CameraFault>([
  ['NotAllowedError', 'blocked'],
  ['SecurityError', 'blocked'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])

/** From the name of what `getUserMedia` refused with. */
export const cameraFault = (fault: unknown): CameraFault =>
  (fault instanceof Error && BY_NAME.get(fault.name)) || 'broken'

const WANTED: MediaStreamConstraints = {
  audio: false,
  // The narrow bars of a long code need a sharp picture.
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

const letGo = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

type Told = {
  /** Null while there is no picture. */
  onPicture: (stream: MediaStream | null) => void
  onFault: (fault: CameraFault) => void
}

/** Runs the camera for as long as the page is looked at. Answers with what ends it, at once. */
export function runCamera({ onPicture, onFault }: Told): () => void {
  let stream: MediaStream | null = null
  // Permission may be given after the wish is gone: what comes then is let go at once.
  let attempt = 0

  function end(): void {
    attempt += 1
    letGo(stream)
    stream = null
    onPicture(null)
  }

  async function begin(): Promise<void> {
    attempt += 1
    const mine = attempt
    try {
      const next = await navigator.mediaDevices.getUserMedia(WANTED)
      if (mine !== attempt) return letGo(next)
      stream = next
      // Never after a stop of our own: unplugged, or the system took it.
      next.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (mine !== attempt) return
        end()
        onFault('busy')
      })
      onPicture(next)
    } catch (fault) {
      if (mine === attempt) onFault(cameraFault(fault))
    }
  }

  const follow = (): void => (document.visibilityState === 'visible' ? void begin() : end())
  document.addEventListener('visibilitychange', follow)
  addEventListener('pagehide', end)
  if (document.visibilityState === 'visible') void begin()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    removeEventListener('pagehide', end)
    end()
  }
}
