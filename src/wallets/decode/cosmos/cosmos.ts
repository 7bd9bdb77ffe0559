import { jsonOf, objectAt, refused } from '../refused.ts'
import { decodeAminoDoc } from './cosmos-amino.ts'
import { decodeDirectDoc } from './cosmos-direct.ts'
import type { CosmosDoc } from './cosmos-doc.ts'

const field = 'sign-doc'
const wrapping = ['signDoc', 'signerAddress']

/**
 * Decodes a sign document from JSON text, or from the object that the page sent.
 * @throws `validation/invalid-input`, which names the invalid field.
 */
export function decodeCosmosDoc(input: unknown): CosmosDoc {
  const outer = objectAt(typeof input === 'string' ? jsonOf(input, field) : input, field)
  // WalletConnect wraps the document in `signDoc`.
  const doc = outer.signDoc === undefined ? outer : objectAt(outer.signDoc, `${field}.signDoc`)
  const [extra] = outer === doc ? [] : Object.keys(outer).filter((name) => !wrapping.includes(name))
  if (extra !== undefined) throw refused(`${field}.${extra}`, "isn't allowed beside the document")
  if ('msgs' in doc) return decodeAminoDoc(doc, field)
  if ('bodyBytes' in doc || 'body_bytes' in doc) return decodeDirectDoc(doc, field)
  throw refused(field, 'is neither a Direct nor an Amino document')
}
