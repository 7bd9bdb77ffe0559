import { describe, expect, it } from 'vitest'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import { createAdapter } from '../../../../src/adapters/shared/create-adapter.ts'
import type { Family, FamilyChain } from '../../../../src/adapters/shared/family.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import { account, adapterWorld, bob, network } from '../../../support/eip155-adapter.ts'

type Chain = FamilyChain<'eip155'>

/**
 * Returns an adapter that broadcasts what its wallet signs. A listener for the event `sending` calls
 * `storing`.
 */
async function world(storing: () => unknown, broadcast: () => Promise<void> = async () => {}) {
  const { connector, clock, ...platform } = adapterWorld()
  const steps: string[] = []
  const family: Family<'eip155', Chain> = {
    namespace: 'eip155',
    normalize: (address) => address,
    approvals: {},
    peers: [],
    loadChain: async () => ({}) as Chain,
    checkSend: (params) => params,
    signMessage: () => Promise.reject(new Error('not expected')),
    prepareSend: async () => async (call) => {
      const sent = { hash: '0xab' }
      await call.onSigned?.(sent)
      steps.push('broadcast')
      await broadcast()
      return sent
    },
  }
  const context = {
    ...platform,
    clock,
    networks: [network(1)],
    endpoints: () => [],
  } as unknown as AdapterContext
  const { adapter } = createAdapter(family, context, eip155().capabilities)
  adapter.on('sending', (event) => {
    steps.push(event.step)
    event.hold?.(storing())
  })
  adapter.on('transactionSent', () => void steps.push('sent'))
  await adapter.connect({ connector, network: network(1) })
  const end = new AbortController()
  const send = () => adapter.send({ from: account, to: bob, amount: 1n }, { signal: end.signal })
  return { adapter, clock, steps, end, send }
}

describe('a transaction that the wallet signed', () => {
  it('is stored before it is broadcast', async () => {
    let store = () => {}
    const storing = new Promise<void>((resolve) => {
      store = resolve
    })
    const { steps, send } = await world(() => storing)
    const sending = send()
    await expect.poll(() => steps, { message: 'the transaction is signed' }).toEqual(['signed'])
    store()
    await sending
    expect(steps).toEqual(['signed', 'broadcast', 'sent'])
  })

  it('is not broadcast if the caller aborts while the transaction is being stored', async () => {
    const { steps, end, send, clock } = await world(() => new Promise(() => {}))
    const sending = send()
    sending.catch(() => {})
    await expect.poll(() => steps, { message: 'the transaction is signed' }).toEqual(['signed'])
    end.abort()
    await expect(sending).rejects.toMatchObject({ code: 'flow/aborted' })
    await clock.advance(2000)
    await expect.poll(() => steps, { message: 'the transaction is refused' }).toEqual(['signed', 'refused'])
  })

  it('stays listed if the client ends during the broadcast', async () => {
    const aborted = await world(
      () => undefined,
      () => Promise.reject(latchkeyError('flow/aborted')),
    )
    await expect(aborted.send()).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(aborted.steps).toEqual(['signed', 'broadcast'])

    const refused = await world(
      () => undefined,
      () => Promise.reject(latchkeyError('rpc/transaction-rejected')),
    )
    await expect(refused.send()).rejects.toMatchObject({ code: 'rpc/transaction-rejected' })
    expect(refused.steps).toEqual(['signed', 'broadcast', 'refused'])
  })
})
