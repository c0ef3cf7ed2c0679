import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMap2 } from '@tabler/icons-react'
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { SaidSearch } from '#domain/companies/directory.ts'
import { countFilters, LONGEST_WORDS_ASKED } from '#domain/companies/search-params.ts'
import { pageCode } from '#web/api/lazy-page.ts'
import { PlainField } from '#web/ui/forms/read-only-field.tsx'
import styles from './company-search.module.css'
import type { Change } from './use-directory.ts'

// What needs suggestions and more comes when somebody opens it: most look for a name.
const filtersCode = pageCode(() => import('./company-filters.tsx'))
const CompanyFilters = lazy(() => filtersCode().then(code => ({ default: code.CompanyFilters })))

const REST_MS = 200

type FindCompanyProps = { said: SaidSearch; change: Change; placeFault: string | null }

/** The words that are typed, asked for once the keys rest; what was typed on meanwhile stays. */
function useTypedWords(q: string, change: Change) {
  const [typed, setTyped] = useState(q)
  const asked = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (q !== asked.current) setTyped(q)
    asked.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  function ask(text: string) {
    clearTimeout(timer.current)
    const words = text.trim()
    if (words === asked.current) return
    // One step back leads to before the first letter.
    const isReplaced = asked.current !== '' && words !== ''
    asked.current = words
    change({ q: words === '' ? undefined : words }, isReplaced)
  }
  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(text), REST_MS)
  }
  return { typed, type, ask: () => ask(typed) }
}

/** Searching the companies: by words at once, by a place and the rest behind a button. */
export function FindCompany({ said, change, placeFault }: FindCompanyProps) {
  const { typed, type, ask } = useTypedWords(said.q ?? '', change)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const filtersId = useId()
  const count = countFilters(said)
  const isMap = said.view === 'map'

  function open(isWanted: boolean) {
    setOpen(isWanted)
    if (isWanted) setWasOpen(true)
  }
  useEffect(() => {
    if (placeFault === null) return
    setOpen(true)
    setWasOpen(true)
  }, [placeFault])

  function submit(event: FormEvent) {
    event.preventDefault()
    ask()
  }

  return (
    <search aria-label="Find a company" className={styles.find}>
      <form action="/" onSubmit={submit} className={styles.words}>
        <PlainField
          label="Name, town or ZIP"
          name="q"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST_WORDS_ASKED}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
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
          <Suspense
            fallback={<div className={styles.coming} role="status" aria-label="Loading the filters…" />}
          >
            <CompanyFilters said={said} change={change} placeFault={placeFault} />
          </Suspense>
        )}
      </div>
    </search>
  )
}
