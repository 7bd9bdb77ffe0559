import { describe, expect, it } from 'vitest'
import { catalogueLimits } from '../../../src/core/limits.ts'
import { type CatalogueEntry, catalogueHandler } from '../../../src/servers/catalogue/catalogue-handler.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { type ClientWorldOptions, clientWorld, one } from '../../support/client-world.ts'
import { network } from '../../support/fake-families.ts'

const longestUrl = 2000
const manyNetworks = Array.from({ length: 1000 }, (_, at) => network(`eip155:${100_000 + at}`, `N${at}`))
const idOf = (at: number) => at.toString(16).padStart(64, '0')

/** 300 wallets. Every third wallet supports only a network that no page has. */
const wallets: readonly CatalogueEntry[] = Array.from({ length: 300 }, (_, at) => ({
  id: idOf(at),
  name: `Wallet ${at}`,
  chains: at % 3 === 2 ? ['eip155:5'] : ['eip155:1', 'eip155:100500'],
}))
const fitting = wallets.filter((_, at) => at % 3 !== 2).map(({ id }) => id)

/** Makes a client with a catalogue, and returns the URLs that the client requested. */
function visit(options: ClientWorldOptions) {
  const urls: string[] = []
  const handle = catalogueHandler({ wallets, picture: () => undefined })
  const fetch = async (input: string | URL) => {
    urls.push(String(input))
    const { status, body, contentType } = handle('GET', new URL(input))
    return new Response(String(body), { status, headers: { 'content-type': contentType } })
  }
  const { latchkey, clock } = clientWorld({
    networks: [one],
    ...options,
    endpoints: { catalogue: 'https://wallets.example' },
    surroundings: memoryPlatform({ fetch: fetch as never }),
  })
  const { catalogue } = latchkey
  const listAll = async () => {
    await catalogue.begin()
    // Each call loads a page or ends the list.
    for (let calls = 0; catalogue.state.more && calls < 50; calls++) await catalogue.loadMore()
    expect(catalogue.state).toMatchObject({ more: false, error: undefined })
    return catalogue.state.wallets.map(({ id }) => id).sort()
  }
  return {
    latchkey,
    clock,
    catalogue,
    listAll,
    urls,
    longest: () => Math.max(...urls.map(({ length }) => length)),
  }
}

describe('requests to the catalogue', () => {
  it('stay under 2,000 characters with 1,000 networks, and find every wallet for one of the networks', async () => {
    const { catalogue, listAll, longest, latchkey } = visit({ networks: manyNetworks })
    expect(await listAll()).toEqual(fitting)
    expect(catalogue.state.recommended.length).toBeGreaterThan(0)
    expect(longest()).toBeLessThan(longestUrl)
    await latchkey.dispose()
  })

  it('name the networks of a page with few networks', async () => {
    const { listAll, urls, latchkey } = visit({ networks: [one] })
    expect(await listAll()).toEqual(fitting)
    expect(urls.every((url) => url.includes('chains=eip155%3A1'))).toBe(true)
    await latchkey.dispose()
  })

  it('stay short with 150 excluded wallets, and find exactly the wallets that are not excluded', async () => {
    const excludeWalletIds = fitting.slice(0, 150)
    const featuredWalletIds = [...fitting.slice(150)].reverse()
    const { catalogue, listAll, longest, latchkey } = visit({ excludeWalletIds, featuredWalletIds })
    expect(await listAll()).toEqual(fitting.slice(150))
    expect(catalogue.state.featured.map(({ id }) => id)).toEqual(featuredWalletIds)
    expect(catalogue.state.excluded).toHaveLength(150)
    expect(longest()).toBeLessThan(longestUrl)
    await latchkey.dispose()
  })

  it('stay short with 1,000 included wallets, and find the wallets that the catalogue knows', async () => {
    const unknown = Array.from({ length: 900 }, (_, at) => idOf(10_000 + at))
    const includeWalletIds = [...unknown, ...wallets.slice(100, 200).map(({ id }) => id)]
    const excludeWalletIds = [idOf(100), idOf(102)]
    const { listAll, longest, latchkey } = visit({
      networks: manyNetworks,
      includeWalletIds,
      excludeWalletIds,
    })
    const wanted = fitting.filter((id) => includeWalletIds.includes(id) && !excludeWalletIds.includes(id))
    expect(await listAll()).toEqual(wanted)
    expect(longest()).toBeLessThan(longestUrl)
    await latchkey.dispose()
  })

  it('stay short in a search', async () => {
    const excluded = fitting.slice(0, 100)
    const { catalogue, longest, latchkey, clock } = visit({
      networks: manyNetworks,
      excludeWalletIds: excluded,
    })
    const searching = catalogue.search('wallet 29')
    await expect.poll(() => catalogue.state.search?.loading, { message: 'the search has begun' }).toBe(true)
    await clock.advance(catalogueLimits.searchWait)
    await searching
    expect(catalogue.state.search?.wallets.map(({ name }) => name)).toEqual(
      [29, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299]
        .map((at) => wallets[at])
        .flatMap((one) => (one && fitting.includes(one.id) && !excluded.includes(one.id) ? one.name : [])),
    )
    expect(longest()).toBeLessThan(longestUrl)
    await latchkey.dispose()
  })
})
