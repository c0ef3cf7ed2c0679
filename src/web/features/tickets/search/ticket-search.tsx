import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import { useComingCode } from '#web/api/use-lazy-module.ts'
import styles from './ticket-search.module.css'

// The dialog's code comes with the first search.
const dialogCode = pageCode(() => import('./search-dialog.tsx'))
const FindDialog = lazy(() => dialogCode().then(({ FindDialog }) => ({ default: FindDialog })))

const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** Opens the search over the company's tickets; so does Ctrl K from anywhere. */
export function FindTicket() {
  const isHydrated = useHydrated()
  const [isLoaded, setLoaded] = useState(false)
  const { isComing, bring } = useComingCode(dialogCode)
  const find = () =>
    void bring(({ openFind }) => {
      setLoaded(true)
      openFind()
    })
  // Also from within a field: nobody should have to leave it first.
  useHotkeys([['mod+K', find]], [])

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K"
        aria-busy={isComing || undefined}
        onClick={find}
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
