// What a page would ask first, asked before it is sent: through the same door, with the same rights, input and
// output checks and limits as when the page asks itself.

import type { RequestContext } from '#server/api.ts'
import { answerRpc } from '#server/faces.ts'
import type { Question } from '#server/gate/pages.ts'

/** `answer` is as the typed client gets it over the wire. */
export type FirstAnswer = Pick<Question, 'name' | 'input'> & {
  readonly answer: { readonly json?: unknown; readonly meta?: unknown }
}

async function ask({ name, input }: Question, context: RequestContext): Promise<FirstAnswer[]> {
  const request = new Request(`http://house/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const response = await answerRpc(request, context)
  // What was refused, or did not go through, the page asks again and says so in its own words.
  return response?.ok === true ? [{ name, input, answer: (await response.json()) as object }] : []
}

export async function firstAnswers(
  questions: readonly Question[],
  context: RequestContext,
): Promise<FirstAnswer[]> {
  const quiet = { ...context, idempotencyKey: null, askToWait: () => {} }
  return (await Promise.all(questions.map(question => ask(question, quiet)))).flat()
}

/** As a block of the page that no browser runs. A name with `</script>` in it must not end the block. */
export function blockOf(answers: readonly FirstAnswer[]): string {
  const text = JSON.stringify(answers).replace(/[<>&\u2028\u2029]/g, sign => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
  return `<script type="application/json" id="first-answers">${text}</script>`
}
