/** The texts for undoing a replacement of the key's parts. They load with the screens that show them. */
export const undoWords = {
  replacedHere: (day: string) =>
    `The parts of your wallet's key were replaced on ${day}. If that wasn't you, undo it with your passkey.`,
  undoButton: 'Undo with a passkey',
  undo: 'Undo the replacement',
  undoWhat: (day: string) =>
    `The parts of this wallet's key were replaced on ${day}. Continue only if that wasn't you: the earlier parts work again in all your browsers, and the newer parts stop working.`,
} as const
