import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import styles from './notices.module.css'
import { NOTICES_AT_ONCE } from './notify.tsx'

/** Room for the sentence below a field, in pixels. */
const SENTENCE = 40

/** Scrolls the field that has the cursor out from under the notices. */
function uncoverField(notices: Element): void {
  const field = document.activeElement
  if (field === null || !field.matches('input, textarea, select')) return
  const [over, under] = [notices.getBoundingClientRect(), field.getBoundingClientRect()]
  const isBeside = over.height === 0 || under.right < over.left || under.left > over.right
  const hidden = under.bottom + SENTENCE - over.top
  if (!isBeside && hidden > 0 && under.top < over.bottom) window.scrollBy({ top: hidden })
}

/** Where `notify` shows its words. */
export function Notices() {
  useEffect(() => {
    const notices = document.querySelector(`.${styles.root}[data-position="bottom-right"]`)
    if (notices === null) return
    const uncover = () => uncoverField(notices)
    const watch = new ResizeObserver(uncover)
    watch.observe(notices)
    document.addEventListener('focusin', uncover)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', uncover)
    }
  }, [])

  return (
    <Notifications
      position="bottom-right"
      limit={NOTICES_AT_ONCE}
      containerWidth={420}
      classNames={{ root: styles.root ?? '', notification: styles.notice ?? '' }}
    />
  )
}
