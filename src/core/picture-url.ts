/** The maximum lengths of accepted URLs, in characters. They aren't in the specification. */
const most = { link: 2048, data: 150_000 } as const

/**
 * Returns the URL from which a page may load the picture of an NFT or a name into an `<img>`. This is an `https` URL or a
 * `data:image/` URI. For an `ipfs:` link, it is a URL of the host's IPFS gateway, or undefined without a gateway. Returns
 * undefined for any other scheme, such as `javascript:` or `http:`, for a URL with a user name or password, and for a link that
 * is too long.
 */
export function pictureUrl(link: string | undefined, ipfsGateway: string | undefined): string | undefined {
  if (link === undefined) return undefined
  if (/^data:image\/[a-z+.-]{1,30}[;,]/i.test(link)) return link.length <= most.data ? link : undefined
  if (link.length > most.link || !URL.canParse(link)) return undefined
  const [, cid, path = ''] = /^ipfs:\/\/(?:ipfs\/)?([a-z\d]{46,100})(\/.*)?$/i.exec(link) ?? []
  const url = cid === undefined ? new URL(link) : atGateway(ipfsGateway, `/ipfs/${cid}`, path)
  return url && url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined
}

function atGateway(gateway: string | undefined, root: string, path: string): URL | undefined {
  if (gateway === undefined) return undefined
  const base = gateway.replace(/\/*$/, '') + root
  const url = new URL(base + path)
  return url.href.startsWith(base) ? url : undefined
}
