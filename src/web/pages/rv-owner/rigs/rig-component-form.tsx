import { Group } from '@mantine/core'
import type { ComponentKind } from '#domain/components/component.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import {
  ComponentFields,
  type FormSubject,
  useComponentForm,
} from '#web/features/components/component-fields.tsx'
import styles from '#web/features/components/components.module.css'
import { useRefetchComponents } from '#web/features/components/use-refetch-components.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { onEscape } from '#web/ui/on-escape.ts'

type RigComponentFormProps = {
  vin: string
  timeZone: string
  of: FormSubject
  draft: string
  onClose: () => void
}

/** What the RV's owner types of a component. */
export function RigComponentForm({ vin, timeZone, of, draft: draftKey, onClose }: RigComponentFormProps) {
  const { form, corrected, title, changed } = useComponentForm(of, timeZone)
  const draft = useDraft(form, draftKey)
  const refetch = useRefetchComponents({ vin })
  const close = () => {
    draft.clear()
    onClose()
  }
  const answers = {
    onDone: async () => {
      await refetch()
      notify.success('Saved.')
      close()
    },
    onError: setFormErrors(form, draft),
  }
  const add = useMutationOnce(client.rigComponents.add, answers)
  const correct = useMutationOnce(client.rigComponents.correct, answers)
  const submit = submitWith(form, ({ kind, serial, day, warrantyUntil: _, ...typed }) => {
    const named = { ...typed, kind: kind as ComponentKind }
    const facts = { serial, day: day || null }
    if (corrected !== null)
      correct.run({ vin, componentId: corrected.componentId, ...named, ...changed(facts) })
    else add.run({ vin, ...named, ...facts, ...(of !== null && { replaces: of.component.componentId }) })
  })
  return (
    <form className={styles.form} noValidate aria-label={title} onSubmit={submit} onKeyDown={onEscape(close)}>
      <DraftNote draft={draft} />
      <ComponentFields form={form} timeZone={timeZone} />
      <Group mt="sm" gap="xs">
        <SaveCancelButtons isRunning={add.isRunning || correct.isRunning} onCancel={close} />
      </Group>
    </form>
  )
}
