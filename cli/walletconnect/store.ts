import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../io.ts'
import { changeEntries, type KeyStore, loadEntries } from '../state/file-store.ts'
import { makeStateDir, stateDir } from '../state/home.ts'

/** WalletConnect's storage between commands. Only the owner can read the file, because it contains keys. */
export interface RelayStore extends KeyStore {
  /** Writes the changes. Ignores later changes, because WalletConnect's library makes changes even while it shuts down. */
  close(): void
}

function pathOf(env: Env): string {
  return join(stateDir(env), 'walletconnect.json')
}

export function relayStore(env: Env): RelayStore {
  const entries = loadEntries(pathOf(env))
  // The changes that aren't written yet. Undefined marks a removed entry.
  const changed = new Map<string, string | undefined>()
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    // Other commands store sessions in the same file, so only the changes of this command are written.
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
      // If the write fails, `close` tries again and reports the error.
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
      closed = true
      flush()
    },
  }
}

export function forgetRelayStore(env: Env): void {
  rmSync(pathOf(env), { force: true })
}
