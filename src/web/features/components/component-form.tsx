import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import type { ComponentKind } from '#domain/components/component.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { ComponentFields, type FormSubject, useComponentForm } from './component-fields.tsx'
import styles from './components.module.css'
import { usePlate, usePlateUpload } from './use-plate.tsx'
import { useRefetchComponents } from './use-refetch-components.ts'

type ComponentFormProps = {
  ticketId: number
  timeZone: string
  of: FormSubject
  /** What is entered, unless it is chosen here. */
  kind?: ComponentKind
  /** In the bay: the line whose photo of a plate it is, should the desk get it. */
  jobNumber?: number
  draft: string
  onClose: () => void
}

const SAVED_ON_PHONE = 'Saved on this phone. The desk gets it as soon as you have a signal.'

/** Types what is on a component's plate, or reads it from a photo. In the bay it is stored on the phone first. */
export function ComponentForm(props: ComponentFormProps) {
  const { ticketId, timeZone, of, kind, jobNumber = 1, draft: draftKey, onClose } = props
  const { form, corrected, title, place, changed } = useComponentForm(of, timeZone, kind)
  const [componentId] = useState(() => corrected?.componentId ?? randomUuid())
  const draft = useDraft(form, draftKey)
  const plate = usePlate(form)
  const outbox = useContext(TicketOutboxContext)
  const close = () => {
    draft.clear()
    onClose()
  }
  const refetch = useRefetchComponents({ ticketId })
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
  const submit = submitWith(form, ({ kind: chosen, serial, day, warrantyUntil, ...typed }) => {
    const named = { ...typed, kind: chosen as ComponentKind }
    const facts = { serial, day: day || null, warrantyUntil: warrantyUntil || null }
    if (isEntered) void sendPhoto()
    else if (corrected !== null) correct.run({ ticketId, componentId, ...named, ...changed(facts) })
    else
      add.run({
        ticketId,
        componentId,
        ...named,
        ...facts,
        ...(of !== null && { replaces: of.component.componentId }),
      })
  })
  return (
    <form
      ref={place}
      className={styles.form}
      noValidate
      aria-label={title}
      onSubmit={submit}
      onKeyDown={onEscape(close)}
    >
      <DraftNote draft={draft} />
      {plate.field}
      {upload.error !== null && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {`The component is saved, its photo is not. ${upload.error}`}
        </FieldNote>
      )}
      <ComponentFields form={form} timeZone={timeZone} noteOf={plate.noteOf} hasWarranty />
      <Group mt="sm" gap="xs">
        <SaveCancelButtons
          isRunning={add.isRunning || correct.isRunning || upload.isRunning || plate.isPreparing}
          onCancel={close}
        />
      </Group>
    </form>
  )
}
