// The program: one server, or with `--workers 4` several that share its port.

import module from 'node:module'
import { join } from 'node:path'
import { printError } from '#server/lib/terminal.ts'
import { parseWorkerCount, runProgram } from '#server/process/start-and-stop.ts'

// The next start need not compile what is loaded, from Node 22 on. It is kept beside the program: who can write there can
// change the program itself.
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown }
enableCompileCache?.(join(import.meta.dirname, '.compile-cache'))

try {
  const args = process.argv.slice(2)
  // Each way of running loads only the code it needs.
  if (args.includes('--worker')) await (await import('#server/process/worker.ts')).runWorker()
  else await runProgram(parseWorkerCount(args))
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
