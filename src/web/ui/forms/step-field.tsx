import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import styles from './forms.module.css'
import { NumberField, type NumberFieldProps, stepped } from './number-field.tsx'

type StepFieldProps = Omit<NumberFieldProps, 'value' | 'onChange' | 'step' | 'min' | 'max'> & {
  value: number | string
  onChange: (value: number | string) => void
  step: number
  min: number
  max?: number
  /** What the buttons change, for screen readers: "hours". */
  of: string
}

/** A number with large minus and plus buttons. Fits `form.getInputProps`. */
export function StepField({
  value,
  onChange,
  step,
  min,
  max,
  of,
  disabled = false,
  ...rest
}: StepFieldProps) {
  const now = typeof value === 'number' ? value : 0
  const stepBy = (by: number) => onChange(stepped(value, by, min, max ?? Number.POSITIVE_INFINITY))
  return (
    <NumberField
      {...rest}
      disabled={disabled}
      value={value}
      onChange={onChange}
      step={step}
      min={min}
      {...(max === undefined ? {} : { max })}
      leftSectionWidth="var(--input-height)"
      rightSectionWidth="var(--input-height)"
      classNames={{ input: styles.stepInput ?? '' }}
      leftSection={
        <ActionIcon
          className={styles.button}
          aria-label={`Decrease ${of}`}
          disabled={disabled || now <= min}
          onClick={() => stepBy(-step)}
        >
          <IconMinus size={18} />
        </ActionIcon>
      }
      rightSection={
        <ActionIcon
          className={styles.button}
          aria-label={`Increase ${of}`}
          disabled={disabled || (max !== undefined && now >= max)}
          onClick={() => stepBy(step)}
        >
          <IconPlus size={18} />
        </ActionIcon>
      }
    />
  )
}
