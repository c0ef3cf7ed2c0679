// The program: one server, or with `--workers 4` several that share its port.

import { printError } from '#server/lib/terminal.ts'
import { parseWorkerCount, runProgram } from '#server/process/start-and-stop.ts'

try {
  const args = process.argv.slice(2)
  // Each way of running loads only the code it needs.
  if (args.includes('--worker')) await (await import('#server/process/worker.ts')).runWorker()
  else await runProgram(parseWorkerCount(args))
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
