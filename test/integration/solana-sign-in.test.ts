import { base58 } from '@scure/base'
import { createLatchkey, type Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import { solanaDevnet, solanaMainnet } from 'latchkey/networks'
import {
  localSessions,
  type SignInMessage,
  type SignInOption,
  type SignInParts,
  type SignInSession,
  type SignInSessions,
  signInMessage,
  verifySignIn,
} from 'latchkey/siwx'
import { createSolanaWallet, memoryPlatform, type WalletStep } from 'latchkey/testing'
import nacl from 'tweetnacl'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { solanaAccounts } from '../../src/devnet/accounts/solana.ts'
import { systemClock } from '../../src/platform/system-clock.ts'

const alice = solanaAccounts.alice!
const bob = solanaAccounts.bob!
const local: ChainNetwork<'solana'> = {
  ...solanaDevnet,
  id: '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
  caipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
  name: 'Local',
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const signedBy = ({ secret }: { readonly secret: string }, text: string) =>
  nacl.sign.detached(utf8(text), base58.decode(secret))

const domain = 'orchard.example'
const all: Partial<SignInParts> = {
  statement: 'Welcome to the orchard',
  expirationTime: '2999-01-31T12:00:00.000Z',
  notBefore: '2020-01-31T12:00:00.000Z',
  requestId: 'visit-1',
  resources: ['https://orchard.example/terms', 'ipfs://bafy'],
}

/**
 * Creates a session store that works like a server. It stores a session if `verifySignIn` accepts the session with the
 * last nonce.
 */
function keeper(more: Partial<SignInParts> = {}, worded: (message: SignInMessage) => string = String) {
  const kept: SignInSession[] = []
  const given: SignInMessage[] = []
  const sessions: SignInSessions = {
    async createMessage({ accountAddress, chainId }) {
      const message = signInMessage({
        ...{ domain, accountAddress, chainId, uri: `https://${domain}/in`, version: '1' },
        ...{ nonce: `nonce000${given.length}`, issuedAt: new Date().toISOString(), ...more },
      })
      given.push(message)
      return Object.defineProperty({ ...message }, 'toString', { value: () => worded(message) })
    },
    async addSession(session) {
      // A host that writes the message itself must also verify it.
      if (worded === String) await verifySignIn(session, { domain, nonce: given.at(-1)!.nonce })
      kept.push(session)
    },
    async revokeSession() {},
    async setSessions(sessions) {
      kept.splice(0, kept.length, ...sessions)
    },
    getSessions: async () => kept,
  }
  return { sessions, kept, given }
}

let latchkey: Latchkey | undefined
afterEach(() => latchkey?.dispose())

/**
 * Opens a page that requires a sign-in. The visitor has connected a wallet-standard wallet with Alice's and Bob's keys.
 */
async function visit(
  siwx: SignInOption,
  {
    network = solanaMainnet,
    ...options
  }: {
    readonly network?: ChainNetwork<'solana'>
    readonly features?: Parameters<typeof createSolanaWallet>[0]['features']
  } = {},
) {
  const wallet = createSolanaWallet({
    secrets: [alice.secret, bob.secret],
    chains: [{ id: network.caipNetworkId, rpcUrl: 'http://127.0.0.1:1' }],
    ...options,
  })
  latchkey = createLatchkey({
    networks: [network],
    adapters: [solana()],
    connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: wallet.standard })],
    enableEIP6963: false,
    enableInjected: false,
    siwx,
    platform: memoryPlatform({ clock: systemClock, origin: `https://${domain}` }),
  })
  await latchkey.connect({ connectorId: 'keys' })
  const { signIn } = latchkey
  await expect.poll(() => signIn.state.status, { message: 'the sign-in is required' }).toBe('required')
  await expect.poll(() => signIn.state.message, { message: 'the message is there' }).toBeDefined()
  wallet.script.clearRequests()
  const requests = () => wallet.script.requests.map(({ method }) => method)
  return { signIn, wallet, requests }
}

