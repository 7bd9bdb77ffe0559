import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import type { Latchkey } from '../../../src/client/create-latchkey.ts'
import { Controller } from '../../../src/controllers/base/controller.ts'
import { FeatureController } from '../../../src/controllers/base/feature-controller.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import type { SignInSession, SignInSessions } from '../../../src/core/sign-in/sign-in.ts'
import type { PaymentCurrency, PurchaseCurrency } from '../../../src/core/wallet/payments/onramp.ts'
import type { SwapProvider, SwapToken } from '../../../src/core/wallet/payments/swap-provider.ts'
import type { TokenBalance } from '../../../src/core/wallet/token-balance.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { turn } from '../../support/async.ts'
import { clientWorld, connectionOf, one, sol, two } from '../../support/client-world.ts'

type Name = {
  [K in keyof Latchkey]: Latchkey[K] extends { getSnapshot(): unknown } ? K : never
}[keyof Latchkey]

/** A public method, and a call of this method. */
type Step<K extends Name> = readonly [
  method: keyof Latchkey[K] & string,
  call: (controller: Latchkey[K], client: Latchkey) => unknown,
]

const coin: SwapToken = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const usd: SwapToken = { name: 'Dollar', symbol: 'USD', decimals: 6, address: 'usd' }
const eur: SwapToken = { name: 'Euro', symbol: 'EUR', decimals: 6, address: 'eur' }
const swapProvider: SwapProvider = {
  name: 'own',
  tokens: async () => [coin, usd, eur],
  quote: async ({ from, to, amount }) => ({
    from: from.address,
    to: to.address,
    amount,
    toAmount: 5n,
    gasPrice: 1n,
  }),
  approval: async () => ({ allowance: 0n }),
  build: async () => {
    throw latchkeyError('swap/build-failed')
  },
}

const held = (symbol: string, value: bigint): TokenBalance => ({
  name: symbol,
  network: one.caipNetworkId,
  amount: { value, decimals: 18, symbol },
})

const networks = [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' }]
const ether: PurchaseCurrency = { id: 'eth', name: 'Ether', symbol: 'ETH', networks }
const dai: PurchaseCurrency = { ...ether, id: 'dai', name: 'Dai', symbol: 'DAI' }
const money = (id: string): PaymentCurrency => ({
  id,
  payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }],
})

const onSolana = connectionOf('b', sol)
const remembered = { connectorId: 'b', name: 'B' }
const walletB = { name: 'B', type: 'EXTERNAL' }
const wallet = { id: 'w', name: 'Wallet', homepage: 'https://w.example' }
const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

const sessions: SignInSessions = {
  createMessage: async ({ accountAddress, chainId }) => {
    const data = {
      ...{ accountAddress, chainId, domain: 'a.example', uri: 'https://a.example/', version: '1' },
      nonce: 'nonce0000',
    }
    return Object.defineProperty(data, 'toString', { value: () => 'sign in' })
  },
  addSession: async () => {},
  revokeSession: async () => {},
  setSessions: async () => {},
  getSessions: async () => [],
  getRequired: () => false,
}

/**
 * Every public method of every controller. The test runs the calls of a controller in this order, and each
 * call twice. The second call often sets a value that is already set.
 */
