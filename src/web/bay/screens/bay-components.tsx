import { Button, Group } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import {
  COMPONENT_KINDS,
  type ComponentKind,
  componentKindLabel,
  componentLabel,
} from '#domain/components/component.ts'
import { kindsNamed } from '#domain/components/named-kinds.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { queueOf } from '#web/bay/bay-commands.ts'
import { dismissedPlates, dismissPlate } from '#web/bay/dismissed-plates.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import { ComponentForm } from '#web/features/components/component-form.tsx'
import styles from '#web/features/components/components.module.css'
import { PlatePhoto } from '#web/features/components/plate-photo.tsx'
import { storeBarcodeReader } from '#web/features/rigs/scan/barcode-reader.ts'
import { Adder } from '#web/features/tickets/adder.tsx'
import type { ComponentOfTicket, JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { UnsentMark } from './unsent-mark.tsx'
import { useOutboxEntries } from './use-bay-outbox.ts'
import { usePhotoUrl } from './use-photo-url.ts'

type PlateRequest = { readonly kind: ComponentKind; readonly job: JobView }

/** Of which components the plate is asked for: those that a line names, and of which no model and no plate is on record. */
function askedPlates(
  { jobs, components }: TicketView,
  hasPlate: (component: ComponentOfTicket) => boolean,
): readonly PlateRequest[] {
  const known = (components ?? []).flatMap(component =>
    component.model !== '' || hasPlate(component) ? [component.kind] : [],
  )
  const named = jobs.flatMap(job => kindsNamed(job.problem).map(kind => ({ kind, job })))
  return named.filter(
    ({ kind }, index) => !known.includes(kind) && named.findIndex(other => other.kind === kind) === index,
  )
}

/** What the RV of a ticket is made of, and the plates that its job lines ask for. */
export function BayComponents({ ticket }: { ticket: TicketView }) {
  const { ticketId, timeZone, components } = ticket
  const mayWrite =
    useTicketPermission()('component.write') && isInWork(ticket) && ticket.customerRV.vin !== ''
  const [dismissed, setDismissed] = useState<readonly ComponentKind[]>([])
  useEffect(() => setDismissed(dismissedPlates(ticketId)), [ticketId])
  // There may be no connection when a plate is photographed.
  useEffect(() => void (mayWrite && storeBarcodeReader()), [mayWrite])
  const waiting = useOutboxEntries().filter(
    ({ queue, name }) => queue === queueOf(ticketId) && name === 'addPlate',
  )
  const photoOf = ({ componentId }: ComponentOfTicket) =>
    waiting.findLast(({ input }) => (input as { componentId: string }).componentId === componentId)
  if (components === null) return null
  const asked = mayWrite
    ? askedPlates(ticket, component => component.plate !== null || photoOf(component) !== undefined)
    : []
  const draft = `component in bay on ${ticketId}`
  return (
    <Panel title="Components" count={components.length} flush>
      {asked
        .filter(({ kind }) => !dismissed.includes(kind))
        .map(({ kind, job }) => (
          <PlateQuestion
            key={kind}
            {...{ ticketId, timeZone, kind, job }}
            known={components.find(component => component.kind === kind) ?? null}
            onDismiss={() => setDismissed(dismissPlate(ticketId, kind))}
          />
        ))}
      {components.length === 0 && <p className={styles.none}>Nothing is on record for this RV yet.</p>}
      <ul className={styles.list}>
        {components.map(component => (
          <BayComponent
            key={component.componentId}
            {...{ ticketId, timeZone, component, mayWrite }}
            photo={photoOf(component) ?? null}
          />
        ))}
      </ul>
      {mayWrite && (
        <Adder label="Add Component" draft={draft}>
          {({ onClose }) => <ComponentForm of={null} {...{ ticketId, timeZone, draft, onClose }} />}
        </Adder>
      )}
    </Panel>
  )
}

type PlateQuestionProps = PlateRequest & {
  ticketId: number
  timeZone: string
  /** On record without its model. */
  known: ComponentOfTicket | null
  onDismiss: () => void
}

/** PlateRequest once for each kind: until it is answered, or not now. */
function PlateQuestion({ ticketId, timeZone, kind, job, known, onDismiss }: PlateQuestionProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { jobNumber, problem } = job
  return (
    <section className={styles.component} aria-label={`Job ${jobNumber}: ${problem}`}>
      <p className={styles.facts}>
        Job {jobNumber}: {problem}
      </p>
      {isOpen ? (
        <ComponentForm
          of={known && { component: known, isReplaced: false }}
          draft={`plate of ${kind} on ${ticketId}`}
          {...{ ticketId, timeZone, kind, jobNumber }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Group gap="xs" mt="xs">
          <Button
            ref={opener}
            size="md"
            leftSection={<IconCamera size={20} aria-hidden />}
            onClick={ignoreDoubleClick(() => setOpen(true))}
          >
            {`Photograph the ${COMPONENT_KINDS[kind].toLowerCase()}’s plate`}
          </Button>
          <Button size="md" variant="subtle" onClick={ignoreDoubleClick(onDismiss)}>
            Not now
          </Button>
        </Group>
      )}
    </section>
  )
}

type BayComponentProps = {
  ticketId: number
  timeZone: string
  component: ComponentOfTicket
  mayWrite: boolean
  /** Of its plate, only on this device. */
  photo: OutboxEntry | null
}

function BayComponent({ ticketId, timeZone, component, mayWrite, photo }: BayComponentProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { componentId, place, maker, model, serial, modelYear, plate, unsent } = component
  const label = componentLabel(component)
  const facts = [
    place,
    modelYear,
    serial === null ? 'serial number not shared' : serial === '' ? '' : `serial ${serial}`,
  ].filter(fact => fact !== '')
  return (
    <li className={styles.component}>
      <strong>{componentKindLabel(component)}</strong> {[maker, model].join(' ').trim()}
      {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
      {unsent && <UnsentMark tappedAt={unsent.tappedAt} of={label} />}
      {photo === null ? (
        <PlatePhoto plate={plate} label={label} />
      ) : (
        <WaitingPlate entry={photo} label={label} />
      )}
      {mayWrite && isOpen && (
        <ComponentForm
          of={{ component, isReplaced: false }}
          draft={`correct component ${componentId}`}
          {...{ ticketId, timeZone }}
          onClose={() => setOpen(false)}
        />
      )}
      {mayWrite && !isOpen && (
        <div className={styles.buttons}>
          <Button
            ref={opener}
            variant="subtle"
            aria-label={`Correct ${label}`}
            onClick={ignoreDoubleClick(() => setOpen(true))}
          >
            Correct
          </Button>
        </div>
      )}
    </li>
  )
}

/** A photo of a plate that only this device has. */
function WaitingPlate({ entry, label }: { entry: OutboxEntry; label: string }) {
  const { key, tappedAt, refusal } = entry
  const { ref, url } = usePhotoUrl(key)
  return (
    <div ref={ref} className={styles.plate}>
      {url !== null && <img src={url} alt={`Plate of ${label}`} decoding="async" />}
      {refusal === null && <UnsentMark tappedAt={new Date(tappedAt)} of={`the plate of ${label}`} />}
    </div>
  )
}
