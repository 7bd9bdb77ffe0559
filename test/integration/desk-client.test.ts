// @module-tag ci
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainnet } from 'latchkey/networks'
import { catalogueFolder } from 'latchkey/servers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { startDesk } from '../support/desk.ts'
import { quickClock } from '../support/loopback.ts'

describe("a client that gets its wallet list from its host's server", () => {
  it("lists the wallets in the operator's folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-catalogue-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const wallets = ['House', 'Garden'].map((name) => ({
      ...{ id: name.toLowerCase(), name, chains: ['eip155:1'], homepage: 'https://wallet.example' },
    }))
    writeFileSync(join(folder, 'wallets.json'), JSON.stringify(wallets))
    const desk = await startDesk({ catalogue: catalogueFolder(folder) })
    onTestFinished(() => desk.stop())
    const latchkey = createLatchkey({
      networks: [mainnet],
      endpoints: { catalogue: desk.services.url },
      platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
    })
    onTestFinished(() => latchkey.dispose())
    await latchkey.catalogue.begin()
    expect(latchkey.catalogue.state.recommended.map(({ name }) => name)).toEqual(['House', 'Garden'])
    await latchkey.catalogue.search('gar')
    expect(latchkey.catalogue.state.search?.wallets.map(({ name }) => name)).toEqual(['Garden'])
  })
})
