// What a page would ask first, asked before it is sent: through the same door, with the same rights, input and
// output checks and limits as when the page asks itself.

import { answerRpc } from '#server/rpc/handlers.ts'
import type { Name } from '#server/rpc/procedure-permissions.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import type { Question } from './page-manifest.ts'
import type { Heard } from './stream-cursors.ts'

/** `answer` is as the typed client gets it over the wire. */
export type FirstAnswer = Pick<Question, 'name' | 'input'> & {
  readonly answer: { readonly json?: unknown; readonly meta?: unknown }
}

/** What was answered, and the names of what is not there. */
export type FirstAnswers = { readonly answers: readonly FirstAnswer[]; readonly missing: readonly Name[] }

/** What is not there, or could not be: an address is typed by hand as well. */
const isNone = (status: number | undefined): boolean => status === 404 || status === 400

async function ask({ name, input }: Question, context: RequestContext): Promise<FirstAnswers> {
  const request = new Request(`http://house/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const response = await answerRpc(request, context)
  // What was refused, or did not go through, the page asks again and says so in its own words.
  if (response?.ok !== true) return { answers: [], missing: isNone(response?.status) ? [name] : [] }
  return { answers: [{ name, input, answer: (await response.json()) as object }], missing: [] }
}

export async function firstAnswers(
  questions: readonly Question[],
  context: RequestContext,
): Promise<FirstAnswers> {
  const quiet = { ...context, idempotencyKey: null, askToWait: () => {} }
  const told = await Promise.all(questions.map(question => ask(question, quiet)))
  return { answers: told.flatMap(each => each.answers), missing: told.flatMap(each => each.missing) }
}

/** As a block of the page that no browser runs. A name with `</script>` in it must not end the block. */
export function blockOf(id: 'first-answers' | 'heard', told: readonly (FirstAnswer | Heard)[]): string {
  const text = JSON.stringify(told).replace(/[<>&\u2028\u2029]/g, sign => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
  return `<script type="application/json" id="${id}">${text}</script>`
}
