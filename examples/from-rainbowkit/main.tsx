import { createLatchkey, isLatchkeyError } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { baseSepolia, sepolia } from 'latchkey/networks'
import {
  LatchkeyButton,
  LatchkeyModal,
  LatchkeyProvider,
  useAccount,
  useNetwork,
  useWaitForTransaction,
} from 'latchkey/react'
import {
  useReadContract,
  useSignTypedData,
  useWatchContractEvent,
  useWriteContract,
} from 'latchkey/viem/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { formatEther, parseEther } from 'viem'
import { abi, note, weth } from './weth.ts'

const create = () => createLatchkey({ networks: [sepolia, baseSepolia], adapters: [eip155()] })

function Wrap() {
  const account = useAccount({ namespace: 'eip155' }).address as `0x${string}` | undefined
  const { network, switchNetwork } = useNetwork()
  const chainId = Number(network?.id)
  const token = weth[chainId]
  const held = useReadContract(
    account && token && { abi, address: token, functionName: 'balanceOf', args: [account] },
  )
  const { writeContract, data: sent, isPending, error } = useWriteContract()
  const { isSuccess } = useWaitForTransaction({ sent, namespace: 'eip155' })
  const { signTypedData, data: signed } = useSignTypedData()
  const [seen, setSeen] = useState<readonly string[]>([])
  useWatchContractEvent(
    token
      ? {
          abi,
          address: token,
          eventName: 'Deposit',
          onLogs: (logs) => {
            setSeen((before) => [...before, ...logs.map(({ args }) => formatEther(args.wad))])
            held.refetch()
          },
        }
      : undefined,
  )
  if (!account || !network || !token) return <p>No wallet connected yet.</p>
  const other = network.id === sepolia.id ? baseSepolia : sepolia
  return (
    <>
      <dl>
        <dt>Address</dt>
        <dd>{account}</dd>
        <dt>Network</dt>
        <dd>{network.name}</dd>
        <dt>Wrapped</dt>
        <dd>{held.data === undefined ? '…' : `${formatEther(held.data)} WETH`}</dd>
      </dl>
      <button
        type="button"
        disabled={isPending}
        onClick={() =>
          writeContract({ abi, address: token, functionName: 'deposit', value: parseEther('0.01') }).catch(
            () => {},
          )
        }
      >
        Wrap 0.01 ETH
      </button>
      <button type="button" onClick={() => signTypedData({ domain: { chainId }, ...note }).catch(() => {})}>
        Sign a note
      </button>
      <button type="button" onClick={() => switchNetwork(other.caipNetworkId).catch(() => {})}>
        Switch to {other.name}
      </button>
      {isSuccess && <p role="status">Wrapped.</p>}
      {error &&
        (isLatchkeyError(error, 'wallet/user-rejected') ? (
          <p>Declined. Try again.</p>
        ) : (
          <p role="alert">{error.message}</p>
        ))}
      {signed && <p data-signature={signed.signature}>Signed.</p>}
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
    <LatchkeyProvider create={create}>
      <header>
        <h1>Wrap ether</h1>
        <LatchkeyButton />
      </header>
      <main>
        <Wrap />
      </main>
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
