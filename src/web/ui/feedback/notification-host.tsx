import { type ComponentType, useEffect, useState } from 'react'
import { requestIdle } from '#web/ui/request-idle.ts'
import { loadNotificationList, onFirstShown } from './notify.ts'

/** Where `notify` shows its words, from the first of them on; most pages never have any. */
export function NotificationHost() {
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    onFirstShown(
      () =>
        void loadNotificationList().then(
          ({ NotificationList }) => setList(() => NotificationList),
          () => {},
        ),
    )
    // Its code is there before: nothing can be fetched to say that the connection is lost.
    return requestIdle(() => loadNotificationList().catch(() => {}))
  }, [])
  return List === null ? null : <List />
}
