import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { componentKindLabel, componentLabel } from '#domain/components/component.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { componentFacts, ENTRY_VERBS, entryText } from './component-facts.ts'
import type { ComponentView } from './component-fields.tsx'
import { ComponentForm } from './component-form.tsx'
import styles from './components.module.css'
import { PlatePhoto } from './plate-photo.tsx'
import { RemoveForm } from './remove-form.tsx'
import { RowButton } from './row-button.tsx'

type ComponentsPanelProps = {
  /** Of the RV's ticket, by which the list is read. */
  ticketId: number
  /** Whether the ticket still takes entries. */
  isOpen: boolean
}

/** What the RV is made of; nothing in a company that does not list it. */
export function ComponentsPanel({ ticketId, isOpen }: ComponentsPanelProps) {
  const may = usePermission()
  const mayWrite = isOpen && may('component.write')
  const { data, error, refetch } = useQuery(api.components.list.queryOptions({ input: { ticketId } }))
  if (data === undefined && error !== null)
    return (
      <Panel title="Components">
        <QueryError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (data?.isOn !== true) return null
  const { components, timeZone } = data
  const installed = components.filter(({ isInstalled }) => isInstalled)
  const ended = components.filter(({ isInstalled }) => !isInstalled)
  const draft = `component on ${ticketId}`
  const rowOf = (component: ComponentView) => (
    <ComponentRow
      key={component.componentId}
      {...{ ticketId, timeZone, component }}
      mayWrite={mayWrite && component.isInstalled}
    />
  )
  return (
    <Panel
      title="Components"
      count={installed.length}
      flush
      {...(may('customer.see') && {
        actions: <TextLink to="/components">RVs by Component</TextLink>,
      })}
    >
      {installed.length === 0 && (
        <p className={styles.none}>Furnace, water heater, tires: what you enter is here at the next visit.</p>
      )}
      <ul className={styles.list}>{installed.map(rowOf)}</ul>
      {mayWrite && (
        <Adder label="Add Component" draft={draft}>
          {({ onClose }) => <ComponentForm of={null} {...{ ticketId, timeZone, draft, onClose }} />}
        </Adder>
      )}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>No longer in the RV ({ended.length})</summary>
          <ul className={styles.list}>{ended.map(rowOf)}</ul>
        </details>
      )}
    </Panel>
  )
}

type ComponentRowProps = {
  ticketId: number
  timeZone: string
  component: ComponentView
  mayWrite: boolean
}

type OpenForm = 'correct' | 'replace' | 'remove'

function ComponentRow({ ticketId, timeZone, component, mayWrite }: ComponentRowProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const may = usePermission()
  const today = dayOf(useNow(), timeZone)
  const [form, setForm] = useState<OpenForm>('correct')
  const { maker, model, isShared, entries } = component
  const facts = componentFacts(component, today, isShared ? ' (shared by the owner)' : '')
  // Its own last entry counts: a correction answers a dispute.
  const dispute =
    entries.findLast(({ ticketId: own, plate }) => own !== null && plate === null)?.dispute ?? null
  const label = componentLabel(component)
  const onClose = () => setOpen(false)
  const opening = (name: OpenForm) => ({
    ...(name === form && { ref: opener }),
    about: label,
    onClick: () => {
      setForm(name)
      setOpen(true)
    },
  })
  return (
    <li className={styles.component}>
      <div>
        <strong>{componentKindLabel(component)}</strong> {[maker, model].join(' ').trim()}
        {facts !== '' && <span className={styles.facts}>{facts}</span>}
        {dispute !== null && (
          <span className={styles.dispute}>{`Disputed by the RV’s owner: ${dispute}`}</span>
        )}
        <PlatePhoto plate={component.plate} label={label} />
        <Sightings component={component} timeZone={timeZone} />
      </div>
      {mayWrite && !isOpen && (
        <div className={styles.buttons}>
          <RowButton text="Correct" {...opening('correct')} />
          <RowButton text="Replace" {...opening('replace')} />
          <RowButton text="Remove" {...opening('remove')} />
          {maker !== '' && may('customer.see') && (
            <LinkButton size="compact-sm" variant="subtle" to="/components" search={{ maker, model }}>
              Other RVs
              <VisuallyHidden> with {label}</VisuallyHidden>
            </LinkButton>
          )}
        </div>
      )}
      {mayWrite && isOpen && form === 'remove' && (
        <RemoveForm record={{ ticketId }} {...{ timeZone, component, onClose }} />
      )}
      {mayWrite && isOpen && form !== 'remove' && (
        <ComponentForm
          of={{ component, isReplaced: form === 'replace' }}
          draft={`${form} component ${component.componentId}`}
          {...{ ticketId, timeZone, onClose }}
        />
      )}
    </li>
  )
}

/** What was entered about it so far, if it was more than once: a correction keeps what there was before. */
function Sightings({ component, timeZone }: { component: ComponentView; timeZone: string }) {
  const { entries } = component
  const [first] = entries
  if (first === undefined) return null
  const sentenceOf = ({ how, plate, enteredAt, enteredByName, isByOwner, ticketId }: Entry) =>
    [
      `${plate === null ? ENTRY_VERBS[how] : 'Plate photographed'} ${formatDayWithYear(dayOf(enteredAt, timeZone))} by ${enteredByName ?? (isByOwner ? 'the RV’s owner' : 'another company')}`,
      ...(ticketId === null ? [] : [`ticket ${ticketId}`]),
    ].join(', ')
  if (entries.length === 1) return <span className={styles.facts}>{sentenceOf(first)}</span>
  return (
    <details className={styles.facts}>
      <summary>{`${entries.length} entries`}</summary>
      <ul className={styles.entries}>
        {entries.map(entry => (
          <li key={entry.entryId}>{`${sentenceOf(entry)}: ${entryText(entry) || 'nothing on the plate'}`}</li>
        ))}
      </ul>
    </details>
  )
}

type Entry = ComponentView['entries'][number]
