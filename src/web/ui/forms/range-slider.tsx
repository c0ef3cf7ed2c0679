import { RangeSlider } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './range-slider.module.css'

type Range = readonly [from: number, to: number]

type LabeledRangeSliderProps = {
  label: string
  limits: Range
  value: Range
  onChange: (value: Range) => void
  /** The label of one end: `Monday`. */
  nameOf: (end: number) => string
  /** The range as text: `Mon to Fri`. */
  format: (span: Range) => string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}

/** From and to on one line, at least 1 apart. Fits `form.getInputProps`. */
export function LabeledRangeSlider(props: LabeledRangeSliderProps) {
  const { label, limits, value, onChange, nameOf, format, error, onFocus, onBlur } = props
  const [lowest, highest] = limits
  const [from, to] = value
  const id = useId()

  // The slider itself supports only arrow keys.
  const toEdge = (thumb: 0 | 1) => (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    const isHomeKey = event.key === 'Home'
    if (thumb === 0) onChange([isHomeKey ? lowest : to - 1, to])
    else onChange([from, isHomeKey ? from + 1 : highest])
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be beside the value it labels
    <div role="group" aria-labelledby={id} onFocus={onFocus} onBlur={onBlur}>
      <div className={styles.head}>
        <span className={styles.label} id={id}>
          {label}
        </span>
        <output className={styles.words}>{format(value)}</output>
      </div>
      <RangeSlider
        className={styles.slider ?? ''}
        min={lowest}
        max={highest}
        step={1}
        minRange={1}
        pushOnOverlap={false}
        value={[from, to]}
        onChange={onChange}
        label={null}
        thumbFromLabel={`${label}, from`}
        thumbToLabel={`${label}, to`}
        thumbValueText={nameOf}
        thumbProps={index => ({ onKeyDownCapture: toEdge(index) })}
        marks={Array.from({ length: highest - lowest + 1 }, (_, step) => ({ value: lowest + step }))}
      />
      <div className={styles.ends} aria-hidden>
        <span>{nameOf(lowest)}</span>
        <span>{nameOf(highest)}</span>
      </div>
      {error !== undefined && error !== null && <p className={styles.error}>{error}</p>}
    </div>
  )
}
