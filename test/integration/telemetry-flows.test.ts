import type { ServerResponse } from 'node:http'
import { localSessions } from 'latchkey/siwx'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { accountWorld, dataServer, knows } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { projectDesk } from '../support/project-desk.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const mail = 'ann@mail.example'
const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
const code = '493027'
const secret = `${mail} ${uri} code ${code} https://app.example/?session=QUERYSECRET`

/** Creates a client on the devnet's chain, with a data service and an analytics service on loopback. */
async function world(options: Partial<LatchkeyOptions> = {}) {
  const analytics = await projectDesk()
  closing.push(analytics.close)
  const here = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
  const data = await dataServer({
    'supported-chains': knows(here),
    history: ({ url }) =>
      url.searchParams.get('cursor')
        ? (response: ServerResponse) => response.writeHead(500).end(secret)
        : {
            data: [transaction(here.caipNetworkId)],
            // The cursor contains a secret. The client may send it only to the data service.
            next: `${mail}:${code}`,
          },
    'profile/account': () => (response: ServerResponse) => response.writeHead(400).end(secret),
  })
  closing.push(data.close)
  const made = await accountWorld(devnet, {
    clock: systemClock,
    projectId: 'project',
    endpoints: { data: data.url, analytics: analytics.url },
    ...options,
  })
  closing.push(made.dispose)
  await expect.poll(() => analytics.events(), { message: 'the first event arrives' }).toContain('INITIALIZE')
  const heard = (event: string) =>
    expect.poll(() => analytics.events(), { message: `${event} arrives` }).toContain(event)
  const propsOf = (event: string) => analytics.bodies().find(({ props }) => props.event === event)?.props
  return { ...made, analytics, heard, propsOf }
}

const transaction = (chain: string) => ({
  id: 'one',
  metadata: {
    operationType: 'receive',
    hash: `0x${'7'.repeat(64)}`,
    chain,
    minedAt: '2023-05-04T10:00:00.000Z',
    sentFrom: `0x${'1'.repeat(40)}`,
    sentTo: `0x${'2'.repeat(40)}`,
    status: 'confirmed',
    nonce: 1,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: 'https://icons.example/e.png' } },
      direction: 'in',
      quantity: { numeric: '0.5' },
    },
  ],
})