const calls: { readonly [K in Name]: readonly Step<K>[] } = {
  options: [
    ['updateOptions', (options) => options.updateOptions({ debug: true })],
    ['setFeatures', (options) => options.setFeatures({ send: false })],
    ['setRemoteFeatures', (options) => options.setRemoteFeatures({ swaps: false })],
  ],
  theme: [
    ['setThemeMode', (theme) => theme.setThemeMode('light')],
    ['setThemeVariables', (theme) => theme.setThemeVariables({ '--lk-accent': 'red' })],
  ],
  snackbar: [
    ['showSuccess', (snackbar) => snackbar.showSuccess('Done')],
    ['hide', (snackbar) => snackbar.hide()],
    ['showError', (snackbar) => snackbar.showError(new Error('no'))],
    ['hide', (snackbar) => snackbar.hide()],
    ['showLoading', (snackbar) => snackbar.showLoading('Wait', { autoClose: false })],
    ['hide', (snackbar) => snackbar.hide()],
    ['showSvg', (snackbar) => snackbar.showSvg('Copied', { icon: 'copy' })],
  ],
  alert: [
    ['open', (alert) => alert.open({ shortMessage: 'a', longMessage: 'b' }, 'error')],
    ['raise', (alert) => alert.raise('networkNotFound')],
    ['note', (alert) => alert.note('text')],
    ['report', (alert) => alert.report(latchkeyError('siwx/not-enabled'))],
    ['close', (alert) => alert.close()],
  ],
  router: [
    ['check', (router) => router.check('Networks')],
    ['push', (router) => router.push('Networks', { wallet })],
    ['push', (router) => router.push('AllWallets', { wallet })],
    ['replace', (router) => router.replace('WhatIsAWallet', { wallet })],
    ['pushTransactionStack', (router) => router.pushTransactionStack({})],
    ['goBackToIndex', (router) => router.goBackToIndex(1)],
    ['goBack', (router) => router.goBack()],
    ['pushTransactionStack', (router) => router.pushTransactionStack({})],
    ['push', (router) => router.push('WalletSend')],
    ['pushTransactionStack', (router) => router.pushTransactionStack({})],
    ['popTransactionStack', (router) => router.popTransactionStack('error')],
    [
      'pushTransactionStack',
      (router) => router.pushTransactionStack({ onSuccess: () => router.reset('Account') }),
    ],
    ['popTransactionStack', (router) => router.popTransactionStack('success')],
    ['reset', (router) => router.reset('Networks', { wallet })],
  ],
  connections: [
    ['of', (connections) => connections.of('eip155')],
    ['isConnected', (connections) => connections.isConnected('eip155')],
    ['through', (connections) => connections.through('a')],
    ['setPending', (connections) => connections.setPending('connecting', 'solana')],
    [
      'remember',
      (connections) => connections.remember('disconnected', { solana: remembered, bip122: remembered }),
    ],
    ['connect', (connections) => connections.connect(onSolana, walletB)],
    ['update', (connections) => connections.update('solana:b', { approvedNetworks: [] })],
    ['disconnect', (connections) => connections.disconnect('solana')],
  ],
  account: [
    ['isConnected', (account) => account.isConnected('eip155')],
    ['setPreferredAccountType', (account) => account.setPreferredAccountType('eip155', 'smartAccount')],
    ['setDetails', (account) => account.setDetails('eip155:1:a-eip155', { profileName: 'ann.eth' })],
    ['updateBalance', (account) => account.updateBalance('eip155', { fresh: true })],
  ],
  network: [
    ['networkOf', (network) => network.networkOf('eip155')],
    ['requested', (network) => network.requested()],
    ['find', (network) => network.find('eip155:1')],
    ['isSupported', (network) => network.isSupported()],
    ['setActive', (network) => network.setActive(sol)],
    ['setActiveNamespace', (network) => network.setActiveNamespace('eip155')],
    ['addNetwork', (network) => network.addNetwork({ ...two, id: 7, caipNetworkId: 'eip155:7' } as never)],
    ['removeNetwork', (network) => network.removeNetwork('eip155:7')],
  ],
  connector: [
    ['find', (connector) => connector.find('a')],
    ['get', (connector) => connector.get('a')],
    ['discover', (connector) => connector.discover()],
    ['listed', (connector) => connector.listed()],
    ['onFound', (connector) => connector.onFound(() => {})],
    ['activeOf', (connector) => connector.activeOf('eip155')],
    ['setFilterByNamespace', (connector) => connector.setFilterByNamespace('solana')],
    ['setFilterByNamespace', (connector) => connector.setFilterByNamespace(undefined)],
    ['setRecent', (connector) => connector.setRecent(true)],
    ['setExcluded', (connector) => connector.setExcluded([{ id: 'w', name: 'Wallet a' }])],
  ],
  catalogue: [
    ['begin', (catalogue) => catalogue.begin()],
    ['loadMore', (catalogue) => catalogue.loadMore()],
    ['search', (catalogue) => catalogue.search('meta')],
    ['search', (catalogue) => catalogue.search('')],
    ['picture', (catalogue) => catalogue.picture('wallet', 'x')],
  ],
  portfolio: [
    ['refresh', (portfolio) => portfolio.refresh({ fresh: true })],
    ['follow', (portfolio) => portfolio.follow()],
    ['loadNfts', (portfolio) => portfolio.loadNfts()],
    ['loadMoreNfts', (portfolio) => portfolio.loadMoreNfts()],
  ],
  activity: [
    ['load', (activity) => activity.load()],
    ['loadMore', (activity) => activity.loadMore()],
    ['reset', (activity) => activity.reset()],
  ],
  names: [
    ['resolve', (names) => names.resolve('a.eth')],
    ['lookUp', (names) => names.lookUp('b.eth')],
    ['lookUp', (names) => names.lookUp('')],
    ['reverse', (names) => names.reverse('a-eip155')],
    ['identify', (names) => names.identify()],
    ['suggestions', (names) => names.suggestions('alice')],
    ['suggestions', (names) => names.suggestions('')],
    ['register', (names) => names.register('alice')],
  ],
  send: [
    ['setToken', (send) => send.setToken(held('COIN', 100n))],
    ['setAmount', (send) => send.setAmount('0.00000000000000001')],
    ['setReceiver', (send) => send.setReceiver('somebody')],
    ['confirmReceiver', (send) => send.confirmReceiver(true)],
    ['setMaximum', (send) => send.setMaximum()],
    ['prepareReview', (send) => send.prepareReview()],
    ['sendToken', (send) => send.sendToken()],
    ['setReceiver', (send) => send.setReceiver('a name.eth')],
    ['resetSend', (send) => send.resetSend()],
    ['prepareReview', (send) => send.prepareReview()],
    ['sendToken', (send) => send.sendToken()],
  ],
  swap: [
    ['begin', (swap) => swap.begin()],
    ['setToToken', (swap) => swap.setToToken(usd)],
    ['setToNetwork', (swap) => swap.setToNetwork('eip155:1')],
    ['setAmount', (swap) => swap.setAmount('0.000000000000000001')],
    ['refresh', (swap) => swap.refresh()],
    ['switchTokens', (swap) => swap.switchTokens()],
    ['setSourceToken', (swap) => swap.setSourceToken(coin)],
    ['setSourceToken', (swap) => swap.setSourceToken(eur)],
    ['setMaximum', (swap) => swap.setMaximum()],
    ['setAmount', (swap) => swap.setAmount('1')],
    ['prepareReview', (swap) => swap.prepareReview()],
    ['approve', (swap) => swap.approve()],
    ['swapTokens', (swap) => swap.swapTokens()],
    ['revoke', (swap) => swap.revoke()],
    ['keepApproval', (swap) => swap.keepApproval()],
    ['follow', (swap) => swap.follow()],
    ['resetSwap', (swap) => swap.resetSwap()],
  ],
  onramp: [
    ['enter', (onramp) => onramp.enter()],
    ['explain', (onramp) => onramp.explain()],
    ['loadCurrencies', (onramp) => onramp.loadCurrencies()],
    ['setPurchaseCurrency', (onramp) => onramp.setPurchaseCurrency(dai)],
    ['setPurchaseCurrency', (onramp) => onramp.setPurchaseCurrency(ether)],
    ['setPaymentCurrency', (onramp) => onramp.setPaymentCurrency(money('EUR'))],
    ['setPaymentAmount', (onramp) => onramp.setPaymentAmount('nothing')],
    ['setPaymentAmount', (onramp) => onramp.setPaymentAmount('100')],
    ['getQuotes', (onramp) => onramp.getQuotes()],
    ['setPaymentCurrency', (onramp) => onramp.setPaymentCurrency(money('USD'))],
    ['buy', (onramp) => onramp.buy('own')],
    ['leave', (onramp) => onramp.leave()],
    ['buy', (onramp) => onramp.buy('nobody')],
    ['loadPurchases', (onramp) => onramp.loadPurchases()],
    ['followPurchases', (onramp) => onramp.followPurchases({ signal: new AbortController().signal })],
    ['resetState', (onramp) => onramp.resetState()],
  ],
  signIn: [
    ['refresh', (signIn) => signIn.refresh()],
    ['sign', (signIn) => signIn.sign()],
    ['ready', (signIn) => signIn.ready()],
    ['createMessage', (signIn) => signIn.createMessage('eip155:1')],
    ['keep', (signIn) => signIn.keep([{} as SignInSession])],
    ['signOut', (signIn) => signIn.signOut()],
    ['cancel', (signIn) => signIn.cancel()],
  ],
  embeddedWallet: [
    ['logIn', (embedded) => embedded.logIn('a@b.example')],
    ['confirmDevice', (embedded) => embedded.confirmDevice()],
    ['confirmCode', (embedded) => embedded.confirmCode('123456')],
    ['updateEmail', (embedded) => embedded.updateEmail('c@b.example')],
    ['confirmOldEmail', (embedded) => embedded.confirmOldEmail('123456')],
    ['confirmNewEmail', (embedded) => embedded.confirmNewEmail('123456')],
    ['connectSocial', (embedded) => embedded.connectSocial('google')],
    ['leaveSocial', (embedded) => embedded.leaveSocial()],
    ['setPreferredAccountType', (embedded) => embedded.setPreferredAccountType('eoa')],
    ['abortApprovals', (embedded) => embedded.abortApprovals()],
  ],
  smartSessions: [
    ['grant', (smart) => smart.grant({} as never)],
    ['list', (smart) => smart.list()],
    ['revoke', (smart) => smart.revoke('1')],
  ],
  networkSwitch: [
    ['request', (networkSwitch) => networkSwitch.request('eip155:2')],
    ['request', (networkSwitch) => networkSwitch.request('solana:main')],
    ['switchTo', (networkSwitch) => networkSwitch.switchTo('eip155:2')],
  ],
  session: [
    ['connect', (session) => session.connect({ connectorId: 'b' })],
    ['ask', (session) => session.ask({ connectorId: 'b', namespaces: ['solana'] })],
    ['ask', (session) => session.ask({ connectorId: 'nobody' })],
    ['cancel', (session) => session.cancel()],
    ['sharing', (session) => session.sharing('eip155')],
    ['switchAccount', (session) => session.switchAccount('eip155', 'b-eip155')],
    ['reconnect', (session) => session.reconnect()],
    ['disconnect', (session) => session.disconnect()],
  ],
  pairing: [
    ['setUri', (pairing) => pairing.setUri(uri)],
    ['linkFor', (pairing) => pairing.linkFor({}, 'mobile')],
    ['linkForAny', (pairing) => pairing.linkForAny()],
    ['inAppLink', (pairing) => pairing.inAppLink({ id: 'w' })],
    ['browserLink', (pairing) => pairing.browserLink()],
    ['choose', (pairing) => pairing.choose(wallet, { href: 'https://w.example' })],
    ['openWallet', (pairing) => pairing.openWallet(wallet)],
    ['follow', (pairing) => pairing.follow({ open: 'https://w.example', target: '_blank' }, wallet)],
    ['leave', (pairing) => pairing.leave()],
    ['pair', (pairing) => pairing.pair()],
    ['present', (pairing) => pairing.present()],
    ['pairEarly', (pairing) => pairing.pairEarly(() => true)],
    ['reset', (pairing) => pairing.reset()],
  ],
  modal: [
    ['open', (modal) => modal.open()],
    ['open', (modal) => modal.open({ view: 'Networks' })],
    ['shake', (modal) => modal.shake()],
    ['selectWallet', (modal) => modal.selectWallet(wallet)],
    ['goBack', (modal) => modal.goBack()],
    ['whyOff', (modal) => modal.whyOff('Swap')],
    ['safeClose', (modal) => modal.safeClose()],
    ['open', (modal) => modal.open({ namespace: 'eip155' })],
    ['close', (modal) => modal.close()],
  ],
}

