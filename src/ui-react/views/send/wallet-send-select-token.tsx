import { useState } from 'react'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import { useHoldings } from '../../hooks/use-holdings.ts'
import { tokenWords } from '../../language/english/send.ts'
import { folded } from '../../language/folded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { BuyCrypto } from '../../parts/buy/buy-crypto.tsx'
import { Search } from '../../parts/form/search.tsx'
import { NothingFound } from '../../parts/nothing-found.tsx'
import { TokenRow } from '../../parts/token/token-row.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { useRuntime } from '../../runtime.ts'

/** Lists the account's tokens on this network, to choose the token to send (S3.9.4). */
export function WalletSendSelectTokenView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { balances: holdings } = useHoldings()
  const [text, setText] = useState('')
  const wanted = folded(searchText(text))
  const found = holdings.filter(({ name, amount }) => folded(`${name}\n${amount.symbol}`).includes(wanted))
  return (
    <>
      <Search label={say(tokenWords, 'search')} value={text} onChange={setText} />
      <Windowed
        items={found}
        resetKey={wanted}
        draw={(token) => (
          <TokenRow
            key={token.asset ?? ''}
            token={token}
            onClick={() => {
              void latchkey.send.setToken(token)
              latchkey.modal.goBack()
            }}
          />
        )}
      />
      {found.length === 0 && (
        <NothingFound title={say(tokenWords, 'none')} text={text} clear={() => setText('')}>
          <BuyCrypto />
        </NothingFound>
      )}
    </>
  )
}
