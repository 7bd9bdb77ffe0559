// The grammar of RFC 3986, appendix A, for the rules that EIP-4361 uses. All patterns run in linear time.

const escaped = '%[0-9A-Fa-f]{2}'
/** `unreserved` and `sub-delims` */
const plain = "\\w.~!$&'()*+,;=\\-"
const pchar = `(?:[${plain}:@]|${escaped})`

const path = new RegExp(`^(?:${pchar}|/)*$`)
const segment = new RegExp(`^${pchar}*$`)
const queryOrFragment = new RegExp(`^(?:${pchar}|[/?])*$`)
const userInfo = new RegExp(`^(?:[${plain}:]|${escaped})*$`)
const namedHost = new RegExp(`^(?:[${plain}]|${escaped})*$`)
const ipFuture = new RegExp(`^v[0-9A-Fa-f]+\\.[${plain}:]+$`)
const ip4 = /^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/
/** Matches a host and a port. The host is a name, or an IP literal in brackets. */
const hostAndPort = /^(?:([^:[\]]*)|\[([^[\]]*)\])(?::\d*)?$/
/** The pattern of appendix B, but with the characters that a scheme may have. */
const parts = /^([A-Za-z][A-Za-z\d+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/

/** Returns whether the text is `*pchar`. The empty text is valid too. */
export function isSegment(text: string): boolean {
  return segment.test(text)
}

/** Returns whether the text is a `URI`, which has a scheme. */
export function isUri(text: string): boolean {
  const [, scheme, authority, hier = '', query = '', fragment = ''] = parts.exec(text) ?? []
  if (scheme === undefined || !path.test(hier)) return false
  const fits =
    authority === undefined
      ? !hier.startsWith('//')
      : isAuthority(authority) && (hier === '' || hier.startsWith('/'))
  return fits && queryOrFragment.test(query) && queryOrFragment.test(fragment)
}

/** Returns whether the text is an `authority`. Its host may be empty. */
function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at >= 0 && !userInfo.test(text.slice(0, at))) return false
  const [, name, literal] = hostAndPort.exec(text.slice(at + 1)) ?? []
  if (literal !== undefined) return isIp6(literal) || ipFuture.test(literal)
  return name !== undefined && namedHost.test(name)
}

/** Returns whether the text is an authority with a host, such as `example.org:8080`. */
export function isHosted(text: string): boolean {
  return isAuthority(text) && !/^(?:.*@)?(?::\d*)?$/.test(text)
}

/** Returns the authority of an http(s) URL. Returns undefined for any other URI. */
export function pageAuthority(uri: string): string | undefined {
  const [, scheme, authority] = parts.exec(uri) ?? []
  return scheme !== undefined && /^https?$/i.test(scheme) ? authority : undefined
}

/**
 * Returns whether the text is an `IPv6address`: eight groups. One `::` can replace several groups, and the last two groups can be
 * an IPv4 address.
 */
function isIp6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)?.at(-1)
  const isMixed = last !== undefined && ip4.test(last)
  const hex = isMixed ? groups.flat().slice(0, -1) : groups.flat()
  const count = hex.length + (isMixed ? 2 : 0)
  return (
    hex.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8)
  )
}
