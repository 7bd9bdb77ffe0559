import type { SwapArrival, SwapBridge, SwapResult } from '../../../controllers/features/swap/swap.ts'
import { truncateAddress } from '../../../core/amounts/format.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useController } from '../../hooks/use-controller.ts'
import { brief } from '../../language/amount.ts'
import { swapPreviewWords } from '../../language/english/swap.ts'
import { swapBridgeWords } from '../../language/english/swap-bridge.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { ExplorerRow } from '../account/explorer-row.tsx'
import { Copy } from '../copy.tsx'
import { capital, networkName } from '../names.ts'
import { Ring } from '../ring.tsx'
import { clip } from '../row.tsx'
import { SwapTokenIcon } from './swap-token-icon.tsx'

/** Shows the result of a swap: the amount received, as read from the network. */
export function SwapOutcome({ result }: { readonly result: SwapResult }) {
  const language = useLanguage()
  const { say, tag } = language
  const { latchkey } = useRuntime()
  const network = useController(latchkey.swap, (state) => state.network)
  const { phase: first, arrival, received, short, hash: sent, minedHash: hash = sent, terms } = result
  const { bridge } = terms
  // Once the second half of a swap between networks has begun, show its phase.
  const phase = bridge && arrival && arrival.phase !== 'arrived' ? arrival.phase : first
  const isDone = phase === 'confirmed' && !short
  const isBad = short || phase === 'failed' || phase === 'replaced' || phase === 'partial'
  const text = (value: bigint, { decimals, symbol }: SwapToken = terms.to) =>
    `${brief(tag, { value, decimals })} ${clip(symbol)}`
  const explorer = network && explorerLink(network, 'transaction', hash)
  const there =
    bridge && arrival?.hash !== undefined && explorerLink(bridge.network, 'transaction', arrival.hash)
  const [heading, advice] = words()
  return (
    <>
      <div
        className="center"
        role={isBad ? 'alert' : 'status'}
        data-status={isBad ? 'failed' : undefined}
        data-testid={`swap-${short ? 'short' : arrival && phase === 'pending' ? 'arriving' : phase}`}
      >
        <Ring state={isBad ? 'failed' : isDone ? 'done' : phase === 'pending' ? 'waiting' : 'still'} round>
          <SwapTokenIcon token={terms.to} on={bridge?.network} size={80} />
        </Ring>
        <h2 data-testid={advice === undefined ? 'swap-received' : undefined}>{heading}</h2>
        {advice !== undefined && (
          <p className="quiet" data-testid="swap-received">
            {advice}
          </p>
        )}
        {bridge && phase === 'failed' && first === 'confirmed' && (
          <Copy className="plain" text={hash} label={say(swapBridgeWords, 'copyHash')} testId="swap-hash">
            <bdi dir="ltr">{truncateAddress(hash)}</bdi>
          </Copy>
        )}
      </div>
      {explorer && <ExplorerRow href={explorer} name={say(swapPreviewWords, 'explorer')} />}
      {there && bridge && (
        <ExplorerRow
          href={there}
          name={`${say(swapPreviewWords, 'explorer')} · ${networkName(language, bridge.network)}`}
        />
      )}
      <div className={phase === 'unknown' ? undefined : 'pair'}>
        {/* The swap may still happen, so don't invite the visitor to swap again. */}
        {phase !== 'unknown' && (
          <button
            type="button"
            className="secondary"
            data-testid="swap-another"
            onClick={() => {
              void latchkey.swap.resetSwap()
              latchkey.modal.goBack()
            }}
          >
            {say(swapPreviewWords, 'another')}
          </button>
        )}
        <button
          type="button"
          className="primary"
          data-testid="swap-done"
          onClick={() => latchkey.router.reset('Account')}
        >
          {say(swapPreviewWords, 'close')}
        </button>
      </div>
    </>
  )

  function words(): readonly [heading: string, advice?: string] {
    if (bridge && arrival && arrival.phase !== 'arrived') return halfWords(arrival.phase, bridge)
    if (first !== 'confirmed') return [say(swapPreviewWords, first), say(swapPreviewWords, `${first}Advice`)]
    // Say only that the amount isn't known: the title already says that the swap is done.
    if (received === undefined) return [say(swapPreviewWords, 'receivedUnknown')]
    const amount = text(received)
    if (!short) return [say(swapPreviewWords, 'received', { amount })]
    const minimum = text(terms.minimum)
    return [say(swapPreviewWords, 'short'), say(swapPreviewWords, 'shortAdvice', { amount, minimum })]
  }

  /** Returns the texts for a second half whose tokens haven't arrived. */
  function halfWords(
    half: Exclude<SwapArrival['phase'], 'arrived'>,
    { name, network: on }: SwapBridge,
  ): readonly [heading: string, advice: string] {
    const values = {
      network: networkName(language, on),
      bridge: capital(language, clip(name)),
      amount: text(terms.amount, terms.from),
    }
    if (half === 'pending')
      return [say(swapBridgeWords, 'arriving', values), say(swapBridgeWords, 'arrivingAdvice', values)]
    if (half === 'refunded')
      return [say(swapBridgeWords, 'refunded'), say(swapBridgeWords, 'refundedAdvice', values)]
    if (half === 'partial')
      return [say(swapBridgeWords, 'partial'), say(swapBridgeWords, 'partialAdvice', values)]
    if (half === 'failed')
      return [say(swapBridgeWords, 'stuck', values), say(swapBridgeWords, 'stuckAdvice', values)]
    return [say(swapPreviewWords, 'unknown'), say(swapBridgeWords, 'lostAdvice', values)]
  }
}
