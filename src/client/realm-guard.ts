import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Page } from '../ports.ts'

/** A global symbol. Several copies of the library in a page get the same symbol. */
const symbol = Symbol.for('latchkey')

/**
 * Claims a client's name on the page, and returns a function that releases the name. On a server, claims nothing, because
 * requests that are handled at the same time would conflict.
 * @throws `config/already-created` while another client has the same name.
 */
export function claimName({ kind, realm }: Page, name: string): () => void {
  if (kind === 'node') return () => {}
  const holder = realm as { [symbol]?: Set<string> }
  if (!holder[symbol]) Object.defineProperty(holder, symbol, { value: new Set<string>() })
  const names = holder[symbol] ?? new Set()
  if (names.has(name)) throw latchkeyError('config/already-created', { values: { name } })
  names.add(name)
  return () => void names.delete(name)
}
