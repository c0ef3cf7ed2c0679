import { Button, TextInput, type TextInputProps } from '@mantine/core'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './tax-rates.module.css'

type Close = () => void

type EditableListProps = {
  title: string
  addLabel: string
  count: number
  empty: Omit<ComponentProps<typeof EmptyState>, 'compact'>
  newForm: (onClose: Close) => ReactNode
  children: ReactNode
}

/** What a company lists in its settings, with a form to add to it. */
export function EditableList({ title, addLabel, count, empty, newForm, children }: EditableListProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  return (
    <Panel
      title={title}
      {...(count > 0 && { count })}
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            {addLabel}
          </Button>
        )
      }
    >
      {isOpen && newForm(() => setOpen(false))}
      {count === 0 && !isOpen && <EmptyState {...empty} compact />}
      <ul className={styles.list}>{children}</ul>
    </Panel>
  )
}

type EditableRowProps = {
  name: string
  /** Without it, the row can only be removed. */
  changeForm?: (onClose: Close) => ReactNode
  removeButton: ReactNode
  children: ReactNode
}

/** One of them, which its form replaces while it is changed. */
export function EditableRow({ name, changeForm, removeButton, children }: EditableRowProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen && changeForm) return <li className={styles.rate}>{changeForm(() => setOpen(false))}</li>
  return (
    <li className={styles.rate}>
      <span className={styles.name}>{children}</span>
      <span className={styles.buttons}>
        {changeForm && (
          <Button ref={opener} variant="subtle" aria-label={`Change ${name}`} onClick={() => setOpen(true)}>
            Change
          </Button>
        )}
        {removeButton}
      </span>
    </li>
  )
}

type RowFormProps = {
  label: string
  submitLabel: string
  isRunning: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: Close
  children: ReactNode
}

/** A form that Cancel and Escape close. */
export const RowForm = ({ label, submitLabel, isRunning, onSubmit, onClose, children }: RowFormProps) => (
  <form
    onSubmit={onSubmit}
    onKeyDown={onEscape(onClose)}
    noValidate
    aria-label={label}
    className={styles.form}
  >
    {children}
    <div className={styles.choices}>
      <Button type="submit" disabled={isRunning}>
        {submitLabel}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        Cancel
      </Button>
    </div>
  </form>
)

export const NameField = (props: TextInputProps) => (
  <TextInput label="Name" required withAsterisk={false} data-autofocus {...props} />
)
