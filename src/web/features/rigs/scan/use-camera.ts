import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraFault, runCamera } from './camera.ts'
import { hasLight, switchLight } from './torch.ts'

export type CameraNow = {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isLive: boolean
  readonly fault: CameraFault | null
  /** Null where it has none that can be switched. */
  readonly isLit: boolean | null
  readonly onLight: () => void
  readonly onAgain: () => void
}

/** The camera's picture in `video`, while it is wanted and the page is looked at. */
export function useCamera(isWanted: boolean): CameraNow {
  const video = useRef<HTMLVideoElement>(null)
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [fault, setFault] = useState<CameraFault | null>(null)
  const [isLit, setLit] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another start
  useEffect(() => {
    setFault(null)
    if (!isWanted) return
    return runCamera({
      onPicture: next => {
        setStream(next)
        setLit(false)
        if (next !== null) setFault(null)
        if (video.current !== null) video.current.srcObject = next
      },
      onFault: setFault,
    })
  }, [isWanted, tries])

  return {
    video,
    fault,
    isLive: stream !== null,
    isLit: hasLight(stream) ? isLit : null,
    onLight: () => void switchLight(stream, !isLit).then(isDone => isDone && setLit(!isLit)),
    onAgain: () => setTries(before => before + 1),
  }
}
