import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Page } from '../ports.ts'

/** Under this symbol, so that copies of the library in other bundles of the page see each other. */
const symbol = Symbol.for('latchkey')

/**
 * Claims a client's name on the page; the result releases it. On a server nothing is claimed, so that requests do not
 * meet. Architecture, section 11, risk 2.
 * @throws `config/already-created` while another client has the name.
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
