// How far the live streams had come when the answers on the page were given: the first to listen begins there. Whoever
// listens again later resumes from what they heard themselves.

export type Heard = { readonly stream: string; readonly whose: string; readonly version: number }

const standing: Heard[] = []

export const takeUpHeard = (heard: readonly Heard[]): void => void standing.push(...heard)

/** The version up to which the page holds what this stream tells, said once; null where it is not known. */
export function heardUntil(stream: string, whose: string): number | null {
  const at = standing.findIndex(heard => heard.stream === stream && heard.whose === whose)
  return standing.splice(at, at === -1 ? 0 : 1)[0]?.version ?? null
}
