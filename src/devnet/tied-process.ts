import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchedFolders } from './find-program.ts'

/** A child process that ends when this process does, however it ends. */
export interface TiedProcess {
  readonly pid: number | undefined
  readonly child: ChildProcess
  /** Resolves with the exit when the process has ended. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly error?: Error
  }>
  /** Terminates it, kills it after two seconds, and waits until it has ended. */
  stop(): Promise<void>
}

// The shell execs the program, so the pid is the program's own. A background job waits on the pipe from this process. The kernel closes the pipe when
// this process dies, even by kill -9. A line on the pipe means that the program has already ended. The pipe isn't stdin, because Node closes stdin
// when the program ends, and then couldn't write that line.
const tie =
  'folder=$1; shift; { read -r line <&3 || { kill "$$"; ' +
  '[ -z "$folder" ] || { while kill -0 "$$"; do sleep 1; done; rm -rf -- "$folder"; }; }; } ' +
  '>/dev/null 2>&1 & exec "$@" 3<&-'

/**
 * Spawns a program that must not outlive this process. It runs in its own process group: Ctrl-C reaches only this process,
 * which can then clean up. `folder`, the program's own, is removed if this process dies without cleaning up.
 *
 * On Windows there is no shell to hold the pipe, so the program ends only with an orderly exit of this process.
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
        // The shell uses PATH for its own commands, and the program for its helpers.
        env: { ...process.env, PATH: searchedFolders(process.env.PATH ?? '').join(delimiter) },
        detached: true,
      })
    : spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const pipe = child.stdio[3] as Writable | null | undefined
  const killAtExit = () => void child.kill()
  process.once('exit', killAtExit)
  // The other end may be gone before the line arrives.
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
