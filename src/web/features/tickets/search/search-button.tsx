import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import styles from './search-button.module.css'

// The dialog's code loads with the first search.
const loadDialog = lazyPage(() => import('./search-dialog.tsx'))
const SearchDialog = lazy(() => loadDialog().then(({ SearchDialog }) => ({ default: SearchDialog })))

const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** Opens the search over the company's tickets; Ctrl K does so anywhere. */
export function SearchButton() {
  const isHydrated = useHydrated()
  const [isLoaded, setLoaded] = useState(false)
  const { isLoading, load } = useLazyModule(loadDialog)
  const openDialog = () =>
    void load(({ openSearch }) => {
      setLoaded(true)
      openSearch()
    })
  // Also from within a field.
  useHotkeys([['mod+K', openDialog]], [])

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K"
        aria-busy={isLoading || undefined}
        onClick={openDialog}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
        Find
        <kbd className={styles.keys} aria-hidden>
          {isHydrated && isMac() ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isLoaded && (
        <Suspense fallback={null}>
          <SearchDialog />
        </Suspense>
      )}
    </>
  )
}
