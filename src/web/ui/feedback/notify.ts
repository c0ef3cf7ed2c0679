// What happened, in words. How that is drawn comes after the first page, which has nothing to say yet.

import type { Notify } from './types.ts'

export const loadNotificationList = () => import('./notification-list.tsx')

let hasShown = false
let onFirstNotification = (): void => {}

/** Calls `mount` when there is something to say for the first time; at once where there has been. */
export function onFirstShown(mount: () => void): void {
  onFirstNotification = mount
  if (hasShown) mount()
}

// Asked for at the start already, so that also the words for a lost connection can be drawn.
const withList = (show: (list: Notify) => void): void =>
  void loadNotificationList().then(
    ({ notificationList }) => {
      show(notificationList)
      hasShown = true
      onFirstNotification()
    },
    () => {},
  )

/** In-page notices with role="alert" and exactly these words. `<Notices />` stands once, in app.tsx. */
export const notify: Notify = {
  success: text => withList(list => list.success(text)),
  failure: (text, details) => withList(board => board.failure(text, details)),
  link: (text, target) => withList(board => board.link(text, target)),
  undoable: (text, undo) => withList(board => board.undoable(text, undo)),
  // Nothing has to be drawn for that.
  clear: topic =>
    void loadNotificationList().then(
      ({ notificationList }) => notificationList.clear(topic),
      () => {},
    ),
}
