import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { COMPONENT_KIND_LIST, COMPONENT_KINDS, type ComponentKind } from '#domain/components/component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './components.module.css'

export type ComponentView = Awaited<ReturnType<typeof api.components.list.call>>['components'][number]

const KINDS = [
  { value: '', label: 'Choose…' },
  ...COMPONENT_KIND_LIST.map(value => ({ value, label: COMPONENT_KINDS[value] })),
]

const valuesOf = (component: ComponentView | null) => ({
  kind: component?.kind ?? '',
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
  of: { readonly component: ComponentView; readonly isReplaced: boolean } | null
  draft: string
  onClose: () => void
}

/** Types what is on a component's plate. */
export function ComponentForm({ ticketId, timeZone, of, draft: draftKey, onClose }: ComponentFormProps) {
  const corrected = of !== null && !of.isReplaced ? of.component : null
  const form = useForm({
    initialValues: of?.isReplaced
      ? {
          ...valuesOf(null),
          ...{ kind: of.component.kind, name: of.component.name, place: of.component.place },
          day: dayOf(new Date(), timeZone),
        }
      : valuesOf(corrected),
    validate: ({ kind }) => (kind === '' ? { kind: 'Choose what it is.' } : {}),
  })
  const draft = useDraft(form, draftKey)
  const close = () => {
    draft.clear()
    onClose()
  }
  const queries = useQueryClient()
  const answers = {
    onDone: async ({ note }: { note: string | null }) => {
      await queries.invalidateQueries({ queryKey: api.components.list.key({ input: { ticketId } }) })
      if (note === null) notify.success('Saved.')
      else notify.failure(note)
      close()
    },
    onError: setFormErrors(form, draft),
  }
  const add = useMutationOnce(client.components.add, answers)
  const correct = useMutationOnce(client.components.correct, answers)
  const submit = submitWith(form, ({ kind, day, warrantyUntil, ...typed }) => {
    const details = {
      ...typed,
      kind: kind as ComponentKind,
      day: day || null,
      warrantyUntil: warrantyUntil || null,
    }
    if (corrected !== null) correct.run({ ticketId, componentId: corrected.componentId, ...details })
    else add.run({ ticketId, ...details, ...(of !== null && { replaces: of.component.componentId }) })
  })
  const start = useRef(() =>
    form.getInputNode<HTMLElement, never>((of === null ? 'kind' : 'maker') as never)?.focus(),
  )
  useEffect(() => start.current(), [])
  const title = of === null ? 'Add Component' : of.isReplaced ? 'Replace Component' : 'Correct Component'
  return (
    <form className={styles.form} noValidate aria-label={title} onSubmit={submit} onKeyDown={onEscape(close)}>
      <DraftNote draft={draft} />
      <Fields>
        <NativeSelect label="Component" data={KINDS} {...form.getInputProps('kind')} />
        {form.values.kind === 'other' && (
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        )}
        <TextInput label="Maker" autoComplete="off" {...form.getInputProps('maker')} />
        <TextInput label="Model" autoComplete="off" {...form.getInputProps('model')} />
        <TextInput
          label="Serial Number"
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
        <SaveCancelButtons isRunning={add.isRunning || correct.isRunning} onCancel={close} />
      </Group>
    </form>
  )
}
