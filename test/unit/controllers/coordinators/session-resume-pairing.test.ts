import { describe, expect, it } from 'vitest'
import type { ConnectorSession } from '../../../../src/core/wallet/connector.ts'
import type { CallOptions } from '../../../../src/ports.ts'
import { clientWorld, storedIds } from '../../../support/client-world.ts'
import { FakeConnector, never } from '../../../support/fake-families.ts'

/** A WalletConnect connector with a pairing that an earlier page showed and that no wallet has settled. */
class Unsettled extends FakeConnector {
  unsettled = true
  outdated = 0
  signal: AbortSignal | undefined
  settle: (session: ConnectorSession | null) => void = () => {}

  resume({ signal }: CallOptions = {}): Promise<ConnectorSession | null> {
    this.signal = signal
    return new Promise((resolve, reject) => {
      this.settle = resolve
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  outdate(): void {
    this.outdated++
  }
}

async function world() {
  const pairing = new Unsettled({ id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155'] })
  const made = clientWorld({ connectors: [pairing, { id: 'a' }] })
  await made.latchkey.ready()
  await expect.poll(() => pairing.signal, { message: 'the client waits for the wallet' }).toBeDefined()
  return { ...made, pairing }
}

describe('a pairing of an earlier page', () => {
  it('connects without a prompt when the wallet settles it, and shows nothing until then', async () => {
    const { latchkey, pairing, status, stored } = await world()
    expect(status('eip155')).toBe('disconnected')
    const established: unknown[] = []
    latchkey.session.on('established', ({ restored }) => established.push(restored))
    pairing.granted = true
    pairing.settle(await pairing.restore())
    await expect.poll(() => status('eip155'), { message: 'the wallet is connected' }).toBe('connected')
    expect(pairing.count.open).toBe(0)
    expect(established).toEqual([false])
    expect(storedIds(stored)).toEqual({ eip155: 'wc' })
    latchkey.dispose()
  })

  it('changes nothing if no wallet settles it', async () => {
    const { latchkey, pairing, status } = await world()
    pairing.settle(null)
    await latchkey.connect({ connectorId: 'a' })
    expect(status('eip155')).toBe('connected')
    expect(pairing.count).toMatchObject({ open: 0, close: 0 })
    latchkey.dispose()
  })

  it('counts as outdated when another wallet connects, and when a wallet disconnects', async () => {
    const { latchkey, pairing } = await world()
    await latchkey.connect({ connectorId: 'a' })
    expect(pairing.outdated).toBe(1)
    await latchkey.disconnect()
    expect(pairing.outdated).toBeGreaterThan(1)
    const before = pairing.outdated
    await latchkey.connect({ connectorId: 'wc' })
    // The connector itself knows that it has connected, so the client doesn't call `outdate`.
    expect(pairing.outdated).toBe(before)
    latchkey.dispose()
  })

  it('does not count as outdated when its own session ends', async () => {
    const { latchkey, pairing } = await world()
    await latchkey.connect({ connectorId: 'wc' })
    const before = pairing.outdated
    pairing.end('wallet')
    expect(pairing.outdated).toBe(before)
    latchkey.dispose()
  })

  it('can no longer connect after the app calls `disconnect`, even if no wallet was connected', async () => {
    const { latchkey, pairing, status } = await world()
    await latchkey.disconnect()
    expect(pairing.outdated).toBe(1)
    pairing.granted = true
    pairing.settle(await pairing.restore())
    await expect.poll(() => pairing.count.close, { message: 'the session is closed' }).toBe(1)
    expect(status('eip155')).toBe('disconnected')
    latchkey.dispose()
  })

  it('does not replace another wallet that the visitor is connecting', async () => {
    const { latchkey, pairing, wallet } = await world()
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked' }).toBe(1)
    expect(pairing.outdated).toBe(1)
    pairing.granted = true
    pairing.settle(await pairing.restore())
    await expect.poll(() => pairing.count.close, { message: 'the session is closed' }).toBe(1)
    approve()
    await expect(connecting).resolves.toMatchObject([{ connectorId: 'a' }])
    latchkey.dispose()
  })

  it('cancels a newer pairing of the same connector when a wallet settles the earlier pairing', async () => {
    const { latchkey, pairing, status } = await world()
    pairing.onOpen = never
    const connecting = latchkey.connect({ connectorId: 'wc' })
    const superseded = expect(connecting).rejects.toMatchObject({ code: 'flow/superseded' })
    await expect.poll(() => pairing.count.open, { message: 'a new pairing is shown' }).toBe(1)
    pairing.granted = true
    pairing.settle(await pairing.restore())
    await superseded
    await expect.poll(() => status('eip155'), { message: 'the wallet is connected' }).toBe('connected')
    expect(pairing.count).toMatchObject({ open: 1, close: 0 })
    latchkey.dispose()
  })

  it('is no longer waited for after the client is disposed of, but stays stored', async () => {
    const { latchkey, pairing } = await world()
    await latchkey.dispose()
    expect(pairing.signal?.aborted).toBe(true)
    // One turn of the event loop. If the abort caused a close, the close would happen by now.
    await new Promise((resolve) => setImmediate(resolve))
    expect([pairing.count.close, pairing.outdated]).toEqual([0, 0])
  })

  it('is closed when a wallet settles it without accounts that the page can use', async () => {
    const { latchkey, pairing, status } = await world()
    pairing.accounts = []
    pairing.granted = true
    pairing.settle(await pairing.restore())
    await expect.poll(() => pairing.count.close, { message: 'the session is closed' }).toBeGreaterThan(0)
    expect(status('eip155')).toBe('disconnected')
    latchkey.dispose()
  })

  it('disconnects the families of the earlier session, which it replaced, if it fails to connect', async () => {
    const pairing = new Unsettled({ id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155', 'solana'] })
    const { latchkey, families, status } = clientWorld({ connectors: [pairing] })
    await latchkey.ready()
    await expect.poll(() => pairing.signal, { message: 'the client waits for the wallet' }).toBeDefined()
    await latchkey.connect({ connectorId: 'wc', namespaces: ['eip155'] })
    families.solana.onCreate = async () => {
      throw new Error('the adapter cannot be loaded')
    }
    pairing.settle(await pairing.restore())
    await expect.poll(() => status('eip155'), { message: 'the family disconnects' }).toBe('disconnected')
    latchkey.dispose()
  })
})
