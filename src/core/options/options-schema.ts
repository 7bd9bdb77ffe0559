import { checkNetwork, isNetworkId } from '../chain/check-network.ts'
import { chainNamespaces, isChainNamespace } from '../chain/namespace.ts'
import {
  anything,
  both,
  type Check,
  flag,
  httpUrl,
  integer,
  list,
  must,
  object,
  oneOf,
  type Problem,
  partial,
  record,
  shape,
  string,
  text,
  textOrNumber,
  urlOf,
} from '../json/check.ts'
import { isObject } from '../json/is-object.ts'
import { unimplemented } from '../unimplemented.ts'
import { socialNames } from '../wallet/list/socials.ts'
import { connectorListTypes } from '../wallet/list/wallet-list.ts'
import { disabledByDefault, enabledByDefault } from './flags.ts'

/**
 * The reason that a check reports for an option that isn't implemented. `resolveOptions` recognizes such options by this text.
 */
export const isUnimplemented = 'is not built'

/**
 * Refuses an option that isn't implemented. Ignoring the option would be dangerous, because an app may rely on it for security.
 * Production builds only log the option's name.
 */
const refuseUnimplemented: Check = must(
  isUnimplemented,
  (value) => value === undefined || value === false || (Array.isArray(value) && value.length === 0),
)

const texts = list(text)
const textRecord = record(anything, text)
const listRecord = record(anything, texts)
const each = (names: readonly string[], check: Check) =>
  Object.fromEntries(names.map((name) => [name, check] as const))
const all = (names: string, check: Check) => each(names.split(' '), check)

const absentFeatures = all(unimplemented.features, refuseUnimplemented)
/** Features that a project's configuration can control. */
const decided = {
  ...all('email activity reownBranding', flag),
  ...all('swaps onramp', (value) => (Array.isArray(value) ? texts : flag)(value)),
  socials: ((value) => (Array.isArray(value) ? list(oneOf(...socialNames)) : flag)(value)) as Check,
}

const adapter = must('must be an adapter such as eip155()', (value) => {
  return isObject(value) && isChainNamespace(value.namespace) && typeof value.create === 'function'
})
const callable = must('must be a function', (value) => typeof value === 'function')

const onRampProvider = shape(
  {
    ...all('label feeRange', text),
    name: must(
      'must be a word other than coinbase and meld',
      (value) => typeof value === 'string' && /^(?!(coinbase|meld)$)[\w.-]{1,64}$/.test(value),
    ),
    supportedChains: list(oneOf('eip155', 'solana')),
    link: callable,
  },
  { quote: callable },
  true,
)

const token = shape({ address: text }, { image: httpUrl })

const options = shape(
  {
    networks: both(
      list(checkNetwork),
      must('must name at least one network', (value) => (value as unknown[]).length > 0),
    ),
  },
  {
    ...each(Object.keys({ ...enabledByDefault, ...disabledByDefault }), flag),
    ...all('universalProvider strings', object),
    ...all(unimplemented.options, refuseUnimplemented),
    siwx: must(
      'must be a session store, such as localSessions()',
      (value) => typeof value === 'function' || (isObject(value) && typeof value.getSessions === 'function'),
    ),
    siweConfig: must(
      'must be an object with callbacks such as getSession()',
      (value) => isObject(value) && typeof value.getSession === 'function',
    ),
    swapProvider: must(
      'must be a swap provider, such as uniswap()',
      (value) =>
        isObject(value) &&
        typeof value.name === 'string' &&
        (value.create ? ['create'] : ['tokens', 'quote', 'approval', 'build']).every(
          (call) => typeof value[call] === 'function',
        ),
    ),
    providers: list(
      must(
        'must be a provider, such as coingecko()',
        (value) => isObject(value) && typeof value.name === 'string' && typeof value.create === 'function',
      ),
    ),
    platform: shape({}, { ...all('clock storage page log', object), fetch: callable }, true),
    ...all('includeWalletIds excludeWalletIds featuredWalletIds', texts),
    ...all('chainImages connectorImages tokenImages', textRecord),
    ...all('termsConditionsUrl privacyPolicyUrl', httpUrl),
    features: partial({
      ...absentFeatures,
      ...decided,
      ...all('allWallets legalCheckbox receive emailShowWallets collapseWallets smartSessions history', flag),
      analytics: (value) => (isObject(value) ? shape({ address: flag }) : flag)(value),
      send: (value) =>
        (isObject(value) ? shape({ namespaces: list(oneOf(...chainNamespaces)) }) : flag)(value),
      connectorTypeOrder: list(oneOf(...connectorListTypes)),
      walletFeaturesOrder: list(oneOf('onramp', 'swaps', 'receive', 'send')),
      connectMethodsOrder: list(oneOf('wallet', 'email', 'social')),
    }),
    remoteFeatures: partial({ ...absentFeatures, ...decided }),
    ...all('projectId language sdkType sdkVersion', text),
    // The name is part of storage keys.
    name: must(
      'must be 1 to 64 letters, digits, dots, dashes or underscores',
      (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
    ),
    adapters: list(adapter),
    connectors: list(callable),
    defaultNetwork: (value) => (typeof value === 'string' ? isNetworkId : checkNetwork)(value),
    customRpcUrls: record(isNetworkId, list(shape({ url: httpUrl }))),
    // Tokens have an address only in these families.
    tokens: record(
      must('must be the CAIP-2 id of a network of eip155 or solana', (id) =>
        /^(eip155|solana):[-\w]{1,32}$/.test(`${id}`),
      ),
      (value) => (Array.isArray(value) ? list(token) : token)(value),
    ),
    meld: shape({ publicKey: text, url: httpUrl }),
    onRampProviders: list(onRampProvider),
    names: partial({ zone: text, suffixes: texts }),
    metadata: partial({ ...all('name url', text), description: string, icons: texts }),
    currency: must(
      'must be an ISO 4217 code in lower case, such as eur',
      (value) => typeof value === 'string' && /^[a-z]{3}$/.test(value),
    ),
    themeMode: oneOf('dark', 'light', 'system'),
    themeVariables: record(anything, textOrNumber),
    allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
    safeOrigins: list(httpUrl),
    customWallets: list(shape(all('id name', text), { chains: texts }, true)),
    endpoints: partial({
      ...all('verify catalogue data config analytics frame ipfs', httpUrl),
      relay: urlOf('wss:', 'ws:'),
    }),
    universalProviderConfigOverride: partial({
      ...all('methods chains events', listRecord),
      rpcMap: textRecord,
      defaultChain: text,
    }),
    defaultAccountTypes: partial({
      eip155: oneOf('eoa', 'smartAccount'),
      bip122: oneOf('payment', 'ordinal', 'stx'),
      ...all('solana polkadot cosmos', oneOf('eoa')),
    }),
    rpc: partial({
      timeout: integer(1, 600_000),
      hedge: (value) => (value ? integer(1, 600_000) : flag)(value),
      retries: integer(0, 10),
      rank: flag,
    }),
  },
)

/** Returns the first problem in the host's options. Its path has no leading dot. */
export function checkOptions(value: unknown): Problem | undefined {
  const problem = options(value)
  return problem && { path: problem.path.replace(/^\./, '') || 'options', reason: problem.reason }
}
