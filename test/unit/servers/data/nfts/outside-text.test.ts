import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { NftMetadataReader } from '../../../../../src/servers/data/nfts/nft-metadata.ts'
import { outsideText } from '../../../../../src/servers/data/nfts/outside-text.ts'
import { isPrivateAddress } from '../../../../../src/servers/data/nfts/private-address.ts'
import { loopback } from '../../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const serve = async (answer: (response: ServerResponse, path: string) => void) => {
  const server = await loopback(({ path }, response) => answer(response, path))
  closing.push(() => server.close())
  return server
}
const allowed = { allowPrivate: true }
const json = '{"name":"Light","image":"https://pictures.example/1.png"}'

describe('the private addresses', () => {
  it.each([
    ...[
      '127.0.0.1',
      '127.255.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1'],
    ...['::1', '::', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1'],
  ])('include %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'exclude %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )
})

describe('the text at an untrusted link', () => {
  it('is fetched through a redirect', async () => {
    const server = await serve((response, path) => {
      if (path === '/1') response.writeHead(302, { location: '/2' }).end()
      else response.end(json)
    })
    expect(await outsideText(`${server.url}1`, allowed)).toBe(json)
  })

  it.each([
    ['http://127.0.0.1:PORT/', 'It is not https'],
    ['https://127.0.0.1:PORT/', 'Its address is not public'],
    ['https://localhost:PORT/', 'Its address is not public'],
    ['https://2130706433:PORT/', 'Its address is not public'],
    ['https://[::1]:PORT/', 'Its address is not public'],
    ['https://[::ffff:127.0.0.1]:PORT/', 'Its address is not public'],
    ['https://user:password@127.0.0.1:PORT/', 'It has a password'],
    ['file:///etc/passwd', 'It is not https'],
  ])('is not fetched from %s', async (url, reason) => {
    const server = await serve((response) => void response.end(json))
    const target = url.replace('PORT', new URL(server.url).port)
    await expect(outsideText(target)).rejects.toThrow(reason)
    expect(server.requests).toEqual([])
  })

  it('is not fetched after a redirect to a private address', async () => {
    const inside = await serve((response) => void response.end(json))
    const gateway = await serve((response) => void response.writeHead(302, { location: inside.url }).end())
    // Only the gateway may have a private address.
    const trusted = new URL(gateway.url).origin
    await expect(outsideText(gateway.url, { trusted })).rejects.toThrow('It is not https')
    expect(gateway.requests).toHaveLength(1)
    expect(inside.requests).toEqual([])
  })

  it('is refused after four redirects, after an error status, and if it has no end', async () => {
    const around = await serve((response) => void response.writeHead(302, { location: '/' }).end())
    await expect(outsideText(around.url, allowed)).rejects.toThrow('It redirects too often')
    expect(around.requests).toHaveLength(4)
    const absent = await serve((response) => void response.writeHead(404).end(json))
    await expect(outsideText(absent.url, allowed)).rejects.toThrow('It answered with 404')
    let ended = false
    const endless = await serve((response) => {
      response.on('close', () => {
        ended = true
      })
      const more = () => {
        while (!ended && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    await expect(outsideText(endless.url, allowed)).rejects.toThrow('It is too long')
    await expect.poll(() => ended, { message: 'the connection is closed' }).toBe(true)
  })

  it('causes an error if the caller aborts', async () => {
    const stop = new AbortController()
    const silent = await serve(() => stop.abort())
    await expect(outsideText(silent.url, allowed, stop.signal)).rejects.toThrow()
  })
})

describe('the metadata of an NFT', () => {
  const reader = (options: Partial<ConstructorParameters<typeof NftMetadataReader>[0]> = {}) =>
    new NftMetadataReader({ now: () => 0, ...allowed, ...options })
  const none = { name: '', description: '', image: '' }
  const inline = (value: object) => `data:application/json,${encodeURIComponent(JSON.stringify(value))}`

  it.each([
    ['base64', `data:application/json;base64,${Buffer.from(json).toString('base64')}`],
    ['encoded text', `data:application/json;utf8,${encodeURIComponent(json)}`],
    ['plain text', `data:application/json;utf8,${json}`],
    ['plain text with a percent sign', `data:application/json,${json.replace('Light', 'Light%')}`],
  ])('is read from a data URI as %s', async (_, uri) => {
    const { name, image } = await reader().of(uri)
    expect([name.replace('%', ''), image]).toEqual(['Light', 'https://pictures.example/1.png'])
  })

  it.each([
    ['javascript:alert(1)', ''],
    ['data:text/html,<script>alert(1)</script>', ''],
    ['http://pictures.example/1.png', ''],
    ['blob:https://pictures.example/1', ''],
    ['file:///etc/passwd', ''],
    ['https://', ''],
    [`data:image/png;base64,${'a'.repeat(100_000)}`, ''],
    [`https://pictures.example/${'a'.repeat(2048)}`, ''],
    ['https://pictures.example/1.png', 'https://pictures.example/1.png'],
    ['ipfs://bafy/1.png', 'ipfs://bafy/1.png'],
    ['data:image/svg+xml;utf8,<svg><script/></svg>', 'data:image/svg+xml;utf8,<svg><script/></svg>'],
  ])('contains only a picture that a page can show safely (case %#)', async (image, shown) => {
    expect((await reader().of(inline({ name: 'a', image }))).image).toBe(shown)
  })

  it('is empty if its page has no JSON object of the allowed length', async () => {
    const server = await serve((response, path) => {
      if (path === '/html') response.end('<!doctype html><title>Sign in</title>')
      else if (path === '/list') response.end('[1]')
      else if (path === '/long') response.end(JSON.stringify({ name: 'x'.repeat(10_000_000) }))
      else response.writeHead(500).end(json)
    })
    for (const path of ['html', 'list', 'long', 'gone'])
      expect(await reader().of(`${server.url}${path}`), path).toEqual(none)
    for (const uri of [
      '',
      'nonsense',
      'data:text/html,{}',
      'javascript:alert(1)',
      `https://${'a'.repeat(3000)}`,
    ])
      expect(await reader().of(uri), uri.slice(0, 30)).toEqual(none)
  })

  it('contains only text of a limited length', async () => {
    const { name, description } = await reader().of(
      inline({ name: 'n'.repeat(5000), description: 'd'.repeat(5000) }),
    )
    expect([name.length, description.length]).toEqual([200, 2000])
    expect(await reader().of(inline({ name: { a: 1 }, description: 5, image: ['x'] }))).toEqual(none)
  })

  it('is fetched again after ten minutes, or a minute after a failure', async () => {
    let works = false
    let now = 0
    const server = await serve((response) => void response.writeHead(works ? 200 : 500).end(json))
    const metadata = reader({ now: () => now })
    expect(await metadata.of(server.url)).toEqual(none)
    works = true
    expect(await metadata.of(server.url)).toEqual(none)
    now = 60_001
    expect((await metadata.of(server.url)).name).toBe('Light')
    now += 599_000
    await Promise.all([metadata.of(server.url), metadata.of(server.url)])
    expect(server.requests).toHaveLength(2)
    now += 2000
    await metadata.of(server.url)
    expect(server.requests).toHaveLength(3)
  })

  it("is read from IPFS only through the operator's gateway", async () => {
    const gateway = await serve((response) => void response.end(json))
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    const through = reader({ allowPrivate: false, ipfsGateway: gateway.url })
    expect((await through.of(`ipfs://${cid}/1.json`)).name).toBe('Light')
    expect((await through.of(`ipfs://ipfs/${cid}`)).name).toBe('Light')
    for (const uri of [`ipfs://${cid}/../../admin`, 'ipfs://evil.example/1', `ipfs://${cid}/..%2f../x`])
      await through.of(uri)
    expect(gateway.requests.map(({ path }) => path)).toEqual([
      `/ipfs/${cid}/1.json`,
      `/ipfs/${cid}`,
      expect.stringContaining(`/ipfs/${cid}/`),
    ])
    expect(await reader({ ipfsGateway: undefined }).of(`ipfs://${cid}`)).toEqual(none)
  })
})
