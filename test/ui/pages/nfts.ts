import type { DataProviderFactory } from '../../../src/core/wallet/data-provider.ts'
import type { ReportedNft } from '../../../src/core/wallet/nft.ts'

/** Draws a lighthouse at dusk, in another color for each number. */
function lighthouse(number: number): string {
  const hue = (number * 67 + 200) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 60% 28%)"/><circle cx="46" cy="16" r="7" fill="hsl(${(hue + 40) % 360} 90% 72%)"/><path d="M0 52h64v12H0z" fill="hsl(${hue} 65% 16%)"/><path d="M26 54l3-32h8l3 32z" fill="#f5f1e8"/><path d="M28 36h10l1 8H27z" fill="hsl(${(hue + 150) % 360} 70% 55%)"/><path d="M28 15h10v7H28z" fill="hsl(48 95% 65%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const about = { contract: `0x${'5e'.repeat(20)}`, collection: 'Lighthouses', quantity: 1n } as const
const one = (id: number, more: Partial<ReportedNft> = {}): ReportedNft => ({
  ...about,
  standard: 'erc721',
  tokenId: BigInt(id),
  name: `Lighthouse ${id}`,
  description: 'A lighthouse at dusk, drawn on the chain.',
  imageUrl: lighthouse(id),
  ...more,
})
const some: readonly ReportedNft[] = [
  one(12),
  one(3, {
    standard: 'erc1155',
    collection: 'Harbor passes',
    quantity: 12n,
    name: 'Season pass for all harbors of the northern coast',
  }),
  one(7, { name: '\u202eevil\u202c\u200b Beacon', collection: '' }),
  one(8, { name: '', imageUrl: undefined }),
  one(99, { name: 'Claim 5,000 USDC at reward.example.com', imageUrl: undefined }),
  one(9, { imageUrl: 'data:image/png;base64,broken' }),
  ...[21, 22, 23].map((id) => one(id)),
]

/** Creates a provider of NFTs in one state. The provider's second page has one NFT. */
export function nftProvider(state: 'some' | 'none' | 'failing' | 'silent'): DataProviderFactory {
  return {
    name: 'nfts',
    covers: ['nfts'],
    create: async () => ({
      async nfts(_account, cursor) {
        if (state === 'failing') throw new Error('closed today')
        if (state === 'silent') return new Promise(() => {})
        if (state === 'none') return { nfts: [], next: undefined }
        return cursor === undefined ? { nfts: some, next: '2' } : { nfts: [one(31)], next: undefined }
      },
    }),
  }
}
