import type { CatalogueEntry, CataloguePicture } from '../../servers/catalogue/catalogue-handler.ts'

const colors =
  'Amber Birch Cedar Dune Ember Fjord Grove Heather Iris Juniper Kelp Lagoon Meadow Nimbus Opal Pine Quartz Rowan Saffron Tide Umber Velvet Willow Yarrow'.split(
    ' ',
  )
const things =
  'Anchor Beacon Chest Door Engine Field Gate Hearth Island Jar Keep Ledge Mint Nest Orbit Purse Quarry Ridge Stone Tower Urn Vault Well Yard Zephyr Bridge'.split(
    ' ',
  )
/** The number of different names. Each further wallet repeats a name, followed by a number. */
const names = colors.length * things.length

/** Fictional wallets. Each call returns the same wallets. Their web links lead nowhere (RFC 2606). */
export function generatedWallets(count: number, chains: readonly string[]): readonly CatalogueEntry[] {
  const families = [...new Set(chains.map((chain) => chain.split(':')[0]))]
  return Array.from({ length: count }, (_, index) => {
    const name = nameOf(index)
    const slug = name.toLowerCase().replaceAll(' ', '-')
    const home = `https://${slug}.example`
    // Every third wallet supports all families. Each of the others supports one family.
    const family = families[index % families.length]
    return {
      id: `dev-${slug}`,
      name,
      image_id: `dev-${slug}`,
      rdns: index % 2 === 0 ? `example.${slug}` : null,
      chains: index % 3 === 0 ? chains : chains.filter((chain) => chain.startsWith(`${family}:`)),
      badge_type: index % 5 === 0 ? 'certified' : 'none',
      homepage: home,
      // Some wallets have no mobile app, as in a real catalogue.
      mobile_link: index % 11 === 10 ? null : `wc://${slug}`,
      webapp_link: index % 7 === 0 ? `${home}/web` : null,
      app_store: index % 11 === 10 ? null : `https://ios.example/${slug}`,
      play_store: index % 11 === 10 ? null : `https://android.example/${slug}`,
      chrome_store: index % 2 === 0 ? `https://extensions.example/${slug}` : null,
    }
  })
}

/** Returns a colored tile with a shape. It contains no text, so it fits every language. */
export function pictureOf(_kind: string, id: string): CataloguePicture | undefined {
  if (!id.startsWith('dev-')) return undefined
  let seed = 7
  for (const letter of id) seed = (seed * 31 + letter.charCodeAt(0)) % 1_000_003
  const hue = seed % 360
  const shapes = [
    '<circle cx="20" cy="20" r="9"/>',
    '<rect x="11" y="11" width="18" height="18" rx="5"/>',
    '<path d="M20 9 30 29H10z"/>',
    '<path d="M20 9 31 20 20 31 9 20z"/>',
    '<path d="M10 16h20v4H10zm0 8h20v4H10z"/>',
  ]
  const shape = shapes[seed % shapes.length]
  return {
    contentType: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 45% 42%)"/><g fill="hsl(${(hue + 40) % 360} 70% 88%)">${shape}</g></svg>`,
  }
}

function nameOf(index: number): string {
  const round = Math.floor(index / colors.length)
  const name = `${colors[index % colors.length]} ${things[(index + round) % things.length]}`
  return index < names ? name : `${name} ${Math.floor(index / names) + 1}`
}
