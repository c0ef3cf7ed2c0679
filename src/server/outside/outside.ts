// Everything that comes from elsewhere, opened once at start and asked outside of any transaction.

import { openVinDecoder, pretendVinDecoder, type VinDecoder } from './vin-decoder.ts'

export type Outside = { readonly vinDecoder: VinDecoder }

/** The real ones. Throws an Error with one sentence when one of them cannot be used. */
export const openOutside = (): Outside => ({ vinDecoder: openVinDecoder() })

/** A world in which nobody answers, for work that asks nothing of it. */
export const silentOutside: Outside = { vinDecoder: pretendVinDecoder([]) }
