import { isObject } from '../../../core/json/is-object.ts'
import { isFresh } from '../../../core/timing.ts'
import { type OutsideOptions, type OutsideText, outsideText } from './outside-text.ts'

/** An NFT's metadata (ERC-721 Metadata, ERC-1155 Metadata URI). */
export interface NftMetadata {
  readonly name: string
  readonly description: string
  /** A link with `https:`, `ipfs:` or `data:image/`; empty if there is none. */
  readonly image: string
}

export interface MetadataOptions extends Pick<OutsideOptions, 'allowPrivate'> {
  /**
   * The gateway that reads metadata from IPFS, such as `https://ipfs.example`. The gateway may be in your own network. Default: metadata on IPFS
   * isn't read.
   */
  readonly ipfsGateway?: string | undefined
  readonly now: () => number
  readonly fetch?: OutsideText | undefined
}

/** Limits in characters. `kept` is the maximum number of cached entries. */
const limits = {
  name: 200,
  description: 2000,
  link: 2048,
  picture: 100_000,
  data: 1_000_000,
  kept: 300,
} as const
const lifetime = { found: 600_000, failed: 60_000 } as const
const none: NftMetadata = { name: '', description: '', image: '' }

interface Kept {
  /** When the metadata was requested, or when the request failed, in ms since the epoch. */
  readonly at: number
  readonly lifetime: number
  readonly metadata: Promise<NftMetadata>
}

/**
 * Reads the metadata of NFTs. Caches metadata for minutes only, because metadata can change. Returns empty metadata if the
 * metadata can't be read.
 */
export class NftMetadataReader {
  readonly #options: MetadataOptions
  readonly #kept = new Map<string, Kept>()

  constructor(options: MetadataOptions) {
    this.#options = options
  }

  /** Never rejects. */
  of(uri: string): Promise<NftMetadata> {
    const inline = inlineText(uri)
    if (inline !== undefined) return Promise.resolve(metadataIn(inline))
    if (uri.length > limits.link) return Promise.resolve(none)
    const now = this.#options.now()
    const kept = this.#kept.get(uri)
    if (kept && isFresh(kept.at, kept.lifetime, now)) return kept.metadata
    // This read has no abort signal, because other requests may wait for the same metadata.
    const metadata: Promise<NftMetadata> = this.#read(uri).catch(() => {
      // Newer metadata may have replaced this entry in the meantime.
      if (this.#kept.get(uri)?.metadata === metadata)
        this.#kept.set(uri, { at: this.#options.now(), lifetime: lifetime.failed, metadata })
      return none
    })
    this.#kept.delete(uri)
    this.#kept.set(uri, { at: now, lifetime: lifetime.found, metadata })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > limits.kept && oldest !== undefined) this.#kept.delete(oldest)
    return metadata
  }

  async #read(uri: string): Promise<NftMetadata> {
    const { ipfsGateway, allowPrivate, fetch = outsideText } = this.#options
    if (!/^ipfs:/i.test(uri)) return metadataIn(await fetch(uri, { allowPrivate }))
    const url = ipfsGateway && ipfsUrl(ipfsGateway, uri)
    return url ? metadataIn(await fetch(url, { allowPrivate, trusted: new URL(url).origin })) : none
  }
}

/** Returns the URL of an IPFS link at a gateway; undefined for other links, and for links that leave the gateway's path. */
function ipfsUrl(gateway: string, uri: string): string | undefined {
  const [, cid, path = ''] = /^ipfs:\/\/(?:ipfs\/)?([a-z\d]{46,100})(\/[^?#]*)?$/i.exec(uri) ?? []
  if (cid === undefined) return undefined
  const root = `${gateway.replace(/\/*$/, '')}/ipfs/${cid}`
  const url = new URL(root + path)
  return url.href.startsWith(root) ? url.href : undefined
}

/** Returns the JSON text of a `data:` URI. Empty if the URI is too long or isn't of the type JSON. Undefined for other URIs. */
function inlineText(uri: string): string | undefined {
  const [, params = '', text = ''] = /^data:application\/json((?:;[^;,]*)*),(.*)$/is.exec(uri) ?? []
  if (!/^data:/i.test(uri)) return undefined
  if (uri.length > limits.data) return ''
  if (/;base64$/i.test(params)) return Buffer.from(text, 'base64').toString('utf8')
  try {
    return decodeURIComponent(text)
  } catch {
    // Many contracts put JSON into the URI without percent-encoding it.
    return text
  }
}

function metadataIn(text: string): NftMetadata {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return none
  }
  if (!isObject(value)) return none
  const cut = (one: unknown, most: number) =>
    typeof one === 'string' ? [...one].slice(0, most).join('') : ''
  return {
    name: cut(value.name, limits.name),
    description: cut(value.description, limits.description),
    image: pictureLink(value.image ?? value.image_url),
  }
}

/** Returns the link if pages can show the picture, otherwise an empty text. */
function pictureLink(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (/^data:image\/[a-z+.-]+[;,]/i.test(value)) return value.length <= limits.picture ? value : ''
  return /^(https|ipfs):\/\/[^/]/i.test(value) && value.length <= limits.link ? value : ''
}
