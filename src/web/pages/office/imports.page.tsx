import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { SPREADSHEET_KINDS, type SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import type { Reading, TextEncoding } from '#domain/spreadsheet-import/text-encoding.ts'
import { api } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './import/imports.module.css'
import { KIND_TEXTS } from './import/kind-texts.ts'
import { PastImports } from './import/past-imports.tsx'
import type { TableFile } from './import/read-table.ts'
import { SettingsPage } from './settings-page.tsx'

const loadReader = lazyPage(() => import('./import/read-file.ts'))
const ImportPreview = lazyPanel(() =>
  import('./import/import-preview.tsx').then(({ ImportPreview }) => ImportPreview),
)

const EncodingChoice = lazyPanel(() =>
  import('./import/encoding-choice.tsx').then(({ EncodingChoice }) => EncodingChoice),
)

type ChosenFile = TableFile & { readonly name: string }
/** A file that has to be asked about. */
type UnclearFile = { readonly file: File; readonly readings: readonly Reading[] }

/** Customers and their rigs, employees, or past work from a spreadsheet: for the owner only. */
export function ImportsPage() {
  const queries = useQueryClient()
  const [kind, setKind] = useState<SpreadsheetKind>('customers')
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [unclear, setUnclear] = useState<UnclearFile | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const past = useRef<HTMLDivElement>(null)
  const { lead, sheet, templateFile } = KIND_TEXTS[kind]

  async function read(file: File, encoding: TextEncoding | null = null): Promise<void> {
    setReading(true)
    setError(null)
    setChosen(null)
    setUnclear(null)
    try {
      const { readFile } = await loadReader()
      const response = await readFile(file, encoding)
      if ('file' in response) setChosen({ name: file.name, ...response.file })
      else if ('readings' in response) setUnclear({ file, readings: response.readings })
      else setError(response.unreadable)
    } catch (failure) {
      setError((failure as Error).message)
    } finally {
      setReading(false)
    }
  }

  return (
    <SettingsPage
      title={PAGES.imports.title}
      lead="Bring your customers, employees and past work along from QuickBooks, your dealer system or a spreadsheet."
    >
      <Panels>
        <Panel title="What the File Holds">
          <SegmentedControl
            fullWidth
            className={styles.kinds}
            aria-label="What the file holds"
            mb="sm"
            data={SPREADSHEET_KINDS.map(value => ({ value, label: KIND_TEXTS[value].label }))}
            value={kind}
            onChange={value => setKind(value as SpreadsheetKind)}
          />
          <p className={styles.text}>
            {lead} Save your list as CSV, with the names of the columns above its rows. You see what will
            happen before anything is imported.
          </p>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            aria-label="CSV file"
            hidden
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              // So that the same file can be chosen again.
              if (file !== undefined) void read(file).finally(() => (currentTarget.value = ''))
            }}
          />
          <div className={styles.buttons}>
            {chosen === null && unclear === null ? (
              <PrimaryButton
                loading={isReading}
                loadingText="Reading the file…"
                onClick={() => input.current?.click()}
              >
                Choose a CSV File
              </PrimaryButton>
            ) : (
              <Button onClick={() => input.current?.click()}>Choose Another File</Button>
            )}
            <Button variant="subtle" onClick={() => downloadCsv(templateFile, [sheet.template])}>
              Download a Template
            </Button>
          </div>
          {error !== null && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
        </Panel>
        {unclear !== null && (
          <EncodingChoice
            fileName={unclear.file.name}
            readings={unclear.readings}
            onChoose={encoding => void read(unclear.file, encoding)}
          />
        )}
        {chosen !== null && (
          <ImportPreview
            key={`${kind} ${chosen.hash}`}
            kind={kind}
            fileName={chosen.name}
            fileHash={chosen.hash}
            lines={chosen.lines}
            onSent={() => {
              setChosen(null)
              past.current?.focus()
              void queries.invalidateQueries({ queryKey: api.imports.list.key() })
            }}
          />
        )}
        <div ref={past} tabIndex={-1}>
          <PastImports />
        </div>
      </Panels>
    </SettingsPage>
  )
}
