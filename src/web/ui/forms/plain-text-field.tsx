import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './forms.module.css'

type PlainTextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'size'> & {
  label: string
  /** Puts something beside the input, below the label. */
  inputContainer?: (input: ReactNode) => ReactNode
}

/** A text field that looks like Mantine's, without its code: for the most visited pages. */
export function PlainTextField({
  label,
  className,
  inputContainer = input => input,
  ...input
}: PlainTextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {inputContainer(<input {...input} id={id} className={`${styles.input} ${className ?? ''}`} />)}
    </div>
  )
}
