import { Combobox, useCombobox } from '@mantine/core'
import { IconHistory, IconMapPin } from '@tabler/icons-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './suggestion-list.module.css'
import type { AddressSuggestion } from './use-address-suggestions.ts'

/** What a combobox adds to its field. */
export type ComboboxAttributes = Pick<
  ComponentProps<'input'>,
  | 'role'
  | 'aria-haspopup'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-activedescendant'
  | 'autoComplete'
  | 'onKeyDown'
>

export type SuggestionListProps = {
  field: RefObject<HTMLInputElement | null>
  /** What is typed into the field. */
  text: string
  suggestions: readonly AddressSuggestion[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the suggestion's id. */
  onChoose: (id: string) => void
  /** Gets what the field needs now. */
  onAttributes: (attributes: ComboboxAttributes) => void
}

/** Sources that must be credited here; GeoNames is credited on About Us. */
const ATTRIBUTIONS: Partial<Record<AddressSuggestion['source'], string>> = {
  photon: '© OpenStreetMap contributors',
  google: 'Google Maps',
}

/** The suggestions below an address field that is already there. */
export function SuggestionList({
  field,
  text,
  suggestions,
  isOpen,
  onOpenChange,
  onChoose,
  onAttributes,
}: SuggestionListProps) {
  // Opened a moment after mounting: it has its place only then.
  const [isPlaced, setPlaced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true))
    return () => clearTimeout(timer)
  }, [])
  const combobox = useCombobox({ opened: isPlaced && isOpen, onOpenedChange: onOpenChange })
  const credits = [...new Set(suggestions.flatMap(({ source }) => ATTRIBUTIONS[source] ?? []))]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something is typed
  useEffect(combobox.resetSelectedOption, [text])

  return (
    <Combobox store={combobox} onOptionSubmit={onChoose} position="bottom-start" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <FieldTarget field={field} onAttributes={onAttributes} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Suggested addresses">
          {suggestions.map(suggestion => (
            <Combobox.Option key={suggestion.id} value={suggestion.id} className={styles.option ?? ''}>
              <SuggestionOption {...suggestion} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {credits.length > 0 && (
          <Combobox.Footer className={styles.attribution ?? ''} translate="no">
            {credits.join(' · ')}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

type FieldTargetProps = Pick<SuggestionListProps, 'field' | 'onAttributes'> & ComponentProps<'input'>

/**
 * Stands for the field in the combobox, and passes on what it would get there. As a child of the combobox, the field
 * would be another element once this code is loaded, and lose its focus.
 */
function FieldTarget({
  field,
  onAttributes,
  ref,
  className,
  onKeyDown,
  onClick,
  ...others
}: FieldTargetProps) {
  useImperativeHandle(ref, () => field.current as HTMLInputElement, [field])
  const latest = useRef(onKeyDown)
  latest.current = onKeyDown
  const attributes = JSON.stringify(others)
  useLayoutEffect(
    () =>
      onAttributes({
        ...JSON.parse(attributes),
        onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => latest.current?.(event),
      }),
    [onAttributes, attributes],
  )
  return null
}

function SuggestionOption({ source, label, detail }: AddressSuggestion) {
  const Icon = source === 'own' ? IconHistory : IconMapPin
  return (
    <span className={styles.choice}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <span>
        <span className={styles.label}>{label}</span>
        {detail !== null && <span className={styles.detail}>{` ${detail}`}</span>}
      </span>
    </span>
  )
}