describe("the telemetry of a visitor's flows", () => {
  it('contains every event, but no data that identifies the visitor', async () => {
    const { latchkey, wallet, network, other, alice, analytics, heard, propsOf } = await world({
      siwx: localSessions({ required: false }),
    })
    const { send, names, activity, catalogue, signIn, modal, router } = latchkey
    const failsWith = (method: string, message: string) =>
      wallet.script.next(method, { error: { code: -32000, message } })

    await latchkey.disconnect()
    await heard('DISCONNECT_SUCCESS')
    wallet.script.next('eth_requestAccounts', 'reject')
    await latchkey.connect({ connectorId: 'keys' }).catch(() => {})
    await latchkey.open()
    router.push('AllWallets')
    for (const text of ['m', 'me', `${mail} 0x${'5'.repeat(40)}`]) await catalogue.search(text)
    await heard('SEARCH_WALLET')
    await latchkey.connect({ connectorId: 'keys' })
    await heard('CONNECT_SUCCESS')

    await expect.poll(() => signIn.state.status, { message: 'the sign-in is offered' }).toBe('offered')
    await signIn.cancel()
    await heard('CLICK_CANCEL_SIWX')
    failsWith('personal_sign', secret)
    await signIn.sign()
    await heard('SIWX_AUTH_ERROR')
    await signIn.sign()
    await heard('SIWX_AUTH_SUCCESS')

    const adapter = await latchkey.adapter('eip155')
    const fill = async () => {
      await send.setToken({
        name: 'Ether',
        network: network.caipNetworkId,
        amount: await adapter.getBalance(alice),
      })
      await send.setAmount('0.125')
      await send.setReceiver(devnet.accounts.erin!.eip155!.address)
    }
    await latchkey.open({ view: 'WalletSend' })
    await fill()
    wallet.script.next('eth_sendTransaction', 'reject')
    await send.sendToken().catch(() => {})
    await heard('SEND_REJECTED')
    await fill()
    failsWith('eth_sendTransaction', secret)
    await send.sendToken().catch(() => {})
    await heard('SEND_ERROR')
    await fill()
    const { hash } = (await send.sendToken()) as { hash: string }
    await heard('SEND_SUCCESS')
    modal.close()

    await latchkey.open()
    router.push('Transactions')
    await activity.load()
    await activity.loadMore()
    await heard('ERROR_FETCH_TRANSACTIONS')
    router.push('ChooseAccountName')
    await names.register('anna').catch(() => {})
    await heard('REGISTER_NAME_ERROR')
    await latchkey.switchNetwork(other.caipNetworkId)
    await heard('SWITCH_NETWORK')
    modal.close()
    await latchkey.disconnect('eip155')
    await expect
      .poll(() => analytics.events().filter((event) => event === 'DISCONNECT_SUCCESS').length, {
        message: 'both disconnects arrive',
      })
      .toBe(2)

    expect(new Set(analytics.events())).toEqual(
      new Set([
        ...['INITIALIZE', 'DISCONNECT_SUCCESS', 'USER_REJECTED', 'MODAL_OPEN', 'CLICK_ALL_WALLETS'],
        ...['CONNECT_SUCCESS', 'CLICK_CANCEL_SIWX', 'CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_ERROR'],
        ...[
          'SIWX_AUTH_SUCCESS',
          'OPEN_SEND',
          'SEND_INITIATED',
          'SEND_REJECTED',
          'SEND_ERROR',
          'SEND_SUCCESS',
        ],
        ...[
          'SEARCH_WALLET',
          'MODAL_CLOSE',
          'CLICK_TRANSACTIONS',
          'LOAD_MORE_TRANSACTIONS',
          'ERROR_FETCH_TRANSACTIONS',
        ],
        ...['OPEN_ENS_FLOW', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_ERROR', 'SWITCH_NETWORK'],
        // Error reports, by their kind.
        ...['INTERNAL_SDK_ERROR', 'API_ERROR'].filter((event) => analytics.events().includes(event)),
      ]),
    )
    expect(propsOf('SEARCH_WALLET')?.properties).toEqual({ search: '[email] [hex]' })
    expect(propsOf('SEND_SUCCESS')?.properties).toEqual({
      isSmartAccount: false,
      network: network.caipNetworkId,
      token: 'ETH',
      amount: '0.125',
    })
    expect(propsOf('SIWX_AUTH_SUCCESS')?.properties).toEqual({
      network: network.caipNetworkId,
      isSmartAccount: false,
    })
    expect(propsOf('DISCONNECT_SUCCESS')?.properties).toEqual({ namespace: 'all' })
    expect(propsOf('REGISTER_NAME_ERROR')?.properties).toMatchObject({ ensName: 'anna.reown.id' })
    expect(propsOf('LOAD_MORE_TRANSACTIONS')?.properties).toEqual({
      projectId: 'project',
      cursor: '[email]',
      isSmartAccount: false,
    })

    // Everything that the analytics service received.
    const sent = JSON.stringify(analytics.requests.map(({ path, headers, body }) => [path, headers, body]))
    const theirs = [
      ...Object.values(devnet.accounts).flatMap(({ eip155 }) => [eip155!.address, eip155!.secret]),
      ...[hash, mail, 'mail.example', uri, 'wc:', 'symKey', code, 'QUERYSECRET', '@', `0x${'5'.repeat(40)}`],
      signIn.state.session?.signature ?? 'nothing signed',
    ]
    for (const one of theirs) expect(sent.toLowerCase(), one).not.toContain(one.toLowerCase())
    for (const { url } of analytics.bodies()) expect(url).toBe('https://app.example/')
  })
})
