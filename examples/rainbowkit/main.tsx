import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { formatEther, parseEther } from 'viem'
import { baseSepolia, sepolia } from 'viem/chains'
import {
  createConfig,
  http,
  useConnection,
  useReadContract,
  useSignTypedData,
  useSwitchChain,
  useWaitForTransactionReceipt,
  useWatchContractEvent,
  useWriteContract,
  WagmiProvider,
} from 'wagmi'
import { abi, note, weth } from './weth.ts'

// Without connectors, RainbowKit offers the wallets that are installed in the browser.
const config = createConfig({
  chains: [sepolia, baseSepolia],
  transports: {
    [sepolia.id]: http('https://ethereum-sepolia-rpc.publicnode.com'),
    [baseSepolia.id]: http('https://sepolia.base.org'),
  },
})
const queries = new QueryClient()

function Wrap() {
  const { address, chain } = useConnection()
  const token = chain && weth[chain.id]
  const held = useReadContract({
    abi,
    address: token,
    functionName: 'balanceOf',
    args: address && [address],
    query: { enabled: Boolean(address) },
  })
  const { mutate: write, data: hash, isPending, error } = useWriteContract()
  const { isSuccess } = useWaitForTransactionReceipt({ hash })
  const { mutate: sign, data: signature } = useSignTypedData()
  const { mutate: switchChain } = useSwitchChain()
  const [seen, setSeen] = useState<readonly string[]>([])
  useWatchContractEvent({
    abi,
    address: token,
    eventName: 'Deposit',
    enabled: Boolean(token),
    onLogs: (logs) => {
      setSeen((before) => [...before, ...logs.map(({ args }) => formatEther(args.wad ?? 0n))])
      held.refetch()
    },
  })
  if (!address || !chain || !token) return <p>No wallet connected yet.</p>
  const other = chain.id === sepolia.id ? baseSepolia : sepolia
  return (
    <>
      <dl>
        <dt>Address</dt>
        <dd>{address}</dd>
        <dt>Network</dt>
        <dd>{chain.name}</dd>
        <dt>Wrapped</dt>
        <dd>{held.data === undefined ? '…' : `${formatEther(held.data)} WETH`}</dd>
      </dl>
      <button
        type="button"
        disabled={isPending}
        onClick={() => write({ abi, address: token, functionName: 'deposit', value: parseEther('0.01') })}
      >
        Wrap 0.01 ETH
      </button>
      <button type="button" onClick={() => sign({ domain: { chainId: chain.id }, ...note })}>
        Sign a note
      </button>
      <button type="button" onClick={() => switchChain({ chainId: other.id })}>
        Switch to {other.name}
      </button>
      {isSuccess && <p role="status">Wrapped.</p>}
      {error && <p role="alert">{error.message}</p>}
      {signature && <p data-signature={signature}>Signed.</p>}
      <ul>
        {seen.map((amount, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
          <li key={index}>Someone wrapped {amount} ETH.</li>
        ))}
      </ul>
    </>
  )
}

function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider>
          <header>
            <h1>Wrap ether</h1>
            <ConnectButton />
          </header>
          <main>
            <Wrap />
          </main>
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
