import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import {
  COMPONENT_KIND_LIST,
  COMPONENT_KINDS,
  type ComponentKind,
  componentErrors,
} from '#domain/components/component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './components.module.css'
import { usePlate, usePlateUpload } from './use-plate.tsx'

export type ComponentView = Awaited<ReturnType<typeof api.components.list.call>>['components'][number]

/** A component as it is in the RV, from whichever answer. */
type InstalledComponent = Omit<ComponentView, 'isInstalled' | 'endedOn' | 'replacedBy' | 'entries'>

const KINDS = [
  { value: '', label: 'Choose…' },
  ...COMPONENT_KIND_LIST.map(value => ({ value, label: COMPONENT_KINDS[value] })),
]

const valuesOf = (component: InstalledComponent | null) => ({
  kind: component?.kind ?? ('' as ComponentKind | ''),
  name: component?.name ?? '',
  place: component?.place ?? '',
  maker: component?.maker ?? '',
  model: component?.model ?? '',
  serial: component?.serial ?? '',
  modelYear: component?.modelYear ?? '',
  day: component?.installedOn ?? '',
  warrantyUntil: component?.warrantyUntil ?? '',
})

type ComponentFormProps = {
  ticketId: number
  timeZone: string
  /** What is corrected, or what the new one replaces; null for one that was not known. */
  of: { readonly component: InstalledComponent; readonly isReplaced: boolean } | null
  /** What is entered, unless it is chosen here. */
  kind?: ComponentKind
  /** In the bay: the line whose photo of a plate it is, should the desk get it. */
  jobNumber?: number
  draft: string
  onClose: () => void
}

const SAVED_ON_PHONE = 'Saved on this phone. The desk gets it as soon as you have a signal.'

/** Types what is on a component's plate, or reads it from a photo. In the bay it is stored on the phone first. */
export function ComponentForm({
  ticketId,
  timeZone,
  of,
  kind = undefined,
  jobNumber = 1,
  draft: draftKey,
  onClose,
}: ComponentFormProps) {
  const corrected = of !== null && !of.isReplaced ? of.component : null
  const [componentId] = useState(() => corrected?.componentId ?? randomUuid())
  const form = useForm({
    initialValues: of?.isReplaced
      ? {
          ...valuesOf(null),
          ...{ kind: of.component.kind, name: of.component.name, place: of.component.place },
          day: dayOf(new Date(), timeZone),
        }
      : { ...valuesOf(corrected), ...(kind && { kind }) },
    validate: values => ({
      ...(values.kind === '' && { kind: 'Choose what it is.' }),
      ...componentErrors(values, new Date()),
    }),
  })
  const draft = useDraft(form, draftKey)
  const plate = usePlate(form)
  const outbox = useContext(TicketOutboxContext)
  const close = () => {
    draft.clear()
    onClose()
  }
  const queries = useQueryClient()
  const refetch = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.components.list.key({ input: { ticketId } }) }),
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
    ])
  const upload = usePlateUpload(ticketId, componentId)
  const isStored = useRef(false)
  /** Once it is entered, only its photo is left to send. */
  const [isEntered, setEntered] = useState(false)
  async function sendPhoto(): Promise<void> {
    if (plate.photo !== null && !(await upload.send(plate.photo))) return
    await refetch()
    notify.success('Saved.')
    close()
  }
  const answers = {
    onStored: () => {
      isStored.current = true
      const input = { ticketId, componentId, jobNumber }
      const onError = ({ message }: { message: string }) => notify.failure(message)
      if (plate.photo !== null) outbox?.tap(ticketId, 'addPlate', input, { onError }, { photo: plate.photo })
      close()
    },
    onWaiting: () => notify.success(SAVED_ON_PHONE),
    onDone: ({ note }: { note: string | null }) => {
      if (note !== null) notify.failure(note)
      if (isStored.current) return
      setEntered(true)
      void sendPhoto()
    },
    onError: setFormErrors(form, draft),
  }
  const add = useTicketCommand(ticketId, client.components.add, { ...answers, inBay: 'addComponent' })
  const correct = useTicketCommand(ticketId, client.components.correct, {
    ...{ ...answers, inBay: 'correctComponent' },
  })
  const submit = submitWith(form, ({ kind: chosen, day, warrantyUntil, ...typed }) => {
    const details = {
      ...typed,
      kind: chosen as ComponentKind,
      day: day || null,
      warrantyUntil: warrantyUntil || null,
    }
    if (isEntered) void sendPhoto()
    else if (corrected !== null) correct.run({ ticketId, componentId, ...details })
    else
      add.run({
        ticketId,
        componentId,
        ...details,
        ...(of !== null && { replaces: of.component.componentId }),
      })
  })
  const start = useRef(() =>
    form
      .getInputNode<HTMLElement, never>((of === null && kind === undefined ? 'kind' : 'maker') as never)
      ?.focus(),
  )
  useEffect(() => start.current(), [])
  const title = of === null ? 'Add Component' : of.isReplaced ? 'Replace Component' : 'Correct Component'
  return (
    <form className={styles.form} noValidate aria-label={title} onSubmit={submit} onKeyDown={onEscape(close)}>
      <DraftNote draft={draft} />
      {plate.field}
      {upload.error !== null && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {`The component is saved, its photo is not. ${upload.error}`}
        </FieldNote>
      )}
      <Fields>
        <NativeSelect label="Component" data={KINDS} {...form.getInputProps('kind')} />
        {form.values.kind === 'other' && (
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        )}
        <TextInput
          label="Maker"
          description={plate.noteOf('maker')}
          autoComplete="off"
          {...form.getInputProps('maker')}
        />
        <TextInput
          label="Model"
          description={plate.noteOf('model')}
          autoComplete="off"
          {...form.getInputProps('model')}
        />
        <TextInput
          label="Serial Number"
          description={plate.noteOf('serial')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('serial')}
        />
        <TextInput
          label="Year"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          {...form.getInputProps('modelYear')}
        />
        <TextInput
          label="Place"
          placeholder="Bedroom, rear, curb side"
          autoComplete="off"
          {...form.getInputProps('place')}
        />
        <TextInput
          type="date"
          label="Installed"
          max={dayOf(new Date(), timeZone)}
          {...form.getInputProps('day')}
        />
        <TextInput type="date" label="Maker’s Warranty Until" {...form.getInputProps('warrantyUntil')} />
      </Fields>
      <Group mt="sm" gap="xs">
        <SaveCancelButtons
          isRunning={add.isRunning || correct.isRunning || upload.isRunning || plate.isPreparing}
          onCancel={close}
        />
      </Group>
    </form>
  )
}
