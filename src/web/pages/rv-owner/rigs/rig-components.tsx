import { Button, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { componentKindLabel, componentLabel } from '#domain/components/component.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { MAX_NOTE_LENGTH } from '#domain/rig-claims/claim-code.ts'
import { api, type ClientContext, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import { componentFacts, ENTRY_VERBS, entryText } from '#web/features/components/component-facts.ts'
import componentStyles from '#web/features/components/components.module.css'
import { RemoveForm } from '#web/features/components/remove-form.tsx'
import { RowButton } from '#web/features/components/row-button.tsx'
import { useRefetchComponents } from '#web/features/components/use-refetch-components.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { Adder } from '#web/features/tickets/adder.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { RigComponentForm } from './rig-component-form.tsx'
import { useRigCommand } from './use-rig-command.ts'

type RigComponentsList = Awaited<ReturnType<typeof api.rigComponents.list.call>>
type OwnedComponent = RigComponentsList['components'][number]
type Entry = OwnedComponent['entries'][number]

/** A command on the rig's components; when it is done, their list is refetched. */
function useComponentCommand<Input, Output>(
  vin: string,
  call: (input: Input, options: { context: ClientContext }) => Promise<Output>,
  onDone: () => void,
) {
  const refetch = useRefetchComponents({ vin })
  return useRigCommand(call, async () => {
    await refetch()
    onDone()
  })
}

const saved = () => notify.success('Saved.')

/** What the rig is made of; a button until something is on record, or its owner opens it. */
export function RigComponents({ vin }: { vin: string }) {
  const timeZone = useBrowserTimeZone()
  const [isOpened, setOpened] = useState(false)
  const { data, error, refetch } = useQuery(api.rigComponents.list.queryOptions({ input: { vin } }))
  if (data === undefined)
    return error === null ? null : (
      <Panel title="Components">
        <QueryError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  const { components, sharesAll } = data
  if (components.length === 0 && !isOpened)
    return (
      <span>
        <Button onClick={() => setOpened(true)}>Components</Button>
      </span>
    )
  const installed = components.filter(({ isInstalled }) => isInstalled)
  const ended = components.filter(({ isInstalled }) => !isInstalled)
  const draft = `component of ${vin}`
  const rowOf = (component: OwnedComponent) => (
    <ComponentRow key={component.componentId} {...{ vin, timeZone, component, sharesAll }} />
  )
  return (
    <Panel title="Components" count={installed.length} flush>
      {installed.length === 0 && (
        <p className={componentStyles.none}>
          Furnace, water heater, tires: what you enter here is at hand for the next repair.
        </p>
      )}
      {components.some(hasSerial) && <ShareAll vin={vin} isShared={sharesAll} />}
      <ul className={componentStyles.list}>{installed.map(rowOf)}</ul>
      <Adder label="Add Component" draft={draft}>
        {({ onClose }) => <RigComponentForm of={null} {...{ vin, timeZone, draft, onClose }} />}
      </Adder>
      {ended.length > 0 && (
        <details className={componentStyles.ended}>
          <summary>{`No longer in the RV (${ended.length})`}</summary>
          <ul className={componentStyles.list}>{ended.map(rowOf)}</ul>
        </details>
      )}
    </Panel>
  )
}

const hasSerial = ({ serial }: OwnedComponent): boolean => serial !== null && serial !== ''

function ShareAll({ vin, isShared }: { vin: string; isShared: boolean }) {
  const { run, isRunning } = useComponentCommand(vin, client.rigComponents.share, saved)
  return (
    <div className={componentStyles.component}>
      <Switch
        label="Share all serial numbers"
        description="Shops that work on your RV see makers and models. With this on they see serial numbers, too. It ends when you turn it off, or sell or remove the RV."
        checked={isShared}
        disabled={isRunning}
        onChange={event => run({ vin, isShared: event.currentTarget.checked })}
      />
    </div>
  )
}

type ComponentRowProps = { vin: string; timeZone: string; component: OwnedComponent; sharesAll: boolean }

type OpenForm = 'correct' | 'replace' | 'remove' | 'dispute'

function ComponentRow({ vin, timeZone, component, sharesAll }: ComponentRowProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const [form, setForm] = useState<OpenForm>('correct')
  const share = useComponentCommand(vin, client.rigComponents.share, saved)
  const { componentId, maker, model, isInstalled, isByOwner, isShared, entries } = component
  const facts = componentFacts(component, dayOf(useNow(), timeZone), isShared ? ' (shared)' : '')
  const disputable = entries.findLast(({ canDispute }) => canDispute)
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
    <li className={componentStyles.component}>
      <strong>{componentKindLabel(component)}</strong> <span>{[maker, model].join(' ').trim()}</span>
      {facts !== '' && <span className={componentStyles.facts}>{facts}</span>}
      <ul className={componentStyles.entries}>
        {entries.map(entry => (
          <EntryItem key={entry.entryId} isOnly={entries.length === 1} {...{ vin, timeZone, entry, label }} />
        ))}
      </ul>
      {!isOpen && (
        <div className={componentStyles.buttons}>
          {isInstalled && isByOwner && <RowButton text="Correct" {...opening('correct')} />}
          {isInstalled && <RowButton text="Replace" {...opening('replace')} />}
          {isInstalled && <RowButton text="Remove" {...opening('remove')} />}
          {hasSerial(component) && !sharesAll && (
            <RowButton
              text={isShared ? 'Stop sharing serial number' : 'Share serial number'}
              about={label}
              disabled={share.isRunning}
              onClick={() => share.run({ vin, componentId, isShared: !isShared })}
            />
          )}
          {disputable !== undefined && !disputable.isMyDispute && (
            <RowButton text="Dispute" {...opening('dispute')} />
          )}
        </div>
      )}
      {isOpen && form === 'remove' && <RemoveForm record={{ vin }} {...{ timeZone, component, onClose }} />}
      {isOpen && form === 'dispute' && disputable !== undefined && (
        <DisputeForm {...{ vin, onClose }} entryId={disputable.entryId} />
      )}
      {isOpen && (form === 'correct' || form === 'replace') && (
        <RigComponentForm
          of={{ component, isReplaced: form === 'replace' }}
          draft={`${form} component ${componentId} of ${vin}`}
          {...{ vin, timeZone, onClose }}
        />
      )}
    </li>
  )
}

type EntryItemProps = { vin: string; timeZone: string; entry: Entry; label: string; isOnly: boolean }

/** Who entered it and when, and what is disputed of it. */
function EntryItem({ vin, timeZone, entry, label, isOnly }: EntryItemProps) {
  const { entryId, how, enteredAt, companyName, isMine, isByOwner, dispute, isMyDispute } = entry
  const withdraw = useComponentCommand(vin, client.rigComponents.withdrawDispute, () =>
    notify.success('Dispute deleted.'),
  )
  const who = isMine ? 'you' : isByOwner ? 'a previous owner' : (companyName ?? 'a company')
  // Of the only one the row above says it.
  const plate = isOnly ? '' : entryText(entry)
  return (
    <li className={componentStyles.facts}>
      <span>{`${ENTRY_VERBS[how]} ${formatDayWithYear(dayOf(enteredAt, timeZone))} by ${who}${plate === '' ? '' : `: ${plate}`}`}</span>
      {dispute !== null && (
        <span className={componentStyles.dispute}>
          {`${isMyDispute ? 'You dispute' : 'A previous owner disputes'} this. ${dispute}`}
        </span>
      )}
      {isMyDispute && (
        <ConfirmInline
          label="Delete dispute"
          about={label}
          question="This can’t be undone."
          loading={withdraw.isRunning}
          onConfirm={() => withdraw.run({ vin, entryId })}
        />
      )}
    </li>
  )
}

type DisputeFormProps = { vin: string; entryId: string; onClose: () => void }

/** What is wrong with what a company entered. */
function DisputeForm({ vin, entryId, onClose }: DisputeFormProps) {
  const form = useForm({
    initialValues: { words: 'This is not my serial number.' },
    validate: { words: typed => (typed.trim() === '' ? 'Required.' : null) },
  })
  const draft = useDraft(form, `dispute of component ${entryId}`)
  const close = () => {
    draft.clear()
    onClose()
  }
  const { run, isRunning } = useComponentCommand(vin, client.rigComponents.dispute, () => {
    notify.success('Dispute saved.')
    close()
  })
  return (
    <form
      className={componentStyles.form}
      noValidate
      aria-label="Dispute Component"
      onSubmit={form.onSubmit(({ words }) => run({ vin, entryId, words }))}
      onKeyDown={onEscape(isRunning ? null : onClose)}
    >
      <DraftNote draft={draft} />
      <TextArea
        label="What’s wrong"
        description="The shop gets an email, and the founders see it; both without your name."
        autoFocus
        minRows={2}
        maxRows={12}
        maxLength={MAX_NOTE_LENGTH}
        {...form.getInputProps('words')}
      />
      <div className={componentStyles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={close} />
      </div>
    </form>
  )
}
