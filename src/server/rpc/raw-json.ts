// Responses that PostgreSQL wrote as JSON: they are sent as they are, without being parsed, checked and written again.

type JsonPath = readonly (string | number)[]

/** A response as sent. RPC also marks the positions of dates in its JSON. */
export type RawJson = { readonly json: string; readonly datePaths: () => readonly JsonPath[] }

/** A body that is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Sends `raw` in place of `standIn`, a small output of the same type. Tests compare its shape with the contract. */
export function sendRawJson<Output>(
  { call }: { readonly call: { rawJson: RawJson | null } },
  raw: RawJson,
  standIn: Output,
): Output {
  call.rawJson = raw
  return standIn
}

const DATE_TYPE = 1

/** As the typed client reads it. */
export function encodeForRpc({ json, datePaths }: RawJson): string {
  const meta = datePaths().map(path => [DATE_TYPE, ...path])
  return meta.length === 0 ? `{"json":${json}}` : `{"json":${json},"meta":${JSON.stringify(meta)}}`
}
