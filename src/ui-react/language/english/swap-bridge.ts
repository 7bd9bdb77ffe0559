// Swaps between networks. Not in the specification.

export const swapBridgeWords = {
  name: 'swapBridge',
  strings: {
    receiveOn: 'Receive on',
    takes: '{bridge} takes at least {amount}',
    pays: '{bridge} pays you at least {amount}',
    duration: 'Expected time',
    refunds: "If {bridge} can't pay by {time}, you get your {symbol} back on {network}.",
    arriving: 'On the way to {network}',
    arrivingAdvice: '{amount} left your account. You can close this window.',
    arrived: 'Arrived on {network}',
    refunded: 'Your tokens were returned',
    refundedAdvice: "{bridge} couldn't pay on {network}, so you got your tokens back.",
    partial: 'Another token arrived',
    partialAdvice: 'Check your balances on {network}.',
    stuck: 'Nothing arrived on {network}',
    stuckAdvice: "{amount} left your account. Contact {bridge}'s support with this transaction hash.",
    copyHash: 'Copy transaction hash',
    lostAdvice: 'Check your balance on {network} before you swap again.',
  },
} as const
