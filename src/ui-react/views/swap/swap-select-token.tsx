import { useEffect, useState } from 'react'
import { swapLimits } from '../../../core/limits.ts'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useHoldings } from '../../hooks/use-holdings.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { useSwapTokens } from '../../hooks/use-swap.ts'
import { amountIn } from '../../language/amount.ts'
import { searchWords } from '../../language/english/all-wallets.ts'
import { tokenWords } from '../../language/english/send.ts'
import { swapWords } from '../../language/english/swap.ts'
import { folded } from '../../language/folded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Search } from '../../parts/form/search.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { clip, Row } from '../../parts/row.tsx'
import { SwapTokenIcon } from '../../parts/swap/swap-token-icon.tsx'
import { WaitingRows } from '../../parts/waiting-rows.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './swap-select-token.css?inline'

const loadNetworks = async () => (await import('../../parts/swap/swap-networks.tsx')).SwapNetworks

const suggestions = swapLimits.suggestions.split(' ')

/** Lists tokens, to choose the token to give or to get (S3.9.4). */
export function SwapSelectTokenView() {
  useStyles(css)
  const { say, tag } = useLanguage()
  const { latchkey } = useRuntime()
  const { swap, router } = latchkey
  const { tokens: here, toTokens, toNetwork, toNetworks, error } = useController(swap)
  const known = useSwapTokens()
  const { balances } = useHoldings()
  const [text, setText] = useState('')
  // Keep the value: going back clears the router's data while the view is still visible.
  const [target] = useState(router.state.data?.target ?? 'sourceToken')
  // Only the token to receive can be on another network.
  const on = target === 'toToken' ? toNetwork : undefined
  const tokens = (on && toTokens) ?? here
  // If there is nothing to choose from, go back to the previous view, which shows the reason.
  const nothing = known ? here.length === 0 : error !== undefined
  useEffect(() => {
    if (nothing && router.state.view === 'SwapSelectToken') latchkey.modal.goBack()
  }, [latchkey, router, nothing])

  const wanted = folded(searchText(text))
  const found = tokens.filter(({ name, symbol, address }) =>
    folded(`${name}\n${symbol}\n${address ?? ''}`).includes(wanted),
  )
  // The balances are those of the active network.
  const held = (token: SwapToken) =>
    on ? undefined : balances.find(({ address, amount }) => address === token.address && amount.value > 0n)
  const own = found.filter(held)
  const others = found.filter((token) => !held(token))
  const chips = wanted === '' ? tokens.filter(({ symbol }) => suggestions.includes(symbol)) : []
  const choose = (token: SwapToken) => {
    void (target === 'toToken' ? swap.setToToken(token) : swap.setSourceToken(token))
    latchkey.modal.goBack()
  }
  const draw = (token: SwapToken) => {
    const balance = held(token)
    return (
      <Row
        key={token.address ?? ''}
        lead={<SwapTokenIcon token={token} on={on} />}
        name={clip(token.name || token.symbol)}
        note={
          balance ? (
            <bdi dir="ltr">
              {amountIn(tag, balance.amount)} {clip(token.symbol)}
            </bdi>
          ) : (
            <bdi>{clip(token.symbol)}</bdi>
          )
        }
        testId={`swap-token-${token.symbol}`}
        onClick={() => choose(token)}
      />
    )
  }
  if (!known) return <WaitingRows count={5} label={say(swapWords, 'loadingTokens')} />
  return (
    <>
      {target === 'toToken' && toNetworks !== undefined && toNetworks.length > 0 && (
        <LazyPart load={loadNetworks} />
      )}
      <Search label={say(tokenWords, 'search')} value={text} onChange={setText} />
      {chips.length > 0 && (
        <fieldset className="chips" aria-label={say(swapWords, 'suggested')}>
          {chips.slice(0, swapLimits.suggested).map((token) => (
            <button
              key={token.address ?? ''}
              type="button"
              className="pick"
              data-testid={`swap-chip-${token.symbol}`}
              onClick={() => choose(token)}
            >
              <SwapTokenIcon token={token} on={on} size={24} />
              <bdi>{clip(token.symbol)}</bdi>
            </button>
          ))}
        </fieldset>
      )}
      {own.length > 0 && (
        <>
          <h2 className="part">{say(swapWords, 'yourTokens')}</h2>
          <div className="list">{own.map(draw)}</div>
        </>
      )}
      {others.length > 0 && (
        <>
          <h2 className="part">{say(swapWords, 'tokens')}</h2>
          <Windowed items={others} resetKey={wanted} draw={draw} />
        </>
      )}
      {found.length === 0 && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="search" size={28} />
          </span>
          <h2>{say(tokenWords, 'none')}</h2>
          {text !== '' && (
            <button type="button" className="plain" onClick={() => setText('')}>
              {say(searchWords, 'clear')}
            </button>
          )}
        </div>
      )}
    </>
  )
}
