import {
  type CaipAddress,
  type ChainNamespace,
  displayMessage,
  formatUnits,
  isLatchkeyError,
  type MessageSignature,
} from 'latchkey'
import { useController, useLatchkey } from 'latchkey/react'
import { useEffect, useState } from 'react'
import type { PublicWorld } from '../server/world.ts'
import { familyNames, payee } from './world.ts'

interface FamilyProps {
  readonly namespace: ChainNamespace
  readonly world: PublicWorld
}

/** Shows a chain family: the connected account, and actions with it. */
export function Family({ namespace, world }: FamilyProps) {
  const latchkey = useLatchkey()
  const account = useController(latchkey.account, (state) => state[namespace])
  const network = useController(latchkey.network, ({ activeNetworks }) => activeNetworks[namespace])
  const { said, busy, run } = useAction()
  const sessions = useController(latchkey.smartSessions, (state) => state.sessions)
  const [signed, setSigned] = useState<MessageSignature>()
  const chainId = `0x${Number(network?.id).toString(16)}`
  const { address, allAccounts, caipAddress, balance, connectedWalletInfo: wallet } = account

  useEffect(() => {
    if (caipAddress) latchkey.account.updateBalance(namespace).catch(() => {})
  }, [latchkey, namespace, caipAddress])

  const sign = () =>
    run(async () => {
      const adapter = await latchkey.adapter(namespace)
      const signed = await adapter.signMessage(caipAddress as CaipAddress, 'Hello from Latchkey')
      setSigned(signed)
      return `Signed: ${short(signed.signature)}`
    })
  const send = () =>
    run(async () => {
      const adapter = await latchkey.adapter(namespace)
      const decimals = network?.nativeCurrency.decimals ?? 0
      const sent = await adapter.send({
        from: caipAddress as CaipAddress,
        to: world.addresses[payee]?.[namespace] ?? '',
        amount: 10n ** BigInt(decimals) / 100n,
      })
      for (let left = 60; left > 0 && network; left--) {
        const { phase } = await adapter.getTransactionStatus(network.caipNetworkId, sent)
        if (phase === 'failed') return `Failed: ${short(sent.hash)}`
        if (phase === 'confirmed' || phase === 'finalized') break
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      await latchkey.account.updateBalance(namespace, { fresh: true })
      return `Sent to ${payee}: ${short(sent.hash)}`
    })

  /** Sends two payments in one transaction. A smart account can do this. */
  const sendBoth = () =>
    run(async () => {
      const provider = latchkey.connections.of('eip155')?.provider
      const to = world.addresses[payee]?.eip155
      const value = `0x${(10n ** 16n).toString(16)}`
      const calls = [
        { to, value },
        { to, value },
      ]
      if (!provider) return ''
      const { id } = await provider.request({
        method: 'wallet_sendCalls',
        params: [{ version: '2.0.0', from: address, chainId, atomicRequired: true, calls }],
      })
      for (let left = 60; left > 0; left--) {
        const batch = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
        if (batch.status >= 300) return `Failed: ${short(id)}`
        if (batch.status === 200) return `Sent both to ${payee} in ${batch.receipts[0].transactionHash}`
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      return `Not mined yet: ${short(id)}`
    })

  /** Asks for a session of five minutes. In this time, the page can send 0.05 in total without asking the wallet again. */
  const grant = () =>
    run(async () => {
      const { context } = await latchkey.smartSessions.grant({
        expiry: Math.floor(Date.now() / 1000) + 300,
        signer: { type: 'wallet' },
        permissions: [
          { type: 'native-token-transfer', data: { allowance: `0x${(5n * 10n ** 16n).toString(16)}` } },
        ],
        policies: [{ type: 'gas-limit', data: { limit: '0xf4240' } }],
      })
      return `Granted: ${short(context ?? '')}`
    })
  const sendGranted = (hundredths: bigint) =>
    run(async () => {
      const provider = latchkey.connections.of('eip155')?.provider
      const session = latchkey.smartSessions.state.sessions[0]
      if (!provider || !session) return 'No session'
      const value = `0x${(hundredths * 10n ** 16n).toString(16)}`
      await provider.request({
        method: 'wallet_sendCalls',
        params: [
          {
            ...{ version: '2.0.0', from: address, chainId, atomicRequired: false },
            calls: [{ to: world.addresses[payee]?.eip155, value }],
            capabilities: { permissions: { context: session.context } },
          },
        ],
      })
      return `Sent to ${payee} with the session`
    })

  const status = (
    <p className="said" role="status" data-signed={signed && JSON.stringify(signed)}>
      {said}
    </p>
  )
  return (
    <article className="card" data-testid={`family-${namespace}`} data-status={account.status}>
      <header>
        <span className={`family ${namespace}`} aria-hidden="true">
          {familyNames[namespace].slice(0, 1)}
        </span>
        <h3>{familyNames[namespace]}</h3>
        <span className="quiet small">{network?.name}</span>
      </header>
      {address ? (
        <>
          <p className="amount">
            {balance ? (
              <>
                <span>{rounded(formatUnits(balance.value, balance.decimals))}</span> {balance.symbol}
              </>
            ) : (
              <span className="bone">0.000</span>
            )}
          </p>
          <p className="quiet who">
            <bdi title={address}>{short(address)}</bdi>
            {wallet ? ` in ${wallet.name}` : ''}
          </p>
          {status}
          <p className="actions">
            <button type="button" onClick={sign} disabled={busy}>
              Sign
            </button>
            <button type="button" onClick={send} disabled={busy}>
              Send 0.01
            </button>
            {allAccounts.find((one) => one.address === address)?.type === 'smartAccount' && (
              <button type="button" onClick={sendBoth} disabled={busy}>
                Send two at once
              </button>
            )}
            {namespace === 'eip155' && (
              <button type="button" onClick={grant} disabled={busy}>
                Grant a session
              </button>
            )}
            {sessions.length > 0 && namespace === 'eip155' && (
              <>
                <button type="button" onClick={() => sendGranted(1n)} disabled={busy}>
                  Send 0.01 with session
                </button>
                <button type="button" onClick={() => sendGranted(6n)} disabled={busy}>
                  Send too much with session
                </button>
              </>
            )}
            <button type="button" onClick={() => run(() => latchkey.disconnect(namespace).then(() => ''))}>
              Disconnect
            </button>
          </p>
        </>
      ) : (
        <>
          <p className="quiet nobody">
            {account.status === 'connecting'
              ? 'Connecting'
              : account.status === 'restoring'
                ? 'Reconnecting'
                : 'Not connected'}
          </p>
          {status}
          <p className="actions">
            <button type="button" onClick={() => void latchkey.open({ view: 'Connect', namespace })}>
              Connect
            </button>
          </p>
        </>
      )}
    </article>
  )
}

/** Returns a function that runs an action, with the action's result as text, and whether the action is running. */
function useAction() {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<string>) => {
    setBusy(true)
    setSaid('')
    try {
      setSaid(await action())
    } catch (error) {
      setSaid(isLatchkeyError(error) ? displayMessage(error) : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { said, busy, run }
}

function short(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text
}

/** Cuts the amount to three decimals. It isn't rounded, so that the page never shows more than the balance. */
function rounded(amount: string): string {
  const [whole = '0', rest = ''] = amount.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest.slice(0, 3).padEnd(3, '0')}`
}
