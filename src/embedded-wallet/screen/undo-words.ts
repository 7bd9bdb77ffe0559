/** The texts for undoing a replacement of the key's parts. They load with the screens that show them. */
export const undoWords = {
  replacedHere: (day: string) =>
    `The parts of your wallet's key were replaced on ${day}. If that wasn't you, undo it with your passkey.`,
  undoButton: 'Undo with a passkey',
  undo: 'Undo the replacement',
  undoWhat: (day: string) =>
    `The parts of this wallet's key were replaced on ${day}. Continue only if that wasn't you: the earlier parts and this passkey work again in all your browsers, and the newer parts stop working. If the earlier parts were deleted, which happens after 30 days, you'll get new ones.`,
  splitAnew:
    'The earlier parts were deleted after 30 days, so the key was split again. Your old recovery file and passkeys no longer work, and your other browsers need the new part. Save it now.',
  noPasskeys:
    'Your old recovery file works again. Your old passkeys do not: whoever replaced the parts may have added one. Add a new passkey now, so that it confirms new browsers.',
} as const