describe('signing in with a wallet that supports solana:signIn', () => {
  it.each([
    ['mainnet', solanaMainnet],
    ['devnet', solanaDevnet],
    [local.caipNetworkId, local],
  ])(
    "on %s sends the message's fields in one request, and stores the signed text",
    async (chainId, network) => {
      const { sessions, kept, given } = keeper(all)
      const { signIn, wallet, requests } = await visit(sessions, { network })
      const session = await signIn.sign()
      expect(requests()).toEqual(['solana:signIn'])
      const { accountAddress, ...fields } = given[0]!
      expect(wallet.script.requests[0]!.params).toEqual([{ ...fields, address: accountAddress, chainId }])
      expect(kept).toEqual([session])
      expect(session).toMatchObject({ message: String(given[0]), scheme: 'ed25519' })
      expect(session!.data).toMatchObject({ accountAddress: alice.address, chainId: network.caipNetworkId })
      // The store has verified the signature already. Here another library verifies it too.
      const [signature, key] = [session!.signature, alice.address].map((text) => base58.decode(text))
      expect(nacl.sign.detached.verify(utf8(session!.message), signature!, key!)).toBe(true)
      expect(signIn.state.status).toBe('signed-in')
    },
  )

  it('sends only the fields that the message has', async () => {
    const { sessions, given } = keeper()
    const { signIn, wallet, requests } = await visit(sessions)
    expect(await signIn.sign()).toBeDefined()
    expect(requests()).toEqual(['solana:signIn'])
    const [input] = wallet.script.requests[0]!.params as object[]
    expect(Object.keys(input!).sort()).toEqual(
      ['address', 'chainId', 'domain', 'issuedAt', 'nonce', 'uri', 'version'].sort(),
    )
    // Without a statement, the text has exactly one empty line here.
    expect(String(given[0])).toContain(`${alice.address}\n\nURI: `)
  })

  it('requests the signature of the account that the visitor has selected', async () => {
    const { sessions } = keeper()
    const { signIn, wallet } = await visit(sessions)
    wallet.select(bob.address)
    await expect
      .poll(() => signIn.state.message?.accountAddress, { message: 'the message is for the other account' })
      .toBe(bob.address)
    expect((await signIn.sign())?.data.accountAddress).toBe(bob.address)
  })

  it('works if the host stores the sessions in this browser', async () => {
    const { signIn, requests } = await visit(localSessions({ statement: 'Welcome back' }))
    const session = await signIn.sign()
    expect(session?.data).toMatchObject({ domain, statement: 'Welcome back' })
    expect(requests()).toEqual(['solana:signIn'])
  })
})

/** Returns the answer of a wallet that has signed the text with the account `by`. */
const whole = (text: string, by = alice) => ({
  account: { address: by.address },
  signedMessage: utf8(text),
  signature: signedBy(by, text),
})

/** Wrong answers of the wallet to a sign-in request, and the error code that each causes. */
const misdeeds: readonly (readonly [what: string, code: string, step: (text: string) => WalletStep])[] = [
  ...answers('siwx/changed-message', {
    'signs another text': () => [whole('Give me everything')],
    'signs the text with one more line at the end': (text) => [whole(`${text}\n`)],
    'signs a text with another name of the same network': (text) => [
      whole(text.replace('Chain ID: mainnet', 'Chain ID: solana:mainnet')),
    ],
    'signs in to another site': (text) => [whole(text.replace(domain, 'other.example'))],
    'signs another nonce': (text) => [whole(text.replace(/Nonce: .*/, 'Nonce: nonce9999'))],
    'returns bytes that are not text': (text) => [
      { ...whole(text), signedMessage: new Uint8Array([0xff, 0xfe]) },
    ],
  }),
  ...answers('siwx/wrong-address', {
    'signs in with another account': (text) => [whole(text.replace(alice.address, bob.address), bob)],
    'names another account than the text does': (text) => [whole(text, bob)],
  }),
  ...answers('siwx/invalid-signature', {
    'returns the signature of another account': (text) => [
      { ...whole(text), signature: signedBy(bob, text) },
    ],
  }),
  ...answers('wallet/invalid-answer', {
    'does not say what it signed': (text) => [{ ...whole(text), signedMessage: undefined }],
    'does not say who signed': (text) => [{ ...whole(text), account: null }],
    'has an account without an address': (text) => [{ ...whole(text), account: { address: '0x00' } }],
    'returns a signature that is too short': (text) => [{ ...whole(text), signature: new Uint8Array(63) }],
    'returns a signature that is too long': (text) => [{ ...whole(text), signature: new Uint8Array(65) }],
    'returns nothing': () => undefined,
    'returns an empty output': () => [undefined],
    'returns an output outside of a list': (text) => whole(text),
    'returns two outputs': (text) => [whole(text), whole(text)],
  }),
  ...answers('solana/empty-result', { 'returns no output': () => [] }),
  ['declines', 'wallet/user-rejected', () => 'reject'],
  ['is locked', 'wallet/unauthorized', () => 'locked'],
  ['fails', 'adapter/sign-message-error', () => ({ error: { code: -32603, message: 'Internal error' } })],
]

