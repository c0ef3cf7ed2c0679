// What happened, in words. How that is drawn comes after the first page, which has nothing to say yet.

type FailureDetails = {
  /** Printed small below the sentence. */
  readonly requestId?: string | undefined
  readonly topic?: string
}

/** In-page notices with role="alert" and exactly these words. `<Notices />` stands once, in main.tsx. */
export type Notify = {
  readonly success: (text: string) => void
  readonly failure: (text: string, details?: FailureDetails) => void
  /** For what is already done and can be taken back: `undo` runs at most once. */
  readonly undoable: (text: string, undo: () => void) => void
  readonly clear: () => void
}

export const noticeCode = () => import('./notice-board.tsx')

// Asked for at the start already, so that also the words for a lost connection can be drawn.
const soon = (say: (board: Notify) => void): void =>
  void noticeCode().then(
    ({ board }) => say(board),
    () => {},
  )

export const notify: Notify = {
  success: text => soon(board => board.success(text)),
  failure: (text, details) => soon(board => board.failure(text, details)),
  undoable: (text, undo) => soon(board => board.undoable(text, undo)),
  clear: () => soon(board => board.clear()),
}
