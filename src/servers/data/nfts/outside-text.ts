import { lookup as lookUp } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/**
 * The limits of a fetch: its size in bytes, its time in ms, and its number of redirects. Limits are needed because anyone may
 * have written the link.
 */
const limits = { size: 1_000_000, time: 5000, redirects: 3 } as const

/** The options for fetching texts from other servers. */
export interface OutsideOptions {
  /** Whether to allow `http`, and hosts in your own network. Set it only if you control all contracts of the network. Default: false. */
  readonly allowPrivate?: boolean | undefined
  /** An origin that is allowed even if it is in your own network, such as your gateway's origin. */
  readonly trusted?: string | undefined
}

/** Fetches a text. @throws if the link isn't allowed, the fetch fails or takes too long, or the text is too long. */
export type OutsideText = (url: string, options?: OutsideOptions, signal?: AbortSignal) => Promise<string>

/**
 * Fetches the text of a link that anyone may have written. By default, allows only `https`, and only hosts with public addresses.
 * The addresses are checked for each connection. So no redirect or changed DNS record can lead into the operator's network.
 */
export const outsideText: OutsideText = async (url, { allowPrivate = false, trusted } = {}, signal) => {
  const late = AbortSignal.timeout(limits.time)
  const until = signal ? AbortSignal.any([signal, late]) : late
  let target = new URL(url)
  for (let hop = 0; hop <= limits.redirects; hop++) {
    const answer = await requested(target, allowPrivate || target.origin === trusted, until)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy()
      target = new URL(headers.location, target)
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw new Error(`It answered with ${statusCode}`)
    }
    return textOf(answer)
  }
  throw new Error('It redirects too often')
}

function requested(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) throw new Error('It is not https')
  if (url.username || url.password) throw new Error('It has a password')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && isPrivateAddress(host)) throw new Error('Its address is not public')
  const get = protocol === 'https:' ? getHttps : getHttp
  const options = {
    signal,
    // Use a new connection for each request, so that each address is checked.
    agent: false as const,
    headers: { accept: 'application/json', 'user-agent': 'latchkey' },
    ...(!allowPrivate && { lookup: publicLookup }),
  }
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject)
  })
}

/** Resolves a host. Refuses the host if any of its addresses isn't public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error('Its address is not public'), [])
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.size) throw new Error('It is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
