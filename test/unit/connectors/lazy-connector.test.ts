import { describe, expect, it } from 'vitest'
import { LazyConnector } from '../../../src/connectors/lazy-connector.ts'
import type { Connector } from '../../../src/core/wallet/connector.ts'
import { FakeConnector } from '../../support/fake-families.ts'

const face = { id: 'w', name: 'W', type: 'ANNOUNCED', chains: ['eip155'], provider: {} } as const
const offer = { namespaces: ['eip155'], networks: [] } as const

function lazily(load: () => Promise<Connector>) {
  let loads = 0
  const connector = new LazyConnector(face, () => {
    loads++
    return load()
  })
  return { connector, loads: () => loads }
}

describe('a lazily loaded connector', () => {
  it('shows its name and icon before it is loaded', async () => {
    const { connector, loads } = lazily(() => Promise.reject(new Error('not expected')))
    expect(connector).toMatchObject({ id: 'w', name: 'W', type: 'ANNOUNCED', chains: ['eip155'] })
    connector.on('closed', () => {})()
    await connector.close()
    connector.dispose()
    expect(loads()).toBe(0)
  })

  it('is loaded once, even when it is prepared and opened at the same time', async () => {
    const wallet = new FakeConnector({ id: 'w' })
    const { connector, loads } = lazily(async () => wallet)
    const [, session] = await Promise.all([connector.prepare(), connector.open(offer), connector.restore()])
    expect(session.accounts).toEqual(wallet.accounts)
    expect(loads()).toBe(1)
  })

  it('forwards events to listeners that are added before or after the load, until the listeners are removed', async () => {
    const wallet = new FakeConnector({ id: 'w' })
    const { connector } = lazily(async () => wallet)
    const heard: string[] = []
    const early = connector.on('closed', () => heard.push('early'))
    const gone = connector.on('closed', () => heard.push('gone'))
    gone()
    await connector.prepare()
    const late = connector.on('closed', () => heard.push('late'))
    wallet.events.emit('closed', { reason: 'wallet' })
    early()
    late()
    wallet.events.emit('closed', { reason: 'wallet' })
    expect(heard).toEqual(['early', 'late'])
    expect(wallet.events.listenerCount()).toBe(0)
  })

  it('reports the changes of its wallet after the load, even if the restore that caused the load was aborted', async () => {
    const wallet = new FakeConnector({ id: 'w', granted: true })
    const news = new Set<() => void>()
    const watch = (listener: () => void) => {
      news.add(listener)
      return () => void news.delete(listener)
    }
    let arrive: (connector: Connector) => void = () => {}
    const { connector, loads } = lazily(() => new Promise((resolve) => (arrive = resolve)))
    let heard = 0
    const stop = connector.watch(() => heard++)
    expect(loads()).toBe(0)
    const control = new AbortController()
    const restored = connector.restore({ signal: control.signal }).catch(() => null)
    control.abort()
    arrive(Object.assign(wallet, { watch }))
    expect(await restored).toBeNull()
    expect(heard).toBe(1)
    for (const listener of news) listener()
    expect(heard).toBe(2)
    stop()
    expect(news.size).toBe(0)
    await connector.restore({ signal: control.signal }).catch(() => null)
    expect(heard).toBe(2)
  })

  it('says after the load whether it can detect a revoked permission', async () => {
    const { connector } = lazily(async () => new FakeConnector({ id: 'w' }))
    expect(await connector.revoked?.()).toBe(false)
    expect(connector.revoked).toBeUndefined()
  })

  it('is loaded again after a failure', async () => {
    const wallet = new FakeConnector({ id: 'w' })
    let broken = true
    const { connector, loads } = lazily(async () => {
      if (broken) throw new TypeError('Failed to fetch dynamically imported module')
      return wallet
    })
    await expect(connector.open(offer)).rejects.toThrow('Failed to fetch')
    broken = false
    await connector.open(offer)
    expect(loads()).toBe(2)
  })

  it('disposes of a connector that is loaded only after the disposal', async () => {
    const wallet = new FakeConnector({ id: 'w' })
    let disposed = 0
    wallet.dispose = () => void disposed++
    let arrive: (connector: Connector) => void = () => {}
    const { connector } = lazily(() => new Promise((resolve) => (arrive = resolve)))
    connector.on('closed', () => {})
    const prepared = connector.prepare()
    connector.dispose()
    arrive(wallet)
    await prepared
    expect(disposed).toBe(1)
    expect(wallet.events.listenerCount()).toBe(0)
  })
})
