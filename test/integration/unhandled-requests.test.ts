// @module-tag ci
import { startRelay } from 'latchkey/devnet'
import { afterEach, expect, it } from 'vitest'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { unhandled } from '../support/async.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { movableTime, openPhone } from '../support/phone.ts'
import { networkIds } from '../support/walletconnect-app.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

it('a request that was aborted and then expires causes no unhandled rejection', async () => {
  const time = movableTime()
  releases.push(() => time.restore())
  const relay = await startRelay()
  releases.push(() => relay.stop())
  const wallet = await openBareWallet({ relayUrl: relay.url, answer: () => new Promise(() => {}) })
  releases.push(() => wallet.dispose())
  const { app, gate } = await openPhone(relay)
  releases.push(() => app.dispose())
  const opening = app.open()
  await wallet.pair(await app.uri())
  const { request } = (await opening).channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>

  const errors = await unhandled(async () => {
    gate.set('dead-one-way')
    const caller = new AbortController()
    const asked = request({ method: 'personal_sign' }, networkIds[0], { signal: caller.signal })
    await expect.poll(() => wallet.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    time.move(301_000)
    time.expire()
  })
  expect(errors).toEqual([])
})
