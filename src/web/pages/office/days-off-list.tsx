import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarOff } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { type DaysOff, formatDaysOff } from '#domain/lib/days-off.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { EditableList, EditableRow, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import { useReloadingCommand } from './use-reloading-command.ts'

type DaysOffTexts = {
  readonly title: string
  readonly addLabel: string
  readonly formLabel: string
  readonly none: { readonly sentence: string; readonly next: string }
  /** `closed days`: before the days that are to be removed. */
  readonly noun: string
  readonly removed: string
  readonly reason: { readonly description: string; readonly placeholder: string }
}

type DaysOffListProps<Added> = {
  texts: DaysOffTexts
  entries: readonly (DaysOff & { readonly id: string })[]
  today: string
  /** Loaded again after a change. */
  queryKey: QueryKey
  add: MutationCall<DaysOff, Added>
  /** What is on the new days; empty without anything. */
  noteOnAdded?: (added: Added) => string
  remove: MutationCall<{ readonly id: string }, unknown>
}

/** Days on which a company is closed, or a technician is off. */
export const DaysOffList = <Added,>(props: DaysOffListProps<Added>) => (
  <EditableList
    title={props.texts.title}
    addLabel={props.texts.addLabel}
    count={props.entries.length}
    empty={{ icon: IconCalendarOff, ...props.texts.none }}
    newForm={onClose => <DaysOffForm {...props} onClose={onClose} />}
  >
    {props.entries.map(entry => (
      <DaysOffRow key={entry.id} {...props} entry={entry} />
    ))}
  </EditableList>
)

type DaysOffRowProps = Pick<DaysOffListProps<never>, 'texts' | 'queryKey' | 'remove'> & {
  entry: DaysOffListProps<never>['entries'][number]
}

function DaysOffRow({ entry, texts, queryKey, remove }: DaysOffRowProps) {
  const { run, isRunning } = useReloadingCommand(remove, queryKey, {
    onDone: () => notify.success(texts.removed),
  })
  const name = formatDaysOff(entry)
  return (
    <EditableRow
      name={name}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question={`Remove the ${texts.noun} ${name}?`}
          loading={isRunning}
          onConfirm={() => run({ id: entry.id })}
        />
      }
    >
      {name}
    </EditableRow>
  )
}

type DaysOffFormProps<Added> = Omit<DaysOffListProps<Added>, 'entries' | 'remove'> & { onClose: () => void }

function DaysOffForm<Added>({ texts, today, queryKey, add, noteOnAdded, onClose }: DaysOffFormProps<Added>) {
  const form = useForm({
    initialValues: { firstDay: '', lastDay: '', reason: '' },
    validate: async typed => {
      const { lastDay, ...errors } = (await loadOfficeValidation()).validateDaysOff(toDaysOff(typed))
      return typed.lastDay === '' ? errors : { ...errors, lastDay }
    },
  })
  const { run, isRunning } = useReloadingCommand(add, queryKey, {
    onDone: added => {
      onClose()
      notify.success(['Saved.', noteOnAdded?.(added)].join(' ').trim())
    },
    onError: setFormErrors(form),
  })
  const { firstDay } = form.values
  return (
    <RowForm
      label={texts.formLabel}
      submitLabel={texts.addLabel}
      isRunning={isRunning}
      onSubmit={submitWith(form, typed => run(toDaysOff(typed)))}
      onClose={onClose}
    >
      <Fields>
        <TextInput
          label="First day"
          type="date"
          required
          withAsterisk={false}
          min={today}
          data-autofocus
          {...form.getInputProps('firstDay')}
        />
        <TextInput
          label="Last day"
          type="date"
          description="Leave it blank for one day."
          min={firstDay || today}
          {...form.getInputProps('lastDay')}
        />
        <div data-wide>
          <TextInput label="Reason" {...texts.reason} {...form.getInputProps('reason')} />
        </div>
      </Fields>
    </RowForm>
  )
}

const toDaysOff = ({ firstDay, lastDay, reason }: DaysOff): DaysOff => ({
  ...{ firstDay, reason },
  lastDay: lastDay === '' ? firstDay : lastDay,
})
