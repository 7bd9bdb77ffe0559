// The views after the visitor has chosen a provider, and the explanation of buying.

export const buyingWords = {
  name: 'buying',
  strings: {
    opening: 'Opening {provider}',
    openingAdvice: 'It opens in a new window.',
    continue: 'Continue in {provider}',
    continueAdvice: 'Pay there. This page updates when your coins are on their way.',
    continueOther: 'Pay there. Your coins will then appear in your account.',
    blocked: 'Your browser blocked the window. Use this link to open {provider}.',
    open: 'Open {provider}',
    copy: 'Copy link',
    copied: 'Link copied',
    account: 'Back to account',
  },
} as const

export const purchasesWords = {
  name: 'purchases',
  strings: {
    none: 'No purchases yet',
    noneAdvice: 'Your Coinbase purchases for this account will appear here.',
    inProgress: 'Your coins are on their way.',
  },
} as const

export const whatIsBuyWords = {
  name: 'whatIsBuy',
  strings: {
    quick: 'Pay by card or bank',
    quickText: 'You pay a provider by card or bank account, and it sends coins to your account.',
    theirs: "On the provider's page",
    theirsText: "It opens in its own window. This app can't see your card or your documents.",
    once: 'Verify once',
    onceText:
      'Providers verify who you are the first time, as the law requires. Their fee is included in the price.',
    start: 'Buy',
  },
} as const
