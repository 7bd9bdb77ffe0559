import { base64 } from '@scure/base'
import { parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { withTimeout } from '../../../core/async/deadline.ts'
import type { CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { transport } from '../../../core/limits.ts'
import { isRedirect, readBody } from '../../../core/response-body.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { CallOptions } from '../../../ports.ts'
import { chainClient, onChain } from './client.ts'

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function uri(uint256) view returns (string)',
])

/** An NFT that the `avatar` record of a name refers to, such as `eip155:1/erc721:0x…/42` (ENSIP-12, CAIP-22, CAIP-29). */
interface AvatarNft {
  readonly network: CaipNetworkId
  readonly standard: 'erc721' | 'erc1155'
  readonly address: Hex
  readonly id: bigint
}

/** Returns the NFT that an `avatar` record refers to. Returns undefined if the record contains another kind of link. */
export function nftOf(record: string): AvatarNft | undefined {
  const [, chain, standard, address, id] =
    /^eip155:(\d{1,20})\/(erc721|erc1155):(0x[\da-f]{40})\/(\d{1,78})$/i.exec(record.trim()) ?? []
  if (!chain || !standard || !address || !id || BigInt(id) >> 256n) return undefined
  return {
    network: `eip155:${chain}`,
    standard: standard.toLowerCase() as AvatarNft['standard'],
    address: address.toLowerCase() as Hex,
    id: BigInt(id),
  }
}

interface Reading extends Pick<AdapterContext, 'rpc' | 'fetch' | 'clock'> {
  webLink(link: string): string | undefined
}

/**
 * Returns the link of an NFT's picture. Returns undefined if `owner` doesn't hold the NFT, or if the NFT's metadata has no
 * picture.
 */
export async function nftPicture(
  { network, standard, address, id }: AvatarNft,
  owner: Hex,
  reading: Reading,
  opts?: CallOptions,
): Promise<string | undefined> {
  const client = chainClient(reading.rpc(network), opts)
  const read = <T>(run: () => Promise<T>) => onChain('eth_call', run)
  const [isHeld, link] = await Promise.all(
    standard === 'erc721'
      ? [
          read(() => readContract(client, { address, abi, functionName: 'ownerOf', args: [id] })).then(
            (held) => held === owner,
          ),
          read(() => readContract(client, { address, abi, functionName: 'tokenURI', args: [id] })),
        ]
      : [
          read(() =>
            readContract(client, { address, abi, functionName: 'balanceOf', args: [owner, id] }),
          ).then((held) => held > 0n),
          read(() => readContract(client, { address, abi, functionName: 'uri', args: [id] })),
        ],
  )
  if (!isHeld) return undefined
  const hexId = id.toString(16).padStart(64, '0')
  const metadata = await metadataAt(link.replaceAll('{id}', hexId), reading, opts)
  const { image, image_url, image_data } = isObject(metadata) ? metadata : {}
  const picture = [image, image_url].find((one) => typeof one === 'string' && one !== '')
  if (typeof picture === 'string') return picture
  return typeof image_data === 'string' && image_data.startsWith('<svg')
    ? `data:image/svg+xml,${encodeURIComponent(image_data)}`
    : undefined
}

/**
 * Reads the metadata of an NFT: JSON in the link itself, or at the link. Returns undefined if the
 * link is neither inline JSON nor `https`.
 * @throws the HTTP errors
 */
async function metadataAt(
  link: string,
  { webLink, fetch, clock }: Reading,
  opts?: CallOptions,
): Promise<unknown> {
  const [, encoded, inside] = /^data:application\/json(?:;charset=[\w-]+)?(;base64)?,(.*)$/is.exec(link) ?? []
  if (inside !== undefined)
    return JSON.parse(encoded ? new TextDecoder().decode(base64.decode(inside)) : decoded(inside))
  const url = webLink(link)
  if (!url?.startsWith('https://')) return undefined
  const { host } = new URL(url)
  const ms = transport.timeout
  const overdue = () => latchkeyError('http/timeout', { values: { host, ms } })
  return withTimeout(clock, ms, (signal) => jsonAt(fetch, url, host, signal), overdue, opts?.signal)
}

async function jsonAt(
  fetch: Reading['fetch'],
  url: string,
  host: string,
  signal: AbortSignal,
): Promise<unknown> {
  const init: RequestInit = { signal, redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' }
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw isLatchkeyError(cause) ? cause : latchkeyError('http/unreachable', { values: { host }, cause })
  })
  if (isRedirect(response) || !response.ok) {
    response.body?.cancel().catch(() => {})
    throw latchkeyError('http/status', { values: { host, status: response.status }, response })
  }
  const body = await readBody(response)
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (cause) {
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'the metadata of an NFT' }, cause })
  }
}

/**
 * Decodes a URI component. Returns the text itself if it can't be decoded: some contracts don't escape their JSON, and the JSON
 * may contain a percent sign.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
