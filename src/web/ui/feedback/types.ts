type FailureDetails = {
  /** Shown small below the text. */
  readonly requestId?: string | undefined
  readonly topic?: string
  /** Until it is dismissed or cleared. */
  readonly persists?: boolean
}

/** The kinds of notices. */
export type Notify = {
  readonly success: (text: string) => void
  readonly failure: (text: string, details?: FailureDetails) => void
  /** With a link. */
  readonly link: (
    text: string,
    link: { readonly to: string; readonly hash?: string; readonly words: string },
  ) => void
  /** For completed actions that can be undone: `undo` runs at most once. */
  readonly undoable: (text: string, undo: () => void) => void
  /** Removes the notices of a topic; without one: all. */
  readonly clear: (topic?: string) => void
}
