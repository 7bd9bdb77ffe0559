import { isAddressFormat } from '../chain/address.ts'
import { type ChainNamespace, isChainNamespace } from '../chain/namespace.ts'

/**
 * The account at the visitor's last visit, according to the page's cookie. The cookie isn't signed, so anyone can write one: show
 * the address, but use it for nothing else.
 */
export interface AccountSnapshot {
  readonly namespace: ChainNamespace
  readonly address: string
}

/** The longest value that is read, in characters. Addresses have at most 142. */
const longest = 160

/** The name of the cookie of the client with this name. */
export function snapshotCookie(client: string): string {
  return `latchkey-${encodeURIComponent(client)}`
}

/** The value of the cookie: the family and the address, which need no escapes in a cookie. */
export function formatSnapshot({ namespace, address }: AccountSnapshot): string {
  return `${namespace}:${address}`
}

/** Null unless the value is the name of a family and an address of that family. */
export function parseSnapshot(value: string): AccountSnapshot | null {
  if (value.length > longest) return null
  const [namespace, address = '', ...rest] = value.split(':')
  const isAccount = isChainNamespace(namespace) && rest.length === 0 && isAddressFormat(namespace, address)
  return isAccount ? { namespace, address } : null
}
