import { isLatchkeyError } from 'latchkey'
import type { Latchkey } from '../client/create-latchkey.ts'

/**
 * A client that a provider created. React may render twice or discard a render, so a client counts as used only when the
 * provider is mounted.
 */
export interface ProviderClient {
  readonly latchkey: Latchkey
  mounted: boolean
  /** Cancels the scheduled disposal. */
  keep?: (() => void) | undefined
  /** True from the client's disposal until its name is free again. */
  ending?: boolean
}

const symbol = Symbol.for('latchkey.react')
type Page = { [symbol]?: Map<string, ProviderClient> }

/**
 * Creates a client while rendering, or returns the client of the same name that an earlier render created. React renders twice
 * under StrictMode, and may discard a render. On hot reload, it renders the next component before it unmounts the previous one.
 * In the browser, the clients are stored on `globalThis`.
 */
export function acquireClient(create: () => Latchkey): ProviderClient {
  if (typeof document === 'undefined') return { latchkey: create(), mounted: false }
  const page = globalThis as Page
  page[symbol] ??= new Map()
  const kept = page[symbol]
  try {
    const latchkey = create()
    const made: ProviderClient = { latchkey, mounted: false }
    kept.set(latchkey.name, made)
    return made
  } catch (error) {
    const name = isLatchkeyError(error, 'config/already-created') ? String(error.values.name) : ''
    const present = kept.get(name)
    if (present) return present
    throw error
  }
}

/** Disposes the client soon. If the provider mounts again before that, as under StrictMode, keeps the client. */
export function releaseClient(client: ProviderClient): void {
  client.mounted = false
  const timer = setTimeout(() => void disposeClient(client).catch(() => {}), 0)
  client.keep = () => clearTimeout(timer)
}

export async function disposeClient(client: ProviderClient): Promise<void> {
  client.keep?.()
  client.ending = true
  await client.latchkey.dispose()
  const kept = (globalThis as Page)[symbol]
  if (kept?.get(client.latchkey.name) === client) kept.delete(client.latchkey.name)
}
