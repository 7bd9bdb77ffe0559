import { verifyMessage } from 'ethers'
import { afterEach, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { solana } from '../../src/adapters/solana/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import { standardConnector } from '../../src/connectors/index.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { SignInContext, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import type { SiweConfig } from '../../src/core/sign-in/siwe-config.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { mainnet, optimism, solanaMainnet } from '../../src/networks/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { localSessions } from '../../src/siwx/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../src/testing/wallets/eip155.ts'
import { createSolanaWallet } from '../../src/testing/wallets/solana.ts'
import { turn } from '../support/async.ts'
import { clientWorld } from '../support/client-world.ts'

const { alice } = devAccounts
const rpcUrl = 'http://127.0.0.1:1'
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Creates a browser with a wallet for each of two families. */
function browser() {
  const platform = memoryPlatform({ clock: systemClock, origin: 'https://app.example' })
  const ethereum = createEip155Wallet({
    privateKeys: [alice!.eip155!.secret],
    chains: [mainnet, optimism].map(({ id }) => ({ id: Number(id), rpcUrl })),
  })
  const keys = createSolanaWallet({
    secrets: [alice!.solana!.secret],
    chains: [{ id: solanaMainnet.caipNetworkId, rpcUrl }],
  })
  return { platform, ethereum, keys }
}

async function visit(options: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>, world = browser()) {
  const { platform, ethereum, keys } = world
  const latchkey = createLatchkey({
    networks: [mainnet, optimism, solanaMainnet],
    adapters: [eip155(), solana()],
    connectors: [
      externalConnector({ id: 'ether', name: 'Ether', provider: ethereum.provider }),
      standardConnector({ id: 'sol', name: 'Sol', wallet: keys.standard }),
    ],
    enableEIP6963: false,
    enableInjected: false,
    ...options,
    platform,
  })
  releases.push(() => latchkey.dispose())
  const { signIn } = latchkey
  const is = (status: string, network: string) =>
    expect
      .poll(() => `${signIn.state.status} ${signIn.state.account}`, { message: `the sign-in is ${status}` })
      .toContain(`${status} ${network}`)
  return { latchkey, signIn, is, platform, world }
}

/** Returns sessions in the browser that record the calls which end sessions. */
function recorded(changes: Partial<SignInSessions> = {}) {
  const calls: string[] = []
  const siwx = (context: SignInContext): SignInSessions => {
    const sessions = localSessions()(context)
    return {
      ...sessions,
      async revokeSession(chainId, address) {
        calls.push(`revokeSession ${chainId}`)
        await sessions.revokeSession(chainId, address)
      },
      async setSessions(given) {
        calls.push(`setSessions ${given.length}`)
        await sessions.setSessions(given)
      },
      ...changes,
    }
  }
  return { siwx, calls }
}

/** Connects both wallets, and signs in on two networks of eip155 and then on solana. */
async function signedIn(options: Pick<ReturnType<typeof recorded>, 'siwx'> = { siwx: localSessions() }) {
  const page = await visit({ siwx: options.siwx })
  const { latchkey, signIn, is } = page
  await latchkey.connect({ connectorId: 'ether', network: mainnet.caipNetworkId })
  await is('required', 'eip155:1:')
  await signIn.sign()
  await latchkey.switchNetwork(optimism.caipNetworkId)
  await is('required', 'eip155:10:')
  await signIn.sign()
  await latchkey.connect({ connectorId: 'sol' })
  await is('required', 'solana:')
  await signIn.sign()
  expect(signIn.state.status).toBe('signed-in')
  const stored = () =>
    JSON.parse(page.platform.storage.get('@latchkey/siwx') ?? '[]').map(
      ({ data }: { data: { chainId: string } }) => data.chainId,
    )
  return { ...page, stored }
}

/** Signs in as `signedIn` does, and reloads the page on the second network of eip155. */
async function reloaded() {
  const { latchkey, is, world, stored } = await signedIn()
  await latchkey.switchNetwork(optimism.caipNetworkId)
  await is('signed-in', 'eip155:10:')
  await latchkey.dispose()
  const page = await visit({ siwx: localSessions() }, world)
  await page.latchkey.ready()
  await page.is('signed-in', 'eip155:10:')
  return { ...page, stored }
}

describe('the sign-in of one of two families', () => {
  it('ends when its wallet disconnects, and the other family stays signed in', async () => {
    const { latchkey, signIn, is, stored } = await signedIn()
    await latchkey.disconnect('solana')
    await expect.poll(stored, { message: 'the session is removed' }).toEqual(['eip155:1', 'eip155:10'])
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await is('signed-in', 'eip155:1:')
    await latchkey.connect({ connectorId: 'sol' })
    await is('required', 'solana:')
    await signIn.sign()
    await latchkey.disconnect()
    await expect.poll(stored, { message: 'all sessions are removed' }).toEqual([])
  })

  it('ends on all networks that the visitor signed in on', async () => {
    const { siwx, calls } = recorded()
    const { latchkey, is, stored } = await signedIn({ siwx })
    await latchkey.disconnect('eip155')
    await expect.poll(stored, { message: 'the sessions are removed' }).toEqual([solanaMainnet.caipNetworkId])
    expect([...calls].sort()).toEqual(['revokeSession eip155:1', 'revokeSession eip155:10'])
    await is('signed-in', 'solana:')
  })

  it('ends after a reload, even if the family was not active since', async () => {
    const { latchkey, stored } = await reloaded()
    await expect
      .poll(() => [...latchkey.account.connectedNamespaces].sort(), { message: 'both are restored' })
      .toEqual(['eip155', 'solana'])
    await latchkey.disconnect('solana')
    await expect.poll(stored, { message: 'the session is removed' }).toEqual(['eip155:1', 'eip155:10'])
  })

  it('ends after a reload on all networks, also on those that were not active since', async () => {
    const { latchkey, stored } = await reloaded()
    await latchkey.disconnect('eip155')
    await expect.poll(stored, { message: 'the sessions are removed' }).toEqual([solanaMainnet.caipNetworkId])
  })

  it('is ended only once by a sign-out, which also disconnects its wallet', async () => {
    const { siwx, calls } = recorded()
    const { latchkey, signIn, is } = await signedIn({ siwx })
    await signIn.signOut()
    await expect
      .poll(() => latchkey.account.connectedNamespaces, { message: 'the wallet is disconnected' })
      .toEqual(['eip155'])
    await latchkey.switchNetwork(optimism.caipNetworkId)
    await is('signed-in', 'eip155:10:')
    expect(calls).toEqual([`revokeSession ${solanaMainnet.caipNetworkId}`])
  })

  it('is ended no more after a later disconnect of all families has ended all sign-ins', async () => {
    const started: string[] = []
    let answer = () => {}
    const { siwx, calls } = recorded({
      ...{ endFamily: undefined },
      revokeSession(chainId) {
        started.push(chainId)
        return new Promise((resolve) => (answer = resolve))
      },
    })
    const { latchkey } = await signedIn({ siwx })
    await latchkey.disconnect('eip155')
    await expect.poll(() => started, { message: 'the first session is being ended' }).toHaveLength(1)
    await latchkey.disconnect('solana')
    await expect.poll(() => calls, { message: 'all sessions are ended' }).toEqual(['setSessions 0'])
    answer()
    await turn()
    expect(started).toHaveLength(1)
  })

  it('disconnects its wallet even if the session store fails', async () => {
    const asked: string[] = []
    const fails = recorded({
      // A host's own store ends the sessions one by one.
      ...{ endFamily: undefined },
      async revokeSession(chainId) {
        asked.push(chainId)
        throw new Error('down')
      },
    })
    const { latchkey, is, platform } = await signedIn(fails)
    await latchkey.disconnect('eip155')
    await expect
      .poll(() => [...asked].sort(), { message: 'the sessions are ended' })
      .toEqual(['eip155:1', 'eip155:10'])
    await is('signed-in', 'solana:')
    await expect
      .poll(() => platform.logged.filter(({ level }) => level === 'error').length, {
        message: 'errors are logged',
      })
      .toBe(2)
  })
})

it('the sign-ins of a wallet of two families end with one call when the wallet ends its session', async () => {
  const { siwx, calls } = recorded()
  const chains = ['eip155', 'solana'] as const
  const { latchkey, wallet } = clientWorld({
    connectors: [{ id: 'a', type: 'WALLET_CONNECT', chains }],
    siwx,
  })
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: chains })
  expect(latchkey.account.connectedNamespaces).toEqual(chains)
  await expect
    .poll(() => latchkey.signIn.state.status, { message: 'the account can sign in' })
    .toBe('required')
  wallet('a').end('wallet')
  expect(latchkey.account.connectedNamespaces).toEqual([])
  await expect.poll(() => calls, { message: 'the sessions are ended' }).toEqual(['setSessions 0'])
  await latchkey.dispose()
  expect(calls).toEqual(['setSessions 0'])
})

