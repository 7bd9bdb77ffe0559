import { isAddressFormat } from '../chain/address.ts'
import { type ChainNamespace, isChainNamespace } from '../chain/namespace.ts'

/**
 * The account at the visitor's last visit, as stored in the page's cookie. The cookie isn't signed, so anyone can forge it: show
 * the address, but don't use the address for anything else.
 */
export interface AccountSnapshot {
  readonly namespace: ChainNamespace
  readonly address: string
}

/** The longest cookie value that is read, in characters. Addresses have at most 142 characters. */
const longest = 160

/** Returns the name of a client's cookie. */
export function snapshotCookie(client: string): string {
  return `latchkey-${encodeURIComponent(client)}`
}

/** Returns the value of the cookie. It consists of the family and the address, which need no escapes in a cookie. */
export function formatSnapshot({ namespace, address }: AccountSnapshot): string {
  return `${namespace}:${address}`
}

/** Parses the value of the cookie. Returns null if the value isn't a family's name with an address of this family. */
export function parseSnapshot(value: string): AccountSnapshot | null {
  if (value.length > longest) return null
  const [namespace, address = '', ...rest] = value.split(':')
  const isAccount = isChainNamespace(namespace) && rest.length === 0 && isAddressFormat(namespace, address)
  return isAccount ? { namespace, address } : null
}
