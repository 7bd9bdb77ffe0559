import type { operations } from '../../../core/wallet/activity-rows.ts'

// The account's tokens and activity.

export const holdingsWords = {
  name: 'holdings',
  strings: {
    label: 'What this account has',
    tokens: 'Tokens',
    nfts: 'NFTs',
    activity: 'Activity',
    total: 'Worth {amount} in all',
    noTokens: 'No tokens yet',
    noTokensAdvice: 'What is sent to this account appears here.',
    receiveFunds: 'Receive funds',
    comingSoon: 'Coming soon',
    noNftsAdvice: 'NFTs are not listed yet. Those that you own stay yours, and your wallet shows them.',
    tokensFailed: 'Token Balance Unavailable',
    oldTokens: 'Not up to date',
    moreFailed: 'Other tokens could not be read. Try again',
    allTokens: 'All tokens',
    allActivity: 'All activity',
    noActivity: 'No activity yet',
    noTransactions: 'No Transactions yet',
    noActivityAdvice: 'What this account sends and receives appears here.',
    activityFailed: 'Failed to fetch transactions',
    activityOld: 'Older transactions could not be read. Try again',
    loading: 'Loading',
    more: 'Load more',
    tryAgain: 'Try again',
    pending: 'Pending',
    failed: 'Failed',
    confirmed: 'Confirmed',
  },
} as const

/** Operation types (S3.9.4). */
export const activityWords = {
  name: 'activity',
  strings: {
    approve: 'Approved',
    borrow: 'Borrowed',
    bought: 'Bought',
    burn: 'Burnt',
    cancel: 'Canceled',
    claim: 'Claimed',
    deploy: 'Deployed',
    deposit: 'Deposited',
    execute: 'Executed',
    mint: 'Minted',
    receive: 'Received',
    repay: 'Repaid',
    send: 'Sent',
    sell: 'Sold',
    stake: 'Staked',
    trade: 'Swapped',
    unstake: 'Unstaked',
    withdraw: 'Withdrawn',
  } satisfies Record<(typeof operations)[number], string>,
} as const
