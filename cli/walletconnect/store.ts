import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../io.ts'
import type { KeyStore } from '../state/file-store.ts'
import { makeStateDir, stateDir } from '../state/home.ts'
import { readPrivate, writePrivate } from '../state/private-file.ts'

/** What WalletConnect keeps between commands: its keys, so the file is its owner's only. */
export interface RelayStore extends KeyStore {
  /**
   * Writes what has changed, for the last time: what the library says while it is being left does not count. Before that
   * it is done a moment after each change, since the library changes much at a time.
   */
  close(): void
}

function pathOf(env: Env): string {
  return join(stateDir(env), 'walletconnect.json')
}

export function relayStore(env: Env): RelayStore {
  const entries = load(env)
  let changed = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!changed) return
    changed = false
    makeStateDir(env)
    writePrivate(pathOf(env), `${JSON.stringify(Object.fromEntries(entries))}\n`)
  }
  const touch = () => {
    if (closed) return
    changed = true
    timer ??= setTimeout(flush, 20)
  }
  return {
    get: (key) => entries.get(key) ?? null,
    set(key, value) {
      entries.set(key, value)
      touch()
    },
    remove(key) {
      if (entries.delete(key)) touch()
    },
    keys: () => [...entries.keys()],
    close() {
      flush()
      closed = true
    },
  }
}

export function forgetRelayStore(env: Env): void {
  rmSync(pathOf(env), { force: true })
}

function load(env: Env): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readPrivate(pathOf(env))?.text ?? '{}')
    const list = stored !== null && typeof stored === 'object' ? Object.entries(stored) : []
    return new Map(list.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    if (error instanceof SyntaxError) return new Map()
    throw error
  }
}
