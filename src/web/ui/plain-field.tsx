import { type ComponentPropsWithRef, useId } from 'react'
import styles from './plain-field.module.css'

type PlainFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'size'> & { label: string }

/** A text field that looks as all others do, without their code: for the pages that most see first. */
export function PlainField({ label, className, ...input }: PlainFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input {...input} id={id} className={`${styles.input} ${className ?? ''}`} />
    </div>
  )
}
