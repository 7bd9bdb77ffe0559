import { describe, expect, it } from 'vitest'
import { eip155 } from '../../../src/adapters/eip155/index.ts'
import { createLatchkey, type Latchkey } from '../../../src/index.ts'
import { type MemoryPlatform, memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { announceEip6963 } from '../../../src/testing/wallets/announce.ts'
import { createEip155Wallet } from '../../../src/testing/wallets/eip155.ts'
import { one } from '../../support/client-world.ts'

const svg = (text: string) => `data:image/svg+xml,${encodeURIComponent(`<svg>${text}</svg>`)}`
const provider = () =>
  createEip155Wallet({
    privateKeys: [`0x${'1'.repeat(64)}`],
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
  }).provider
const rdnsOf = (at: number) => `com.example.w${at}`
/** Wallets that the host lists. */
const customWallets = Array.from({ length: 25 }, (_, at) => ({
  id: `w${at}`,
  name: `W${at}`,
  rdns: rdnsOf(at),
}))

/** Visits a page on which some wallets announce icons, and opens the wallet list. */
async function visit(
  platform: MemoryPlatform,
  announced: Readonly<Record<string, string>>,
  look: (latchkey: Latchkey) => void,
) {
  const stops = Object.entries(announced).map(([rdns, icon]) =>
    announceEip6963(platform.page, provider(), { rdns, name: rdns, icon }),
  )
  const latchkey = createLatchkey({ networks: [one], adapters: [eip155()], customWallets, platform })
  await latchkey.ready()
  await latchkey.connector.discover()
  await latchkey.catalogue.begin()
  look(latchkey)
  await latchkey.dispose()
  for (const stop of stops) stop()
}

describe('the icon that a wallet announced', () => {
  it('is still known on the next visit, even if the wallet then announces nothing', async () => {
    const platform = memoryPlatform()
    await visit(platform, { [rdnsOf(1)]: svg('one') }, () => {})
    await visit(platform, {}, ({ catalogue }) =>
      expect(catalogue.state.announcedIcons).toEqual({ [rdnsOf(1)]: svg('one') }),
    )
  })

  it('replaces the icon that the wallet announced earlier', async () => {
    const platform = memoryPlatform()
    await visit(platform, { [rdnsOf(1)]: svg('old') }, () => {})
    await visit(platform, { [rdnsOf(1)]: svg('new') }, () => {})
    await visit(platform, {}, ({ catalogue }) =>
      expect(catalogue.state.announcedIcons).toEqual({ [rdnsOf(1)]: svg('new') }),
    )
  })

  it('is kept only if the wallet is listed and the icon is an image of at most 16 kB', async () => {
    const platform = memoryPlatform()
    const bad = {
      'org.unlisted': svg('unlisted'),
      [rdnsOf(1)]: 'https://example.com/icon.png',
      [rdnsOf(2)]: svg('x'.repeat(16_384)),
      [rdnsOf(3)]: 'data:text/html,<script>1</script>',
    }
    await visit(platform, bad, () => {})
    await visit(platform, {}, ({ catalogue }) => expect(catalogue.state.announcedIcons).toEqual({}))
  })

  it('is dropped after 20 other wallets have announced icons', async () => {
    const platform = memoryPlatform()
    for (let at = 0; at < 25; at++) await visit(platform, { [rdnsOf(at)]: svg(String(at)) }, () => {})
    await visit(platform, {}, ({ catalogue }) => {
      const kept = Object.keys(catalogue.state.announcedIcons ?? {})
      expect(kept.sort()).toEqual(Array.from({ length: 20 }, (_, at) => rdnsOf(at + 5)).sort())
    })
  })
})
