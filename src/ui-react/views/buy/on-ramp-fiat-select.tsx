import { useState } from 'react'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import { useController } from '../../hooks/use-controller.ts'
import { buyWords } from '../../language/english/buy.ts'
import { folded } from '../../language/folded.ts'
import { nameOfCurrency, signOfCurrency } from '../../language/money.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Search, searchThreshold } from '../../parts/form/search.tsx'
import { Icon } from '../../parts/icon.tsx'
import { NothingFound } from '../../parts/nothing-found.tsx'
import { Row } from '../../parts/row.tsx'
import { WalletIcon } from '../../parts/wallet/wallet-icon.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { useRuntime } from '../../runtime.ts'

/** Lists the currencies that the visitor can pay with (S3.9.4). */
export function OnRampFiatSelectView() {
  const { say, tag } = useLanguage()
  const { latchkey } = useRuntime()
  const { paymentCurrencies, paymentCurrency } = useController(latchkey.onramp)
  const [text, setText] = useState('')
  const wanted = folded(searchText(text))
  const found = paymentCurrencies.filter(({ id }) =>
    folded(`${id}\n${nameOfCurrency(tag, id)}`).includes(wanted),
  )
  return (
    <>
      {paymentCurrencies.length > searchThreshold && (
        <Search label={say(buyWords, 'searchCurrency')} value={text} onChange={setText} />
      )}
      <Windowed
        items={found}
        resetKey={wanted}
        draw={(currency) => (
          <Row
            key={currency.id}
            lead={<WalletIcon name={signOfCurrency(tag, currency.id)} round />}
            name={nameOfCurrency(tag, currency.id)}
            note={currency.id}
            current={currency.id === paymentCurrency?.id}
            tag={currency.id === paymentCurrency?.id ? <Icon name="check" size={18} /> : undefined}
            testId={`currency-${currency.id}`}
            onClick={() => {
              void latchkey.onramp.setPaymentCurrency(currency)
              latchkey.modal.goBack()
            }}
          />
        )}
      />
      {found.length === 0 && (
        <NothingFound title={say(buyWords, 'noCurrency')} text={text} clear={() => setText('')} />
      )}
    </>
  )
}
