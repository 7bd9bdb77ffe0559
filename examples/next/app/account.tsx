'use client'
import { formatUnits } from 'latchkey'
import { useAccount, useBalance } from 'latchkey/react'

/** A server knows nobody: it sends the first line, and the browser goes on from there. */
export function Account() {
  const { address } = useAccount()
  const { balance } = useBalance()
  if (!address) return <p>Nobody is connected yet.</p>
  return (
    <dl>
      <dt>Address</dt>
      <dd>{address}</dd>
      <dt>Balance</dt>
      <dd>{balance ? `${formatUnits(balance.value, balance.decimals)} ${balance.symbol}` : '…'}</dd>
    </dl>
  )
}
