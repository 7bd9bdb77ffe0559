// Buying crypto.

export const buyWords = {
  name: 'buy',
  strings: {
    buy: 'Buy Crypto',
    buyNote: 'Easy with card or bank account',
    pays: 'You pay',
    amountHint: 'Any amount',
    gets: 'You get about',
    asking: 'Asking for the price…',
    incorrect: 'Incorrect Value',
    range: 'From {min} to {max}',
    byBank: 'By bank account only',
    noPrice: 'Price unavailable',
    again: 'Ask again',
    fee: 'Fee {range}',
    there: 'Amount chosen there',
    absent: 'Not on {network}',
    how: 'How does it work?',
    nobody: 'Nobody sells on {network}',
    nobodyAdvice: 'Choose another network to buy on.',
    networks: 'Choose network',
    searchCurrency: 'Search currency',
    noCurrency: 'No currencies found',
    arrives: 'Arrives on {network}',
    purchases: 'Your purchases',
  },
} as const

export const buyingWords = {
  name: 'buying',
  strings: {
    opening: 'Opening {provider}',
    openingAdvice: 'A window opens beside this page.',
    continue: 'Continue in {provider}',
    continueAdvice: 'Pay there. This page says when your coins are on their way.',
    continueOther: 'Pay there. Your coins then appear in your account.',
    blocked: 'Your browser opened no window. Open {provider} by this link.',
    open: 'Open {provider}',
    copy: 'Copy link',
    copied: 'Link copied',
    account: 'Back to the account',
  },
} as const

export const purchasesWords = {
  name: 'purchases',
  strings: {
    none: 'Nothing bought yet',
    noneAdvice: 'What you buy with Coinbase for this account appears here.',
    inProgress: 'Your coins are on their way.',
  },
} as const

export const whatIsBuyWords = {
  name: 'whatIsBuy',
  strings: {
    quick: 'Money in, coins out',
    quickText: 'You pay a provider by card or by bank account, and it sends coins to your account.',
    theirs: 'On the page of the provider',
    theirsText: 'It opens in a window of its own. This app sees neither your card nor your documents.',
    once: 'Known once',
    onceText: 'Providers ask who you are the first time, as the law has it. Their fee is part of the price.',
    start: 'Buy',
  },
} as const
