#!/usr/bin/env node
import { Interruption } from './output/cli-error.ts'
import { exitCodes } from './output/exit-codes.ts'
import { run } from './run.ts'

const stop = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time the visitor means now.
    if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
    stop.abort(new Interruption(signal))
  })
}
// The reader of our output left (`| head`): end our work in order, and say nothing.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') stop.abort(new Interruption('SIGPIPE'))
  })
}

const code = await run(process.argv.slice(2), {
  // Opened by who reads it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
})
const closed = stop.signal.reason instanceof Interruption && stop.signal.reason.signal === 'SIGPIPE'
process.exitCode = closed ? exitCodes.ok : code
// Output may still be on its way through a pipe; idle connections shall not keep the program up after it.
await Promise.all([process.stdout, process.stderr].map(flushed))
process.exit()

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve()
    else stream.write('', () => resolve())
  })
}