function answers(code: string, all: Readonly<Record<string, (text: string) => unknown>>) {
  return Object.entries(all).map(
    ([what, answer]) => [what, code, (text: string) => ({ answer: answer(text) })] as const,
  )
}

describe('a wallet that supports solana:signIn', () => {
  it.each(misdeeds)('but %s causes the error %s, and can be asked again', async (_, code, step) => {
    const { sessions, kept, given } = keeper(all)
    const { signIn, wallet, requests } = await visit(sessions)
    await expect.poll(() => given.length, { message: 'the wallet is asked to sign' }).toBe(1)
    wallet.script.next('solana:signIn', step(String(given[0])))
    expect(await signIn.sign()).toBeUndefined()
    // Only the session store notices a wrong signature.
    const told =
      code === 'siwx/invalid-signature' ? { code } : { code: 'siwx/signature-declined', cause: { code } }
    expect(signIn.state.error).toMatchObject(told)
    expect(signIn.state).toMatchObject({ status: 'required', session: undefined, signing: false })
    expect(kept).toEqual([])
    expect(requests()).toEqual(['solana:signIn'])

    expect(await signIn.sign()).toBe(kept[0])
    expect(requests()).toEqual(['solana:signIn', 'solana:signIn'])
    const nonces = wallet.script.requests.map(({ params }) => (params as { nonce: string }[])[0]!.nonce)
    expect(new Set(nonces).size).toBe(2)
  })

  it("can't sign in an account after the visitor has canceled", async () => {
    const { sessions, kept } = keeper()
    const { signIn, wallet, requests } = await visit(sessions)
    const signedIn: unknown[] = []
    signIn.on('signedIn', ({ session }) => signedIn.push(session))
    let answer = () => {}
    wallet.script.next('solana:signIn', { until: new Promise<void>((resolve) => (answer = resolve)) })
    const abort = new AbortController()
    const pending = signIn.sign({ signal: abort.signal })
    await expect.poll(requests, { message: 'the wallet is asked to sign in' }).toEqual(['solana:signIn'])
    abort.abort()
    await expect(pending).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(requests()).toEqual(['solana:signIn'])
    expect(signIn.state).toMatchObject({ status: 'required', signing: false, session: undefined })
    answer()
    // The answer to the canceled request arrives before the answer to the current request.
    const session = await signIn.sign()
    expect(kept).toEqual([session])
    expect(signedIn).toEqual([session])
    expect(requests()).toEqual(['solana:signIn', 'solana:signIn'])
  })
})

describe('signing in with an ordinary message', () => {
  const features = ['solana:signMessage', 'solana:signTransaction'] as const

  it('is used for a wallet without solana:signIn', async () => {
    const { sessions, kept, given } = keeper(all)
    const { signIn, wallet, requests } = await visit(sessions, { features })
    const session = await signIn.sign()
    expect(requests()).toEqual(['solana:signMessage'])
    const [{ message }] = wallet.script.requests[0]!.params as [{ message: Uint8Array }]
    expect(textOf(message)).toBe(String(given[0]))
    expect(kept).toEqual([session])
  })

  it('is used for every wallet if the host words its own messages', async () => {
    const { sessions, kept } = keeper({}, ({ nonce }) => `Let me into the orchard: ${nonce}`)
    const { signIn, requests } = await visit(sessions)
    expect(await signIn.sign()).toMatchObject({ message: 'Let me into the orchard: nonce0000' })
    expect(kept).toHaveLength(1)
    expect(requests()).toEqual(['solana:signMessage'])
  })
})