/** The calls that change the state again after they have returned, because they wait for something. */
const tellsLater: { readonly [K in Name]?: readonly string[] } = {
  // These calls load or request something. The first change says that the request began, and
  // later changes contain its result.
  alert: ['raise'],
  account: ['updateBalance'],
  network: ['removeNetwork'],
  portfolio: ['refresh', 'follow', 'loadNfts', 'loadMoreNfts'],
  activity: ['load', 'loadMore'],
  names: ['register'],
  onramp: ['getQuotes', 'buy', 'loadPurchases', 'followPurchases'],
  networkSwitch: ['switchTo'],
  // These calls ask the wallet.
  session: ['connect', 'ask'],
  pairing: ['pair', 'present'],
  signIn: ['sign'],
  // The form changes first, and later the recipient, the balance, the fee or the quote that was read for it.
  send: ['setReceiver', 'setMaximum', 'prepareReview', 'sendToken'],
  swap: [
    ...['begin', 'setToToken', 'setToNetwork', 'setAmount', 'setMaximum', 'switchTokens', 'setSourceToken'],
    ...['refresh', 'prepareReview', 'approve', 'swapTokens'],
  ],
}

const opened: Latchkey[] = []
afterEach(async () => {
  for (const latchkey of opened.splice(0)) await latchkey.dispose()
})

