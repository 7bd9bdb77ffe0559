import type { SwapResult } from '../../../controllers/features/swap/swap.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import { useController } from '../../hooks/use-controller.ts'
import { brief } from '../../language/amount.ts'
import { swapPreviewWords } from '../../language/english/swap.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { ExplorerRow } from '../account/explorer-row.tsx'
import { Icon } from '../icon.tsx'
import { clip } from '../row.tsx'

/** Shows the result of a swap: the amount received, as read from the network. */
export function SwapOutcome({ result }: { readonly result: SwapResult }) {
  const { say, tag } = useLanguage()
  const { latchkey } = useRuntime()
  const network = useController(latchkey.swap, (state) => state.network)
  const { phase, received, short, hash, terms } = result
  const text = (value: bigint) =>
    `${brief(tag, { value, decimals: terms.to.decimals })} ${clip(terms.to.symbol)}`
  const explorer = network && explorerLink(network, 'transaction', hash)
  const [heading, advice] = words()
  return (
    <>
      <div
        className="center"
        role={short || phase === 'failed' || phase === 'replaced' ? 'alert' : 'status'}
        data-testid={`swap-${short ? 'short' : phase}`}
      >
        <span className="badge">
          {phase === 'pending' ? (
            <span className="spin" aria-hidden="true" />
          ) : (
            <Icon name={phase === 'confirmed' && !short ? 'check' : 'alert'} size={28} />
          )}
        </span>
        <h2 data-testid={advice === undefined ? 'swap-received' : undefined}>{heading}</h2>
        {advice !== undefined && (
          <p className="quiet" data-testid="swap-received">
            {advice}
          </p>
        )}
      </div>
      {explorer && <ExplorerRow href={explorer} name={say(swapPreviewWords, 'explorer')} />}
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
    if (phase !== 'confirmed') return [say(swapPreviewWords, phase), say(swapPreviewWords, `${phase}Advice`)]
    // Say only that the amount isn't known: the title already says that the swap is done.
    if (received === undefined) return [say(swapPreviewWords, 'receivedUnknown')]
    const amount = text(received)
    if (!short) return [say(swapPreviewWords, 'received', { amount })]
    const minimum = text(terms.minimum)
    return [say(swapPreviewWords, 'short'), say(swapPreviewWords, 'shortAdvice', { amount, minimum })]
  }
}
