import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../io.ts'
import { changeEntries, type KeyStore, loadEntries } from '../state/file-store.ts'
import { makeStateDir, stateDir } from '../state/home.ts'

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
  const entries = loadEntries(pathOf(env))
  // What this command has changed and not written yet; undefined for what it has removed.
  const changed = new Map<string, string | undefined>()
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    // Others have sessions of their own in the same file: only what was changed here is written.
    changeEntries(
      pathOf(env),
      () => makeStateDir(env),
      (stored) => {
        for (const [key, value] of changed)
          if (value === undefined) stored.delete(key)
          else stored.set(key, value)
      },
    )
    changed.clear()
  }
  const touch = (key: string, value: string | undefined) => {
    if (closed) return
    changed.set(key, value)
    timer ??= setTimeout(() => {
      // What fails now is tried again, and told of, when the store is closed.
      try {
        flush()
      } catch {}
    }, 20)
  }
  return {
    get: (key) => entries.get(key) ?? null,
    set(key, value) {
      entries.set(key, value)
      touch(key, value)
    },
    remove(key) {
      if (entries.delete(key)) touch(key, undefined)
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
