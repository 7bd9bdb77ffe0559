import type { operations } from '../../../core/wallet/activity-rows.ts'

// The account's tokens and activity.

export const holdingsWords = {
  name: 'holdings',
  strings: {
    label: 'Tokens and activity',
    tokens: 'Tokens',
    nfts: 'NFTs',
    activity: 'Activity',
    noTokens: 'No tokens yet',
    noTokensAdvice: 'Tokens you receive will appear here.',
    receiveFunds: 'Receive funds',
    oldTokens: 'Not up to date',
    moreFailed: "Couldn't load other tokens. Try again",
    allTokens: 'All tokens',
    cutTokens: 'Only the {count} most valuable tokens are listed. The total includes all tokens.',
    allActivity: 'All activity',
    noActivity: 'No activity yet',
    noTransactions: 'No transactions yet',
    noActivityAdvice: 'What you send and receive will appear here.',
    activityFailed: 'Failed to fetch transactions',
    activityOld: "Couldn't load older transactions. Try again",
    loading: 'Loading',
    more: 'Load more',
    tryAgain: 'Try again',
    pending: 'Pending',
    failed: 'Failed',
    replaced: 'Replaced',
    unknown: 'Unknown',
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
