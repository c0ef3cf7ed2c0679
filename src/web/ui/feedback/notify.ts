// What happened, in words. How that is drawn comes after the first page, which has nothing to say yet.

import type { Notify } from './types.ts'

export const noticeCode = () => import('./notification-list.tsx')

let hasSpoken = false
let onFirstWord = (): void => {}

/** Calls `mount` when there is something to say for the first time; at once where there has been. */
export function whenSpoken(mount: () => void): void {
  onFirstWord = mount
  if (hasSpoken) mount()
}

// Asked for at the start already, so that also the words for a lost connection can be drawn.
const soon = (say: (board: Notify) => void): void =>
  void noticeCode().then(
    ({ board }) => {
      say(board)
      hasSpoken = true
      onFirstWord()
    },
    () => {},
  )

/** In-page notices with role="alert" and exactly these words. `<Notices />` stands once, in app.tsx. */
export const notify: Notify = {
  success: text => soon(board => board.success(text)),
  failure: (text, details) => soon(board => board.failure(text, details)),
  leading: (text, place) => soon(board => board.leading(text, place)),
  undoable: (text, undo) => soon(board => board.undoable(text, undo)),
  // Nothing has to be drawn for that.
  clear: topic =>
    void noticeCode().then(
      ({ board }) => board.clear(topic),
      () => {},
    ),
}