describe('the `siweConfig` of a host with two families', () => {
  async function older(changes: Partial<SiweConfig> = {}) {
    const calls: string[] = []
    let session: { address: string; chainId: number } | null = null
    const siweConfig: SiweConfig = {
      getNonce: async () => 'nonce12345',
      getMessageParams: async () => ({ domain: 'old.example', uri: 'https://old.example' }),
      createMessage: ({ address }) => address,
      async verifyMessage({ message, signature }) {
        session = { address: verifyMessage(message, signature), chainId: 1 }
        return true
      },
      getSession: async () => session,
      async signOut() {
        calls.push('signOut')
        session = null
        return true
      },
      ...changes,
    }
    const page = await visit({ siweConfig })
    const { latchkey, signIn, is } = page
    await latchkey.connect({ connectorId: 'ether', network: mainnet.caipNetworkId })
    await is('required', 'eip155:1:')
    await signIn.sign()
    await latchkey.connect({ connectorId: 'sol' })
    await is('signed-in', 'solana:')
    return { ...page, calls }
  }

  it('signs the visitor out when the eip155 wallet disconnects, but not when the other wallet disconnects', async () => {
    const { latchkey, is, calls } = await older()
    await latchkey.disconnect('solana')
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await is('signed-in', 'eip155:1:')
    expect(calls).toEqual([])
    await latchkey.connect({ connectorId: 'sol' })
    await is('signed-in', 'solana:')
    await latchkey.disconnect('eip155')
    await expect.poll(() => calls, { message: 'the visitor is signed out' }).toEqual(['signOut'])
  })

  it('keeps the session if `signOutOnDisconnect` is false', async () => {
    const { latchkey, is, calls } = await older({ signOutOnDisconnect: false })
    await latchkey.disconnect('eip155')
    await latchkey.connect({ connectorId: 'ether', network: mainnet.caipNetworkId })
    await is('signed-in', 'eip155:1:')
    expect(calls).toEqual([])
  })
})
