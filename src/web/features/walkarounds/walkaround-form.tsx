import { Group, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  MAX_BATTERY_VOLTS,
  PROPANE_LABELS,
  PROPANE_LEVELS,
  type Walkaround,
} from '#domain/walkarounds/walkaround.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { onEscape } from '#web/ui/on-escape.ts'

type TypedFields = { propane: string; batteryVolts: number | string; damage: string }
/** `seen` is what stood there when typing began: a draft has that of its time. */
type Typed = TypedFields & { seen: TypedFields }

function typedOf(walkaround: Walkaround | null): Typed {
  const seen = {
    propane: walkaround?.propane ?? '',
    batteryVolts: walkaround?.batteryVolts ?? '',
    damage: walkaround?.damage.join('\n') ?? '',
  }
  return { ...seen, seen }
}

const FIELDS = ['propane', 'batteryVolts', 'damage'] as const

/** As the contract takes it: its validation refuses volts that are no number. */
const toInput = ({ propane, batteryVolts, damage }: TypedFields) =>
  ({
    propane: propane || null,
    batteryVolts: batteryVolts === '' ? null : batteryVolts,
    damage: damage
      .split('\n')
      .map(text => text.trim())
      .filter(text => text !== ''),
  }) as Walkaround

/** An error of one of the lines, beside the field that has all of them. */
const withDamage = (errors: Readonly<Record<string, ReactNode>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, error]) => {
      const [field = path, index] = path.split('.')
      return [field, index === undefined ? error : `Line ${Number(index) + 1}: ${String(error)}`]
    }),
  )

const PROPANE_OPTIONS = [
  { value: '', label: 'Not checked' },
  ...PROPANE_LEVELS.map(value => ({ value, label: PROPANE_LABELS[value] })),
]

type WalkaroundFormProps = {
  ticketId: number
  /** As recorded so far. */
  walkaround: Walkaround | null
  onClose: () => void
  /** Above its buttons. */
  children: ReactNode
}

/** Types what the RV is like before anyone works on it. */
export function WalkaroundForm({ ticketId, walkaround, onClose, children }: WalkaroundFormProps) {
  const queries = useQueryClient()
  const form = useForm<Typed>({
    initialValues: typedOf(walkaround),
    validate: async typed => withDamage((await loadTicketValidation()).validateWalkaround(toInput(typed))),
  })
  const draft = useDraft(form, `walkaround ${ticketId}`)
  const close = () => {
    draft.clear()
    onClose()
  }
  const { run, isRunning } = useTicketCommand(ticketId, client.walkarounds.record, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.walkarounds.get.key({ input: { ticketId } }) })
      // What is signed at drop-off has it, too.
      void queries.invalidateQueries({ queryKey: api.signatures.list.key({ input: { ticketId } }) })
      notify.success('Saved.')
      close()
    },
    onError: setFormErrors(form, draft),
  })
  useFocusOnStart(form, 'propane')
  // Others may have changed the rest meanwhile.
  const submit = submitWith(form, typed => {
    const input = toInput(typed)
    const { seen } = typed
    const changed = FIELDS.filter(field => typed[field] !== seen[field])
    run({
      ...{ ticketId, damageSeen: [...toInput(seen).damage] },
      ...Object.fromEntries(changed.map(field => [field, input[field]])),
    })
  })
  return (
    <form noValidate aria-label="Walkaround" onSubmit={submit} onKeyDown={onEscape(close)}>
      <DraftNote draft={draft} />
      <Fields>
        <NativeSelect label="Propane" data={PROPANE_OPTIONS} {...form.getInputProps('propane')} />
        <NumberField
          label="Battery (volts)"
          step={0.1}
          min={0}
          max={MAX_BATTERY_VOLTS}
          {...form.getInputProps('batteryVolts')}
        />
      </Fields>
      <Textarea
        mt="sm"
        label="Damage"
        description="What was broken before, each on a line of its own: Rear bumper scratched"
        autosize
        minRows={2}
        maxRows={12}
        {...form.getInputProps('damage')}
      />
      {children}
      <Group mt="sm" gap="xs">
        <SaveCancelButtons isRunning={isRunning} onCancel={close} />
      </Group>
    </form>
  )
}
