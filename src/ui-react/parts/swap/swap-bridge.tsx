import type { SwapBridge as Bridge, SwapReview, SwapTerms } from '../../../controllers/features/swap/swap.ts'
import { useController } from '../../hooks/use-controller.ts'
import { brief } from '../../language/amount.ts'
import { swapBridgeWords } from '../../language/english/swap-bridge.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Fact } from '../fact.tsx'
import { capital, networkName } from '../names.ts'
import { clip } from '../row.tsx'

export interface SwapBridgeProps {
  readonly terms: SwapTerms
  readonly bridge: Bridge
  /** The review of the swap. Undefined until it is known. */
  readonly review: SwapReview | undefined
}

/** Shows both halves of a swap between networks, its duration, and what happens if the second half fails. */
export function SwapBridge({ terms, bridge, review }: SwapBridgeProps) {
  const language = useLanguage()
  const { say, tag, date } = language
  const { latchkey } = useRuntime()
  const network = useController(latchkey.swap, (state) => state.network)
  const reviewed = review?.bridge
  const name = capital(language, reviewed?.name ?? clip(bridge.name))
  const amount = (value: bigint, { decimals, symbol }: { decimals: number; symbol: string }) =>
    `${brief(tag, { value, decimals })} ${clip(symbol)}`
  const first = network && networkName(language, network)
  return (
    <>
      <dl className="facts" data-testid="swap-bridge">
        {first && reviewed && (
          <Fact what={first}>
            {say(swapBridgeWords, 'takes', {
              bridge: name,
              amount: amount(reviewed.amount.value, reviewed.amount),
            })}
          </Fact>
        )}
        <Fact what={networkName(language, bridge.network)}>
          {say(swapBridgeWords, 'pays', { bridge: name, amount: amount(terms.minimum, terms.to) })}
        </Fact>
        {bridge.duration !== undefined && (
          <Fact what={say(swapBridgeWords, 'duration')}>{durationText(tag, bridge.duration)}</Fact>
        )}
      </dl>
      {first && reviewed && (
        <p className="quiet careful" data-testid="swap-refund">
          {say(swapBridgeWords, 'refunds', {
            bridge: name,
            symbol: clip(reviewed.amount.symbol),
            network: first,
            time: date(Number(reviewed.refundAfter) * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
    </>
  )
}

/** Formats a duration in seconds or, from two minutes, in minutes. Rounds up. */
function durationText(tag: string, ms: number): string {
  const [unit, length] = ms < 120_000 ? (['second', 1000] as const) : (['minute', 60_000] as const)
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.ceil(ms / length))
}
