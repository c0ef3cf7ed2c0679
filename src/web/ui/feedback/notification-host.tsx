import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/ui/request-idle.ts'
import { noticeCode, whenSpoken } from './notify.ts'

/** Where `notify` shows its words, from the first of them on; most pages never have any. */
export function Notices() {
  const [Corner, setCorner] = useState<ComponentType | null>(null)
  useEffect(() => {
    whenSpoken(
      () =>
        void noticeCode().then(
          ({ NoticeCorner }) => setCorner(() => NoticeCorner),
          () => {},
        ),
    )
    // Its code is there before: nothing can be fetched to say that the connection is lost.
    return whenIdle(() => noticeCode().catch(() => {}))
  }, [])
  return Corner === null ? null : <Corner />
}
