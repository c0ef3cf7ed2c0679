import { type ComponentType, useEffect, useState } from 'react'
import { noticeCode } from './notify.ts'

/** Where `notify` shows its words, once the first page stands. */
export function Notices() {
  const [Corner, setCorner] = useState<ComponentType | null>(null)
  useEffect(() => {
    noticeCode().then(
      ({ NoticeCorner }) => setCorner(() => NoticeCorner),
      () => {},
    )
  }, [])
  return Corner === null ? null : <Corner />
}
