// Shows notices. Their rendering is loaded after the first page, which has none yet.

import { loadOnce } from '#web/ui/load-once.ts'
import type { Notify } from './notification-list.tsx'

/** Once: a notice that was cleared and shown again must not be cleared last. */
export const loadNotificationList = loadOnce(() => import('./notification-list.tsx'))

let hasShown = false
let onFirstNotification = (): void => {}

/** Calls `mount` with the first notice; at once if there was one. */
export function onFirstShown(mount: () => void): void {
  onFirstNotification = mount
  if (hasShown) mount()
}

// Loaded at start, so that even a lost connection can be shown.
const withList = (show: (list: Notify) => void): void =>
  void loadNotificationList().then(
    ({ notificationList }) => {
      show(notificationList)
      hasShown = true
      onFirstNotification()
    },
    () => {},
  )

/** In-page notices with role="alert" and exactly this text. `NotificationHost` renders them once, in app.tsx. */
export const notify: Notify = {
  success: (text, topic) => withList(list => list.success(text, topic)),
  failure: (text, details) => withList(list => list.failure(text, details)),
  link: (text, target) => withList(list => list.link(text, target)),
  undoable: (text, undo, topic) => withList(list => list.undoable(text, undo, topic)),
  // Needs no rendering.
  clear: topic =>
    void loadNotificationList().then(
      ({ notificationList }) => notificationList.clear(topic),
      () => {},
    ),
}
