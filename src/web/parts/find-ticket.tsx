import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { notify } from '#web/ui/notify.ts'
import styles from './find-ticket.module.css'
import { pageCode } from './page-code.ts'

// The dialog's code comes with the first search.
const dialogCode = pageCode(() => import('./find-dialog.tsx'))
const FindDialog = lazy(() => dialogCode().then(({ FindDialog }) => ({ default: FindDialog })))

const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** Opens the search over the company's tickets; so does Ctrl K from anywhere. */
export function FindTicket() {
  const isHydrated = useHydrated()
  const [isLoaded, setLoaded] = useState(false)

  async function find() {
    try {
      const { openFind } = await dialogCode()
      setLoaded(true)
      openFind()
    } catch (fault) {
      notify.failure(fault instanceof Error ? fault.message : String(fault))
    }
  }
  // Also from within a field: nobody should have to leave it first.
  useHotkeys([['mod+K', () => void find()]], [])

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K"
        onClick={() => void find()}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
        <kbd className={styles.keys} aria-hidden>
          {isHydrated && isMac() ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isLoaded && (
        <Suspense fallback={null}>
          <FindDialog />
        </Suspense>
      )}
    </>
  )
}
