import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../io.ts'

/** Returns `LATCHKEY_HOME`, or the folder `latchkey` in the XDG state folder. */
export function stateDir(env: Env): string {
  if (env.LATCHKEY_HOME) return env.LATCHKEY_HOME
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'latchkey')
}

/** Creates the state folder, which only its owner can access. */
export function makeStateDir(env: Env): string {
  const dir = stateDir(env)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return dir
}
