import { describe, expect, it, vi } from 'vitest'
import { clientWorld, connectedBefore, storedIds } from '../../../support/client-world.ts'

const code = vi.hoisted(() => ({ isBroken: true }))
vi.mock('../../../../src/controllers/coordinators/session-engine.ts', async (original) => {
  const real = await original<typeof import('../../../../src/controllers/coordinators/session-engine.ts')>()
  return {
    get SessionEngine() {
      if (code.isBroken) throw new TypeError('Failed to fetch dynamically imported module')
      return real.SessionEngine
    },
  }
})

describe('a connection that the visitor makes after the code of sessions failed to load once', () => {
  it('stays when the page is shown again', async () => {
    const { latchkey, wallet, status, stored, platform } = clientWorld({ before: connectedBefore('a') })
    await latchkey.ready().catch(() => {})
    expect(latchkey.account.state.eip155.rememberedWallet?.name).toBe('a')
    expect(wallet('a').count.restore).toBe(0)
    code.isBroken = false
    await latchkey.connect({ connectorId: 'b' })
    const shown = new Set<string>()
    latchkey.connections.subscribe(() => shown.add(status('eip155')))
    platform.page.setVisible(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(status('eip155')).toBe('connected')
    expect([...shown]).toEqual([])
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
    await latchkey.dispose()
  })
})
