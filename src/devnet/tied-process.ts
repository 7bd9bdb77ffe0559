import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchedFolders } from './find-program.ts'

/** A child process that ends with its parent process, even if the parent is killed. */
export interface TiedProcess {
  readonly pid: number | undefined
  readonly child: ChildProcess
  /** Resolves with the exit code or the signal when the process has ended. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly error?: Error
  }>
  /** Asks the process to end, and kills it after two seconds if needed. Waits for its end. */
  stop(): Promise<void>
}

// The shell execs the program, so both have the same pid. A background job in the shell reads from a pipe. If the parent process
// dies, even by kill -9, the kernel closes the pipe, and the job kills the program. A line on the pipe says that the program has
// already ended. The pipe isn't stdin, because Node closes stdin when the program ends, so the parent couldn't write the line
// anymore.
const tie =
  'folder=$1; shift; { read -r line <&3 || { kill "$$"; ' +
  '[ -z "$folder" ] || { while kill -0 "$$"; do sleep 1; done; rm -rf -- "$folder"; }; }; } ' +
  '>/dev/null 2>&1 & exec "$@" 3<&-'

/**
 * Starts a program that must not outlive its parent, the calling process. The program has its own process group, so Ctrl-C
 * reaches only the parent, which can then clean up. `folder` belongs to the program. It is removed if the parent dies without
 * cleaning up. On Windows, no shell holds the pipe, so the program ends only if the parent ends normally.
 */
export function spawnTied(
  file: string,
  args: readonly string[],
  { folder = '' }: { readonly folder?: string } = {},
): TiedProcess {
  const posix = process.platform !== 'win32'
  const child = posix
    ? spawn('/bin/sh', ['-c', tie, 'sh', folder, file, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        // The shell needs PATH to find its commands, and the program needs PATH to find its helpers.
        env: { ...process.env, PATH: searchedFolders(process.env.PATH ?? '').join(delimiter) },
        detached: true,
      })
    : spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const pipe = child.stdio[3] as Writable | null | undefined
  const killAtExit = () => void child.kill()
  process.once('exit', killAtExit)
  // The other end may be closed before the line arrives.
  pipe?.on('error', () => {})

  const ended: TiedProcess['ended'] = new Promise((resolve) => {
    const settle = (code: number | null, signal: string | null, error?: Error) => {
      process.off('exit', killAtExit)
      pipe?.end('\n')
      resolve({ code, signal, ...(error && { error }) })
    }
    child.once('exit', (code, signal) => settle(code, signal))
    child.once('error', (error) => settle(null, null, error))
  })

  return {
    child,
    ended,
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
    async stop() {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const insist = sleep(2000, undefined, { signal: patience.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      )
      await ended
      patience.abort()
      await insist
    },
  }
}
