import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../io.ts'

/** Returns the folder of the session and the devnet's status: `LATCHKEY_HOME`, else the XDG state folder. */
export function stateDir(env: Env): string {
  if (env.LATCHKEY_HOME) return env.LATCHKEY_HOME
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'latchkey')
}

/** Creates the folder, accessible to its owner only. */
export function makeStateDir(env: Env): string {
  const dir = stateDir(env)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return dir
}