/** Returns a connected client whose engines are loaded. */
async function connected() {
  const { latchkey, clock } = clientWorld({
    surroundings: memoryPlatform({
      fetch: async () => Response.json({ data: [], balances: [], suggestions: [] }),
    }),
    networks: [one, two, sol],
    connectors: [
      { id: 'a', chains: ['eip155', 'solana'] },
      { id: 'b', chains: ['eip155', 'solana'] },
    ],
    projectId: 'project',
    endpoints: { data: 'https://data.example' },
    siwx: sessions,
    swapProvider,
    onRampProviders: [
      {
        ...{ name: 'own', label: 'Own', feeRange: '1%', supportedChains: ['eip155'] },
        link: async () => 'https://own.example/buy',
      },
    ],
  })
  opened.push(latchkey)
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
  for (const name of names) {
    const controller = latchkey[name]
    if (controller instanceof FeatureController) await controller.prepare()
  }
  await turn()
  return { latchkey, clock }
}

const names = Object.keys(calls) as Name[]

/** Returns the controller's own methods, without the methods of its base classes. */
function methodsOf(controller: object): readonly string[] {
  const found = Object.keys(controller).filter((key) => typeof controller[key as never] === 'function')
  for (
    let type = Object.getPrototypeOf(controller);
    type !== Controller.prototype;
    type = Object.getPrototypeOf(type)
  )
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type)))
      if (typeof value === 'function') found.push(key)
  return [...new Set(found)].filter((key) => !inherited.has(key)).sort()
}

