import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { normalizeVin, vinWarning } from '#domain/rigs/vin.ts'
import { SCAN_NEEDS_HTTPS, scanInputContainer } from '#web/features/rigs/scan/scan-input-container.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { PlainTextField } from '#web/ui/forms/plain-text-field.tsx'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './vin-search.module.css'

type VinSearchProps = {
  /** The last searched VIN, shown in the field. */
  vin?: string
  /** Gets the normalized VIN: upper case, without spaces. */
  onSearch: (vin: string) => void
}

/** Looks a rig up. A doubtful VIN is searched anyway, with a warning. */
export function VinSearch({ vin = '', onSearch }: VinSearchProps) {
  const [typed, setTyped] = useState(vin)
  const [isTyping, setTyping] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const noteId = useId()
  useEffect(() => setTyped(vin), [vin])

  function submit(event: FormEvent) {
    event.preventDefault()
    search(normalizeVin(typed))
  }

  function search(normalized: string) {
    setTyping(false)
    setMissing(normalized === '')
    if (normalized === '') return field.current?.focus()
    setTyped(normalized)
    onSearch(normalized)
  }

  const needsHttps = useNeedsHttps()
  const warning = isMissing ? 'Enter a VIN.' : isTyping ? null : vinWarning(normalizeVin(typed))
  return (
    <search>
      <form action="/work-history" onSubmit={submit} className={styles.form}>
        <div className={styles.field}>
          <PlainTextField
            ref={field}
            label="VIN"
            placeholder="Enter 17 digit VIN"
            name="vin"
            className={styles.input}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={noteId}
            inputContainer={scanInputContainer(search, { hasNote: true })}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setTyping(true)
              setMissing(false)
            }}
            onBlur={() => setTyping(false)}
          />
        </div>
        <PrimaryButton
          type="submit"
          size="md"
          className={styles.button ?? ''}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          Search
        </PrimaryButton>
        <p
          id={noteId}
          className={styles.note}
          data-tone={warning === null ? 'slate' : 'amber'}
          aria-live="polite"
        >
          {warning !== null && <IconAlertTriangle size={16} aria-hidden />}
          <span>{warning ?? (needsHttps ? SCAN_NEEDS_HTTPS : '')}</span>
        </p>
      </form>
    </search>
  )
}
