import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type KeyboardEvent, useRef, useState } from 'react'
import { LONGEST_MESSAGE } from '#domain/messages/message.ts'
import type { ClientContext, Fault } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import styles from './message-form.module.css'

type WriteMessageProps = {
  label: string
  /** Under which the tab keeps what was typed. */
  draft: string
  send: (text: string, options: { context: ClientContext }) => Promise<unknown>
  onSent: () => void | Promise<void>
}

const sentenceOf = ({ message, fields }: Fault): string => fields.text ?? message

/** The field for the next message. What did not go through stays in it, and is sent again with one press. */
export function WriteMessage({ label, draft, send, onSent }: WriteMessageProps) {
  const form = useForm({ initialValues: { text: '' } })
  const { clear } = useDraft(form, draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { run, isRunning } = useCommand(send, {
    onDone: async () => {
      form.setValues({ text: '' })
      clear()
      setFault(null)
      await onSent()
      field.current?.focus()
    },
    onFault: refused => setFault(sentenceOf(refused)),
  })
  const submit = () => {
    const text = form.values.text.trim()
    if (text === '') {
      setFault('Write something first.')
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
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={LONGEST_MESSAGE}
        readOnly={isRunning}
        onKeyDown={onKeyDown}
        {...form.getInputProps('text')}
        error={fault}
        onChange={event => {
          form.setFieldValue('text', event.currentTarget.value)
          setFault(null)
        }}
      />
      <Button type="submit" variant="filled" className={styles.send ?? ''} disabled={isRunning}>
        {isRunning ? 'Sending…' : fault === null || form.values.text.trim() === '' ? 'Send' : 'Try again'}
      </Button>
    </form>
  )
}
