import { isCaipNetworkId } from './chain/caip.ts'
import { isChainNamespace } from './chain/namespace.ts'
import { checkNetwork } from './chain/network.ts'
import {
  anything,
  both,
  type Check,
  either,
  flag,
  integer,
  isObject,
  list,
  must,
  object,
  oneOf,
  type Problem,
  record,
  shape,
  text,
  urlOf,
} from './check.ts'
import { defaultFeatures, defaultRemoteFeatures } from './features.ts'
import { connectMethods, connectorListTypes } from './wallet/wallet-list.ts'

const httpUrl = urlOf('http:', 'https:')
const texts = list(text)
const textRecord = record(anything, text)
const listRecord = record(anything, texts)
const family = must('must be one of the five chain families', isChainNamespace)
const networkId = must('must be a CAIP-2 id such as eip155:1', isCaipNetworkId)
const all = (names: string, check: Check) =>
  Object.fromEntries(names.split(' ').map((name) => [name, check] as const))

const features = shape({
  ...Object.fromEntries(
    Object.entries({ ...defaultRemoteFeatures, ...defaultFeatures }).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? either(list(oneOf(...value)), ...(name in defaultRemoteFeatures ? [flag] : []))
        : flag,
    ]),
  ),
  history: flag,
  send: either(flag, shape({ namespaces: list(family) }, ['namespaces'])),
  connectMethodsOrder: list(oneOf(...connectMethods)),
  connectorTypeOrder: list(oneOf(...connectorListTypes)),
})

const adapter = must('must be an adapter such as eip155()', (value) => {
  return isObject(value) && isChainNamespace(value.namespace) && typeof value.create === 'function'
})
const connector = must('must be a function that makes a connector', (value) => typeof value === 'function')

const options = shape(
  {
    ...all(
      'debug enableWalletConnect enableWalletGuide enableWallets enableEIP6963 enableInjected enableCoinbase enableNetworkSwitch enableAuthLogger showWallets enableEmbedded allowUnsupportedChain manualWCControl disableAppend basic experimental_preferUniversalLinks',
      flag,
    ),
    ...all('projectId sdkType sdkVersion', text),
    ...all('siwx siweConfig universalProvider platform', object),
    ...all('includeWalletIds excludeWalletIds featuredWalletIds', texts),
    ...all('chainImages connectorImages', textRecord),
    ...all('termsConditionsUrl privacyPolicyUrl', httpUrl),
    ...all('features remoteFeatures', features),
    // It becomes part of storage keys.
    name: must(
      'must be 1 to 64 letters, digits, dots, dashes or underscores',
      (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
    ),
    networks: both(list(checkNetwork), (value) =>
      (value as unknown[]).length ? undefined : { path: '', reason: 'must name at least one network' },
    ),
    adapters: list(adapter),
    connectors: list(connector),
    defaultNetwork: (value) => (typeof value === 'string' ? networkId : checkNetwork)(value),
    customRpcUrls: record(networkId, list(shape({ url: httpUrl }, ['url']))),
    metadata: shape({ ...all('name description url', text), icons: texts }),
    themeMode: oneOf('dark', 'light'),
    themeVariables: record(
      anything,
      must('must be text or a number', (v) => /string|number/.test(typeof v)),
    ),
    allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
    coinbasePreference: oneOf('all', 'smartWalletOnly', 'eoaOnly'),
    customWallets: list(shape(all('id name', text), ['id', 'name'], true)),
    tokens: record(networkId, shape(all('address image', text), ['address'])),
    endpoints: shape({
      ...all('catalogue data analytics frame verify', httpUrl),
      relay: urlOf('wss:', 'ws:'),
    }),
    universalProviderConfigOverride: shape({
      ...all('methods chains events', listRecord),
      rpcMap: textRecord,
      defaultChain: text,
    }),
    defaultAccountTypes: shape({
      eip155: oneOf('eoa', 'smartAccount'),
      bip122: oneOf('payment', 'ordinal', 'stx'),
      ...all('solana polkadot cosmos', oneOf('eoa')),
    }),
    rpc: shape({ timeout: integer(1, 600_000), retries: integer(0, 10), rank: flag }),
  },
  ['networks'],
)

/** The first thing that is wrong with what a host passed as options; its path has no leading dot. */
export function checkOptions(value: unknown): Problem | undefined {
  const problem = options(value)
  return problem && { path: problem.path.replace(/^\./, '') || 'options', reason: problem.reason }
}
