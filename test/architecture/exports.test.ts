import { describe, expect, it } from 'vitest'
import { manifest } from '../package/support.ts'

/** A change of the public API shows here, as a difference to review. */
describe('the public entries', () => {
  const keys = async (entry: Promise<object>) => Object.keys(await entry).sort()

  it('are complete', () => {
    expect(Object.keys(manifest.exports)).toMatchInlineSnapshot(`
      [
        ".",
        "./controllers",
        "./adapters/bip122",
        "./adapters/cosmos",
        "./adapters/eip155",
        "./adapters/polkadot",
        "./adapters/solana",
        "./connectors",
        "./connectors/embedded",
        "./connectors/ledger",
        "./connectors/solana-mobile",
        "./connectors/walletconnect",
        "./providers/blockscout",
        "./providers/coingecko",
        "./providers/defillama",
        "./providers/mempool",
        "./providers/uniswap",
        "./devnet",
        "./react",
        "./networks",
        "./server",
        "./servers",
        "./siwx",
        "./testing",
        "./wallets",
        "./appkit",
        "./appkit/react",
        "./devtools",
        "./viem",
        "./viem/react",
        "./wagmi",
        "./solana-standard",
        "./bitcoin-standard",
        "./cosmos-signer",
        "./polkadot-signer",
        "./package.json",
      ]
    `)
  })

  it('latchkey', async () => {
    expect(await keys(import('latchkey'))).toMatchInlineSnapshot(`
      [
        "ConfigError",
        "ConnectionError",
        "FlowError",
        "FrameError",
        "HttpError",
        "LatchkeyError",
        "RpcError",
        "UnsupportedError",
        "ValidationError",
        "WalletError",
        "caipAddress",
        "chainNamespaces",
        "connectionFrom",
        "createLatchkey",
        "displayMessage",
        "errorOf",
        "explorerLink",
        "externalConnector",
        "formatUnits",
        "isCaipAddress",
        "isCaipAssetId",
        "isCaipNetworkId",
        "isChainNamespace",
        "isLatchkeyError",
        "parseAmount",
        "parseCaipAddress",
        "parseCaipAssetId",
        "parseCaipNetworkId",
        "paymentUri",
        "restrictedTimezones",
        "version",
      ]
    `)
  })

  it('latchkey/controllers', async () => {
    expect(await keys(import('latchkey/controllers'))).toMatchInlineSnapshot(`
      [
        "Controller",
        "activityRows",
        "connectorListTypes",
        "connectorTypeOrder",
        "isShown",
        "mergeByRdns",
        "searchText",
        "sortWallets",
        "withoutKnown",
      ]
    `)
  })

  it('latchkey/adapters/eip155', async () => {
    expect(await keys(import('latchkey/adapters/eip155'))).toMatchInlineSnapshot(`
      [
        "eip155",
      ]
    `)
  })

  it('latchkey/connectors', async () => {
    expect(await keys(import('latchkey/connectors'))).toMatchInlineSnapshot(`
      [
        "bitcoinConnector",
        "injectedWeb3Connector",
        "keplrConnector",
        "standardConnector",
      ]
    `)
  })

  it('latchkey/connectors/ledger', async () => {
    expect(await keys(import('latchkey/connectors/ledger'))).toMatchInlineSnapshot(`
      [
        "ledger",
      ]
    `)
  })

  it('latchkey/connectors/solana-mobile', async () => {
    expect(await keys(import('latchkey/connectors/solana-mobile'))).toMatchInlineSnapshot(`
      [
        "registerSolanaMobile",
      ]
    `)
  })

  it('latchkey/connectors/walletconnect', async () => {
    expect(await keys(import('latchkey/connectors/walletconnect'))).toMatchInlineSnapshot(`
      [
        "walletConnect",
      ]
    `)
  })

  it('latchkey/devnet', async () => {
    expect(await keys(import('latchkey/devnet'))).toMatchInlineSnapshot(`
      [
        "deployExchange",
        "devAccounts",
        "devZone",
        "relayGateModes",
        "sleepPage",
        "startCatalogue",
        "startDataService",
        "startDevnet",
        "startFarcasterRelay",
        "startMailbox",
        "startNodeFaults",
        "startOnRamp",
        "startProjectConfig",
        "startProviders",
        "startRelay",
        "startSmartAccounts",
        "startSocialProvider",
        "startTelemetry",
      ]
    `)
  })

  it('latchkey/react', async () => {
    expect(await keys(import('latchkey/react'))).toMatchInlineSnapshot(`
      [
        "AccountButton",
        "ConnectButton",
        "LatchkeyButton",
        "LatchkeyModal",
        "LatchkeyProvider",
        "NetworkButton",
        "WalletButton",
        "shallowEqual",
        "useAccount",
        "useActivity",
        "useBalance",
        "useBuy",
        "useBuyForm",
        "useBuyQuotes",
        "useConnect",
        "useController",
        "useDisconnect",
        "useEvents",
        "useGrantSession",
        "useIdentity",
        "useLatchkey",
        "useModal",
        "useNameSuggestions",
        "useNetwork",
        "usePortfolio",
        "usePurchases",
        "useRead",
        "useRegisterName",
        "useRequest",
        "useResolveName",
        "useReverseNames",
        "useRevokeSession",
        "useSend",
        "useSignIn",
        "useSignMessage",
        "useSmartSessions",
        "useSwap",
        "useSwapForm",
        "useSwapQuote",
        "useTheme",
        "useTokenBalance",
        "useWaitForTransaction",
        "useWallets",
      ]
    `)
  })

  it('the providers', async () => {
    expect(await keys(import('latchkey/providers/blockscout'))).toEqual(['blockscout'])
    expect(await keys(import('latchkey/providers/coingecko'))).toEqual(['coingecko'])
    expect(await keys(import('latchkey/providers/defillama'))).toEqual(['defillama'])
    expect(await keys(import('latchkey/providers/mempool'))).toEqual(['mempool'])
    expect(await keys(import('latchkey/providers/uniswap'))).toEqual(['uniswap'])
  })

  it('the bridges', async () => {
    const bridges = await Promise.all([
      import('latchkey/wagmi'),
      import('latchkey/solana-standard'),
      import('latchkey/bitcoin-standard'),
      import('latchkey/cosmos-signer'),
      import('latchkey/polkadot-signer'),
    ])
    expect(bridges.map((one) => Object.keys(one).sort())).toEqual([
      ['latchkeyConnector'],
      ['registerSolanaWallet', 'solanaStandardWallet'],
      ['bitcoinStandardWallet', 'registerBitcoinWallet'],
      ['cosmosSigner'],
      ['polkadotSigner'],
    ])
  })

  it('latchkey/viem', async () => {
    expect(await keys(import('latchkey/viem'))).toMatchInlineSnapshot(`
      [
        "getBlockNumber",
        "getEnsName",
        "getTransactionReceipt",
        "loadViem",
        "publicClient",
        "readContract",
        "signTypedData",
        "simulateContract",
        "walletClient",
        "watchContractEvent",
        "writeContract",
      ]
    `)
    expect(await keys(import('latchkey/viem/react'))).toMatchInlineSnapshot(`
      [
        "useBlockNumber",
        "useEnsName",
        "useReadContract",
        "useSignTypedData",
        "useSimulateContract",
        "useTransactionReceipt",
        "useWatchContractEvent",
        "useWriteContract",
      ]
    `)
  })

  it('latchkey/appkit', async () => {
    expect(await keys(import('latchkey/appkit'))).toEqual([
      ...['BitcoinAdapter', 'EthersAdapter', 'SolanaAdapter', 'createAppKit'],
    ])
    expect(await keys(import('latchkey/appkit/react'))).toMatchInlineSnapshot(`
      [
        "AppKitAccountButton",
        "AppKitButton",
        "AppKitConnectButton",
        "AppKitNetworkButton",
        "AppKitProvider",
        "createAppKit",
        "useAppKit",
        "useAppKitAccount",
        "useAppKitBalance",
        "useAppKitEvents",
        "useAppKitNetwork",
        "useAppKitNetworkCore",
        "useAppKitProvider",
        "useAppKitState",
        "useAppKitTheme",
        "useDisconnect",
        "useWalletInfo",
      ]
    `)
  })

  it('latchkey/devtools', async () => {
    expect(await keys(import('latchkey/devtools'))).toEqual(['createDevtools'])
  })

  it('latchkey/siwx', async () => {
    expect(await keys(import('latchkey/siwx'))).toMatchInlineSnapshot(`
      [
        "cloudSessions",
        "createNonce",
        "formatSignInMessage",
        "localSessions",
        "parseSignInMessage",
        "serverSessions",
        "signInMessage",
        "verifyMessage",
        "verifySignIn",
      ]
    `)
  })

  it('latchkey/server', async () => {
    expect(await keys(import('latchkey/server'))).toEqual(['readSnapshot'])
  })

  it('latchkey/servers', async () => {
    expect(await keys(import('latchkey/servers'))).toMatchInlineSnapshot(`
      [
        "catalogueFolder",
        "embedded",
        "openHistoryIndex",
        "openWalletStore",
        "ownNodesHandler",
        "postgres",
        "projectsFile",
        "readProjects",
        "refuseSharedOrigins",
        "serveDesk",
        "serveWalletService",
        "smtpMailer",
        "sweepWalletStore",
        "upstreamHandler",
        "walletService",
      ]
    `)
  })

  it('latchkey/wallets', async () => {
    expect(await keys(import('latchkey/wallets'))).toMatchInlineSnapshot(`
      [
        "ProviderError",
        "bip122Keys",
        "bip122Wallet",
        "callName",
        "cosmosCost",
        "cosmosKeys",
        "cosmosRpc",
        "cosmosTermRows",
        "cosmosWallet",
        "dangers",
        "decodeBip122Transfer",
        "decodeCosmosDoc",
        "decodeEip155Call",
        "decodePolkadotPayload",
        "decodePsbt",
        "decodeSolanaTransaction",
        "decodeTypedData",
        "describeRequest",
        "effectRows",
        "eip155Keys",
        "eip155Wallet",
        "feeRows",
        "feeWarnings",
        "headlessWallet",
        "isPsbt",
        "layerOneFee",
        "messageText",
        "nodePool",
        "parseShownUnits",
        "partialInputs",
        "payloadFee",
        "polkadotCost",
        "polkadotKeys",
        "polkadotRows",
        "polkadotRuntime",
        "polkadotRuntimes",
        "polkadotWallet",
        "psbtCost",
        "psbtRows",
        "readPairingUri",
        "refuseTransaction",
        "requireSignable",
        "shownUnits",
        "sighashTypeOf",
        "simulateRequest",
        "solMoved",
        "solText",
        "solanaActionText",
        "solanaKeys",
        "solanaWallet",
        "takesLayerOneFee",
        "tokenOnChain",
        "userRejected",
      ]
    `)
  })

  it('latchkey/testing', async () => {
    expect(await keys(import('latchkey/testing'))).toMatchInlineSnapshot(`
      [
        "ContractViolation",
        "ProviderError",
        "adapterContract",
        "announceEip6963",
        "chainReader",
        "createBip122Wallet",
        "createCosmosWallet",
        "createEip155Wallet",
        "createHeadlessWallet",
        "createPolkadotWallet",
        "createSolanaWallet",
        "devWalletIds",
        "devWallets",
        "injectedWallets",
        "latchkeyError",
        "manualClock",
        "memoryPlatform",
        "parseWalletScript",
        "registerStandardWallet",
        "userRejected",
      ]
    `)
  })
})
