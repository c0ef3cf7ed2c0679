import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type KeyboardEvent, useRef, useState } from 'react'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/message.ts'
import type { AppError, ClientContext } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import styles from './message-thread.module.css'

type MessageFormProps = {
  label: string
  /** The key of the stored draft. */
  draft: string
  send: (text: string, options: { context: ClientContext }) => Promise<unknown>
  onSent: () => void | Promise<void>
}

const messageOfError = ({ message, fields }: AppError): string => fields.text ?? message

/** The field for the next message. An unsent message stays in it, to be sent again. */
export function MessageForm({ label, draft, send, onSent }: MessageFormProps) {
  const form = useForm({ initialValues: { text: '' } })
  const formDraft = useDraft(form, draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string | null>(null)
  const { run, isRunning } = useMutationOnce(send, {
    onDone: async () => {
      form.setValues({ text: '' })
      formDraft.clear()
      setError(null)
      await onSent()
      field.current?.focus()
    },
    onError: refused => setError(messageOfError(refused)),
  })
  const submit = () => {
    const text = form.values.text.trim()
    if (text === '') {
      setError('Enter a message.')
      field.current?.focus()
    } else run(text)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <DraftNote draft={formDraft} />
      <TextArea
        ref={field}
        label={label}
        minRows={2}
        maxRows={10}
        maxLength={MAX_MESSAGE_LENGTH}
        readOnly={isRunning}
        onKeyDown={onKeyDown}
        {...form.getInputProps('text')}
        error={error}
        onChange={event => {
          form.setFieldValue('text', event.currentTarget.value)
          setError(null)
        }}
      />
      <Button type="submit" variant="filled" className={styles.send ?? ''} disabled={isRunning}>
        {isRunning ? 'Sending…' : error === null || form.values.text.trim() === '' ? 'Send' : 'Try again'}
      </Button>
    </form>
  )
}
