import { useState } from 'react'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import type { PurchaseCurrency } from '../../../core/wallet/payments/onramp.ts'
import { useController } from '../../hooks/use-controller.ts'
import { tokenWords } from '../../language/english/send.ts'
import { folded } from '../../language/folded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { currencyToken } from '../../parts/buy/currency-token.ts'
import { Search, searchThreshold } from '../../parts/form/search.tsx'
import { Icon } from '../../parts/icon.tsx'
import { NothingFound } from '../../parts/nothing-found.tsx'
import { clip, Row } from '../../parts/row.tsx'
import { TokenIcon } from '../../parts/token/token-icon.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { useRuntime } from '../../runtime.ts'

/**
 * Lists the currencies to buy on this network. If no currency is available on this network, lists all currencies (S3.9.4).
 */
export function OnRampTokenSelectView() {
  const { say, list } = useLanguage()
  const { latchkey } = useRuntime()
  const { purchaseCurrencies, purchaseCurrency } = useController(latchkey.onramp)
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const [text, setText] = useState('')
  const network = activeNetworks[activeNamespace]
  const id = `${network?.id}`
  const isHere = ({ networks }: PurchaseCurrency) => networks.some(({ chain_id }) => chain_id === id)
  const here = purchaseCurrencies.filter(isHere)
  const wanted = folded(searchText(text))
  const offered = here.length > 0 ? here : purchaseCurrencies
  const found = offered.filter(({ name, symbol }) => folded(`${name}\n${symbol}`).includes(wanted))
  return (
    <>
      {offered.length > searchThreshold && (
        <Search label={say(tokenWords, 'search')} value={text} onChange={setText} />
      )}
      <Windowed
        items={found}
        resetKey={wanted}
        draw={(currency) => (
          <Row
            key={`${currency.id}-${currency.symbol}`}
            lead={<TokenIcon {...currencyToken(currency, purchaseCurrencies, network)} />}
            name={currency.name}
            note={isHere(currency) ? clip(currency.symbol) : list(networksOf(currency))}
            current={currency === purchaseCurrency}
            tag={currency === purchaseCurrency ? <Icon name="check" size={18} /> : undefined}
            testId={`currency-${currency.symbol}`}
            onClick={() => {
              void latchkey.onramp.setPurchaseCurrency(currency)
              latchkey.modal.goBack()
            }}
          />
        )}
      />
      {found.length === 0 && (
        <NothingFound title={say(tokenWords, 'none')} text={text} clear={() => setText('')} />
      )}
    </>
  )
}

/** Returns the names of up to three networks of a currency. */
function networksOf({ networks }: PurchaseCurrency): readonly string[] {
  return networks.slice(0, 3).map((network) => clip(network.display_name))
}
