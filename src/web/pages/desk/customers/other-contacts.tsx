import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { MAX_OTHER_CONTACTS } from '#domain/customers/customer.ts'
import styles from './customers.module.css'

type OtherContactsProps = {
  /** `Phone`: the first one has a field of its own, so the others are numbered from 2. */
  label: string
  type: 'tel' | 'email'
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** The form's name of the list, under which it has errors. */
  path: string
  errors: Readonly<Record<string, unknown>>
}

/** More phones or emails of a customer, which can be added and removed. */
export function OtherContacts({ label, type, values, onChange, path, errors }: OtherContactsProps) {
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<'last' | 'button' | null>(null)
  useEffect(() => {
    const inputs = list.current?.querySelectorAll('input') ?? []
    if (focused.current === 'last') inputs[inputs.length - 1]?.focus()
    if (focused.current === 'button') list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    focused.current = null
  })
  const replace = (index: number, ...by: string[]) => onChange(values.toSpliced(index, 1, ...by))
  return (
    <div ref={list} className={styles.contacts}>
      {values.map((value, index) => {
        const name = `${label} ${index + 2}`
        return (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its number
            key={index}
            label={name}
            type={type}
            autoComplete="off"
            value={value}
            data-path={`${path}.${index}`}
            error={errors[`${path}.${index}`] as string | undefined}
            onChange={event => replace(index, event.currentTarget.value)}
            rightSectionPointerEvents="all"
            rightSection={
              <ActionIcon
                variant="subtle"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  focused.current = 'button'
                  replace(index)
                }}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            }
          />
        )
      })}
      <Button
        data-add
        size="compact-sm"
        fw={400}
        variant="subtle"
        // It stays in place, so that it can have the focus.
        disabled={values.length >= MAX_OTHER_CONTACTS}
        onClick={() => {
          focused.current = 'last'
          onChange([...values, ''])
        }}
      >
        Add {label}
      </Button>
    </div>
  )
}
