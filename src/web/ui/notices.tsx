import { type ComponentType, useEffect, useState } from 'react'
import { noticeCode } from './notify.ts'
import { whenIdle } from './when-idle.ts'

/** Where `notify` shows its words, once the first page stands. */
export function Notices() {
  const [Corner, setCorner] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      whenIdle(() =>
        noticeCode().then(
          ({ NoticeCorner }) => setCorner(() => NoticeCorner),
          () => {},
        ),
      ),
    [],
  )
  return Corner === null ? null : <Corner />
}
