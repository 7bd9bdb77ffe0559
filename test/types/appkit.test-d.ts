// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import { BrowserProvider } from 'ethers'
import {
  type AppKitOptions,
  BitcoinAdapter,
  createAppKit,
  EthersAdapter,
  SolanaAdapter,
} from 'latchkey/appkit'
import {
  type Provider,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitNetwork,
  useAppKitProvider,
  useDisconnect,
} from 'latchkey/appkit/react'
import { mainnet, solanaMainnet } from 'latchkey/networks'
import { latchkeyConnector } from 'latchkey/wagmi'
import { base } from 'viem/chains'
import { expectTypeOf } from 'vitest'

const modal = createAppKit({
  projectId: 'p',
  adapters: [new EthersAdapter(), new SolanaAdapter(), new BitcoinAdapter()],
  // Networks of Latchkey and of viem in one list.
  networks: [mainnet, base, solanaMainnet],
  defaultNetwork: base,
  metadata: { name: 'App', description: 'An app', url: 'https://example.com', icons: [] },
  themeVariables: { '--w3m-accent': '#000000' },
  features: { email: false, socials: [], connectMethodsOrder: ['wallet'] },
})

export function options(): AppKitOptions[] {
  return [
    // @ts-expect-error networks are missing
    { projectId: 'p' },
    // @ts-expect-error the option is not built
    { networks: [mainnet], enableCoinbase: true },
    // @ts-expect-error the feature is not built
    { networks: [mainnet], features: { pay: true } },
    // @ts-expect-error the option is unknown
    { networks: [mainnet], enableReconnectt: true },
  ]
}

export async function instance(): Promise<void> {
  expectTypeOf(modal.getChainId()).toEqualTypeOf<number | string | undefined>()
  expectTypeOf(modal.getAddress()).toEqualTypeOf<string | undefined>()
  await modal.open({ view: 'Networks', namespace: 'eip155' })
  await modal.switchNetwork(base)
  // @ts-expect-error the view is unknown
  await modal.open({ view: 'Nowhere' })
  // @ts-expect-error the method is not built, as docs/coming-from-appkit.md says
  modal.getUniversalProvider()
  // The property `client` offers the parts of Latchkey for which AppKit has no name. `client` also works with wagmi.
  latchkeyConnector({ client: modal.client })
}

export function Hooks(): null {
  const { open } = useAppKit()
  expectTypeOf(open()).toEqualTypeOf<Promise<void>>()
  const { address, isConnected } = useAppKitAccount({ namespace: 'eip155' })
  expectTypeOf([address, isConnected] as const).toEqualTypeOf<readonly [string | undefined, boolean]>()
  const { walletProvider } = useAppKitProvider<Provider>('eip155')
  if (walletProvider) new BrowserProvider(walletProvider)
  useAppKitNetwork().switchNetwork(mainnet)
  useDisconnect().disconnect({ namespace: 'solana' })
  // @ts-expect-error the family is unknown
  useDisconnect().disconnect({ namespace: 'eip156' })
  expectTypeOf(useAppKitBalance().fetchBalance).returns.resolves.toHaveProperty('isError')
  return null
}
