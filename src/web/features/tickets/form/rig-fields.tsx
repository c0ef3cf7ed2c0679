import { Combobox, Loader, NativeSelect, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react'
import { AXLE_AMOUNTS, rigName } from '#domain/rigs/rig.ts'
import { normalizeVin, vinWarning } from '#domain/rigs/vin.ts'
import { MakeModelYearFields } from '#web/features/rigs/make-model-year-fields.tsx'
import { scanInputContainer } from '#web/features/rigs/scan/scan-input-container.tsx'
import { useDecodedVin } from '#web/features/rigs/use-decoded-vin.ts'
import { useRigSuggestions } from '#web/features/rigs/use-rig-suggestions.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { changeVin } from './known-rig.ts'
import type { TicketForm } from './ticket-form.ts'
import { usePickedRig } from './use-picked-rig.ts'
import styles from './vin-field.module.css'
import { VinHints } from './vin-hints.tsx'

const AXLE_CHOICES = [{ value: '', label: 'Select Axle Amount' }, ...AXLE_AMOUNTS]

type RigFieldsProps = {
  form: TicketForm
  /** Whether a picked rig's record also fills in its customer. */
  prefillsCustomer?: boolean
  /** Called with the normalized VIN when its field loses focus. */
  onLeaveVin?: (vin: string) => void
  /** Below the VIN. */
  vinNote?: ReactNode
}

export function RigFields({ form, prefillsCustomer = true, onLeaveVin, vinNote }: RigFieldsProps) {
  const rigProps =
    form.values.known === null
      ? { required: true }
      : { disabled: true, rightSection: <IconLock size={16} aria-hidden /> }
  return (
    <Fields>
      <VinField form={form} prefillsCustomer={prefillsCustomer} onLeave={onLeaveVin} note={vinNote} />
      <MakeModelYearFields propsOf={field => form.getInputProps(`customerRV.${field}`)} {...rigProps} />
      <NativeSelect
        label="Axle Amount"
        required
        withAsterisk={false}
        data={AXLE_CHOICES}
        {...form.getInputProps('customerRV.axleAmount')}
      />
    </Fields>
  )
}

const FULL_LENGTH = 17
const PASTE_TYPES = new Set(['insertFromPaste', 'insertFromDrop'])

type SuggestedRig = ReturnType<typeof useRigSuggestions>['rigs'][number]

/** Several customers of a company may have the same text that is no VIN. */
const keyOf = ({ vin, ownRig }: SuggestedRig): string => `${vin} ${ownRig?.ticketId ?? ''}`

type VinFieldProps = {
  form: TicketForm
  prefillsCustomer: boolean
  onLeave: ((vin: string) => void) | undefined
  note: ReactNode
}

/** The VIN, normalized, with matching rigs on file. A doubtful one can be kept. */
function VinField({ form, prefillsCustomer, onLeave, note }: VinFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Pasted or scanned: not by chance a known VIN.
  const [entered, setEntered] = useState<string | null>(null)
  const { pick, isPicking } = usePickedRig(form, prefillsCustomer)
  const { onChange: _, ...field } = form.getInputProps('customerRV.vin')
  const vin = normalizeVin(field.value)
  const isOpenQuestion = form.values.known === null && !isPicking
  const { rigs, isLoaded, isFailed, isUnknown, isSearching } = useRigSuggestions(vin, isOpenQuestion)
  // Under a text that is no VIN it may be another customer's: that one is only listed.
  const match = (isLoaded && rigs.find(rig => rig.vin === vin && rig.ownRig === undefined)) || null
  const decoded = useDecodedVin(vin, isUnknown)
  // While typing, it is always too short.
  const warning = isTyping && vin.length < FULL_LENGTH ? null : vinWarning(vin)

  // When completely typed, the single matching rig is offered below, where the list would cover it.
  const isSuggested = match !== null && rigs.length === 1 && vin.length === FULL_LENGTH
  const isListed = isOpen && rigs.length > 0 && !isSuggested
  const combobox = useCombobox({ opened: isListed, onOpenedChange: setOpen })
  const { resetSelectedOption } = combobox
  const listed = rigs.map(keyOf).join(' ')
  // The marked option is stored as its index, which is another option in another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(resetSelectedOption, [listed])

  const isEntered = match !== null && match.vin === entered
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pick` reads what it needs when it runs
  useEffect(() => {
    if (isEntered && entered !== null) void pick({ vin: entered })
  }, [isEntered, entered])

  function handleType(typed: string, isWhole: boolean) {
    setEntered(isWhole ? normalizeVin(typed) : null)
    form.setValues(changeVin(form.getValues(), typed))
    form.clearFieldError('customerRV.vin')
  }

  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    setTyping(false)
    setOpen(false)
    if (vin !== field.value) form.setFieldValue('customerRV.vin', vin)
    onLeave?.(vin)
    field.onBlur(event)
  }

  function handleChoose(key: string) {
    setOpen(false)
    const chosen = rigs.find(rig => keyOf(rig) === key)
    if (chosen !== undefined) void pick({ vin: chosen.vin, ticketId: chosen.ownRig?.ticketId })
  }

  return (
    <div data-wide>
      <Combobox store={combobox} onOptionSubmit={handleChoose} shadow="md">
        <Combobox.Target withExpandedAttribute autoComplete="off">
          <TextInput
            label="VIN"
            required
            withAsterisk={false}
            autoCapitalize="characters"
            spellCheck={false}
            aria-autocomplete="list"
            classNames={{ input: styles.input ?? '' }}
            rightSection={(isSearching || isPicking) && <Loader size={18} aria-hidden />}
            inputContainer={scanInputContainer(scanned => handleType(scanned, true))}
            {...field}
            onChange={event => {
              const { inputType } = event.nativeEvent as InputEvent
              handleType(event.currentTarget.value, PASTE_TYPES.has(inputType))
              setOpen(true)
            }}
            onFocus={event => {
              setTyping(true)
              field.onFocus(event)
            }}
            onClick={() => setOpen(true)}
            onBlur={handleBlur}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isListed}>
          <Combobox.Options aria-label="RVs on file">
            {rigs.map(rig => (
              <Combobox.Option key={keyOf(rig)} value={keyOf(rig)} className={styles.option ?? ''}>
                <span className={styles.vin}>{rig.vin}</span>
                <span className={styles.name}>
                  {[rigName(rig), rig.ownRig?.customerName ?? ''].filter(Boolean).join(', ')}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">
        {isListed
          ? `${rigs.length} ${rigs.length === 1 ? 'RV' : 'RVs'} on file. Choose with the arrow keys.`
          : ''}
        {isSearching && !isListed ? 'Looking for RVs on file…' : ''}
      </VisuallyHidden>
      <VinHints
        form={form}
        warning={warning}
        match={match}
        decoded={decoded}
        isFailed={isFailed}
        onPick={picked => void pick({ vin: picked })}
      />
      {note}
    </div>
  )
}
