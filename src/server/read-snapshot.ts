import { type AccountSnapshot, parseSnapshot, snapshotCookie } from '../core/wallet/account-snapshot.ts'

export interface ReadSnapshotOptions {
  /** The option `name` of the page's client. Default: `app`. */
  readonly name?: string | undefined
}

/** The longest `cookie` header that is read, in characters. Browsers and servers allow only shorter headers. */
const longest = 65_536

/**
 * Reads the account of the visitor's last visit from a request's headers. Pass the result to the prop `snapshot` of
 * `LatchkeyProvider`, so that the server renders this account as `restoring`. The cookie isn't signed: don't trust the address,
 * and don't use it to decide what a visitor may see.
 *
 * @returns null if the request has no such cookie, or an invalid one.
 * @example
 * const snapshot = readSnapshot(await headers()) // `headers` of next/headers
 */
export function readSnapshot(
  headers: Pick<Headers, 'get'>,
  { name = 'app' }: ReadSnapshotOptions = {},
): AccountSnapshot | null {
  const header = headers.get('cookie') ?? ''
  if (header.length > longest) return null
  const start = `${snapshotCookie(name)}=`
  const pair = header.split(';').find((one) => one.trim().startsWith(start))
  return pair ? parseSnapshot(pair.trim().slice(start.length)) : null
}
