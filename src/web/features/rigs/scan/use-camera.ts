import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraError, runCamera } from './camera.ts'

/** `torch` is a phone's flashlight. Not every browser supports it, and TypeScript's types lack it. */
type Capabilities = MediaTrackCapabilities & { readonly torch?: boolean }

const trackOf = (stream: MediaStream | null): MediaStreamTrack | undefined => stream?.getVideoTracks()[0]

const hasTorch = (stream: MediaStream | null): boolean => {
  const capabilities: Capabilities | undefined = trackOf(stream)?.getCapabilities?.()
  return capabilities?.torch === true
}

/** Returns whether the browser did it. */
async function setTorch(stream: MediaStream | null, on: boolean): Promise<boolean> {
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: on }
  return (
    trackOf(stream)
      ?.applyConstraints({ advanced: [constraint] })
      .then(
        () => true,
        () => false,
      ) ?? false
  )
}

type CameraState = {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isLive: boolean
  readonly error: CameraError | null
  /** Null if the camera has no torch. */
  readonly isTorchOn: boolean | null
  readonly onToggleTorch: () => void
  readonly onRetry: () => void
}

/** The camera's image in `video`, while wanted and visible. */
export function useCamera(isWanted: boolean): CameraState {
  const video = useRef<HTMLVideoElement>(null)
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [error, setError] = useState<CameraError | null>(null)
  const [isTorchOn, setTorchOn] = useState(false)
  const [attempts, setAttempts] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another start
  useEffect(() => {
    setError(null)
    if (!isWanted) return
    return runCamera({
      onStream: next => {
        setStream(next)
        setTorchOn(false)
        if (next !== null) setError(null)
        if (video.current !== null) video.current.srcObject = next
      },
      onError: setError,
    })
  }, [isWanted, attempts])

  return {
    video,
    error,
    isLive: stream !== null,
    isTorchOn: hasTorch(stream) ? isTorchOn : null,
    onToggleTorch: () => void setTorch(stream, !isTorchOn).then(isDone => isDone && setTorchOn(!isTorchOn)),
    onRetry: () => setAttempts(before => before + 1),
  }
}