/** Methods of the base classes, and methods that only the client calls. */
const inherited = new Set([
  ...Object.getOwnPropertyNames(Controller.prototype),
  ...Object.getOwnPropertyNames(FeatureController.prototype),
  ...['constructor', 'getSnapshot', 'getInitialSnapshot', 'subscribe', 'start'],
  ...['keepFresh', 'sent', 'bridged'],
])
/** Public methods that override a protected method of the base class. */
const overridden: Partial<Record<Name, readonly string[]>> = {
  router: ['reset'],
  pairing: ['reset'],
  activity: ['reset'],
}

/** Returns whether the state is unchanged. A new error object counts as a change, even if the failure is the same. */
function isSame(before: object | undefined, after: object): boolean {
  return isDeepStrictEqual(before, after) && (before as Failed).error === (after as Failed).error
}
interface Failed {
  readonly error?: unknown
}

describe('the change events of a call', () => {
  it('are tested for every public method of every controller', async () => {
    const { latchkey } = await connected()
    const controllers = Object.entries(latchkey).filter(([, value]) => value instanceof Controller)
    expect(controllers.map(([name]) => name).sort()).toEqual([...names].sort())
    for (const name of names) {
      const covered = [...new Set(calls[name].map(([method]) => method as string))].sort()
      const own = [...methodsOf(latchkey[name]), ...(overridden[name] ?? [])].sort()
      expect([name, covered]).toEqual([name, own])
    }
  })

  it.each(names)(
    'to a method of `%s` come once from each controller whose state the call changes',
    async (name) => {
      const { latchkey, clock } = await connected()
      const counts = new Map<Name, number>()
      for (const each of names)
        latchkey[each].subscribe(() => void counts.set(each, (counts.get(each) ?? 0) + 1))
      const wrong: string[] = []
      for (const [method, call] of calls[name] as readonly Step<Name>[])
        for (const time of ['first', 'second']) {
          counts.clear()
          const before = names.map((each) => latchkey[each].getSnapshot())
          const answer = (() => {
            try {
              return call(latchkey[name] as never, latchkey)
            } catch (error) {
              return Promise.reject(error)
            }
          })()
          names.forEach((each, at) => {
            const expected = isSame(before[at], latchkey[each].getSnapshot()) ? 0 : 1
            const told = counts.get(each) ?? 0
            if (told !== expected)
              wrong.push(`${method}, ${time} time: ${each} tells ${told}, not ${expected}`)
          })
          if (answer instanceof Promise) answer.catch(() => {})
          counts.clear()
          await turn()
          if (counts.has(name) && !tellsLater[name]?.includes(method))
            wrong.push(`${method}, ${time} time: ${name} tells again after the call`)
          await clock.advance(700)
          await turn()
        }
      expect(wrong).toEqual([])
    },
  )
})
