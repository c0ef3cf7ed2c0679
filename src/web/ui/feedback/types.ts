type FailureDetails = {
  /** Printed small below the sentence. */
  readonly requestId?: string | undefined
  readonly topic?: string
  /** Until somebody dismisses it, or it is cleared. */
  readonly persists?: boolean
}

/** What can be said of what happened. */
export type Notify = {
  readonly success: (text: string) => void
  readonly failure: (text: string, details?: FailureDetails) => void
  /** For what is to be looked at; it leads there. */
  readonly link: (
    text: string,
    link: { readonly to: string; readonly hash?: string; readonly words: string },
  ) => void
  /** For what is already done and can be taken back: `undo` runs at most once. */
  readonly undoable: (text: string, undo: () => void) => void
  /** Takes away what was said of a topic; of none: all. */
  readonly clear: (topic?: string) => void
}
