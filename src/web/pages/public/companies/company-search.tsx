import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMap2 } from '@tabler/icons-react'
import { type FormEvent, lazy, useEffect, useId, useState } from 'react'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { countFilters } from '#domain/companies/search-params.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { CompanySearchField } from '#web/features/companies/company-search-field.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts'
import styles from './company-search.module.css'
import type { ChangeSearch } from './use-directory.ts'

// The filters are loaded when they are opened: most visitors search for a name.
const loadFilters = lazyPage(() => import('./company-filters.tsx'))
const CompanyFilters = lazy(() => loadFilters().then(module => ({ default: module.CompanyFilters })))

const DEBOUNCE_MS = 200

type CompanySearchProps = { params: SearchParams; change: ChangeSearch; locationError: string | null }

/** The company search: a text field, with location and other filters behind a button. */
export function CompanySearch({ params, change, locationError }: CompanySearchProps) {
  const { typed, type, submit } = useDebouncedSearch(params.q ?? '', DEBOUNCE_MS, (query, before) =>
    // One step back returns to before the search.
    change({ q: query || undefined }, before !== '' && query !== ''),
  )
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const filtersId = useId()
  const count = countFilters(params)
  const isMap = params.view === 'map'

  function open(isWanted: boolean) {
    setOpen(isWanted)
    if (isWanted) setWasOpen(true)
  }
  useEffect(() => {
    if (locationError === null) return
    setOpen(true)
    setWasOpen(true)
  }, [locationError])

  function submitForm(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  return (
    <search aria-label="Find a company" className={styles.search}>
      <form action="/" onSubmit={submitForm} className={styles.words}>
        <CompanySearchField label="Name, city or ZIP" value={typed} onChange={type} />
      </form>
      <div className={styles.buttons}>
        <Button
          size="md"
          aria-expanded={isOpen}
          aria-controls={filtersId}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
        <Button
          size="md"
          leftSection={isMap ? null : <IconMap2 size={18} aria-hidden />}
          onClick={() => change({ view: isMap ? undefined : 'map' })}
        >
          {isMap ? 'List' : 'Map'}
        </Button>
      </div>
      <div id={filtersId} className={styles.filters} hidden={!isOpen}>
        {wasOpen && (
          <LazyContent
            fallback={<div className={styles.loading} role="status" aria-label="Loading the filters…" />}
          >
            <CompanyFilters params={params} change={change} locationError={locationError} />
          </LazyContent>
        )}
      </div>
    </search>
  )
}
