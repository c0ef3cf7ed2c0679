import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { componentKindLabel, componentLabel } from '#domain/components/component.ts'
import { componentAge, warrantyLabel } from '#domain/components/component-age.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { api, type ClientContext, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { ComponentView, FormComponent } from './component-fields.tsx'
import { ComponentForm } from './component-form.tsx'
import styles from './components.module.css'
import { PlatePhoto } from './plate-photo.tsx'
import { type ComponentRecord, useRefetchComponents } from './use-refetch-components.ts'

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
  const dispute = entries.findLast(({ ticketId: own }) => own !== null)?.dispute ?? null
  const label = componentLabel(component)
  const onClose = () => setOpen(false)
  const button = (name: OpenForm, words: string) => (
    <Button
      {...(name === form && { ref: opener })}
      size="compact-sm"
      variant="subtle"
      onClick={() => {
        setForm(name)
        setOpen(true)
      }}
    >
      {words}
      <VisuallyHidden> {label}</VisuallyHidden>
    </Button>
  )
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
          {button('correct', 'Correct')}
          {button('replace', 'Replace')}
          {button('remove', 'Remove')}
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

/**
 * Place, year, serial number, days and age of a component in one line; `source` says why the number is read. `today` is a
 * date of the reader's calendar.
 */
export function componentFacts(component: FormComponent, today: string, source = ''): string {
  const { place, serial, modelYear, installedOn, endedOn, isInstalled, warrantyUntil = null } = component
  return [
    place,
    modelYear,
    serial === null ? 'serial number not shared' : serial === '' ? '' : `serial ${serial}${source}`,
    installedOn === null ? '' : `installed ${formatDayWithYear(installedOn)}`,
    isInstalled ? componentAge(component, today) : '',
    isInstalled ? '' : endedOn === null ? 'removed' : `until ${formatDayWithYear(endedOn)}`,
    isInstalled ? warrantyLabel({ warrantyUntil }, today) : '',
  ]
    .filter(fact => fact !== '')
    .join(' · ')
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
          <li key={entry.entryId}>
            {`${sentenceOf(entry)}: ${[entry.maker, entry.model, entry.serial ?? ''].filter(text => text !== '').join(' ') || 'nothing on the plate'}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

type Entry = ComponentView['entries'][number]

export const ENTRY_VERBS = { entered: 'Entered', corrected: 'Corrected', removed: 'Removed' } as const

type RemoveFormProps = {
  record: ComponentRecord
  timeZone: string
  component: FormComponent
  onClose: () => void
}

/** Since when a component is no longer in the RV. */
export function RemoveForm({ record, timeZone, component, onClose }: RemoveFormProps) {
  const today = dayOf(new Date(), timeZone)
  const form = useForm({ initialValues: { day: today } })
  const refetch = useRefetchComponents(record)
  const { run, isRunning } = useMutationOnce(
    (input: { componentId: string; day: string | null }, options: { context: ClientContext }) =>
      'vin' in record
        ? client.rigComponents.remove({ ...record, ...input }, options)
        : client.components.remove({ ...record, ...input }, options),
    {
      onDone: async () => {
        await refetch()
        notify.success('Saved.')
        onClose()
      },
      onError: setFormErrors(form),
    },
  )
  const submit = submitWith(form, ({ day }) => run({ componentId: component.componentId, day: day || null }))
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Remove Component"
      onSubmit={submit}
      onKeyDown={onEscape(onClose)}
    >
      <TextInput
        type="date"
        label="Removed"
        description="It stays on record under No longer in the RV."
        max={today}
        data-autofocus
        {...form.getInputProps('day')}
      />
      <div className={styles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
