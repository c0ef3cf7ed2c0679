// A phone's light. Not every browser knows of it, and TypeScript does not.

type Capabilities = MediaTrackCapabilities & { readonly torch?: boolean }

const trackOf = (stream: MediaStream | null): MediaStreamTrack | undefined => stream?.getVideoTracks()[0]

export const hasTorch = (stream: MediaStream | null): boolean => {
  const capabilities: Capabilities | undefined = trackOf(stream)?.getCapabilities?.()
  return capabilities?.torch === true
}

/** Whether it is so now. */
export async function setTorch(stream: MediaStream | null, on: boolean): Promise<boolean> {
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
