import { describe, expect, it } from 'vitest'
import { storingDelay } from '../../../../src/controllers/coordinators/stored-connections.ts'
import { type ClientWorldOptions, clientWorld, storedConnections } from '../../../support/client-world.ts'

async function connected(options: ClientWorldOptions = {}) {
  const world = clientWorld(options)
  await world.latchkey.connect({ connectorId: 'a' })
  const stored = () => world.platform.storage.get('@latchkey/connection.eip155')
  return { ...world, text: stored }
}

describe('the stored session', () => {
  it('is written a moment after the connection, so that the page renders first', async () => {
    const { text, clock } = await connected()
    expect(text()).toBeNull()
    await clock.advance(storingDelay)
    expect(text()).toContain('"connectorId":"a"')
    expect(clock.pending).toBe(0)
  })

  it.each<[string, (world: Awaited<ReturnType<typeof connected>>) => unknown]>([
    ['the page closes', ({ platform }) => platform.page.dispatch('pagehide')],
    ['the page is hidden', ({ platform }) => platform.page.setVisible(false)],
    ['the client is disposed', ({ latchkey }) => latchkey.dispose()],
  ])('is written at once when %s', async (_, happens) => {
    const world = await connected()
    await happens(world)
    expect(world.text()).toContain('"connectorId":"a"')
    expect(world.clock.pending).toBe(0)
  })

  it('is written at once if the page was hidden before the connection', async () => {
    const world = clientWorld()
    world.platform.page.setVisible(false)
    await world.latchkey.connect({ connectorId: 'a' })
    expect(world.platform.storage.get('@latchkey/connection.eip155')).toContain('"connectorId":"a"')
  })

  it('is written with one write for all its families', async () => {
    const { platform, clock } = await connected({
      connectors: [{ id: 'a', chains: ['eip155', 'solana', 'bip122'] }],
    })
    let writes = 0
    const { set } = platform.storage
    platform.storage.set = (key, value) => {
      if (key === '@latchkey/connection.eip155') writes++
      set(key, value)
    }
    await clock.advance(storingDelay)
    expect(writes).toBe(1)
  })

  it('is removed if the visitor disconnects before it is written', async () => {
    const { latchkey, stored, clock } = await connected()
    await clock.advance(storingDelay)
    await latchkey.connect({ connectorId: 'b' })
    await latchkey.disconnect()
    await clock.advance(storingDelay)
    expect(storedConnections(stored)).toEqual({})
  })
})
