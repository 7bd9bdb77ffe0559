'use client'
import { formatUnits } from 'latchkey'
import { useAccount, useBalance } from 'latchkey/react'

/** Shows the account. The server renders the account of the last visit, then the browser restores the connection. */
export function Account() {
  const { address } = useAccount()
  const { balance } = useBalance()
  if (!address) return <p>No wallet connected yet.</p>
  return (
    <dl>
      <dt>Address</dt>
      <dd>{address}</dd>
      <dt>Balance</dt>
      <dd>{balance ? `${formatUnits(balance.value, balance.decimals)} ${balance.symbol}` : '…'}</dd>
    </dl>
  )
}
