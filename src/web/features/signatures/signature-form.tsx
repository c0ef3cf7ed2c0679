import { useState } from 'react'
import { type SignatureSubject, subjectLabel } from '#domain/signatures/signature.ts'
import { type MutationCall, useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { type SignatureErrors, SignatureFields, type Signed } from './signature-fields.tsx'

export type SignatureFormProps = {
  subject: SignatureSubject & { readonly version: string }
  /** What its amount does not include. */
  hint?: string | null
  /** Of the customer. */
  name: string
  sign: MutationCall<Signed & { version: string }, unknown>
  onSigned: () => Promise<unknown>
  onClose: () => void
}

/** Signs what is shown, at the version that is shown. */
export function SignatureForm({ subject, hint = null, name, sign, onSigned, onClose }: SignatureFormProps) {
  const { version, jobLines } = subject
  const [errors, setErrors] = useState<SignatureErrors>({})
  const { run, isRunning } = useMutationOnce(sign, {
    basis: version,
    onDone: async () => {
      notify.success('Signed.')
      onClose()
      await onSigned()
    },
    onError: error => {
      setErrors(error.fields)
      if (Object.keys(error.fields).length > 0) return
      notify.failure(error.message, { requestId: error.requestId })
      void onSigned()
    },
  })
  const label = subjectLabel(subject)
  return (
    <SignatureFields
      what={hint === null ? label : `${label} ${hint.toLowerCase()}`}
      {...{ jobLines, name, errors, setErrors, isRunning, onClose }}
      onSign={signed => run({ version, ...signed })}
    />
  )
}
