import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import type { Env } from '../io.ts'
import { makeStateDir, stateDir } from './home.ts'
import { readPrivate, writePrivate } from './private-file.ts'

/** What a running devnet tells the other commands. No secret is in it: the accounts' keys are known by name. */
export interface DevnetStatus {
  /** Of this run; another one has another. */
  readonly id: string
  readonly pid: number
  readonly startedAt: string
  readonly networks: readonly ChainNetwork[]
  readonly tokens: readonly {
    readonly asset: string
    readonly symbol: string
    readonly decimals: number
    readonly name: string
  }[]
  readonly nodes: readonly {
    readonly network: string
    readonly url: string
    readonly software?: string | undefined
    readonly simulates?: { readonly software: string; readonly install: string } | undefined
    readonly pid?: number | undefined
  }[]
  /** Of the WalletConnect relay. */
  readonly relay?: string | undefined
  /** What is not installed, and the line that installs it, by family; the relay is one of them. */
  readonly missing?: Readonly<Record<string, string>> | undefined
  /** By name, those of eip155. */
  readonly accounts: Readonly<Record<string, string>>
  /** By family, then by name. */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

function fileOf(env: Env): string {
  return join(stateDir(env), 'devnet.json')
}

/** The devnet that is up, or undefined. A file that a crashed one left behind counts for nothing. */
export function readDevnet(env: Env): DevnetStatus | undefined {
  try {
    const status = JSON.parse(readPrivate(fileOf(env))?.text ?? 'null') as Partial<DevnetStatus> | null
    const whole =
      typeof status?.id === 'string' && typeof status.pid === 'number' && Array.isArray(status.networks)
    return whole && isAlive(status.pid) ? (status as DevnetStatus) : undefined
  } catch {
    return undefined
  }
}

export function writeDevnet(env: Env, status: DevnetStatus): void {
  makeStateDir(env)
  writePrivate(fileOf(env), JSON.stringify(status, null, 2))
}

/** Taking the file away is how a devnet is asked to stop: it watches for that. */
export function removeDevnet(env: Env, id: string): void {
  if (readDevnet(env)?.id === id) rmSync(fileOf(env), { force: true })
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
